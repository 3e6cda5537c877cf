import { binaryClassificationEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { requireColumn } from '../core/columns.ts';
import { judging } from '../core/judging.ts';
import { choice, column, formerField } from '../core/fields.ts';
import { processor } from '../core/processor.ts';

export const binaryClassificationEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeBinaryClassificationEvaluator',
  name: 'Binary Classification Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Measures how well two classes are told apart: the area under the ROC curve and that under the curve of precision over recall. Hands its input on. Before a node that looks for the best parameters it says what is best.',
  fields: {
    labelCol: column({ required: true, title: 'Label' }),
    rawPredictionCol: column({ title: 'Raw prediction' }),
    metricName: formerField(choice(['areaUnderROC', 'areaUnderPR'], { default: 'areaUnderROC' })),
  },
  needs: ['ml'],
  examples: [],
  run(context) {
    const { fields } = context;
    const make = (metricName: string) =>
      makeEvaluator({
        metricName,
        labelCol: fields.labelCol,
        rawPredictionCol: fields.rawPredictionCol ?? 'rawPrediction',
      });
    return judging(context, {
      evaluator: make(fields.metricName),
      metrics: { areaUnderROC: make('areaUnderROC'), areaUnderPR: make('areaUnderPR') },
      check: (schema) => requireColumn(schema, fields.labelCol, 'labelCol'),
    });
  },
});
