import { curves, rocFields, scoreOf } from '../kit/curves.ts';
import { requireColumn } from '../../kit/columns.ts';
import { requireLabel } from '../kit/feature-names.ts';
import { column } from '../../kit/fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { isNumber } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { needsSpark } from '../kit/stages.ts';
import { denseVector } from '../kit/vectors.ts';

const { output_roc_curve: _curve, output_roc_chart: _chart, ...look } = rocFields;

export const roc = processor({
  nodeClass: 'fire.nodes.etl.NodeROC',
  name: 'Spark ML ROC',
  type: 'transform',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Draws how the share of hits grows with that of false alarms as the threshold of a probability falls, and precision over recall. Labels above 0.5 are positive. Hands its input on.',
  fields: {
    probabilityCol: column({
      default: 'probability',
      title: 'Probability',
      description: 'Vectors of two places, or numbers',
    }),
    labelCol: column({ default: 'label', title: 'Label' }),
    ...look,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'a curve of numbers; the rows go on',
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
      name: 'labels of one class have no curve',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p vector, y int', [
        [denseVector(0.1, 0.9), 1],
        [denseVector(0.3, 0.7), 1],
      ]),
      results: [],
      warnings: ['no curve'],
    },
    {
      name: 'a text is no probability',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p string, y int', [['0.5', 1]]),
      error: 'neither numbers nor vectors',
    },
    {
      name: 'no rows have no curve',
      fields: { probabilityCol: 'p', labelCol: 'y' },
      input: table('p double, y int', []),
      results: [],
      warnings: ['no curve'],
    },
  ],
  async run(context) {
    needsSpark(context);
    const { fields, schema, session, input, trains } = context;
    const { name, type } = requireColumn(schema, fields.probabilityCol, 'probabilityCol');
    const labelCol = requireLabel(schema, fields.labelCol).name;
    if (type.kind !== 'udt' && !isNumber(type))
      throw new FieldError(
        'probabilityCol',
        `"probabilityCol" names the column "${name}", which holds neither numbers nor vectors`,
        'choose the probability that a model predicts',
      );
    if (!trains) return input;
    const shown = { ...fields, output_roc_curve: true, output_roc_chart: false };
    const results = await curves(session, input, { score: scoreOf(name, type), labelCol }, shown);
    const warnings = results.length > 0 ? [] : [`no curve is drawn: "${labelCol}" does not hold two classes`];
    return { outputs: [input], results, warnings };
  },
});
