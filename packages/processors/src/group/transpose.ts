import {
  functions as F,
  types,
  Window,
  type Column,
  type DataFrame,
  type DataType,
  type StructField,
  type Value,
} from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { byPosition, requireColumn, uniqueNames } from '../kit/columns.ts';
import { column } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { commonType as typeOfBoth } from '../kit/widen.ts';
import { sqlTypeName } from '../kit/wrong-type.ts';

/** Most rows, since each becomes a column. */
const maxRows = 10_000;

export const transpose = processor({
  nodeClass: 'fire.nodes.etl.NodeTranspose',
  name: 'Transpose',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Turns rows into columns: each value of the selected column becomes the name of a new column, in sorted order, and each of the other columns becomes a row, with its name in `key`. The other columns must have one type or a common type. Repeated values get the suffixes `_2`, `_3` and so on; rows whose value is null are dropped. Takes at most 10,000 rows.',
  fields: { transposeBy: column({ required: true, title: 'Column with the new names' }) },
  examples: [
    {
      name: 'turns rows into columns and columns into rows; nulls remain',
      fields: { transposeBy: 'city' },
      input: table('city string, jan int, feb int', [
        ['Rome', 8, null],
        ['Oslo', -4, -3],
        [null, 1, 1],
      ]),
      output: table('key string, Oslo int, Rome int', [
        ['jan', -4, 8],
        ['feb', -3, null],
      ]),
      ordered: true,
    },
    {
      name: 'takes repeated values, numbers of several types and unusual names',
      fields: { transposeBy: 'n' },
      input: table('`a.b` int, n int, `ü` double', [
        [1, 7, 0.5],
        [2, 7, 1.5],
        [3, 10, null],
      ]),
      output: table('key string, `7` double, `7_2` double, `10` double', [
        ['a.b', 1, 2, 3],
        ['ü', 0.5, 1.5, null],
      ]),
      ordered: true,
    },
    {
      name: 'returns only the column names of an empty input',
      fields: { transposeBy: 'k' },
      input: table('k string, a int, b int', []),
      output: table('key string', [['a'], ['b']]),
      ordered: true,
    },
    {
      name: 'rejects columns without a common type',
      fields: { transposeBy: 'k' },
      input: table('k string, a int, b date', []),
      error: 'column "b" has type DATE: must have a common type with',
    },
  ],
  async run({ input, schema, session, engine, fields }) {
    const by = requireColumn(schema, fields.transposeBy, 'transposeBy');
    const { rows, columns } = byPosition(input, schema, '_c');
    const others = schema.fields.map((_, i) => i).filter((i) => i !== by.index);
    if (others.length === 0)
      throw new FieldError('transposeBy', 'no columns to transpose', 'transpose a table with at least two columns');
    const to = commonType(others.flatMap((i) => schema.fields[i] ?? []));
    const at = (i: number): Column => columns[i] ?? F.lit(null);
    // the other columns decide between equal values, so that the numbers are the same each time
    const number = F.rowNumber().over(Window.orderBy(at(by.index), ...others.map(at)));
    const rowsByNumber = rows
      .filter(at(by.index).isNotNull())
      .select(
        asText(at(by.index), by.type, engine).alias('_name'),
        number.alias('_number'),
        ...others.map((i) => at(i).cast(to).alias(`_v${i}`)),
      );
    const headings = await headingsOf(rowsByNumber);
    const names = uniqueNames(
      [
        'key',
        ...headings.map(([name], i) =>
          nameWithNumber(String(name), headings.slice(0, i).filter(([n]) => n === name).length),
        ),
      ],
      '_',
    );
    const cells = others.map((i, position) =>
      F.call(
        'struct',
        F.lit(position).alias('position'),
        F.lit(schema.fields[i]?.name ?? '').alias('key'),
        F.columnNamed(`_v${i}`).alias('value'),
      ),
    );
    if (headings.length === 0)
      return session.createDataFrame(
        others.map((i) => [schema.fields[i]?.name ?? '']),
        'key string',
      );
    return rowsByNumber
      .select('_number', F.explode(F.call('array', ...cells)).alias('_cell'))
      .groupBy(F.col('_cell').getField('position').alias('_position'), F.col('_cell').getField('key').alias('_key'))
      .agg(
        ...headings.map((_, i) =>
          F.max(F.when(F.col('_number').eq(i + 1), F.col('_cell').getField('value'))).alias(`_r${i}`),
        ),
      )
      .orderBy('_position')
      .select(F.col('_key').alias('key'), ...headings.map((_, i) => F.col(`_r${i}`).alias(names[i + 1] ?? '')));
  },
});

/** The names of the new columns with their numbers, in order. Throws a `FieldError` for too many. */
async function headingsOf(rowsByNumber: DataFrame): Promise<readonly (readonly Value[])[]> {
  const firstRows = rowsByNumber
    .select('_name', '_number')
    .orderBy('_number')
    .limit(maxRows + 1);
  const { rows } = await firstRows.table();
  if (rows.length > maxRows)
    throw new FieldError(
      'transposeBy',
      `the input has more than ${maxRows} rows: each row becomes a column`,
      'filter the rows before this node',
    );
  return rows;
}

const nameWithNumber = (name: string, before: number): string => (before === 0 ? name : `${name}_${before + 1}`);

/** The type that holds the values of all columns. */
const commonType = (columns: readonly StructField[]): DataType =>
  columns.reduce<DataType>((all, { name, type }) => {
    const both = typeOfBoth(all, type);
    if (both !== undefined) return both;
    throw new FieldError(
      'transposeBy',
      `column "${name}" has type ${sqlTypeName(type)}: must have a common type with ${sqlTypeName(all)}`,
      'cast the columns to one type before this node',
    );
  }, types.void);
