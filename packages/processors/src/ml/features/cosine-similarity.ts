import { functions as F, types, Window, type Column, type DataFrame } from '@millrace/spark-connect';
import { requireColumn, requireColumns } from '../../kit/columns.ts';
import { column, text } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireSpark } from '../kit/stages.ts';

export const cosineSimilarity = processor({
  nodeClass: 'fire.nodes.ml.NodeCosineSimilarity',
  name: 'Cosine Similarity',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/FeatureTransformers',
  description:
    'For each new row, finds the old rows that are most similar to it by cosine similarity. Numeric columns are divided by their standard deviation over all rows; categorical columns count 1 where they are equal. A null counts as 0 in a numeric column and matches nothing in a categorical one.',
  fields: {
    categorical_cols: columns({ title: 'Categorical columns' }),
    numeric_cols: columns({ title: 'Numeric columns' }),
    new_id_col: column({ required: true, title: 'Name column of new rows' }),
    old_id_col: column({ required: true, title: 'Name column of old rows' }),
    status_col: column({ required: true, title: 'Column that marks new and old rows' }),
    old_value: text({ default: 'OLD', title: 'Marker of old rows' }),
    new_value: text({ default: 'NEW', title: 'Marker of new rows' }),
    top_k: integer({ default: 5, min: 1, max: maxInteger, title: 'Similar rows per new row' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'finds the most similar row by a category and numbers',
      fields: {
        categorical_cols: ['c'],
        numeric_cols: ['x', 'y'],
        new_id_col: 'n',
        old_id_col: 'o',
        status_col: 's',
        top_k: '1',
      },
      input: table('s string, n string, o string, c string, x double, y double', [
        ['NEW', 'n1', null, 'a', 2, 0],
        ['OLD', null, 'o1', 'b', 2, 0],
        ['OLD', null, 'o2', 'a', 2, 2],
        ['NEW', 'n2', null, null, 0, 2],
        ['OLD', null, 'o3', 'a', 2, 0],
      ]),
      output: table('new_id string, old_id string, similarity double, rank int', [
        ['n1', 'o3', 1, 1],
        ['n2', 'o2', 0.597614304667, 1],
      ]),
    },
    {
      name: 'takes custom markers and orders ties by name',
      fields: {
        numeric_cols: ['x'],
        new_id_col: 'id',
        old_id_col: 'id',
        status_col: 's',
        old_value: 'then',
        new_value: 'now',
        top_k: '2',
      },
      input: table('s string, id int, x int', [
        ['now', 1, 1],
        ['then', 2, -1],
        ['then', 3, 5],
        ['then', 4, 4],
        ['other', 5, 9],
      ]),
      output: table('new_id int, old_id int, similarity double, rank int', [
        [1, 3, 1, 1],
        [1, 4, 1, 2],
      ]),
      ordered: true,
    },
    {
      name: 'handles an empty input',
      fields: { numeric_cols: ['x'], new_id_col: 'id', old_id_col: 'id', status_col: 's' },
      input: table('s string, id int, x int', []),
      output: table('new_id int, old_id int, similarity double, rank int', []),
    },
    {
      name: 'rejects a node without columns to compare',
      fields: { new_id_col: 'id', old_id_col: 'id', status_col: 's' },
      input: table('s string, id int', [['NEW', 1]]),
      error: 'fields "categorical_cols" and "numeric_cols" are empty',
    },
  ],
  run({ engine, input, schema, fields }) {
    requireSpark({ engine });
    const { old_value, new_value, top_k } = fields;
    const categories = requireColumns(schema, fields.categorical_cols, 'categorical_cols').map(({ name }) => name);
    const numbers = requireNumbers(schema, fields.numeric_cols, 'numeric_cols').map(({ name }) => name);
    if (categories.length + numbers.length === 0)
      throw new FieldError(
        'numeric_cols',
        'fields "categorical_cols" and "numeric_cols" are empty: must name at least one column',
        'choose columns to compare',
      );
    const columnNamed = (name: string, field: string): Column => F.columnNamed(requireColumn(schema, name, field).name);
    const status = columnNamed(fields.status_col, 'status_col').cast(types.string);
    const all = Window.partitionBy();
    const scale = (name: string): Column => {
      const number = F.columnNamed(name).cast(types.double);
      const size = F.call('stddev_samp', number).over(all);
      return F.coalesce(F.when(size.gt(F.lit(0)), number.dividedBy(size)), F.lit(0, types.double));
    };
    const rows = input.select(
      status.alias('status'),
      columnNamed(fields.new_id_col, 'new_id_col').alias('new_id'),
      columnNamed(fields.old_id_col, 'old_id_col').alias('old_id'),
      ...categories.map((name, i) => F.columnNamed(name).cast(types.string).alias(`c${i}`)),
      ...numbers.map((name, i) => scale(name).alias(`x${i}`)),
    );
    const of = (value: string, id: string, prefix: string): DataFrame =>
      rows
        .filter(F.col('status').eq(F.lit(value)))
        .select(
          F.col(id),
          ...[...categories.map((_, i) => `c${i}`), ...numbers.map((_, i) => `x${i}`)].map((name) =>
            F.col(name).alias(`${prefix}${name}`),
          ),
        );
    const pairs = of(new_value, 'new_id', 'n').crossJoin(of(old_value, 'old_id', 'o'));
    const sum = (parts: readonly Column[]): Column => parts.reduce((a, b) => a.plus(b), F.lit(0, types.double));
    const product = (a: string, b: string): Column =>
      sum([
        ...numbers.map((_, i) => F.col(`${a}x${i}`).times(F.col(`${b}x${i}`))),
        ...categories.map((_, i) =>
          F.when(F.col(`${a}c${i}`).eq(F.col(`${b}c${i}`)), F.lit(1, types.double)).otherwise(F.lit(0, types.double)),
        ),
      ]);
    const length = F.sqrt(product('n', 'n').times(product('o', 'o')));
    // rows in one direction are equals, whatever the last digits say
    const cosine = F.round(product('n', 'o').dividedBy(length), 12);
    const similarity = F.when(length.gt(F.lit(0)), cosine).otherwise(F.lit(0, types.double));
    const order = Window.partitionBy('new_id').orderBy(F.col('similarity').desc(), F.col('old_id').asc());
    return pairs
      .select(F.col('new_id'), F.col('old_id'), similarity.alias('similarity'))
      .withColumn('rank', F.rowNumber().over(order))
      .filter(F.col('rank').lte(F.lit(top_k)))
      .orderBy(F.col('new_id').asc(), F.col('rank').asc());
  },
});
