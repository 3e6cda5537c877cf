import { functions as F, types, typeToDdl, type Column, type DataFrame, type DataType } from '@millrace/spark-connect';
import { castOrNull } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, layout, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { designSchema, sparkType } from '../kit/type-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { typeOfJson } from '../kit/json-type.ts';
import { firstRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import type { RunContext } from '../contract/context.ts';
import { requireText } from '../kit/replace.ts';
import { missing } from '../kit/field-shape.ts';

const fieldTypes = [
  'STRING',
  'INTEGER',
  'DOUBLE',
  'FLOAT',
  'LONG',
  'BOOLEAN',
  'BYTE',
  'SHORT',
  'STRUCT',
  'ARRAY',
  'MAP',
] as const;

/** Texts looked at to find the fields of objects. */
const sampleSize = 1000;

export const parseJsonColumn = processor({
  nodeClass: 'fire.nodes.etl.NodeParseJSONColumn',
  name: 'Parse JSON Col',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Parses JSON strings: fields of objects become columns of the same names and the chosen types (dots access nested objects, [0] accesses arrays), and entire strings become structs. The fields of structs are inferred from the first 1,000 strings; a column without objects there remains a string. Elements of arrays have the inferred type, values of maps are strings. A value that is missing, cannot be cast to its type or is not JSON is null.',
  unverified: 'Sail keeps the original text of extracted JSON, Spark rewrites it',
  fields: {
    jsonColName: column({ title: 'JSON column' }),
    fields: rows(
      {
        inputCol: column({ title: 'JSON column of the field', description: 'If blank, the column above' }),
        jsonFieldNames: text({ required: true, title: 'Field' }),
        jsonFieldTypes: choice(fieldTypes, { default: 'STRING', title: 'Type' }),
      },
      { key: 'jsonFieldNames' },
    ),
    advance: layout(),
    whole: rows(
      {
        stringJsonColNames: column({ required: true, title: 'JSON column' }),
        outputJsonColNames: text({ title: 'Column for the struct', description: 'If blank, the string is replaced' }),
      },
      { key: 'stringJsonColNames' },
    ),
    outputSchema: layout(),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'extracts fields of several types; missing, mismatched and malformed values are null',
      fields: {
        jsonColName: 'j',
        jsonFieldNames: ['id', 'name', 'a.b', 'x'],
        jsonFieldTypes: ['INTEGER', 'STRING', 'LONG', 'DOUBLE'],
      },
      input: table('j string', [
        ['{"id":1,"name":"é\\n","a":{"b":5000000000},"x":1}'],
        ['{"id":"seven","name":{"first":"Z"},"a":3,"x":null}'],
        ['broken'],
        [null],
      ]),
      output: table('j string, id int, name string, `a.b` bigint, x double', [
        ['{"id":1,"name":"é\\n","a":{"b":5000000000},"x":1}', 1, 'é\n', 5000000000n, 1],
        ['{"id":"seven","name":{"first":"Z"},"a":3,"x":null}', null, '{"first":"Z"}', null, null],
        ['broken', null, null, null, null],
        [null, null, null, null, null],
      ]),
    },
    {
      name: 'parses structs, arrays and maps from columns with unusual names',
      fields: {
        inputCol: ['p.q', 'p.q', 'p.q'],
        jsonFieldNames: ['s', 'l', 'm'],
        jsonFieldTypes: ['STRUCT', 'ARRAY', 'MAP'],
      },
      input: table('`p.q` string', [
        ['{"s":{"b":1.5,"a":"ü"},"l":[1,2],"m":{"k":true}}'],
        ['{"s":{"c":[null]},"l":[]}'],
      ]),
      output: table(
        '`p.q` string, s struct<a:string,b:double,c:array<string>>, l array<bigint>, m map<string,string>',
        [
          [
            '{"s":{"b":1.5,"a":"ü"},"l":[1,2],"m":{"k":true}}',
            { a: 'ü', b: 1.5, c: null },
            [1n, 2n],
            new Map([['k', 'true']]),
          ],
          ['{"s":{"c":[null]},"l":[]}', { a: null, b: null, c: [null] }, [], null],
        ],
      ),
    },
    {
      name: 'parses entire strings as structs',
      fields: { stringJsonColNames: ['j'], outputJsonColNames: ['o'] },
      input: table('id int, j string', [
        [1, '{"n":1,"t":"x"}'],
        [2, ''],
        [3, null],
        [4, '{"n":2.5}'],
      ]),
      output: table('id int, j string, o struct<n:double,t:string>', [
        [1, '{"n":1,"t":"x"}', { n: 1, t: 'x' }],
        [2, '', null],
        [3, null, null],
        [4, '{"n":2.5}', { n: 2.5, t: null }],
      ]),
    },
    {
      name: 'adds the new columns to an empty input; cannot infer a struct',
      fields: { jsonColName: 'j', jsonFieldNames: ['b', 's'], jsonFieldTypes: ['BOOLEAN', 'STRUCT'] },
      input: table('j string', []),
      output: table('j string, b boolean, s string', []),
    },
    {
      name: 'requires a column for a field',
      fields: { jsonFieldNames: ['b'] },
      input: table('j string', []),
      error: 'field "jsonColName" is required',
    },
    {
      name: 'writes objects and numbers as strings as Spark does: without spaces, numbers as doubles',
      fields: { jsonColName: 'j', jsonFieldNames: ['a', 'n', 'm'], jsonFieldTypes: ['STRING', 'STRING', 'INTEGER'] },
      input: table('j string', [['{"a": {"b": [1, 2.50]}, "n": 1.10, "m": 1e3}'], [null]]),
      output: table('j string, a string, n string, m int', [
        ['{"a": {"b": [1, 2.50]}, "n": 1.10, "m": 1e3}', '{"b":[1,2.5]}', '1.1', 1000],
        [null, null, null, null],
      ]),
    },
  ],
  async run({ input, schema, engine, fields }) {
    const columns: [string, Column][] = [];
    for (const { inputCol, jsonFieldNames, jsonFieldTypes: type } of fields.fields) {
      const source = inputCol ?? fields.jsonColName;
      if (source === undefined) throw missing('jsonColName', 'choose the column that contains the JSON strings');
      const json = F.columnNamed(requireText(schema, source, inputCol === undefined ? 'jsonColName' : 'inputCol'));
      const part = F.call('get_json_object', json, pathOf(jsonFieldNames));
      if (type === 'STRUCT' || type === 'ARRAY')
        columns.push([jsonFieldNames, await nested(input, part, type === 'STRUCT' ? 'struct' : 'array', engine)]);
      else if (type === 'MAP') columns.push([jsonFieldNames, F.call('from_json', part, F.lit('map<string,string>'))]);
      else {
        const to = sparkType(type, 'jsonFieldTypes');
        columns.push([
          jsonFieldNames,
          castOrNull(part, { from: types.string, to, name: jsonFieldNames, field: 'jsonFieldTypes', engine }),
        ]);
      }
    }
    for (const { stringJsonColNames, outputJsonColNames } of fields.whole) {
      const { name } = requireColumn(
        schema,
        requireText(schema, stringJsonColNames, 'stringJsonColNames'),
        'stringJsonColNames',
      );
      const whole = F.call('get_json_object', F.columnNamed(name), '$');
      columns.push([outputJsonColNames?.trim() || name, await nested(input, whole, 'struct', engine)]);
    }
    if (columns.length === 0)
      throw new FieldError(
        'jsonFieldNames',
        'no fields and no columns to parse',
        'enter a field, or choose a column to parse as a struct',
      );
    return input.withColumns(columns);
  },
});

/** `a.b[0]` as a JSON path; what is a path already stays. */
const pathOf = (field: string): string =>
  field.startsWith('$')
    ? field
    : `$${field
        .split('.')
        .map((part) => part.replace(/^[^[]+/, (name) => `['${name}']`))
        .join('')}`;

/** Texts read as the type that those looked at have; text where that is of another kind. */
async function nested(
  input: DataFrame,
  text: Column,
  kind: DataType['kind'],
  engine: RunContext['engine'],
): Promise<Column> {
  const texts = input.select(text.alias('t')).filter(F.col('t').isNotNull());
  const { rows: sampleRows } = await firstRows(
    texts,
    types.struct([types.field('t', types.string)]),
    sampleSize,
    engine,
  ).table();
  const type = typeOfJson(
    sampleRows
      .flatMap(([t]) => (typeof t === 'string' ? [t] : []))
      .filter((t) => t.trimStart().startsWith(kind === 'struct' ? '{' : '[')),
  );
  return type.kind === kind && !(type.kind === 'struct' && type.fields.length === 0)
    ? F.call('from_json', text, F.lit(typeToDdl(type)))
    : text;
}
