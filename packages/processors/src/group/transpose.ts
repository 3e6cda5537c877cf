import {
  functions as F,
  typeName,
  types,
  Window,
  type Column,
  type DataType,
  type StructField,
} from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { byPosition, requireColumn, uniqueNames } from '../kit/columns.ts';
import { column } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { commonType as typeOfBoth } from '../kit/widen.ts';

/** Most rows, since each becomes a column. */
const mostRows = 10_000;

export const transpose = processor({
  nodeClass: 'fire.nodes.etl.NodeTranspose',
  name: 'Transpose',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Turns rows into columns: each value of the chosen column names a new column, in sorted order, and each of the other columns becomes a row, with its name in `key`. The other columns must be of one type, or of types that one can hold. A value that comes again gets `_2`, `_3` and so on; rows whose value is null are left out. At most 10,000 rows.',
  fields: { transposeBy: column({ required: true, title: 'Column of the new names' }) },
  examples: [
    {
      name: 'rows become columns, columns rows; nulls stay',
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
      name: 'values that come again, numbers of several types, odd names',
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
      name: 'an empty input gives the names alone',
      fields: { transposeBy: 'k' },
      input: table('k string, a int, b int', []),
      output: table('key string', [['a'], ['b']]),
      ordered: true,
    },
    {
      name: 'columns that have no type in common are refused',
      fields: { transposeBy: 'k' },
      input: table('k string, a int, b date', []),
      error: 'the column "b" is of type date',
    },
  ],
  async run({ input, schema, session, engine, fields }) {
    const by = requireColumn(schema, fields.transposeBy, 'transposeBy');
    const { rows, columns } = byPosition(input, schema, '_c');
    const others = schema.fields.map((_, i) => i).filter((i) => i !== by.index);
    if (others.length === 0)
      throw new FieldError('transposeBy', 'there is no other column', 'transpose a table of two columns or more');
    const to = commonType(others.flatMap((i) => schema.fields[i] ?? []));
    const at = (i: number): Column => columns[i] ?? F.lit(null);
    // the other columns decide between equal values, so that the numbers are the same each time
    const number = F.rowNumber().over(Window.orderBy(at(by.index), ...others.map(at)));
    const numbered = rows
      .filter(at(by.index).isNotNull())
      .select(
        asText(at(by.index), by.type, engine).alias('_name'),
        number.alias('_number'),
        ...others.map((i) => at(i).cast(to).alias(`_v${i}`)),
      );
    const headings = (
      await numbered
        .select('_name', '_number')
        .orderBy('_number')
        .limit(mostRows + 1)
        .table()
    ).rows;
    if (headings.length > mostRows)
      throw new FieldError(
        'transposeBy',
        `there are more than ${mostRows} rows, each of which would be a column`,
        'choose fewer rows before this node',
      );
    const names = uniqueNames(
      [
        'key',
        ...headings.map(([name], i) =>
          numberedName(String(name), headings.slice(0, i).filter(([n]) => n === name).length),
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
    return numbered
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

const numberedName = (name: string, before: number): string => (before === 0 ? name : `${name}_${before + 1}`);

/** The type that holds the values of all columns. */
const commonType = (columns: readonly StructField[]): DataType =>
  columns.reduce<DataType>((all, { name, type }) => {
    const both = typeOfBoth(all, type);
    if (both !== undefined) return both;
    throw new FieldError(
      'transposeBy',
      `the column "${name}" is of type ${typeName(type)}, which does not go together with ${typeName(all)} in one column`,
      'cast the columns to one type before this node',
    );
  }, types.void);
