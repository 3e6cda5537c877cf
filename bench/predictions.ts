import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { csv, inARow } from '../packages/server/test/graphs.ts';
import { toolchain } from '../packages/toolchain/toolchain.mjs';
import { pysparkEnv } from './cold.ts';
import { percentile } from './http-load.ts';
import { median } from './measure.ts';
import { Client, startService } from './service.ts';

const calls = 200;
/** Calls at the beginning that are not counted, ours and the peer's: what is compiled is compiled then. */
const first = 50;

/** (predict) A pipeline with a forest of 20 trees predicts rows by REST. */
export async function predictions(folder: string): Promise<void> {
  console.log('\n(predict) one row per call, by REST; a pipeline with a forest of 20 trees, trained on 5,000 rows');
  const files = join(folder, 'predict-files');
  await mkdir(files, { recursive: true });
  const numbers = Array.from({ length: 10 }, (_, i) => `x${i}`);
  const lines = Array.from({ length: 5_000 }, (_, i) => {
    const values = numbers.map((_name, k) => (i * (2 * k + 3)) % 97);
    return [i % 4 === 0 ? 'gold' : 'basic', ...values, (values[0] ?? 0) > 60 ? 'yes' : 'no'].join(',');
  });
  await writeFile(join(files, 'rows.csv'), `plan,${numbers.join(',')},left\n${lines.join('\n')}\n`);
  const service = await startService(join(folder, 'predict-home'), files);
  try {
    const client = await Client.open(service.url);
    const workflowId = Number(await client.send('POST', '/api/v1/workflows', { workflow: trainingBody(numbers) }));
    await client.waitForRun(await client.send('POST', '/api/v1/workflow/execute', { workflowId }));
    const [model] = JSON.parse(await client.send('GET', '/api/v1/models')) as {
      readonly id: number;
      readonly latest: { readonly path: string };
    }[];
    if (model === undefined) throw new Error('the run registered no model');
    const row = { plan: 'gold', ...Object.fromEntries(numbers.map((name, i) => [name, i])) };
    const times: number[] = [];
    for (const many of [1, 100]) {
      const rows = Array.from({ length: many }, () => row);
      const ms: number[] = [];
      for (let call = 0; call < first + calls; call++) {
        const start = performance.now();
        await client.send('POST', `/api/v1/models/${model.id}/predict`, { rows });
        if (call >= first) ms.push(performance.now() - start);
      }
      if (many === 1) times.push(...ms);
      else console.log(`${`${many} rows per call`.padEnd(34)}  ${format(ms)}`);
    }
    const script = new URL('peers/predict_pyspark.py', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(
      toolchain().python,
      [script, join(files, model.latest.path), String(first + calls)],
      { env: await pysparkEnv(folder) },
    );
    const theirs = stdout.trim().split('\n').map(Number).slice(first);
    const ratio = `${(median(theirs) / median(times)).toFixed(1)}x`;
    console.log(
      `${'1 row per call'.padEnd(34)}  ${format(times)}  PySpark, in process ${format(theirs)}  ${ratio}  goal: p50 < 150 ms`,
    );
  } finally {
    await service.stop();
  }
}

const format = (ms: readonly number[]): string =>
  `p50 ${median(ms).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms`;

const trainingBody = (numbers: readonly string[]): Record<string, unknown> =>
  inARow('Learns', [
    csv('rows.csv', ['plan', ...numbers, 'left'], ['STRING', ...numbers.map(() => 'DOUBLE'), 'STRING']),
    {
      nodeClass: 'ml.NodeStringIndexer',
      type: 'ml-transformer',
      fields: { inputCols: ['plan', 'left'], outputCols: ['plan_index', 'label'] },
    },
    {
      nodeClass: 'ml.NodeVectorAssembler',
      type: 'ml-transformer',
      fields: { inputCols: ['plan_index', ...numbers], outputCol: 'features' },
    },
    {
      nodeClass: 'ml.NodeRandomForestClassifier',
      type: 'ml-estimator',
      fields: { featuresCol: 'features', labelCol: 'label', numTrees: '20', seed: '7' },
    },
    { nodeClass: 'ml.NodePipeline', type: 'ml-pipeline' },
    { nodeClass: 'ml.NodeModelSave', type: 'ml-modelsave', fields: { path: 'models/bench' } },
  ]);
