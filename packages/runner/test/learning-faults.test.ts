import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { DataFrame, functions as F } from '@millrace/spark-connect';
import { isLong } from '@millrace/testkit/long';
import { sharing } from '@millrace/testkit/engines';
import {
  EngineHost,
  type EngineSession,
  isForNoted,
  type Materialize,
  materializeInCheckpoint,
  materializeInParquetFiles,
} from '@millrace/engines/host';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { materializeRows } from '../src/execute/outputs.ts';
import { planProblems } from '../src/explain/plan-problems.ts';
import { prepareRun } from '../src/execute/prepare-run.ts';
import { storedFields } from '../src/plan/stored-fields.ts';
import { labelledPattern, reading, workflowOf, type Nodes } from './learning/graphs.ts';
import { ready, runOn } from './support.ts';

const columns = 'x DOUBLE, y DOUBLE, kind STRING, label DOUBLE, w DOUBLE';
type Row = readonly (string | number)[];

/** The label is told by the sum of both. */
const points: readonly Row[] = Array.from({ length: 120 }, (_, i) => {
  const [x, y] = [(i * 37) % 101, (i * 53) % 89];
  return [x, y, ['a', 'b', 'b'][i % 3] ?? '', x + y > 90 ? 1 : 0, 1 + (i % 5)];
});
/** The points with another value in one place of some rows. */
const changeRows = (
  column: number,
  value: string | number,
  which: (i: number) => boolean = (i) => i === 7,
): readonly Row[] => points.map((row, i) => (which(i) ? row.toSpliced(column, 1, value) : row));

const files: Readonly<Record<string, readonly Row[]>> = {
  points,
  'one-class': changeRows(3, 1, () => true),
  'null-feature': changeRows(0, ''),
  'nan-feature': changeRows(0, 'NaN'),
  'null-label': changeRows(3, ''),
  'rare-class': changeRows(3, 0, (i) => i !== 3),
  'negative-weight': changeRows(4, -2),
  'no-weight': changeRows(4, 0, () => true),
  'null-weight': changeRows(4, ''),
  fresh: [
    [1, 2, 'c', 0, 9],
    [3, 4, 'a', 1, 1],
  ],
  four: points.slice(0, 4),
  categories: Array.from({ length: 10_000 }, (_, i) => [i, i % 7, `c${i}`, i % 2, 1]),
};

const file = (name: string) => reading(`/${name}.csv`, columns);
const Data = file('points');
const assembler = (inputCols: readonly string[], more = {}) =>
  ['ml.NodeVectorAssembler', { inputCols, outputCol: 'features', ...more }] as const;
const xy = assembler(['x', 'y']);
const learner = (name: string, more = {}) =>
  [`ml.Node${name}`, { featuresCol: 'features', labelCol: 'label', ...more }] as const;
const forest = learner('RandomForestClassifier', { numTrees: '3', seed: '1' });
const indexed = ['ml.NodeStringIndexer', { inputCols: ['kind'], outputCols: ['kindIndex'] }] as const;
const binary = ['ml.NodeBinaryClassificationEvaluator', { labelCol: 'label' }] as const;
const show = ['util.NodePrintFirstNRows', { n: '200' }] as const;

/** A graph that fails at a node, with the field that is told, the words and the remedy. */
type Fault = readonly [name: string, graph: Nodes, node: string, field: string, words: RegExp, remedy: RegExp];

const trained = { Data, Rows: [...xy, 'Data'], Model: [...forest, 'Rows'] } as const;
/** A learner of the points of a file. */
const of = (name: string, how: Nodes[string], features: Nodes[string] = xy): Nodes => ({
  Data: file(name),
  Rows: [features[0], features[1], 'Data'],
  Model: [how[0], how[1], 'Rows'],
});
/** Rows of the points below which vectors of other columns stand. */
const ofTwoSizes = (inputCols: readonly string[], how: Nodes[string]): Nodes => ({
  Data,
  Rows: [...xy, 'Data'],
  Others: [...assembler(inputCols), 'Data'],
  All: ['etl.NodeUnionAll', {}, 'Rows', 'Others'],
  Model: [how[0], how[1], 'All'],
});
const search = (name: string, how: string, more = {}): Nodes => ({
  Data: file(name),
  Rows: [...xy, 'Data'],
  Forest: [forest[0], { ...forest[1], maxDepthGrid: '1, 2' }, 'Rows'],
  Judge: [...binary, 'Forest'],
  Model: [`ml.Node${how}`, more, 'Judge'],
});

const catalogue = await loadCatalogue();
/** What nodes ask of rows before they learn from them. */
const asking = new Map(
  [...catalogue].flatMap(({ nodeClass, asks }) =>
    asks === undefined ? [] : [[nodeClass.replace('fire.nodes.', ''), asks] as const],
  ),
);

const classifiers = [
  'RandomForestClassifier',
  'DecisionTreeClassifier',
  'GBTClassifier',
  'LogisticRegression',
  'NaiveBayes',
];
const weighing = [
  'RandomForestClassifier',
  'GBTRegression',
  'LogisticRegression',
  'NaiveBayes',
  'LinearRegression',
  'KMeans',
  'GaussianMixture',
];

