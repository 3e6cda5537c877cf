import { curves, rocFields, scoreOf } from '../kit/curves.ts';
import { requireColumn } from '../../kit/columns.ts';
import { requireLabel } from '../kit/feature-names.ts';
import { column } from '../../kit/fields.ts';
import { isNumber } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { requireSpark } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnInput } from '../kit/descriptions.ts';
import { wrongType } from '../../kit/wrong-type.ts';

const { output_roc_curve: _curve, output_roc_chart: _chart, ...plainFields } = rocFields;

export const roc = processor({
  nodeClass: 'fire.nodes.etl.NodeROC',
  name: 'Spark ML ROC',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description: `Draws the ROC curve, the true positive rate against the false positive rate as the threshold of a probability falls, and the precision-recall curve. Labels above 0.5 are positive. ${passesOnInput}`,
  fields: {
    probabilityCol: column({
      default: 'probability',
      title: 'Probability',
      description: 'Vectors of two elements, or numbers',
    }),
    labelCol: column({ default: 'label', title: 'Label' }),
    ...plainFields,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'draws curves of numbers and passes the rows on',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p double, y int', [
        [0.9, 1],
        [0.5, 0],
        [0.5, 1],
        [0.1, 0],
        [null, 1],
      ]),
      output: table('p double, y int', [
        [0.9, 1],
        [0.5, 0],
        [0.5, 1],
        [0.1, 0],
        [null, 1],
      ]),
      results: [
        {
          type: 'chart',
          title: 'ROC Curve',
          kind: 'line',
          data: table('false_positive_rate double, true_positive_rate double, threshold double', [
            [0, 0, null],
            [0, 0.5, 0.9],
            [0.5, 1, 0.5],
            [1, 1, 0.1],
          ]),
        },
        { type: 'chart', title: 'Precision-Recall Curve', kind: 'line' },
      ],
    },
    {
      name: 'draws no curve for labels of one class',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p vector, y int', [
        [denseVector(0.1, 0.9), 1],
        [denseVector(0.3, 0.7), 1],
      ]),
      results: [],
      warnings: ['no curve'],
    },
    {
      name: 'rejects a text probability',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p string, y int', [['0.5', 1]]),
      error: 'must be numeric or a vector',
    },
    {
      name: 'draws no curve without rows',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p double, y int', []),
      results: [],
      warnings: ['no curve'],
    },
  ],
  async run(context) {
    requireSpark(context);
    const { fields, schema, session, input, trains } = context;
    const probability = requireColumn(schema, fields.probabilityCol, 'probabilityCol');
    const { name, type } = probability;
    const labelCol = requireLabel(schema, fields.labelCol).name;
    if (type.kind !== 'udt' && !isNumber(type))
      throw wrongType(
        probability,
        'probabilityCol',
        'must be numeric or a vector',
        'choose the probability column of a model',
      );
    if (!trains) return input;
    const shows = { ...fields, output_roc_curve: true, output_roc_chart: false };
    const results = await curves(session, input, { score: scoreOf(name, type), labelCol }, shows);
    const warnings = results.length > 0 ? [] : [`no curve is drawn: column "${labelCol}" does not contain two classes`];
    return { outputs: [input], results, warnings };
  },
});
