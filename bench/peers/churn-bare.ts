/**
 * The training part of the gallery's churn graph by a bare client of Spark Connect, from nothing to the evaluated forest, as
 * often as its arguments say: churn-bare.ts FOLDER [TIMES]. Prints how long each time took, ms, without the start.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSpark } from '@millrace/engines';
import { SparkSession } from '../../packages/spark-connect/src/index.ts';
import * as ml from '../../packages/spark-connect/src/ml/index.ts';

const [folder = '', times = '1'] = process.argv.slice(2);
const numbers = `vmail day_minutes day_calls day_charge eve_minutes eve_calls eve_charge night_minutes night_calls
  night_charge intl_minutes intl_calls intl_charge service_calls`.split(/\s+/);
const columns = ['state string', 'length double', 'area double', 'phone string', 'intl string', 'voice string'];
const schema = [...columns, ...numbers.map((name) => `${name} double`), 'churned string'].join(', ');
const features =
  'length vmail day_calls day_charge eve_calls eve_charge night_calls intl_calls intl_charge intl_index'.split(' ');

const scratch = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
const engine = await startSpark({ scratch });
try {
  const ms: number[] = [];
  for (let seed = 42n; seed < 42n + BigInt(times); seed++) {
    const start = performance.now();
    const session = await SparkSession.connect(engine.url);
    const rows = session.read.schema(schema).csv(join(folder, 'data', 'churn_prediction', 'churn.all'));
    const index = ml.stringIndexer({
      inputCols: ['intl', 'churned'],
      outputCols: ['intl_index', 'label'],
      handleInvalid: 'skip',
    });
    const indexed = (await index.fit(rows)).transform(rows);
    const assembled = ml.vectorAssembler({ inputCols: features, outputCol: 'features' }).transform(indexed);
    const [training = assembled, test = assembled] = assembled.randomSplit([0.8, 0.2], seed);
    const predicted = (await ml.randomForestClassifier({ labelCol: 'label' }).fit(training)).transform(test);
    await ml.binaryClassificationEvaluator({ labelCol: 'label' }).evaluate(predicted);
    await session.stop();
    ms.push(performance.now() - start);
  }
  console.log(JSON.stringify(ms));
} finally {
  await engine.stop();
  await rm(scratch, { recursive: true, force: true });
}
