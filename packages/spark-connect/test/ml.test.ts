import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { toolchain } from '@millrace/toolchain';
import { functions as F, SparkError, type DataFrame, type SparkSession, type Value } from '../src/index.ts';
import * as ml from '../src/ml/index.ts';
import {
  denseValues,
  Evaluator,
  matrixOf,
  Model,
  vectorOf,
  type FitStage,
  type TransformStage,
} from '../src/ml/index.ts';
import { cases, tables, type Case, type StageOfCase } from './ml/cases.ts';
import { sharedEngine } from '@millrace/testkit/engines';
import { connect, forLittleData } from './support/engines.ts';

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

interface PySparkResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Plain[])[];
  readonly attributes: Readonly<Record<string, Plain>>;
  readonly metric?: Plain;
  readonly error?: string;
}

describe('machine learning', () => {
  let spark: SparkSession;
  let url = '';
  let folder = '';
  let oracle: readonly PySparkResult[] = [];
  before(async () => {
    ({ url } = await sharedEngine('spark'));
    spark = await connect(url);
    await spark.setConfig(forLittleData);
    folder = await mkdtemp(join(tmpdir(), 'millrace-ml-'));
    oracle = await pySparkResults(url);
  });
  after(async () => {
    await spark.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const rowsOf = (table: Case['table']): DataFrame => {
    const { schema, rows } = tables[table];
    return spark.createDataFrame(rows as unknown as Value[][], schema).coalesce(1);
  };

  test('vectors that are sent are vectors there', async () => {
    const dense = { type: 1, size: null, indices: null, values: [3, 4] };
    const sparse = { type: 0, size: 2, indices: [1], values: [5] };
    const df = spark.createDataFrame([[dense], [sparse], [null]], 'v vector').filter(F.col('v').isNotNull());
    const { rows } = await ml
      .vectorSlicer({ inputCol: 'v', outputCol: 'w', indices: [1] })
      .transform(df)
      .table();
    assert.deepEqual(
      rows.slice(0, 2).map(([v, w]) => [v, denseValues(vectorOf(w))]),
      [
        [dense, [4]],
        [sparse, [5]],
      ],
    );
    const withNull = { ...dense, values: [3, null] };
    assert.throws(() => spark.createDataFrame([[withNull]], 'v vector'), /null where it is not taken/);
  });

  for (const [i, one] of cases.entries())
    test(`${one.name} gives what PySpark gives`, async () => {
      const expected = oracle[i];
      assert.ok(expected);
      assert.equal(expected.error, undefined);
      let df = rowsOf(one.table);
      let last: TransformStage | undefined;
      for (const { maker, params } of one.stages) {
        const stage = maker(params) as FitStage | TransformStage;
        last = 'fit' in stage ? await stage.fit(df) : stage;
        df = last.transform(df);
      }
      const { schema, rows } = await df.table();
      assert.deepEqual(
        schema.fields.map(({ name }) => name),
        expected.columns,
      );
      isClose(
        rows.map((row) => row.map(plain)),
        expected.rows,
        one,
      );
      for (const path of one.attributes ?? [])
        isClose(await attributeOf(last, path), expected.attributes[path] ?? null, one);
      if (one.evaluator !== undefined) {
        const evaluator = one.evaluator.maker(one.evaluator.params);
        assert.ok(evaluator instanceof Evaluator);
        isClose(await evaluator.evaluate(df), expected.metric ?? null, one);
      }
      if (last instanceof Model) await last.dispose();
    });

  const assembled = () => ml.vectorAssembler({ inputCols: ['a', 'b', 'c'], outputCol: 'features' });

  test('a pipeline is fitted stage by stage, and every Spark reads what it saves', async () => {
    const lr = ml.logisticRegression({ labelCol: 'yes', maxIter: 10, regParam: 0.01 });
    const pipeline = new ml.Pipeline([ml.stringIndexer({ inputCol: 'colour', outputCol: 'i' }), assembled(), lr]);
    const points = rowsOf('points');
    await using fitted = await pipeline.fit(points);
    const rows = await fitted.transform(points).table();
    const path = join(folder, 'pipeline');
    await fitted.save(spark, path);
    const again = await ml.loadModel(spark, path);
    assert.deepEqual((await again.transform(points).table()).rows, rows.rows);
    await assert.rejects(fitted.save(spark, path), /exist/i);
    await fitted.save(spark, path, { overwrite: true });

    await pipeline.save(spark, join(folder, 'unfitted'));
    const loaded = await ml.loadStage(spark, join(folder, 'unfitted'));
    assert.ok('fit' in loaded);
    assert.deepEqual((await (await loaded.fit(points)).transform(points).table()).rows, rows.rows);
    await assert.rejects(ml.loadModel(spark, join(folder, 'unfitted')), /is not fitted yet/);
    await assert.rejects(ml.loadModel(spark, join(folder, 'nothing')), /PATH_NOT_FOUND|not exist/);

    const inPython = await python(readPipeline, JSON.stringify({ path, table: tables.points }), url);
    const predictions = rows.rows.map((row) => row.at(-1));
    assert.deepEqual(JSON.parse(inPython), predictions);
  });

  test('a grid is tried on folds, as PySpark tries it, and the best is fitted on all rows', async () => {
    const lr = ml.logisticRegression({ labelCol: 'yes', maxIter: 5 });
    const grid = new ml.ParamGrid().add(lr, { regParam: [0.5, 0.01], elasticNetParam: [0, 1] }).build();
    assert.equal(grid.length, 4);
    const evaluator = ml.binaryClassificationEvaluator({ labelCol: 'yes' });
    const points = assembled().transform(rowsOf('points'));
    const tuner = new ml.CrossValidator({ estimator: lr, evaluator, grid, numFolds: 3, seed: 11 });
    await using tuned = await tuner.fit(points);
    const expected = JSON.parse(await python(crossValidate, JSON.stringify({ table: tables.points }), url)) as number[];
    isClose([...tuned.tuning.metrics], expected, { within: 1e-9 });
    assert.equal(tuned.tuning.best, expected.indexOf(Math.max(...expected)));
    assert.ok(tuned.bestModel instanceof Model);

    const split = new ml.TrainValidationSplit({ estimator: lr, evaluator, grid, trainRatio: 0.7, seed: 11 });
    await using best = await split.fit(points);
    assert.equal(best.tuning.metrics.length, 4);
    const byFold = points.withColumn('fold', F.col('id').mod(2));
    await using folded = await new ml.CrossValidator({ estimator: lr, evaluator, numFolds: 2, foldCol: 'fold' }).fit(
      byFold,
    );
    assert.equal(folded.tuning.ofFolds.length, 2);
    const wrongFold = new ml.CrossValidator({ estimator: lr, evaluator, numFolds: 2, foldCol: 'id' });
    await assert.rejects(wrongFold.fit(points), /a fold is a number from 0 to 1, not/);
  });

  test('a search leaves those stages of a pipeline alone that it was given fitted', async () => {
    const points = assembled().transform(rowsOf('points'));
    await using scaler = await ml.standardScaler({ inputCol: 'features', outputCol: 'scaled' }).fit(points);
    const lr = ml.logisticRegression({ labelCol: 'yes', featuresCol: 'scaled', maxIter: 5 });
    const estimator = new ml.Pipeline([scaler, lr]);
    const grid = new ml.ParamGrid().add(lr, { regParam: [0.5, 0.01] }).build();
    const evaluator = ml.binaryClassificationEvaluator({ labelCol: 'yes' });
    const tuned = await new ml.CrossValidator({ estimator, evaluator, grid, numFolds: 2, seed: 11 }).fit(points);
    assert.ok(tuned.bestModel instanceof ml.PipelineModel);
    const own = tuned.bestModel.stages[1];
    assert.ok(own instanceof Model);
    await tuned.dispose();
    await assert.rejects(own.get('coefficients'), SparkError);
    assert.ok(await scaler.get('mean'));
  });

  test('what counts as better is the same as with PySpark', async () => {
    const metrics = {
      MulticlassClassificationEvaluator: [
        ...['f1', 'accuracy', 'weightedPrecision', 'weightedRecall', 'weightedTruePositiveRate'],
        ...['weightedFalsePositiveRate', 'weightedFMeasure', 'truePositiveRateByLabel', 'falsePositiveRateByLabel'],
        ...['precisionByLabel', 'recallByLabel', 'fMeasureByLabel', 'logLoss', 'hammingLoss'],
      ],
      MultilabelClassificationEvaluator: [
        ...['subsetAccuracy', 'accuracy', 'hammingLoss', 'precision', 'recall', 'f1Measure'],
        ...['precisionByLabel', 'recallByLabel', 'f1MeasureByLabel'],
        ...['microPrecision', 'microRecall', 'microF1Measure'],
      ],
      BinaryClassificationEvaluator: ['areaUnderROC', 'areaUnderPR'],
      RegressionEvaluator: ['rmse', 'mse', 'r2', 'mae', 'var'],
      ClusteringEvaluator: ['silhouette'],
      RankingEvaluator: ['meanAveragePrecision', 'meanAveragePrecisionAtK', 'precisionAtK', 'ndcgAtK', 'recallAtK'],
    } as const;
    const makers = {
      MulticlassClassificationEvaluator: ml.multiclassClassificationEvaluator,
      MultilabelClassificationEvaluator: ml.multilabelClassificationEvaluator,
      BinaryClassificationEvaluator: ml.binaryClassificationEvaluator,
      RegressionEvaluator: ml.regressionEvaluator,
      ClusteringEvaluator: ml.clusteringEvaluator,
      RankingEvaluator: ml.rankingEvaluator,
    } as const;
    const queries = Object.entries(metrics).flatMap(([name, all]) => all.map((metric) => [name, metric] as const));
    const expected = JSON.parse(
      await python(largerIsBetter, JSON.stringify({ table: tables.points, asked: queries }), url),
    ) as Plain;
    const ours = queries.map(
      ([name, metricName]) => makers[name as keyof typeof makers]({ metricName }).isLargerBetter,
    );
    assert.deepEqual(
      queries.map((one, i) => [...one, ours[i]]),
      queries.map((one, i) => [...one, (expected as readonly Plain[])[i]]),
    );
  });

  test('one against the rest decides as PySpark does', async () => {
    const classifier = ml.logisticRegression({ maxIter: 5, regParam: 0.1 });
    const points = assembled().transform(rowsOf('points'));
    await using model = await new ml.OneVsRest({ classifier }).fit(points);
    const { rows } = await model.transform(points).select('prediction').table();
    const expected = JSON.parse(await python(oneVsRest, JSON.stringify({ table: tables.points }), url)) as number[];
    assert.deepEqual(
      rows.map(([prediction]) => prediction),
      expected,
    );
    await assert.rejects(new ml.OneVsRest({ classifier, labelCol: 'y' }).fit(points), /whole numbers from 0/);
  });

  test('one against the rest weighs rows as PySpark does, where its classifier can', async () => {
    const classifier = ml.logisticRegression({ maxIter: 5, regParam: 0.1 });
    const points = assembled().transform(rowsOf('points'));
    await using model = await new ml.OneVsRest({ classifier, weightCol: 'c' }).fit(points);
    const intercepts = await Promise.all(model.models.map((one) => one.get('intercept')));
    const expected = JSON.parse(await python(weighed, JSON.stringify({ table: tables.points }), url)) as number[];
    isClose(intercepts as number[], expected, { within: 1e-9 });
    const messages: string[] = [];
    const others = ml.multilayerPerceptronClassifier({ layers: [3, 2], maxIter: 2, seed: 1 });
    const onWarning = (message: string): void => void messages.push(message);
    await using _plain = await new ml.OneVsRest({ classifier: others, weightCol: 'c' }).fit(points, { onWarning });
    assert.deepEqual(messages, [
      'weightCol is not used: classification.MultilayerPerceptronClassifier takes no weights',
    ]);
  });

  test('vectors of every form come as they are, and a model says what it was made with', async () => {
    const four = spark.createDataFrame(
      [
        [0, 0, 0, 0],
        [1.5, 2, 3, 4],
      ],
      'a double, b double, c double, d double',
    );
    const rows = ml.vectorAssembler({ inputCols: ['a', 'b', 'c', 'd'], outputCol: 'v' }).transform(four);
    const { schema, rows: values } = await rows.select('v').table();
    assert.equal(schema.fields[0]?.type.kind, 'udt');
    assert.deepEqual(
      values.map(([v]) => vectorOf(v)),
      [
        { kind: 'sparse', size: 4, indices: [], values: [] },
        { kind: 'dense', values: [1.5, 2, 3, 4] },
      ],
    );
    assert.throws(() => vectorOf('no vector'), /the value is not a vector/);

    await using model = await ml.kMeans({ featuresCol: 'v', k: 2, seed: 1 }).fit(rows);
    const path = join(folder, 'clusters');
    await model.save(spark, path);
    await using loaded = await ml.kMeans.loadModel(spark, path);
    assert.equal(loaded.params['k'], 2);
    assert.deepEqual(await loaded.get('clusterCenterMatrix'), await model.get('clusterCenterMatrix'));
    const predictions = loaded.with({ predictionCol: 'cluster' }).transform(rows);
    assert.deepEqual(
      (await predictions.schema()).fields.map(({ name }) => name),
      ['a', 'b', 'c', 'd', 'v', 'cluster'],
    );
  });

  test('wrong parameters are told before anything is sent; what the engine refuses, in its words', async () => {
    const wrong = (make: () => unknown, message: RegExp): void => assert.throws(make, message);
    wrong(() => ml.kMeans({ clusters: 3 } as object), /has no parameter clusters: it has .*\bk\b/);
    wrong(() => ml.kMeans({ k: 2.5 }), /k of clustering.KMeans is a whole number, not 2.5/);
    wrong(() => ml.tokenizer({ inputCol: 5 as unknown as string }), /inputCol of feature.Tokenizer is a text, not 5/);
    wrong(
      () => new ml.CrossValidator({ estimator: ml.kMeans(), evaluator: ml.clusteringEvaluator(), numFolds: 1 }),
      /must be at least 2/,
    );
    for (const parallelism of [0, -1, 1.5, Number.NaN]) {
      const message = new RegExp(`invalid parallelism ${parallelism}: must be an integer of at least 1`);
      const options = { estimator: ml.kMeans(), evaluator: ml.clusteringEvaluator(), parallelism };
      wrong(() => new ml.CrossValidator(options), message);
      wrong(() => new ml.TrainValidationSplit(options), message);
      wrong(() => new ml.OneVsRest({ classifier: ml.logisticRegression(), parallelism }), message);
    }
    await assert.rejects(ml.kMeans({ k: 2 }).fit(rowsOf('points')), /features does not exist|features/);
    const model = await ml
      .standardScaler({ inputCol: 'features', outputCol: 'x' })
      .fit(assembled().transform(rowsOf('points')));
    await assert.rejects(model.get('nothing'), /nothing/);
    await model.dispose();
    await assert.rejects(model.get('mean'), SparkError);
  });
});

const start = `
import json, os, sys
from pyspark.sql import SparkSession
import pyspark.ml as ml
from pyspark.ml.feature import VectorAssembler
from pyspark.ml.classification import LogisticRegression, OneVsRest
from pyspark.ml.evaluation import BinaryClassificationEvaluator
from pyspark.ml.tuning import CrossValidator, ParamGridBuilder
spark = SparkSession.builder.getOrCreate()
# there is little data: compiling code for each query would take most of the time
for setting in ("codegen.wholeStage", "adaptive.enabled"):
    spark.conf.set(f"spark.sql.{setting}", "false")
spark.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
given = json.load(sys.stdin)
table = given["table"]
df = spark.createDataFrame([tuple(row) for row in table["rows"]], table["schema"]).coalesce(1)
assembled = VectorAssembler(inputCols=["a", "b", "c"], outputCol="features").transform(df)
def tell(value):
    print(json.dumps(value), flush=True)
    os._exit(0)
`;

const readPipeline = `${start}
rows = ml.PipelineModel.load(given["path"]).transform(df).collect()
tell([row.prediction for row in rows])
`;

const crossValidate = `${start}
lr = LogisticRegression(labelCol="yes", maxIter=5)
grid = ParamGridBuilder().addGrid(lr.regParam, [0.5, 0.01]).addGrid(lr.elasticNetParam, [0.0, 1.0]).build()
evaluator = BinaryClassificationEvaluator(labelCol="yes")
fitted = CrossValidator(estimator=lr, estimatorParamMaps=grid, evaluator=evaluator, numFolds=3, seed=11).fit(assembled)
tell([float(metric) for metric in fitted.avgMetrics])
`;

const oneVsRest = `${start}
fitted = OneVsRest(classifier=LogisticRegression(maxIter=5, regParam=0.1)).fit(assembled)
tell([row.prediction for row in fitted.transform(assembled).collect()])
`;

const weighed = `${start}
fitted = OneVsRest(classifier=LogisticRegression(maxIter=5, regParam=0.1), weightCol="c").fit(assembled)
tell([model.intercept for model in fitted.models])
`;

const largerIsBetter = `${start}
from pyspark.ml import evaluation
tell([getattr(evaluation, name)(metricName=metric).isLargerBetter() for name, metric in given["asked"]])
`;

/** An attribute, or the rows of one that is a table. */
async function attributeOf(model: TransformStage | undefined, path: string): Promise<Plain> {
  assert.ok(model instanceof Model);
  if (!tablesOfModels.has(path)) return plain((await model.get(sparkNames[path] ?? path)) as Value);
  const { rows } = await model.table(path).table();
  return rows.map((row) => row.map(plain));
}

/** What Spark calls otherwise than PySpark. */
const sparkNames: Readonly<Record<string, string>> = { clusterCenters: 'clusterCenterMatrix' };

const tablesOfModels = new Set([
  'summary.roc',
  'summary.residuals',
  'surrogateDF',
  'getVectors',
  'gaussiansDF',
  'describeTopics',
  'userFactors',
  'freqItemsets',
  'associationRules',
]);

/** A value as the oracle writes it: vectors as all of their values. */
function plain(value: Value | undefined): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one: Value) => plain(one));
  const parts = value as Readonly<Record<string, Value>>;
  if (parts['kind'] === 'dense' || parts['kind'] === 'sparse')
    return denseValues(parts as unknown as Parameters<typeof denseValues>[0]).map(plain);
  if ('numRows' in parts) return plain(matrixOf(value).values);
  if ('rows' in parts) return plain(parts['values']);
  if ('indices' in parts && 'size' in parts) return denseValues(vectorOf(value)).map(plain);
  return Object.values(parts).map(plain);
}

