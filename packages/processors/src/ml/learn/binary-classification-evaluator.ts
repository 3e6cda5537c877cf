import type { StructField, StructType } from '@millrace/spark-connect';
import { binaryClassificationEvaluator as makeEvaluator } from '@millrace/spark-connect/ml';
import { vectorSizeOf } from '../kit/attributes.ts';
import { requireColumn } from '../../kit/columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { bothScoresSum, extremesOf, has, scoreColumn } from './_binary-scores.ts';
import { confusion, confusionFields } from '../kit/confusion.ts';
import { curves, isOneSum, rocFields, scoreOf, wantsRoc, whereNoCurve } from '../kit/curves.ts';
import { classNames, requireLabel } from '../kit/feature-names.ts';
import { choice, column, formerField } from '../../kit/fields.ts';
import { evaluationOutcome } from '../kit/evaluation.ts';
import { binaryMetrics, classMetricNames, classMetrics, whereOneClass } from '../kit/metrics.ts';
import { evaluatedModel } from '../kit/model-names.ts';
import { isNumber, requireNumbers } from '../../kit/numbers.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { countScores, showScores } from './_scored.ts';
import { denseVector } from '../kit/vectors.ts';
import { passesOnInput, setsMetric } from '../kit/descriptions.ts';

export const binaryClassificationEvaluator = processor({
  nodeClass: 'fire.nodes.ml.NodeBinaryClassificationEvaluator',
  name: 'Binary Classification Evaluator',
  type: 'ml-evaluator',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description: `Evaluates binary classification: the areas under the ROC curve and the precision-recall curve and, for predicted classes, how often they are correct. ${passesOnInput} ${setsMetric}`,
  fields: {
    labelCol: column({ required: true, title: 'Label' }),
    predictionCol: column({ title: 'Prediction' }),
    rawPredictionCol: column({
      title: 'Raw prediction',
      description: 'A column of vectors or scores; rawPrediction if blank',
    }),
    metricName: formerField(choice(['areaUnderROC', 'areaUnderPR'], { default: 'areaUnderROC' })),
    ...confusionFields,
    ...rocFields,
    ...evaluatedModel,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'shows all metrics and curves of scores and classes, and passes the rows on',
      fields: { labelCol: 'y', output_confusion_matrix_chart: 'true', output_roc_curve: 'true' },
      input: table('y double, rawPrediction vector, prediction double', [
        [0, denseVector(0.9, 0.1), 0],
        [0, denseVector(0.4, 0.6), 1],
        [1, denseVector(0.6, 0.4), 0],
        [1, denseVector(0.2, 0.8), 1],
      ]),
      results: [
        {
          type: 'table',
          title: 'Metrics',
          data: table('metric string, value double', [
            ['areaUnderROC', 0.75],
            ['areaUnderPR', 0.7916666666666666],
            ['accuracy', 0.5],
            ['f1', 0.5],
            ['weightedPrecision', 0.5],
            ['weightedRecall', 0.5],
          ]),
        },
        {
          type: 'table',
          title: 'Confusion matrix',
          data: table('Target string, `0` bigint, `1` bigint', [
            ['0', 1n, 1n],
            ['1', 1n, 1n],
          ]),
        },
        { type: 'chart', kind: 'heat-map' },
        {
          type: 'chart',
          title: 'ROC Curve',
          kind: 'line',
          data: table('false_positive_rate double, true_positive_rate double, threshold double', [
            [0, 0, null],
            [0, 0.5, 0.8],
            [0.5, 0.5, 0.6],
            [0.5, 1, 0.4],
            [1, 1, 0.1],
          ]),
        },
        {
          type: 'chart',
          title: 'Precision-Recall Curve',
          kind: 'line',
          data: table('recall double, precision double, threshold double', [
            [0.5, 1, 0.8],
            [0.5, 0.5, 0.6],
            [1, 2 / 3, 0.4],
            [1, 0.5, 0.1],
          ]),
        },
      ],
    },
    {
      name: 'evaluates classes without scores and leaves out incomplete rows',
      fields: { labelCol: 'y', predictionCol: 'p' },
      input: table('y int, p double', [
        [0, 0],
        [1, 1],
        [1, null],
      ]),
      output: table('y int, p double', [
        [0, 0],
        [1, 1],
        [1, null],
      ]),
      results: [
        {
          type: 'table',
          data: table('metric string, value double', [
            ['areaUnderROC', 1],
            ['areaUnderPR', 1],
            ['accuracy', 1],
            ['f1', 1],
            ['weightedPrecision', 1],
            ['weightedRecall', 1],
          ]),
        },
        { type: 'table', title: 'Confusion matrix' },
      ],
    },
    {
      name: 'rejects predictions that are vectors',
      fields: { labelCol: 'y', predictionCol: 'rawPrediction' },
      input: table('y int, rawPrediction vector', [[1, denseVector(0.2, 0.8)]]),
      error: 'column "rawPrediction" in field "predictionCol" has type VECTOR: must be numeric',
    },
    {
      name: 'ignores a text prediction column',
      fields: { labelCol: 'y', output_roc_curve: 'true' },
      input: table('y int, rawPrediction double, prediction string', [
        [1, 0.9, 'yes'],
        [1, 0.7, 'yes'],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        { type: 'text', title: 'Metrics not computed' },
      ],
      warnings: [
        'areaUnderROC cannot be computed',
        'areaUnderPR cannot be computed',
        'all evaluated rows have the same class',
        'column "prediction" is not numeric',
      ],
    },
    {
      name: 'warns if scores rank rows differently from their probabilities',
      fields: { labelCol: 'y' },
      input: table('y int, rawPrediction vector, probability vector, prediction double', [
        [0, denseVector(-5, -9), denseVector(0.98, 0.02), 0],
        [0, denseVector(-3, -9), denseVector(1, 0), 0],
        [1, denseVector(6, -18), denseVector(0, 1), 1],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        { type: 'table', title: 'Confusion matrix' },
      ],
      warnings: ['choose column "probability" in field "rawPredictionCol"'],
    },
    {
      name: 'ignores a numeric column named probability',
      fields: { labelCol: 'y' },
      input: table('y int, rawPrediction vector, probability double, prediction double', [
        [0, denseVector(-5, -9), 0.3, 0],
        [1, denseVector(-40, -30), 0.3, 1],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        { type: 'table', title: 'Confusion matrix' },
      ],
    },
    {
      name: 'accepts scores that rank rows like their probabilities',
      fields: { labelCol: 'y' },
      input: table('y int, rawPrediction vector, probability vector, prediction double', [
        [0, denseVector(0.7, -0.7), denseVector(0.7, 0.3), 0],
        [1, denseVector(-2, 2), denseVector(0.1, 0.9), 1],
      ]),
      results: [
        { type: 'table', title: 'Metrics' },
        { type: 'table', title: 'Confusion matrix' },
      ],
    },
    {
      name: 'rejects an input without scores and classes',
      fields: { labelCol: 'y' },
      input: table('y int', [[1]]),
      error: 'field "predictionCol" is empty, and the input has no column "prediction"',
    },
    {
      name: 'rejects an input without rows',
      fields: { labelCol: 'y' },
      input: table('y int, prediction double', []),
      error: 'no predictions to evaluate',
    },
  ],
  run(context) {
    const { fields, session } = context;
    const { labelCol, metricName } = fields;
    const predictionCol = fields.predictionCol ?? 'prediction';
    const rawPredictionCol = fields.rawPredictionCol ?? 'rawPrediction';
    const scores = (schema: StructType) => scoreColumn(schema, fields);
    const hasClasses = (schema: StructType): boolean =>
      has(schema, predictionCol) && isNumber(requireColumn(schema, predictionCol, 'predictionCol').type);
    const withoutClasses = (schema: StructType): readonly string[] =>
      has(schema, predictionCol) && !hasClasses(schema) ? [onlyScores(predictionCol)] : [];
    const asRanked = (schema: StructType, sums: readonly number[]): readonly string[] =>
      sums.length === 0 || isOneSum(Math.min(...sums), Math.max(...sums))
        ? []
        : [
            `the areas are computed from column "${scores(schema).name}", whose scores of the second class rank rows differently from their probabilities: choose column "probability" in field "rawPredictionCol" to use those`,
          ];
    return evaluationOutcome(context, {
      evaluator: makeEvaluator({ metricName, labelCol, rawPredictionCol }),
      judges: ['classification', 'regression'],
      check: whereOneClass(labelCol),
      namesOfShown: classMetricNames,
      metrics: (schema) => {
        requireLabel(schema, labelCol);
        requireTwoScores(scores(schema));
        if (fields.predictionCol !== undefined) requireNumbers(schema, [predictionCol], 'predictionCol');
        return {
          ...binaryMetrics({ labelCol, rawPredictionCol: scores(schema).name }),
          ...(hasClasses(schema) ? classMetrics({ labelCol, predictionCol }) : {}),
        };
      },
      async show(predictions, schema) {
        const { name, type } = scores(schema);
        const label = requireLabel(schema, labelCol);
        const matrix = hasClasses(schema)
          ? await confusion(session, predictions, { labelCol, predictionCol, name: classNames(label) }, fields)
          : { results: [], saves: [], metrics: {} };
        const score = scoreOf(name, type);
        const lines = wantsRoc(fields) ? await curves(session, predictions, { score, labelCol }, fields) : [];
        const sums = await extremesOf(predictions, bothScoresSum(schema, { name, type }));
        return {
          ...matrix,
          results: [...matrix.results, ...lines],
          warnings: [...whereNoCurve(lines, fields), ...withoutClasses(schema), ...asRanked(schema, sums)],
        };
      },
      async count(predictions, schema) {
        if (!hasClasses(schema)) return undefined;
        const { name, type } = scores(schema);
        const sum = bothScoresSum(schema, { name, type });
        const counts = await countScores(predictions, { labelCol, predictionCol, score: scoreOf(name, type), sum });
        if (counts === undefined) return undefined;
        const labelled = { labelCol, name: classNames(requireLabel(schema, labelCol)) };
        const { report, ...others } = showScores(session, counts, labelled, fields);
        const sums = sum === undefined ? [] : counts.flatMap((one) => one.sums);
        return { ...others, report: { ...report, warnings: [...(report.warnings ?? []), ...asRanked(schema, sums)] } };
      },
    });
  },
});

const onlyScores = (column: string): string =>
  `only the scores are evaluated: column "${column}" is not numeric, so it cannot hold predicted classes`;

/** Throws a `FieldError` for scores whose metadata counts more or fewer classes than two. */
function requireTwoScores(column: StructField): void {
  const classes = vectorSizeOf(column);
  if (classes === undefined || classes === 2) return;
  throw new FieldError(
    'rawPredictionCol',
    `column "${column.name}" has scores for ${classes} ${classes === 1 ? 'class' : 'classes'}: must be for two classes`,
    'reduce the label to two classes, or use a Multiclass Classification Evaluator',
  );
}
