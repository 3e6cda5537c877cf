import { randomForestClassifier as makeForest } from '@millrace/spark-connect/ml';
import { requireColumn } from '../core/columns.ts';
import { choice, column, flag, integer, number, text } from '../core/fields.ts';
import { processor } from '../core/processor.ts';
import { learning, numbersToTry } from '../core/stages.ts';

export const randomForestClassifier = processor({
  nodeClass: 'fire.nodes.ml.NodeRandomForestClassifier',
  name: 'Random Forest Classifier',
  type: 'ml-estimator',
  category: 'Machine-Learning/ML-SparkML/Classification',
  description:
    'Learns to tell classes apart by many decision trees, each grown on rows and features drawn at random. The model goes on to later nodes, and the rows beside it.',
  fields: {
    featuresCol: column({ required: true, title: 'Features' }),
    labelCol: column({ required: true, title: 'Label' }),
    predictionCol: text({ title: 'Prediction column' }),
    numTrees: integer({ default: 20, min: 1, title: 'Trees' }),
    maxDepth: integer({ default: 5, min: 0, max: 30, title: 'Depth of a tree at most' }),
    maxBins: integer({ default: 32, min: 2, title: 'Bins of a feature at most' }),
    impurity: choice(['gini', 'entropy'], { default: 'gini' }),
    featureSubsetStrategy: choice(['auto', 'all', 'onethird', 'sqrt', 'log2'], { default: 'auto' }),
    subsamplingRate: number({ default: 1, min: 0, max: 1 }),
    minInstancesPerNode: integer({ default: 1, min: 1 }),
    minInfoGain: number({ default: 0 }),
    seed: integer({ title: 'Seed' }),
    bootstrap: flag({ default: true }),
    weightCol: column({ title: 'Weights' }),
    maxDepthGrid: text(),
    maxBinsGrid: text(),
    numTreesGrid: text(),
    minInfoGainGrid: text(),
  },
  needs: ['ml'],
  examples: [],
  run(context) {
    const { schema, fields } = context;
    const { predictionCol, weightCol, maxDepthGrid, maxBinsGrid, numTreesGrid, minInfoGainGrid, seed, ...rest } =
      fields;
    return learning(context, {
      title: 'random forest classifier',
      estimator: makeForest({
        ...rest,
        featuresCol: requireColumn(schema, fields.featuresCol, 'featuresCol').name,
        labelCol: requireColumn(schema, fields.labelCol, 'labelCol').name,
        minInfoGain: Math.max(0, fields.minInfoGain),
        ...(predictionCol === undefined ? {} : { predictionCol }),
        ...(weightCol === undefined ? {} : { weightCol: requireColumn(schema, weightCol, 'weightCol').name }),
        ...(seed === undefined || seed === -1 ? {} : { seed }),
      }),
      grid: {
        maxDepth: numbersToTry(maxDepthGrid, 'maxDepthGrid'),
        maxBins: numbersToTry(maxBinsGrid, 'maxBinsGrid'),
        numTrees: numbersToTry(numTreesGrid, 'numTreesGrid'),
        minInfoGain: numbersToTry(minInfoGainGrid, 'minInfoGainGrid'),
      },
    });
  },
});