function isClose(ours: Plain, expected: Plain, { within = 1e-9 }: Pick<Case, 'within'>): void {
  if (typeof ours === 'number' && typeof expected === 'number') {
    const far = Math.abs(ours - expected) / Math.max(1, Math.abs(expected));
    assert.ok(far <= within, `${ours} is not ${expected}`);
    return;
  }
  if (Array.isArray(ours) && Array.isArray(expected)) {
    assert.equal(ours.length, expected.length, `${JSON.stringify(ours)} is not ${JSON.stringify(expected)}`);
    ours.forEach((one: Plain, i) => isClose(one, (expected as readonly Plain[])[i] ?? null, { within }));
    return;
  }
  assert.deepEqual(ours, expected);
}

const describeStage = ({ maker, params }: StageOfCase) => ({
  className: maker.definition.className,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'kind' in value
        ? (value as { readonly values?: unknown }).values
        : value,
    ]),
  ),
});

async function pySparkResults(url: string): Promise<readonly PySparkResult[]> {
  const inputs = cases.map(({ table, stages, attributes, evaluator }) => ({
    table,
    stages: stages.map(describeStage),
    attributes,
    ...(evaluator === undefined ? {} : { evaluator: describeStage(evaluator) }),
  }));
  // JSON has no infinity, but Python reads one
  const text = JSON.stringify({ cases: inputs, tables }, (_, value: unknown) =>
    value === Infinity ? '@inf' : value === -Infinity ? '@-inf' : value,
  ).replaceAll(/"@(-?)inf"/g, '$1Infinity');
  const code = await readFile(new URL('ml/oracle.py', import.meta.url), 'utf8');
  return JSON.parse(await python(code, text, url)) as PySparkResult[];
}

/** Runs a Python text with PySpark as a client of the engine; gives the last line that it printed. */
async function python(code: string, input: string, url: string): Promise<string> {
  const child = spawn(toolchain().python, ['-c', code], {
    // PySpark wants TLS for a token, but for this name of the machine
    env: { ...process.env, SPARK_REMOTE: url.replace('127.0.0.1', 'localhost'), SPARK_CONNECT_MODE_ENABLED: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number];
  assert.equal(status, 0, err.slice(-2_000));
  return out.trim().split('\n').at(-1) ?? '';
}
