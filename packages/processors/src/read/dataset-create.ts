import { functions as F, types, type Column } from '@millrace/spark-connect';
import { integer } from '../kit/number-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const names = ['Ada', 'Bo', 'Chloé', 'Dmitri', 'Eva', 'Fatima', 'Gus'];
const cities = ['Oslo', 'Rome', 'Kyōto', 'Lima', 'Accra'];

const oneOf = (values: readonly string[], id: Column): Column =>
  F.call('element_at', F.lit(values), id.mod(values.length).cast(types.integer).plus(1));
const spread = (id: Column, factor: number, modulus: number): Column =>
  id.times(factor).mod(modulus).cast(types.integer);

export const datasetCreate = processor({
  nodeClass: 'fire.nodes.dataset.NodeDatasetCreate',
  name: 'Create Dataset',
  type: 'dataset',
  category: 'Data-Connectors/Input/Structured-Files',
  description:
    'Generates sample rows that are the same in every run: id, name, age, city, score (null in every seventh row), salary, active, joined (a date) and updated (a timestamp).',
  fields: { numRows: integer({ default: 100, min: 0, title: 'Rows' }) },
  examples: [
    {
      name: 'generates the first rows',
      fields: { numRows: '3' },
      output: table(
        'id bigint, name string, age int, city string, score double, salary decimal(10,2), active boolean, joined date, updated timestamp',
        [
          [1n, 'Bo', 31, 'Rome', 7.7, '31379.13', false, '2015-02-07', '2024-01-01T01:01:01Z'],
          [2n, 'Chloé', 44, 'Kyōto', 15.4, '32758.26', true, '2015-03-16', '2024-01-01T02:02:02Z'],
          [3n, 'Dmitri', 57, 'Lima', 23.1, '34137.39', false, '2015-04-22', '2024-01-01T03:03:03Z'],
        ],
      ),
    },
    {
      name: 'zero rows keep all columns',
      fields: { numRows: '0' },
      output: table(
        'id bigint, name string, age int, city string, score double, salary decimal(10,2), active boolean, joined date, updated timestamp',
        [],
      ),
    },
    {
      name: 'rejects a negative number of rows',
      fields: { numRows: '-1' },
      error: 'invalid value "-1" for field "numRows": must be 0 or greater',
    },
  ],
  run({ session, fields }) {
    const id = F.columnNamed('id');
    const cents = id.times(137_913).mod(9_000_000).plus(3_000_000);
    return session.range(1, fields.numRows + 1, 1, 1).select(
      id,
      oneOf(names, id).alias('name'),
      spread(id, 13, 50).plus(18).alias('age'),
      oneOf(cities, id).alias('city'),
      F.when(id.mod(7).notEq(0), spread(id, 77, 1000).cast(types.double).dividedBy(F.lit(10, types.double))).alias(
        'score',
      ),
      cents
        .cast(types.decimal(12, 0))
        .times(F.lit('0.01', types.decimal(3, 2)))
        .cast(types.decimal(10, 2))
        .alias('salary'),
      id.mod(2).eq(0).alias('active'),
      F.call('date_add', F.lit('2015-01-01', types.date), spread(id, 37, 3650)).alias('joined'),
      F.call('timestamp_seconds', id.times(3661).plus(1_704_067_200)).alias('updated'),
    );
  },
});
