import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { list } from '../kit/list-fields.ts';
import { sparkType } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { textValue } from '../kit/text-value.ts';

export const fixedLength = processor({
  nodeClass: 'fire.nodes.etl.NodeFixedLength',
  name: 'Fixed Length Fields',
  type: 'transform',
  category: 'Data-Preparation/Parsing',
  description:
    'Splits a string column into consecutive fields of fixed lengths, in characters, and adds them as columns of their types. Strings keep their spaces; values of other types are trimmed. A value that cannot be cast to its type is null; beyond the end of the string, strings are empty and other types are null. Nulls give null fields.',
  fields: {
    inputCol: column({ required: true, title: 'Column' }),
    outputColNames: list({ required: true, widget: 'schema_col_names', title: 'New columns' }),
    outputColTypes: list({ widget: 'schema_col_types', title: 'Types', kind: 'type' }),
    colLengths: list({ widget: 'schema_col_formats', title: 'Lengths', kind: 'integer' }),
    outputColFormats: list({ widget: 'schema_col_formats', title: 'Datetime patterns', kind: 'format' }),
  },
  examples: [
    {
      name: 'splits into fields with types and a date pattern; nulls remain null',
      fields: {
        inputCol: 'line',
        outputColNames: ['id', 'name', 'born'],
        outputColTypes: ['INTEGER', 'STRING', 'DATE'],
        colLengths: ['3', '5', '8'],
        outputColFormats: ['', '', 'yyyyMMdd'],
      },
      input: table('line string', [['  1Bo   20240229rest'], ['002Ärmel20240230'], [null]]),
      output: table('line string, id int, name string, born date', [
        ['  1Bo   20240229rest', 1, 'Bo   ', '2024-02-29'],
        ['002Ärmel20240230', 2, 'Ärmel', null],
        [null, null, null, null],
      ]),
    },
    {
      name: 'gives empty fields for short strings; counts supplementary characters once; takes names with dots',
      fields: {
        inputCol: 'a.b',
        outputColNames: ['x', 'y'],
        outputColTypes: ['STRING', 'LONG'],
        colLengths: ['2', '2'],
      },
      input: table('`a.b` string', [['😀é12'], ['z'], ['']]),
      output: table('`a.b` string, x string, y bigint', [
        ['😀é12', '😀é', 12n],
        ['z', 'z', null],
        ['', '', null],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { inputCol: 's', outputColNames: ['x'], colLengths: ['1'] },
      input: table('s string', []),
      output: table('s string, x string', []),
    },
    {
      name: 'rejects a length that is not a number',
      fields: { inputCol: 's', outputColNames: ['x', 'y'], colLengths: ['1', 'two'] },
      input: table('s string', []),
      error: 'invalid value "two" for column "y" in field "colLengths": must be a whole number of 1 or greater',
    },
  ],
  run({ input, schema, fields, engine, now, compatibility }) {
    const { type: from } = requireColumn(schema, fields.inputCol, 'inputCol');
    const whole = asText(F.columnNamed(fields.inputCol), from, engine);
    let start = 1;
    const pieces = fields.outputColNames.map((name, i): [string, ReturnType<typeof textValue>] => {
      const stored = fields.colLengths[i] ?? '';
      const length = Number(stored.trim() === '' ? Number.NaN : stored);
      if (!Number.isSafeInteger(length) || length < 1)
        throw new FieldError(
          'colLengths',
          `invalid value "${stored}" for column "${name}" in field "colLengths": must be a whole number of 1 or greater`,
          'enter a number of characters such as 10',
        );
      const type = sparkType(fields.outputColTypes[i] || 'STRING', 'outputColTypes');
      const piece = whole.substr(start, length);
      start += length;
      const text = type.kind === 'string' ? piece : F.trim(piece);
      return [
        name,
        textValue(
          text,
          { name, type, format: fields.outputColFormats[i] || undefined },
          { engine, now, compatibility, field: 'outputColTypes' },
        ),
      ];
    });
    return input.withColumns(pieces);
  },
});
