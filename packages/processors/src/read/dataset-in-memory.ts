import { functions as F, types, type DataFrame, type SparkSession } from '@millrace/spark-connect';
import { readJson, type Json } from '@millrace/workflow';
import { choice, layout, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { outputSchema, sparkType, type OutputColumn } from '../kit/type-fields.ts';
import { inferSchema, valueOf } from './_json-rows.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { splitLine } from './_split-line.ts';
import { castCells } from '../kit/typed-cells.ts';

export const datasetInMemory = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetInMemory',
  name: 'InMemoryDataset',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Holds rows that are entered in the node. The type json takes a list of records, or one record per line: columns come in the order of their first appearance, with types as Spark infers them from JSON. The type comma_delimited takes one row per line, quoted as in CSV: names and types come from the column definitions (name:Type, …) or from the declared schema; without either, all columns are text, named c0, c1, …. Column definitions also cast the columns of json. A value that does not fit its type becomes null and its row is added to the rejected rows.',
  fields: {
    dataType: choice(['json', 'comma_delimited'], { default: 'json', title: 'Format', widget: 'array_single' }),
    dataStr: text({ title: 'Rows', widget: 'textarea_large' }),
    fieldDefsStr: text({ title: 'Columns', description: 'name:Type, name:Type, …' }),
    schema: layout(),
    outputColumns: outputSchema(),
  },
  examples: [
    {
      name: 'reads a list of records; missing keys are null',
      fields: { dataStr: '[{"id": 1, "name": "ä", "x": 1}, {"name": null, "x": 2.5, "tags": ["a", null]}]' },
      output: table('id bigint, name string, x double, tags array<string>', [
        [1n, 'ä', 1, null],
        [null, null, 2.5, ['a', null]],
      ]),
      ordered: true,
    },
    {
      name: 'reads one record per line and casts by the definitions; mixed values become text',
      fields: {
        dataType: 'json',
        dataStr: '{"a": "2024-02-29", "b": true}\n{"a": "soon", "b": {"c": 1}}\n',
        fieldDefsStr: 'a:Date, b:String',
      },
      output: table('a date, b string', [
        ['2024-02-29', 'true'],
        [null, '{"c":1}'],
      ]),
      rejected: table('_rejected array<string>, a string, b string', [[['a'], 'soon', '{"c":1}']]),
    },
    {
      name: 'reads lines with quoted cells; missing cells are null',
      fields: {
        dataType: 'comma_delimited',
        dataStr: '1,"a, ""b""",2.5\r\n2,é\n\n,,x',
        fieldDefsStr: 'id:Integer,name:String,v:Double',
      },
      output: table('id int, name string, v double', [
        [1, 'a, "b"', 2.5],
        [2, 'é', null],
        [null, null, null],
      ]),
      rejected: table('_rejected array<string>, id string, name string, v string', [[['v'], null, null, 'x']]),
    },
    {
      name: 'no rows keep the columns',
      fields: { dataType: 'comma_delimited', dataStr: '', fieldDefsStr: 'a:Int,b:Timestamp' },
      output: table('a int, b timestamp', []),
    },
    {
      name: 'reports where text is not valid JSON',
      fields: { dataStr: '[{"a": 1},\n{"a" 2}]' },
      error: 'invalid JSON in field "dataStr": at line 2',
    },
    {
      name: 'rejects a line with more cells than columns and names it',
      fields: { dataType: 'comma_delimited', dataStr: '1,2\n1,2,3', fieldDefsStr: 'a:Int,b:Int' },
      error: 'line 2 in field "dataStr" has 3 cells, but 2 columns are defined',
    },
  ],
  run({ fields, ...context }) {
    const definedColumns = definitions(fields.fieldDefsStr ?? '');
    const columnDefinitions = definedColumns.length > 0 ? definedColumns : fields.outputColumns;
    const dataStr = fields.dataStr ?? '';
    if (fields.dataType === 'json' && columnDefinitions.length === 0)
      return ofRecords(context.session, recordsOf(dataStr));
    const { names, rows } =
      fields.dataType === 'json' ? textsOf(recordsOf(dataStr), columnDefinitions) : cellsOf(dataStr, columnDefinitions);
    const columns =
      columnDefinitions.length > 0
        ? columnDefinitions
        : names.map((name) => ({ name, type: types.string, format: undefined }));
    const texts = names.map((_, i) => `_c${i}`);
    return castCells({
      rows: context.session.createDataFrame(rows, types.struct(texts.map((name) => types.field(name, types.string)))),
      cells: columns.map((column, i) => ({ ...column, text: F.columnNamed(texts[i] ?? '') })),
      mode: 'PERMISSIVE',
      context,
      field: definedColumns.length > 0 ? 'fieldDefsStr' : 'outputColTypes',
    });
  },
});