const faults: readonly Fault[] = [
  ...classifiers.map((name): Fault => [
    `a label with one class: ${name}`,
    of('one-class', learner(name)),
    'Model',
    'labelCol',
    /^column "label" is 1 in every row: must have at least two classes$/,
    /another label/,
  ]),
  [
    'a null in a feature',
    of('null-feature', forest),
    'Rows',
    'inputCols',
    /^a row has null or NaN in column "x"$/,
    /skip or keep such rows, or fill/,
  ],
  ['NaN in a feature', of('nan-feature', forest), 'Rows', 'inputCols', /^a row has null or NaN in column "x"$/, /fill/],
  ...['null-feature', 'nan-feature'].flatMap((name) =>
    ['RandomForestClassifier', 'LogisticRegression', 'LinearRegression', 'KMeans'].map((how): Fault => [
      `a missing feature that the assembler keeps: ${name}, ${how}`,
      of(name, learner(how), assembler(['x', 'y'], { handleInvalid: 'keep' })),
      'Model',
      'featuresCol',
      /^column "features" contains a vector with NaN or infinity: \[NaN,15\.0\]$/,
      /before the vector is made/,
    ]),
  ),
  [
    'a null label',
    of('null-label', forest),
    'Model',
    'labelCol',
    /^column "label" is null or NaN in 1 of 120 rows$/,
    /leave out rows without a label/,
  ],
  [
    'an unseen category when a pipeline predicts',
    {
      Data,
      Index: [...indexed, 'Data'],
      Rows: [...assembler(['x', 'kindIndex']), 'Index'],
      Model: [...forest, 'Rows'],
      Pipeline: ['ml.NodePipeline', {}, 'Model'],
      Fresh: file('fresh'),
      Predict: ['ml.NodePredict', {}, 'Pipeline', 'Fresh'],
      Show: [...show, 'Predict'],
    },
    'Predict',
    '',
    /^value "c" was not in the training data$/,
    /skip or keep unknown values/,
  ],
  [
    'an unseen index when a twin encodes',
    {
      Data,
      Encode: ['ml.NodeOneHotEncoderAdvanced', { inputCol: 'w', outputCol: 'v' }, 'Data'],
      Fresh: file('fresh'),
      Twin: ['ml.NodeOneHotEncoderAdvancedTransform', {}, 'Encode', 'Fresh'],
      Show: [...show, 'Twin'],
    },
    'Twin',
    '',
    /^value "9\.0" was not in the training data$/,
    /skip or keep/,
  ],
  ...[['x'], ['x', 'y', 'w']].flatMap((inputCols) =>
    ['RandomForestClassifier', 'LogisticRegression', 'LinearRegression', 'KMeans', 'GaussianMixture'].map(
      (how): Fault => [
        `vectors of different length to learn from: 2 and ${inputCols.length}, ${how}`,
        ofTwoSizes(inputCols, learner(how)),
        'Model',
        'featuresCol',
        new RegExp(
          `^column "features" has vectors of sizes ${inputCols.length === 1 ? '1 to 2' : '2 to 3'}: must all have the same size$`,
        ),
        /make all vectors from the same columns/,
      ],
    ),
  ),
  ...['RandomForestClassifier', 'LogisticRegression', 'LinearRegression', 'NaiveBayes', 'KMeans'].map((how): Fault => [
    `vectors of another length to predict for: ${how}`,
    {
      Data,
      Rows: [...xy, 'Data'],
      Model: [...learner(how), 'Rows'],
      Others: [...assembler(['x', 'y', 'w']), 'Data'],
      Predict: ['ml.NodePredict', {}, 'Model', 'Others'],
      Show: [...show, 'Predict'],
    },
    'Predict',
    '',
    /^column "features" has vectors of size 3: must be 2, as in the training rows of the .+$/,
    /from the same columns as for training/,
  ]),
  [
    'scores of three classes, judged as those of two',
    {
      Data,
      Labels: ['etl.NodeSQL', { sql: 'select x, y, double(pmod(int(x), 3)) as label from t', tempTable: 't' }, 'Data'],
      Rows: [...xy, 'Labels'],
      Model: [...learner('RandomForestClassifier'), 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Model'],
      Judge: [...binary, 'Predict'],
    },
    'Judge',
    'rawPredictionCol',
    /^column "rawPrediction" has scores for 3 classes: must be for two classes$/,
    /Multiclass Classification Evaluator/,
  ],
  [
    'vectors of another length among those to predict for',
    {
      ...trained,
      Others: [...assembler(['x', 'y', 'w']), 'Data'],
      All: ['etl.NodeUnionAll', {}, 'Rows', 'Others'],
      Predict: ['ml.NodePredict', {}, 'Model', 'All'],
      Show: [...show, 'Predict'],
    },
    'Predict',
    '',
    /^a vector has size 3: must be 2$/,
    /the columns that the model was trained on, in the same order/,
  ],
  ...['Standard', 'MinMax', 'MaxAbs', 'Robust'].map((kind): Fault => [
    `vectors of another length for the twin of a ${kind} scaler`,
    {
      Data,
      Rows: [...xy, 'Data'],
      Scale: [`ml.Node${kind}Scaler`, { inputCol: 'features', outputCol: 'scaled' }, 'Rows'],
      Others: [...assembler(['x']), 'Data'],
      Twin: [`ml.Node${kind}ScalerTransform`, {}, 'Scale', 'Others'],
    },
    'Twin',
    '',
    /^column "features" has vectors of size 1: must be 2, as in the training rows of the .+ scaler$/,
    /from the same columns as for training/,
  ]),
  ...['KMeans', 'GaussianMixture'].map((how): Fault => [
    `k larger than rows: ${how}`,
    of('four', learner(how, { k: '9' })),
    'Model',
    'k',
    /^invalid value 9 for field "k": must be at most 4, the number of rows$/,
    /enter 4 or less/,
  ]),
  [
    'more directions than features',
    of('points', ['ml.NodePCA', { inputCol: 'features', outputCol: 'p', k: '3' }]),
    'Model',
    'k',
    /^invalid value 3 for field "k": must be at most 2, the size of the vectors$/,
    /2 or less/,
  ],
  [
    'the column of features is missing when a model predicts',
    { ...trained, Predict: ['ml.NodePredict', {}, 'Model', 'Data'], Show: [...show, 'Predict'] },
    'Predict',
    '',
    /^the rows have no column "features", which the random forest classifier needs \(they have x, y, kind, label, w\)$/,
    /through the nodes that make it/,
  ],
  [
    'a column is missing when a pipeline predicts',
    {
      ...trained,
      Pipeline: ['ml.NodePipeline', {}, 'Model'],
      Others: ['etl.NodeDropColumns', { dropCols: ['y'] }, 'Data'],
      Predict: ['ml.NodePredict', {}, 'Pipeline', 'Others'],
      Show: [...show, 'Predict'],
    },
    'Predict',
    '',
    /^the rows have no column "y", which the pipeline needs \(they have x, kind, label, w\)$/,
    /through the nodes that make it/,
  ],
  [
    'the column is missing for a twin',
    {
      Data,
      Rows: [...xy, 'Data'],
      Scale: ['ml.NodeStandardScaler', { inputCol: 'features', outputCol: 'scaled' }, 'Rows'],
      Twin: ['ml.NodeStandardScalerTransform', {}, 'Scale', 'Data'],
    },
    'Twin',
    '',
    /^the rows have no column "features", which the standard scaler needs/,
    /through the nodes that make it/,
  ],
  [
    'predictions stand in the rows already',
    {
      ...trained,
      Predict: ['ml.NodePredict', {}, 'Model'],
      Again: ['ml.NodePredict', {}, 'Model', 'Predict'],
      Show: [...show, 'Again'],
    },
    'Again',
    '',
    /^column "prediction" already exists$/,
    /rename or drop it/,
  ],
  [
    'a fold without positives',
    search('rare-class', 'CrossValidator', { numFolds: '3' }),
    'Model',
    'numFolds',
    /^the (training|evaluation) part of fold \d of 3 has no rows of class 1 in column "label": the area under the curve cannot be computed$/,
    /fewer folds or another seed, or use a Multiclass/,
  ],
  [
    'a validation part without positives',
    search('rare-class', 'TrainValidationSplit', { trainRatio: '0.7' }),
    'Model',
    'trainRatio',
    /^the (training|evaluation) part has no rows of class 1 in column "label"/,
    /another seed/,
  ],
  [
    'more folds than rows',
    search('four', 'CrossValidator', { numFolds: '20' }),
    'Model',
    'numFolds',
    /^the evaluation part of fold 1 of 20 has no rows$/,
    /fewer folds/,
  ],
  ...['RandomForestClassifier', 'DecisionTreeClassifier', 'GBTClassifier', 'GBTRegression'].map((how): Fault => [
    `10,000 categories of a feature: ${how}`,
    {
      Data: file('categories'),
      Index: [...indexed, 'Data'],
      Rows: [...assembler(['kindIndex']), 'Index'],
      Model: [...learner(how), 'Rows'],
    },
    'Model',
    'maxBins',
    /^invalid value 32 for field "maxBins": must be at least 10000, the number of categories of feature "kindIndex"$/,
    /enter 10000 or greater, combine rare values, or leave out the feature/,
  ]),
  [
    'too few bins to try',
    {
      Data: file('categories'),
      Index: [...indexed, 'Data'],
      Rows: [...assembler(['kindIndex']), 'Index'],
      Model: [...learner('RandomForestClassifier', { maxBins: '10000', maxBinsGrid: '10000, 64' }), 'Rows'],
    },
    'Model',
    'maxBinsGrid',
    /^invalid value 64 for field "maxBinsGrid": must be at least 10000, the number of categories of feature "kindIndex"$/,
    /enter 10000 or greater/,
  ],
  [
    '10,000 classes',
    {
      Data: file('categories'),
      Index: [...indexed, 'Data'],
      Rows: [...assembler(['x']), 'Index'],
      Model: [...learner('RandomForestClassifier', { labelCol: 'kindIndex' }), 'Rows'],
    },
    'Model',
    'labelCol',
    /^column "kindIndex" contains label 9999: must be at most 999$/,
    /combine rare values/,
  ],
  ...weighing.flatMap((how): Fault[] => {
    const weightedNode = (name: string): Nodes => of(name, learner(how, { weightCol: 'w' }));
    return [
      [
        `a weight below 0: ${how}`,
        weightedNode('negative-weight'),
        'Model',
        'weightCol',
        /^column "w" contains weight -2: must be finite and 0 or greater$/,
        /0 or greater/,
      ],
      [
        `no weight at all: ${how}`,
        weightedNode('no-weight'),
        'Model',
        'weightCol',
        /^column "w" is 0 in every row: at least one weight must be greater than 0$/,
        /more than 0/,
      ],
      [
        `a missing weight: ${how}`,
        weightedNode('null-weight'),
        'Model',
        'weightCol',
        /^column "w" is null or NaN in 1 of 120 rows$/,
        /every row/,
      ],
    ];
  }),
  ...(
    [
      ['RandomForestClassifier', 'numTrees', '0', /: must be 1 or greater$/],
      ['RandomForestClassifier', 'maxDepth', '31', /: must be 30 or less$/],
      ['RandomForestClassifier', 'maxBins', '1', /: must be 2 or greater$/],
      ['RandomForestClassifier', 'maxBins', '2147483648', /: must be 2147483647 or less$/],
      ['RandomForestClassifier', 'splitRatio', '1.5', /: must be 1 or less$/],
      ['RandomForestClassifier', 'splitRatio', '0', /: must be 0\.01 or greater$/],
      ['RandomForestClassifier', 'impurity', 'variance', /: it must be one of its options$/],
      [
        'RandomForestClassifier',
        'checkpointInterval',
        '0',
        /^invalid value 0 for field "checkpointInterval": must be 1 or greater, or -1$/,
      ],
      [
        'RandomForestClassifier',
        'maxDepthGrid',
        '2, 31',
        /^invalid value 31 for field "maxDepthGrid": must be 30 or less$/,
      ],
      [
        'RandomForestClassifier',
        'numTreesGrid',
        '1.5',
        /^invalid value 1\.5 for field "numTreesGrid": must be a whole number$/,
      ],
      [
        'RandomForestClassifier',
        'predictionCol',
        'x',
        /^column "x" in field "predictionCol" already exists in the input$/,
      ],
      [
        'RandomForestClassifier',
        'predictionCol',
        'a.b',
        /^column "a\.b" in field "predictionCol" has a dot or backtick in its name, which Spark ML does not support$/,
      ],
      ['RandomForestClassifier', 'subsamplingRate', '0', /: must be 0\.000001 or greater$/],
      [
        'RandomForestClassifier',
        'seed',
        '12345678901234567890',
        /^invalid value "12345678901234567890" for field "[^"]+": must be 9007199254740991 or less$/,
      ],
      ['GBTClassifier', 'stepSize', '0', /: must be 0\.000001 or greater$/],
      ['GBTRegression', 'subsamplingRate', '0', /: must be 0\.000001 or greater$/],
      ['LogisticRegression', 'elasticNetParam', '2', /: must be 1 or less$/],
      ['LogisticRegression', 'threshold', '-0.1', /: must be 0 or greater$/],
      [
        'LogisticRegression',
        'regParamGrid',
        '0.1, -1',
        /^invalid value -1 for field "regParamGrid": must be 0 or greater$/,
      ],
      [
        'LogisticRegression',
        'regParamGrid',
        '0.1, many',
        /^invalid value "many" for field "regParamGrid": must be a number$/,
      ],
      ['LinearRegression', 'maxIter', '-1', /: must be 0 or greater$/],
      ['KMeans', 'k', '1', /: must be 2 or greater$/],
      [
        'MultilayerPerceptron',
        'layers',
        '3,2',
        /^field "layers" starts with 3: must start with 2, the number of features$/,
      ],
    ] as const
  ).map(([how, field, value, words]): Fault => [
    `${field} ${value}: ${how}`,
    of('points', learner(how, { [field]: value })),
    'Model',
    field,
    words,
    /give|choose|enter|start/i,
  ]),
  [
    'a column whose name holds a dot',
    {
      Data: reading('/points.csv', columns.replace('x DOUBLE', 'x.y DOUBLE')),
      Rows: [...assembler(['x.y', 'y']), 'Data'],
    },
    'Rows',
    'inputCols',
    /^column "x\.y" in field "inputCols" has a dot or backtick in its name, which Spark ML does not support$/,
    /another name/,
  ],
  [
    'a model above the bound on memory',
    of('points', learner('MultilayerPerceptron', { layers: '2, 20000, 20000, 2', maxIter: '1' })),
    'Model',
    '',
    /^a model of about 3\.0 GB is larger than the engine allows \(1\.0 GB\)$/,
    /fewer features, trees, layers/,
  ],
  [
    'vectors above the bound on memory',
    of('points', ['ml.NodePolynominalExpansion', { inputCol: 'features', outputCol: 'o', degree: '20000' }]),
    'Model',
    'degree',
    /^invalid value 20000 for field "degree": vectors of size 2 would expand to 2\.0e\+8 elements$/,
    /a smaller degree/,
  ],
  [
    'classes judged as clusters',
    { ...trained, Judge: ['ml.NodeClusteringEvaluator', { featuresCol: 'features' }, 'Model'] },
    'Judge',
    '',
    /^the preceding random forest classifier is a classification model: must be a clustering model$/,
    /the evaluator for the type of the model/,
  ],
  [
    'clusters judged as classes',
    { Data, Rows: [...xy, 'Data'], Model: [...learner('KMeans'), 'Rows'], Judge: [...binary, 'Model'] },
    'Judge',
    '',
    /^the preceding k-means is a clustering model: must be a classification or regression model$/,
    /the evaluator/,
  ],
  [
    'scores that are text',
    { Data, Judge: [binary[0], { ...binary[1], rawPredictionCol: 'kind' }, 'Data'] },
    'Judge',
    'rawPredictionCol',
    /^column "kind" in field "rawPredictionCol" has type STRING: must be numeric or a vector$/,
    /numbers or vectors/,
  ],
  [
    'three classes where two are wanted',
    of('points', ['ml.NodeLogisticRegression', { featuresCol: 'features', labelCol: 'w', family: 'binomial' }]),
    'Model',
    'family',
    /^invalid value "binomial" for field "family": binomial takes two classes, but column "w" has 6$/,
    /multinomial, or auto/,
  ],
  [
    'users that are text',
    { Data, Model: ['ml.NodeALS', { userCol: 'kind', itemCol: 'x', ratingCol: 'y' }, 'Data'] },
    'Model',
    'userCol',
    /^column "kind" in field "[^"]+" has type STRING: must be numeric$/,
    /String Indexer/,
  ],
  [
    'predictions that nobody has given labels',
    { Data, Back: ['ml.NodeIndexString', { inputCol: 'label', outputCol: 'word' }, 'Data'] },
    'Back',
    'inputCol',
    /^column "label" in field "inputCol" has no labels$/,
    /use an Index To String node/,
  ],
  [
    'vectors saved as CSV',
    { Data, Rows: [...xy, 'Data'], Save: ['save.NodeSaveCSV', { path: 'out' }, 'Rows'] },
    'Save',
    'path',
    /^column "features" has type VECTOR: cannot be saved as CSV$/,
    /^drop the column with Drop Columns or Select Columns \(use Split Probability Column first/,
  ],
  [
    'two models and no rows of their own',
    {
      ...trained,
      Other: [...learner('LogisticRegression'), 'Rows'],
      Predict: ['ml.NodePredict', {}, 'Model', 'Other'],
    },
    'Predict',
    '',
    /^both inputs provide a model: the random forest classifier with its training rows and the logistic regression with its training rows$/,
    /connect one of the models/,
  ],
  [
    'a rating of a user that was not learned from, in each combination',
    {
      Data: reading('/ratings.csv', 'user INTEGER, item INTEGER, rating DOUBLE'),
      Model: [
        'ml.NodeALS',
        { userCol: 'user', itemCol: 'item', ratingCol: 'rating', predictionCol: 'prediction', rank: '2', maxIter: '1' },
        'Data',
      ],
      Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'rating' }, 'Model'],
      Search: ['ml.NodeCrossValidator', { numFolds: '2' }, 'Judge'],
    },
    'Search',
    '',
    /^no parameter combination can be evaluated: rmse is NaN for all$/,
    /occurs in the training rows/,
  ],
];

