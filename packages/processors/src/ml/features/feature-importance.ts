import {
  denseValues,
  gbtClassifier,
  gbtRegressor,
  kMeans,
  linearRegression,
  logisticRegression,
  minMaxScaler,
  randomForestClassifier,
  randomForestRegressor,
  standardScaler,
  type Estimator,
  type Matrix,
  type Model,
  type Vector,
} from '@millrace/spark-connect/ml';
import { classesOf } from '../kit/attributes.ts';
import { requireColumn } from '../../kit/columns.ts';
import { choice, column } from '../../kit/fields.ts';
import { columns } from '../../kit/list-fields.ts';
import { FieldError } from '../../kit/field-error.ts';
import { integer } from '../../kit/number-fields.ts';
import { maxInteger } from '../kit/learner-fields.ts';
import { importanceTable, preparation, type Prepared } from './_importance.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { fitOrRefuseEmpty, requireSpark } from '../kit/stages.ts';
import { passesOnInput } from '../kit/descriptions.ts';

type Columns = Pick<Prepared, 'featuresCol' | 'labelCol' | 'categories'>;

interface Kind {
  /** What it is for: its label is a class, a number, or not there. */
  readonly types: readonly ('classification' | 'regression' | 'clustering')[];
  make(columns: Columns, isClass: boolean, clusters: number): Estimator;
  weights(model: Model): Promise<readonly number[]>;
}

const absolute = (values: readonly number[]): readonly number[] => values.map(Math.abs);
const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
const deviation = (values: readonly number[]): number => Math.sqrt(mean(values.map((x) => (x - mean(values)) ** 2)));
const transpose = (rows: readonly (readonly number[])[]): readonly (readonly number[])[] =>
  (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? 0));
const ofTrees = async (model: Model): Promise<readonly number[]> =>
  denseValues((await model.get('featureImportances')) as Vector);
const params = ({ featuresCol, labelCol, categories }: Columns) => ({
  featuresCol,
  labelCol,
  maxBins: Math.max(32, categories),
  seed: 42,
});

const kinds: Readonly<Record<string, Kind>> = {
  logistic_regression: {
    types: ['classification'],
    make: ({ featuresCol, labelCol }) => logisticRegression({ featuresCol, labelCol }),
    weights: async (model) => {
      const { values } = (await model.get('coefficientMatrix')) as Matrix;
      return transpose(values).map((column) => mean(absolute(column)));
    },
  },
  linear_regression: {
    types: ['regression'],
    make: ({ featuresCol, labelCol }) => linearRegression({ featuresCol, labelCol }),
    weights: async (model) => absolute(denseValues((await model.get('coefficients')) as Vector)),
  },
  random_forest: {
    types: ['classification', 'regression'],
    make: (context, isClass) =>
      isClass ? randomForestClassifier(params(context)) : randomForestRegressor(params(context)),
    weights: ofTrees,
  },
  gbt: {
    types: ['classification', 'regression'],
    make: (context, isClass) => (isClass ? gbtClassifier(params(context)) : gbtRegressor(params(context))),
    weights: ofTrees,
  },
  kmeans: {
    types: ['clustering'],
    make: ({ featuresCol }, _isClass, k) => kMeans({ featuresCol, k, seed: 42 }),
    weights: async (model) => {
      const centres = (await model.get('clusterCenterMatrix')) as Matrix;
      return transpose(centres.values).map(deviation);
    },
  },
};

