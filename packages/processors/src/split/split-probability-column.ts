import { functions as F } from '@millrace/spark-connect';
import { newColumn, requireVector } from '../ml/kit/feature-columns.ts';
import { column } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import { withoutNulls } from '../ml/kit/nulls.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { requireSpark } from '../ml/kit/stages.ts';
import { denseVector, sparseVector } from '../ml/kit/vectors.ts';

/** More classes than a user inspects one by one. */
const maxFields = 1_000;

export const splitProbabilityColumn = processor({
  nodeClass: 'fire.nodes.ml.NodeSplitProbabilityCol',
  name: 'Split Probability Column',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/SplitDataset',
  description:
    'Adds a column for each of the first elements of a vector, such as the probabilities of a prediction: NAME_0, NAME_1 and so on. If a vector has fewer elements, the other columns are null. A pipeline begins after this node.',
  fields: {
    probabilityColName: column({ default: 'probability', title: 'Vectors' }),
    numFields: integer({ default: 2, min: 1, max: maxFields, title: 'Columns' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'adds the probabilities of two classes',
      fields: { probabilityColName: 'p' },
      input: table('p vector', [[denseVector(0.25, 0.75)], [sparseVector(2, [0], [1])]]),
      output: table('p vector, p_0 double, p_1 double', [
        [denseVector(0.25, 0.75), 0.25, 0.75],
        [sparseVector(2, [0], [1]), 1, 0],
      ]),
    },
    {
      name: 'reads the column "probability" by default',
      fields: { numFields: '1' },
      input: table('probability vector', [[denseVector(0.5, 0.5)]]),
      output: table('probability vector, probability_0 double', [[denseVector(0.5, 0.5), 0.5]]),
    },
    {
      name: 'gives null if there are more columns than elements',
      fields: { probabilityColName: 'p', numFields: '3' },
      input: table('p vector', [[denseVector(0.5, 0.5)]]),
      output: table('p vector, p_0 double, p_1 double, p_2 double', [[denseVector(0.5, 0.5), 0.5, 0.5, null]]),
    },
    {
      name: 'rejects a name that the input already has',
      fields: { probabilityColName: 'p' },
      input: table('p vector, P_1 int', [[denseVector(0.5, 0.5), 1]]),
      error: 'column "p_1" in field "probabilityColName" already exists in the input',
    },
    {
      name: 'rejects a column that is not a vector',
      fields: { probabilityColName: 'p' },
      input: table('p double', [[0.5]]),
      error: 'must be a vector',
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { probabilityColName: 'p', numFields: '1' },
      input: table('p vector', []),
      output: table('p vector, p_0 double', []),
    },
    {
      name: 'fails on a null',
      fields: { probabilityColName: 'p' },
      input: table('p vector', [[denseVector(0.5, 0.5)], [null]]),
      error: 'a row has null in column "p"',
    },
  ],
  run({ engine, input, schema, fields }) {
    requireSpark({ engine });
    const name = requireVector(schema, fields.probabilityColName, 'probabilityColName');
    const numbers = F.call('vector_to_array', F.columnNamed(name), F.lit('float64'));
    const newColumns = Array.from({ length: fields.numFields }, (_, index): [string, ReturnType<typeof F.get>] => [
      newColumn(schema, `${name}_${index}`, 'probabilityColName'),
      F.get(numbers, index),
    ]);
    return withoutNulls(input, [name]).withColumns(Object.fromEntries(newColumns));
  },
});