describe('what goes wrong in machine learning is told with its node and a remedy', () => {
  const host = new EngineHost(sharing());
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-faults-'));
    const write = (name: string, heading: string, rows: readonly Row[]) =>
      writeFile(join(root, `${name}.csv`), [heading, ...rows.map((row) => row.join()), ''].join('\n'));
    for (const [name, rows] of Object.entries(files)) await write(name, 'x,y,kind,label,w', rows);
    // each user has rated once
    const ratings = Array.from({ length: 20 }, (_, i): Row => [i, i % 3, 1 + (i % 5)]);
    await write('ratings', 'user,item,rating', ratings);
    const texts: readonly Row[] = [
      [1, 'a b'],
      [2, ''],
      [3, 'c'],
    ];
    await write('null-text', 'id,words', texts);
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });
  const run = async (nodes: Nodes): Promise<Manifest> =>
    runOn(host, 'auto', await ready(workflowOf(nodes), new Map(), root));
  const failures = ({ nodes }: Manifest) =>
    nodes.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, ...error }]));
  /** What is wrong with a graph: known before the run where a field alone tells it. */
  const wrongIn = async (graph: Nodes) => {
    const workflow = workflowOf(graph);
    const prepared = prepareRun({ workflow, catalogue, datasets: new Map() });
    if (prepared.ok) return failures(await run(graph));
    const names = new Map(workflow.nodes.map(({ id, name }) => [id, name]));
    return prepared.problems
      .filter(({ severity }) => severity === 'error')
      .map(({ nodeId = '', field, message, remedy }) => ({
        name: names.get(nodeId),
        message: message.replace(/\.$/, ''),
        remedy,
        field,
      }));
  };
  const fails = async ([, graph, node, field, words, remedy]: Fault): Promise<void> => {
    const [failure, ...others] = await wrongIn(graph);
    assert.ok(failure !== undefined, 'nothing failed');
    assert.deepEqual(others, []);
    assert.equal(failure.name, node);
    assert.match(failure.message, labelledPattern(words, graph, node));
    assert.match(failure.remedy ?? '', labelledPattern(remedy, graph, node));
    assert.equal(failure.field ?? '', field);
  };

  // what every learner is asked is asked of one with each commit, and of the others at night
  const kinds = new Set<string>();
  const isFirst = (name: string): boolean => {
    const kind = name.replace(/: \w+(?=$|,)/, '');
    const isNew = !kinds.has(kind);
    kinds.add(kind);
    return isNew || isLong;
  };
  for (const fault of faults) if (isFirst(fault[0])) test(fault[0], () => fails(fault));

  // Split keeps its rows: what a learner asks of them is seen meanwhile
  for (const [of, { Model, ...graph }, node, field, ...messages] of faults) {
    const [how, fields, from, ...others] = Model ?? [''];
    const isObserved = ['labelCol', 'featuresCol', 'weightCol'].includes(field) && asking.has(how);
    if (node !== 'Model' || from === undefined || others.length > 0 || !isObserved) continue;
    const Materialized = ['ml.NodeSplit', { fraction1: '1' }, from] as const;
    const name = `${of}, of rows that are kept before`;
    if (!isFirst(name)) continue;
    test(name, () =>
      fails([of, { ...graph, Materialized, Model: [how, fields ?? {}, 'Materialized'] }, node, field, ...messages]),
    );
  }

  test('a learner asks nothing of rows that were looked at while they were kept', async (t) => {
    const { mock } = t.mock.method(DataFrame.prototype, 'agg');
    const queryCount = async (nodes: Nodes): Promise<number> => {
      mock.resetCalls();
      assert.deepEqual(failures(await run({ Data, Rows: [...xy, 'Data'], ...nodes })), []);
      return mock.calls.filter((call) => call.arguments.length > 5).length;
    };
    const Materialized = ['ml.NodeSplit', { fraction1: '0.9' }, 'Rows'] as const;
    assert.equal(await queryCount({ Model: [...forest, 'Rows'] }), 1);
    assert.equal(await queryCount({ Materialized, Model: [...forest, 'Materialized'] }), 0);
    // it learns from a part of them
    assert.equal(
      await queryCount({ Materialized, Model: [forest[0], { ...forest[1], splitRatio: '0.9' }, 'Materialized'] }),
      1,
    );
    // each reads a part
    assert.equal(
      await queryCount({ Materialized, Model: [...forest, 'Materialized'], Other: [...forest, 'Materialized'] }),
      0,
    );
    // both read the same
    assert.equal(await queryCount({ Model: [...forest, 'Rows'], Other: [...forest, 'Rows'] }), 2);
    // the search looks at what its learner is given
    const search = {
      Judge: [...binary, 'Model'],
      Search: ['ml.NodeCrossValidator', { numFolds: '2' }, 'Judge'],
    } as const;
    assert.equal(await queryCount({ Materialized, Model: [...forest, 'Materialized'], ...search }), 0);
  });

  const materializers: Readonly<Record<string, (engine: EngineSession) => Materialize>> = {
    'a checkpoint': () => materializeInCheckpoint,
    'Parquet files': ({ scratch = '' }) => materializeInParquetFiles({ scratch }, isForNoted),
  };
  for (const [where, materializer] of Object.entries(materializers))
    test(`what learners ask of rows is the same seen while they are kept in ${where}, or asked later`, async () => {
      const asks = asking.get('ml.NodeLogisticRegression');
      const [node = assert.fail()] = workflowOf({ Model: learner('LogisticRegression', { weightCol: 'w' }) }).nodes;
      await using engine = await host.open('spark');
      for (const label of ['double(id % 3)', 'id', "if(id = 4, double('NaN'), id / 4)", 'cast(null as double)'])
        for (const size of [0, 9]) {
          const vector = F.call('array_to_vector', F.expr('array(double(id), 1d)'));
          const rows = engine.session
            .range(size)
            .select(
              F.when(F.expr('id <> 5'), vector).alias('features'),
              F.expr(label).alias('label'),
              F.expr('id * 0.5').alias('w'),
            );
          const columns = asks?.(storedFields(node), await rows.schema()) ?? [];
          const signal = AbortSignal.timeout(60_000);
          const options = { keep: materializer(engine), signal, observes: true, around: { engine: 'spark' as const } };
          const { df, known } = await materializeRows(options, rows, false, { asks: columns });
          const { rows: aggregates } = await df.agg(...columns.map((column, i) => column.alias(`c${i}`))).table();
          assert.equal(known?.of, df.relation);
          assert.deepEqual(
            known.values.map(({ value }) => value),
            aggregates[0],
          );
          assert.equal(columns.length, 13);
        }
    });

  /** How many rows the last table of a run has, and what its last column is called. */
  const predictedIn = ({ outputs }: Manifest) => {
    const table = outputs.findLast(({ type }) => type === 'table');
    assert.ok(table?.type === 'table');
    return [table.rows.length, table.columns.at(-1)?.name];
  };

  const missing = async (graph: Nodes, node: string): Promise<readonly [string[], string]> => {
    const done = await run(graph);
    assert.deepEqual(failures(done), []);
    const { id, metrics } = done.nodes.find(({ name }) => name === node) ?? {};
    const note = done.outputs.find((one) => one.nodeId === id && one.type === 'text');
    assert.ok(note?.type === 'text', 'nothing is told of what is missing');
    const table = done.outputs.find((one) => one.nodeId === id && /metrics$/i.test(one.title));
    assert.ok(table?.type === 'table');
    const blank = table.rows.flatMap(([name, value]) => (value === null ? [String(name)] : []));
    for (const name of blank) assert.ok(!(name in (metrics ?? {})), `${name} is a number: ${String(metrics?.[name])}`);
    return [blank, note.text];
  };

  test('areas under curves of one class are missing, and said to be', async () => {
    const oneClass = {
      ...trained,
      Other: file('one-class'),
      'Other rows': [...xy, 'Other'],
      Predict: ['ml.NodePredict', {}, 'Model', 'Other rows'],
      Judge: [...binary, 'Predict'],
    } as const;
    const why = 'cannot be computed: all rows have the same class in column "label"';
    assert.deepEqual(await missing(oneClass, 'Judge'), [
      ['areaUnderROC', 'areaUnderPR'],
      `areaUnderROC ${why}\nareaUnderPR ${why}`,
    ]);
  });

  test('errors of ratings by users who were not learned from are missing, and said to be', async () => {
    const ratings = reading('/ratings.csv', 'user INTEGER, item INTEGER, rating DOUBLE');
    const graph: Nodes = {
      Data: ratings,
      Known: ['etl.NodeRowFilter', { conditionExpr: 'user < 10' }, 'Data'],
      Model: [
        'ml.NodeALS',
        { userCol: 'user', itemCol: 'item', ratingCol: 'rating', predictionCol: 'prediction', rank: '2', maxIter: '1' },
        'Known',
      ],
      Predict: ['ml.NodePredict', {}, 'Model', 'Data'],
      Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'rating' }, 'Predict'],
    };
    const [names, text] = await missing(graph, 'Judge');
    assert.deepEqual(names, ['rmse', 'mse', 'mae', 'r2']);
    assert.match(text, /^rmse cannot be computed: column "prediction" is NaN in 10 of 20 rows/);
  });

  test('errors of predictions for features that are NaN are missing, and said to be', async () => {
    const withInvalid = assembler(['x', 'y'], { handleInvalid: 'keep' });
    const graph: Nodes = {
      Data,
      Rows: [...withInvalid, 'Data'],
      Model: [...learner('LinearRegression'), 'Rows'],
      Other: file('nan-feature'),
      'Other rows': [...withInvalid, 'Other'],
      Predict: ['ml.NodePredict', {}, 'Model', 'Other rows'],
      Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'label' }, 'Predict'],
    };
    const [names, text] = await missing(graph, 'Judge');
    assert.deepEqual(names, ['rmse', 'mse', 'mae', 'r2']);
    assert.match(
      text,
      /^rmse cannot be computed: column "prediction" is NaN in 1 of 120 rows: the features contain NaN, or/,
    );
  });

  test('a check and a run name the node whose rows cannot be made, with its field, not the one that learns from them', async () => {
    const scaled = ['ml.NodeMinMaxScaler', { inputCol: 'features', outputCol: 'scaled' }] as const;
    const bounds = { inputCol: 'x', outputCol: 'bucket', splits: '0, 10, 20' };
    const faults = [
      [
        {
          Data,
          At: ['etl.NodeBucketizer', bounds, 'Data'],
          Fewer: ['etl.NodeRowFilter', { conditionExpr: 'y > 5' }, 'At'],
          Vectors: [...assembler(['bucket', 'y']), 'Fewer'],
          Scaled: [...scaled, 'Vectors'],
          Others: ['ml.NodeStandardScaler', { inputCol: 'features', outputCol: 'scaled' }, 'Vectors'],
        },
        'splits',
        /^value \d+\.0 is outside the bounds$/,
      ],
      [
        { Data: file('null-feature'), At: [...xy, 'Data'], Scaled: [...scaled, 'At'] },
        'inputCols',
        /^a row has null or NaN in column "x"$/,
      ],
      [
        {
          Data: reading('/null-text.csv', 'id INTEGER, words STRING'),
          At: ['ml.NodeTokenizer', { inputCol: 'words', outputCol: 'tokens' }, 'Data'],
          Counts: ['ml.NodeHashingTF', { inputCol: 'tokens', outputCol: 'tf', numFeatures: '20' }, 'At'],
          Weights: ['ml.NodeIDF', { inputCol: 'tf', outputCol: 'features' }, 'Counts'],
        },
        'inputCol',
        /^a row has null in column "words", which must not be null$/,
      ],
    ] as const;
    for (const [graph, field, words] of faults) {
      const { prepared, ...options } = await ready(workflowOf(graph), new Map(), root);
      const problems = await planProblems({ host, engine: 'auto', ...options }, prepared);
      const at = prepared.workflow.nodes.find(({ name }) => name === 'At')?.id;
      assert.deepEqual(
        problems.map((one) => [one.nodeId, one.field]),
        [[at, field]],
      );
      const [failure, ...others] = failures(await run(graph));
      assert.deepEqual([others.length, failure?.name, failure?.field], [0, 'At', field]);
      assert.match(failure?.message ?? '', labelledPattern(words, graph, 'At'));
      assert.ok(problems[0]?.message.includes(failure?.message ?? 'nothing'), problems[0]?.message);
    }
  });

  test('a model that comes by two ways is one', async () => {
    const done = await run({
      ...trained,
      Save: ['ml.NodeModelSave', { path: 'models/twice' }, 'Model'],
      Predict: ['ml.NodePredict', {}, 'Model', 'Save'],
      Show: [...show, 'Predict'],
    });
    assert.deepEqual(failures(done), []);
    assert.deepEqual(predictedIn(done), [120, 'prediction']);
  });

  test('a model without rows predicts for those that come with another one', async () => {
    const models = { Save: ['ml.NodeModelSave', { path: 'models/alone' }, 'Model'] } as const;
    assert.deepEqual(failures(await run({ ...trained, ...models })), []);
    const graph: Nodes = {
      Data,
      Rows: [...xy, 'Data'],
      Groups: ['ml.NodeKMeans', { featuresCol: 'features', predictionCol: 'group' }, 'Rows'],
      Load: ['ml.NodeModelLoad', { path: 'models/alone' }],
    };
    for (const inputs of [
      ['Groups', 'Load'],
      ['Load', 'Groups'],
    ] as const) {
      const done = await run({ ...graph, Predict: ['ml.NodePredict', {}, ...inputs], Show: [...show, 'Predict'] });
      assert.deepEqual(failures(done), []);
      assert.deepEqual(predictedIn(done), [120, 'prediction']);
    }
  });

  test('why there are no standard errors is told of the parameters that a search has chosen', async () => {
    const resultOf = async (fields: Readonly<Record<string, string>>) => {
      const done = await run({
        Data,
        Rows: [...xy, 'Data'],
        Line: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'w', ...fields }, 'Rows'],
        Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'w' }, 'Line'],
        Search: ['ml.NodeCrossValidator', { numFolds: '2', seed: '1' }, 'Judge'],
      });
      assert.deepEqual(failures(done), []);
      const { id } = done.nodes.find(({ name }) => name === 'Search') ?? {};
      const all = done.outputs.filter(({ nodeId }) => nodeId === id);
      const table = all.find(({ title, type }) => title === 'Coefficients' && type === 'table');
      const text = all.find(({ title }) => title === 'Standard errors');
      return [
        table?.type === 'table' && table.columns.some(({ name }) => name === 'standard_error'),
        text?.type === 'text' ? text.text : undefined,
      ];
    };
    assert.deepEqual(await resultOf({ elasticNetParam: '0.5', regParamGrid: '0.1, 0.5' }), [
      false,
      'standard errors, t values and p values are omitted: fields "regParam" and "elasticNetParam" are above 0, but only the normal equations provide standard errors',
    ]);
    assert.deepEqual(await resultOf({ regParam: '0.1', elasticNetParam: '0.5', elasticNetGrid: '0' }), [
      true,
      undefined,
    ]);
  });

  test('r2 of labels that are all the same and the silhouette of one cluster are missing, and said to be', async () => {
    const constant: Nodes = {
      Data: file('one-class'),
      Predicted: ['etl.NodeSQL', { sql: 'select label, x as prediction from t', tempTable: 't' }, 'Data'],
      Judge: ['ml.NodeRegressionEvaluator', { labelCol: 'label' }, 'Predicted'],
    };
    assert.deepEqual(await missing(constant, 'Judge'), [
      ['r2'],
      'r2 cannot be computed: column "label" is 1 in every row',
    ]);
    const lonely: Nodes = {
      Data: file('one-class'),
      Rows: [...xy, 'Data'],
      Judge: ['ml.NodeClusteringEvaluator', { featuresCol: 'features', predictionCol: 'label' }, 'Rows'],
    };
    assert.deepEqual(await missing(lonely, 'Judge'), [
      ['silhouette'],
      'silhouette cannot be computed: all rows are in the same cluster in column "label"',
    ]);
  });

  test('with as little memory for a step as there is, trees over 10,000 features grow all the same', async () => {
    const done = await run({
      Data: file('categories'),
      Index: [...indexed, 'Data'],
      Encode: ['ml.NodeOneHotEncoder', { inputCols: ['kindIndex'], outputCols: ['v'] }, 'Index'],
      Rows: [...assembler(['x', 'v']), 'Encode'],
      Model: [...learner('RandomForestClassifier', { numTrees: '2', maxMemoryInMB: '1', maxDepth: '2' }), 'Rows'],
    });
    assert.deepEqual(failures(done), []);
  });

  test('a learner that takes many steps does not end the engine', async () => {
    const done = await run({
      Data: reading('/ratings.csv', 'user INTEGER, item INTEGER, rating DOUBLE'),
      Model: [
        'ml.NodeALS',
        { userCol: 'user', itemCol: 'item', ratingCol: 'rating', rank: '2', maxIter: '40', checkpointInterval: '-1' },
        'Data',
      ],
    });
    assert.deepEqual(failures(done), []);
  });

  describe('models in folders', () => {
    before(async () => {
      const done = await run({
        ...trained,
        Save: ['ml.NodeModelSave', { path: '/models/forest', fixedPath: 'true' }, 'Model'],
        Index: [...indexed, 'Data'],
        Indexed: [...assembler(['x', 'kindIndex'], { outputCol: 'both' }), 'Index'],
        Stages: ['ml.NodePipeline', {}, 'Indexed'],
        'Save stages': ['ml.NodeModelSave', { path: '/models/stages', fixedPath: 'true' }, 'Stages'],
      });
      assert.deepEqual(failures(done), []);
    });
    const load = (path: string): Nodes => ({
      Data,
      Rows: [...xy, 'Data'],
      Load: ['ml.NodeModelLoad', { path }],
      Predict: ['ml.NodePredict', {}, 'Rows', 'Load'],
      Show: [...show, 'Predict'],
    });
    /** A copy without sums, which would tell of any change, unless they are to stay. */
    const copy = async (from: string, sums = false): Promise<{ readonly folder: string; readonly path: string }> => {
      const path = `/models/${from}-${String(copies++)}`;
      const folder = join(root, path);
      await cp(join(root, 'models', from), folder, { recursive: true });
      if (sums) return { folder, path };
      for (const name of await readdir(folder, { recursive: true }))
        if (name.endsWith('.crc')) await rm(join(folder, name));
      return { folder, path };
    };
    let copies = 0;
    const partOf = async (folder: string): Promise<string> =>
      join(folder, (await readdir(folder)).find((name) => name.startsWith('part-')) ?? '');
    const withMetadata =
      (change: (text: string) => string) =>
      async (folder: string): Promise<void> => {
        const part = await partOf(join(folder, 'metadata'));
        await writeFile(part, change(await readFile(part, 'utf8')));
      };
    const without = (part: string) => (folder: string) => rm(join(folder, part), { recursive: true });
    const newer = (text: string): string => text.replace(/"sparkVersion":"[^"]*"/, '"sparkVersion":"9.1.0"');

    const damages: readonly (readonly [string, string, (folder: string) => Promise<void>, RegExp])[] = [
      ['no metadata', 'forest', without('metadata'), /^no saved model in path "[^"]*"$/],
      ['empty metadata', 'forest', withMetadata(() => ''), /: its metadata are empty$/],
      [
        'metadata of something else',
        'forest',
        withMetadata(() => 'not json\n'),
        /: its metadata are not those of a model$/,
      ],
      [
        'a truncated part',
        'forest',
        async (folder) => truncate(await partOf(join(folder, 'data')), 200),
        /: its file "data\/part-[^"]*\.parquet" is damaged$/,
      ],
      ['a missing part', 'forest', without('data'), /: its part "data" is missing$/],
      [
        'a class of somebody else',
        'forest',
        withMetadata((text) => text.replace(/"class":"[^"]*"/, '"class":"com.example.Booster"')),
        /: its class com\.example\.Booster cannot be loaded here$/,
      ],
      [
        'the class of another model',
        'forest',
        withMetadata((text) => text.replace('RandomForestClassificationModel', 'GBTClassificationModel')),
        /: its files do not belong together, or come from another version of Spark$/,
      ],
      [
        'a newer Spark with parts that this one does not know',
        'forest',
        withMetadata((text) => newer(text).replace('"paramMap":{', '"paramMap":{"newThing":3,')),
        /: it was saved by Spark 9\.1\.0, which is newer than this version \(4\.3\.0\)$/,
      ],
      [
        'a missing stage of a pipeline',
        'stages',
        async (folder) => {
          const [first = ''] = (await readdir(join(folder, 'stages'))).toSorted();
          await rm(join(folder, 'stages', first), { recursive: true });
        },
        /: its part "stages\/0_StringIndexer_\w+\/metadata" is missing$/,
      ],
      [
        'a pipeline that names no stages',
        'stages',
        withMetadata((text) => text.replace(/"stageUids":\[[^\]]*\]/, '"other":1')),
        /: it is a pipeline that names no stages$/,
      ],
    ];
    for (const [what, from, damage, words] of damages)
      test(`${what}: told with the folder`, async () => {
        const { folder, path } = await copy(from);
        await damage(folder);
        await fails([what, load(path), 'Load', 'path', words, /another folder|folder that contains a saved model/]);
      });

    test('metadata with a sum that is not theirs: told with the folder', async () => {
      const { folder, path } = await copy('forest', true);
      await withMetadata(() => 'spoilt\n')(folder);
      const words =
        /^cannot load the model in path "\/models\/forest-\d+": its file "metadata\/part-[^"]*" is damaged$/;
      await fails(['', load(path), 'Load', 'path', words, /another folder/]);
    });

    test('a folder that is not there', () =>
      fails([
        '',
        load('/models/none'),
        'Load',
        'path',
        /^no saved model in path "\/models\/none"$/,
        /choose a folder/,
      ]));

    test('a newer Spark whose model can be read predicts', async () => {
      const { folder, path } = await copy('forest');
      await withMetadata(newer)(folder);
      assert.deepEqual(failures(await run(load(path))), []);
    });

    test('of what a search of another Spark has saved the best model predicts', async () => {
      const { folder, path } = await copy('forest');
      await cp(join(root, 'models/forest'), join(folder, 'bestModel'), { recursive: true });
      await rm(join(folder, 'data'), { recursive: true });
      await withMetadata((text) =>
        text.replace(/"class":"[^"]*"/, '"class":"org.apache.spark.ml.tuning.CrossValidatorModel"'),
      )(folder);
      assert.deepEqual(failures(await run(load(path))), []);
    });

    test('a loaded model brings no rows', async () => {
      const { Load } = load('/models/forest');
      assert.ok(Load);
      const alone: Nodes = { Load, Predict: ['ml.NodePredict', {}, 'Load'] };
      await fails(['', alone, 'Predict', '', /^no input provides rows$/, /connect the rows/]);
      const judged: Nodes = { Load, Judge: [...binary, 'Load'] };
      await fails(['', judged, 'Judge', '', /^the input provides a model but no rows$/, /Predict node/]);
    });

    test('a loaded classifier is not judged as clusters', () =>
      fails([
        '',
        {
          Data,
          Rows: [...xy, 'Data'],
          Load: ['ml.NodeModelLoad', { path: '/models/forest' }, 'Rows'],
          Judge: ['ml.NodeClusteringEvaluator', { featuresCol: 'features' }, 'Load'],
        },
        'Judge',
        '',
        /^the preceding loaded model is a classification model: must be a clustering model$/,
        /the evaluator/,
      ]));

    test('a pipeline that only changes columns is said to predict nothing', async () => {
      const events: RunEvent[] = [];
      const graph = workflowOf({ ...load('/models/stages'), Predict: ['ml.NodePredict', {}, 'Data', 'Load'] });
      const done = await runOn(host, 'auto', await ready(graph, new Map(), root), { events });
      assert.deepEqual(failures(done), []);
      assert.ok(
        events.some(
          (one) => one.event === 'log' && one.message === 'the model predicts nothing: it only transforms columns',
        ),
      );
    });
  });
});