export const featureImportance = processor({
  nodeClass: 'fire.nodes.fe.NodeFeatureImportance',
  name: 'Feature Selection',
  type: 'transform',
  category: 'Machine-Learning/ML-Feature-Selection',
  description: `Shows how much each of the chosen columns matters to a model, most important first: the feature importances of trees, the absolute coefficients of linear models, or the distance between cluster centers. Text columns are treated as categories, and rows with a null in any of the columns are left out. ${passesOnInput}`,
  fields: {
    modelType: choice(['classification', 'regression', 'clustering'], { default: 'classification' }),
    modelName: choice(['logistic_regression', 'random_forest', 'gbt', 'linear_regression', 'kmeans'], {
      default: 'logistic_regression',
      title: 'Model',
    }),
    label: column({ title: 'Label', description: 'Not used for clustering' }),
    features: columns({ required: true }),
    nClusters: integer({ default: 3, min: 2, max: maxInteger, title: 'Clusters' }),
    scaling: choice(['Standard', 'MinMax', 'None'], {
      default: 'Standard',
      description: 'Coefficients and centers can be compared only if the features have the same scale',
    }),
    topK: integer({ default: 0, min: 0, max: maxInteger, title: 'Features to show', description: '0 shows all' }),
  },
  needs: ['ml'],
  examples: [
    {
      name: 'ranks features by a random forest and passes the input on',
      fields: { modelName: 'random_forest', label: 'y', features: ['k', 'a'], topK: '1' },
      input: table('y int, a double, k double', [
        [0, 1, 7],
        [0, 2, 7],
        [1, 8, 7],
        [1, 9, 7],
      ]),
      output: table('y int, a double, k double', [
        [0, 1, 7],
        [0, 2, 7],
        [1, 8, 7],
        [1, 9, 7],
      ]),
      results: [{ type: 'table', title: 'Importance', data: table('feature string, importance double', [['a', 1]]) }],
    },
    {
      name: 'ranks features by the distance of cluster centers',
      fields: { modelType: 'clustering', modelName: 'kmeans', features: ['k', 'a'], nClusters: '2', scaling: 'None' },
      input: table('a double, k double', [
        [0, 7],
        [0, 7],
        [10, 7],
        [10, 7],
        [null, 7],
      ]),
      results: [
        {
          type: 'table',
          data: table('feature string, importance double', [
            ['a', 5],
            ['k', 0],
          ]),
        },
      ],
    },
    {
      name: 'rejects a model of the wrong kind',
      fields: { modelType: 'regression', modelName: 'kmeans', label: 'y', features: ['a'] },
      input: table('y int, a double', [[0, 1]]),
      error: 'invalid value "kmeans" for field "modelName": must be a regression model',
    },
    {
      name: 'rejects boosted trees for three classes',
      fields: { modelName: 'gbt', label: 'y', features: ['a'] },
      input: table('y string, a double', [
        ['low', 1],
        ['mid', 2],
        ['top', 3],
      ]),
      error: 'invalid value "gbt" for field "modelName": gbt takes two classes, but column "y" has 3',
    },
    {
      name: 'takes boosted trees if the rows of a third class are left out',
      fields: { modelName: 'gbt', label: 'y', features: ['a'] },
      input: table('y string, a double', [
        ['low', 1],
        ['mid', null],
        ['top', 2],
      ]),
      results: [{ type: 'table', title: 'Importance', data: table('feature string, importance double', [['a', 1]]) }],
    },
    {
      name: 'rejects a missing label',
      fields: { features: ['a'] },
      input: table('a double', [[1]]),
      error: 'field "label" is required',
    },
    {
      name: 'rejects an input without rows',
      fields: { label: 'y', features: ['a'] },
      input: table('y int, a double', []),
      error: 'no rows to train on',
    },
  ],
  async run({ engine, input, schema, session, trains, fields }) {
    requireSpark({ engine });
    const { modelType, modelName, label, features, nClusters, scaling, topK } = fields;
    const kind = kinds[modelName];
    if (kind === undefined || !kind.types.includes(modelType)) {
      const suitable = Object.keys(kinds).filter((name) => kinds[name]?.types.includes(modelType));
      throw new FieldError(
        'modelName',
        `invalid value "${modelName}" for field "modelName": must be a ${modelType} model`,
        `choose ${suitable.join(' or ')}`,
      );
    }
    const isClass = modelType === 'classification';
    if (modelType !== 'clustering' && label === undefined)
      throw new FieldError('label', `field "label" is required for ${modelType}`, 'choose the column to predict');
    const target =
      modelType === 'clustering' || label === undefined ? {} : { label: { name: label, field: 'label', isClass } };
    const prepare = preparation(schema, { features, field: 'features', ...target });
    if (!trains) return input;
    const { rows, featuresCol, names, ...rest } = await prepare(input);
    if (isClass && modelName === 'gbt') {
      const classes = classesOf(requireColumn(await rows.schema(), rest.labelCol, 'label')) ?? 2;
      if (classes > 2)
        throw new FieldError(
          'modelName',
          `invalid value "gbt" for field "modelName": gbt takes two classes, but column "${label}" has ${classes}`,
          'choose random_forest or logistic_regression',
        );
    }
    const scaler = { inputCol: featuresCol, outputCol: '_scaled' };
    const scale = { Standard: standardScaler(scaler), MinMax: minMaxScaler(scaler), None: undefined }[scaling];
    const scaledRows = scale === undefined ? rows : (await fitOrRefuseEmpty(scale, rows)).transform(rows);
    const columns = { ...rest, featuresCol: scale === undefined ? featuresCol : '_scaled' };
    await using model = await fitOrRefuseEmpty(kind.make(columns, isClass, nClusters), scaledRows);
    return { outputs: [input], results: [importanceTable(session, names, await kind.weights(model), topK)] };
  },
});