type Records = readonly { readonly [name: string]: Json }[];

function ofRecords(session: SparkSession, records: Records): DataFrame {
  const schema = inferSchema(records);
  return session.createDataFrame(
    records.map((record) => schema.fields.map((field) => valueOf(record[field.name], field.type))),
    schema,
  );
}

/** `name:Type, name:Type`; commas inside parentheses belong to a type. */
const definitions = (stored: string): OutputColumn[] =>
  (stored.match(/[^,:]+(?::(?:[^,(<]|\([^)]*\)|<.*>)*)?/g) ?? []).flatMap((definition) => {
    const [name = '', ...rest] = definition.split(':');
    const type = rest.join(':').trim();
    return name.trim() === ''
      ? []
      : [{ name: name.trim(), type: sparkType(type || 'STRING', 'fieldDefsStr'), format: undefined }];
  });

function recordsOf(stored: string): Records {
  const whole = readJson(stored, { lenient: true });
  const lines = stored.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const perLine = whole.ok ? [] : lines.map((line) => readJson(line, { lenient: true }));
  const values = whole.ok ? [whole.value].flat(1) : perLine.flatMap((read) => (read.ok ? [read.value] : []));
  if (stored.trim() === '') return [];
  if (!whole.ok && values.length < lines.length)
    throw new FieldError(
      'dataStr',
      `invalid JSON in field "dataStr": at line ${whole.line}, column ${whole.column} ${whole.message}`,
      'enter a list of records, or one record per line',
    );
  return values.map((value, i) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new FieldError(
        'dataStr',
        `row ${i + 1} in field "dataStr" is not a JSON record`,
        'write each row as {"column": value}',
      );
    return value as Records[number];
  });
}

interface Texts {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const textsOf = (records: Records, columns: readonly OutputColumn[]): Texts => ({
  names: columns.map((c) => c.name),
  rows: records.map((record) => columns.map(({ name }) => valueOf(record[name], types.string) as string | null)),
});

function cellsOf(stored: string, columns: readonly OutputColumn[]): Texts {
  const lines = stored
    .split(/\r\n?|\n/)
    .flatMap((line, i) =>
      line.trim() === ''
        ? []
        : [{ number: i + 1, cells: splitLine(line, { delimiter: ',', quote: '"', escape: '"' }) }],
    );
  const width = columns.length > 0 ? columns.length : Math.max(0, ...lines.map(({ cells }) => cells.length));
  const long = lines.find(({ cells }) => cells.length > width);
  if (long !== undefined)
    throw new FieldError(
      'dataStr',
      `line ${long.number} in field "dataStr" has ${long.cells.length} cells, but ${width} columns are defined`,
      'quote the cells that contain commas, or define more columns',
    );
  const names = columns.length > 0 ? columns.map((c) => c.name) : Array.from({ length: width }, (_, i) => `c${i}`);
  return { names, rows: lines.map(({ cells }) => names.map((_, i) => cells[i] || null)) };
}
