import { functions as F, types, type Column, type StructType } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { byPosition, requireColumns, uniqueNames } from '../kit/columns.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { layout, text } from '../kit/fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { alignColumns, commonSchema, type UnionColumn } from './_union.ts';

export const compareColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeCompareColumns',
  name: 'Compare Columns',
  type: 'pyspark2inputs',
  category: 'Data-Preparation/Others',
  description:
    'Joins two inputs on ID columns and reports, for each other column that both have, the number of joined rows in which it is equal and in which it differs (nulls are treated as equal), with one difference as a string: that of the smallest IDs, and these IDs. Rows without a match are not counted; a null ID matches nothing.',
  inputs: { min: 2, max: 2 },
  inputNames: ['First', 'Second'],
  fields: {
    general: layout(),
    idColumns: columns({ required: true, title: 'ID columns' }),
    outputColumnName: text({ default: 'column_name' }),
    matchCountColumnName: text({ default: 'match_count' }),
    differenceCountColumnName: text({ default: 'difference_count' }),
    differenceExampleLeftColumnName: text({ default: 'difference_sample_first' }),
    differenceExampleRightColumnName: text({ default: 'difference_sample_second' }),
    differenceExampleIdColumnPrefix: text({ default: 'difference_sample_' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'counts differences and shows that of the smallest ID; treats nulls as equal; ignores columns of one side',
      fields: { idColumns: ['id'] },
      input: [
        table('id int, a string, `b.c` double, only int', [
          [1, 'x', 1, 0],
          [2, null, 2, 0],
          [3, 'z', 1e7, 0],
          [4, 'w', 4, 0],
        ]),
        table('`b.c` double, A string, id int', [
          [1.5, 'x', 1],
          [2, null, 2],
          [2, 'é', 3],
          [9, 'q', null],
        ]),
      ],
      output: table(
        'column_name string, match_count bigint, difference_count bigint, difference_sample_first string, difference_sample_second string, difference_sample_id int',
        [
          ['a', 2n, 1n, 'z', 'é', 3],
          ['b.c', 1n, 2n, '1.0', '1.5', 1],
        ],
      ),
      ordered: true,
    },
    {
      name: 'takes several IDs of different types and unusual names',
      fields: { idColumns: ['k', 'n'], outputColumnName: 'column', differenceExampleIdColumnPrefix: 'at_' },
      input: [
        table('k string, n int, v int', [
          ['a', 1, 1],
          ['a', 2, 2],
        ]),
        table('k string, n bigint, v bigint', [
          ['a', 1n, 1n],
          ['a', 2n, 3n],
        ]),
      ],
      output: table(
        'column string, match_count bigint, difference_count bigint, difference_sample_first string, difference_sample_second string, at_k string, at_n bigint',
        [['v', 1n, 1n, '2', '3', 'a', 2n]],
      ),
    },
    {
      name: 'finds no differences in empty inputs',
      fields: { idColumns: ['id'] },
      input: [table('id int, v date', []), table('id int, v date', [])],
      output: table(
        'column_name string, match_count bigint, difference_count bigint, difference_sample_first string, difference_sample_second string, difference_sample_id int',
        [['v', 0n, 0n, null, null, null]],
      ),
    },
    {
      name: 'rejects inputs without columns to compare',
      fields: { idColumns: ['id'] },
      input: [table('id int, a int', []), table('id int, b int', [])],
      error: 'the inputs have no columns in common except the ID columns',
    },
  ],
  run({ inputs, schemas, engine, fields }) {
    const [first = types.struct([]), second = types.struct([])] = schemas;
    const ids = schemas.map((schema) => requireColumns(schema, fields.idColumns, 'idColumns'));
    const isId = (side: number, i: number): boolean => ids[side]?.some((id) => id.index === i) ?? false;
    const common = commonColumns(first, second, isId);
    const keys = (ids[0] ?? []).map((id, k): UnionColumn => ({ name: id.name, from: [id.index, ids[1]?.[k]?.index] }));
    const [a, b] = alignColumns(inputs, schemas, [...keys, ...common], engine);
    if (a === undefined || b === undefined) throw new TypeError('the node requires two inputs');
    const schemaOf = commonSchema([...keys, ...common], schemas);
    const [l, r] = [byPosition(a, schemaOf, '_l'), byPosition(b, schemaOf, '_r')];
    const [head = F.lit(true), ...tail] = keys.map((_, k) => at(l.columns, k).eq(at(r.columns, k)));
    const pairs = l.rows.join(
      r.rows,
      tail.reduce((all, e) => all.and(e), head),
      'inner',
    );
    const keyNames = keys.map((k) => `${fields.differenceExampleIdColumnPrefix}${k.name}`);
    const names = uniqueNames(
      [
        fields.outputColumnName,
        fields.matchCountColumnName,
        fields.differenceCountColumnName,
        fields.differenceExampleLeftColumnName,
        fields.differenceExampleRightColumnName,
        ...keyNames,
      ],
      '_',
    );
    const aggregates = common.map(({ name }, c) => {
      const [x, y] = [at(l.columns, keys.length + c), at(r.columns, keys.length + c)];
      const type = schemaOf.fields[keys.length + c]?.type ?? types.string;
      // the struct of ids and both texts: its least one is the sample; nulls come first by a flag, as Sail has them last
      const sample = F.call(
        'struct',
        ...keys.map((_, k) => at(l.columns, k).alias(`k${k}`)),
        x.isNotNull().alias('hasX'),
        asText(x, type, engine).alias('x'),
        y.isNotNull().alias('hasY'),
        asText(y, type, engine).alias('y'),
      );
      return countsOf(name, x, y, sample);
    });
    const comparison = pairs.agg(F.call('array', ...aggregates).alias('all')).select(F.explode('all').alias('c'));
    const part = (name: string): Column => F.col('c').getField(name);
    const sampleParts = ['x', 'y', ...keys.map((_, k) => `k${k}`)];
    const cells = [part('name'), part('same'), part('apart'), ...sampleParts.map((p) => part('sample').getField(p))];
    return comparison.select(...cells.map((c, i) => c.alias(names[i] ?? '')));
  },
});

/** The columns of both inputs but the ids. Throws a `FieldError` if there are none. */
function commonColumns(
  first: StructType,
  second: StructType,
  isId: (side: number, i: number) => boolean,
): readonly UnionColumn[] {
  const common = first.fields.flatMap(({ name }, i): UnionColumn[] => {
    const other = second.fields.findIndex((f, j) => !isId(1, j) && f.name.toLowerCase() === name.toLowerCase());
    return isId(0, i) || other < 0 ? [] : [{ name, from: [i, other] }];
  });
  if (common.length > 0) return common;
  throw new FieldError(
    'idColumns',
    'the inputs have no columns in common except the ID columns',
    'rename the columns to compare so that they have the same names',
  );
}

/** Aggregate of a column: its name, the rows in which both sides are equal and in which they differ, and the least sample of these. */
function countsOf(name: string, x: Column, y: Column, sample: Column): Column {
  const differs = x.eqNullSafe(y).not();
  return F.call(
    'struct',
    F.lit(name).alias('name'),
    F.call('count_if', x.eqNullSafe(y)).alias('same'),
    F.call('count_if', differs).alias('apart'),
    F.min(F.when(differs, sample)).alias('sample'),
  );
}

const at = (columns: readonly Column[], i: number): Column => columns[i] ?? F.lit(null);
