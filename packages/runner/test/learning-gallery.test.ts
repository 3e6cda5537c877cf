import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { toolchain } from '../../toolchain/toolchain.mjs';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest } from '../src/results/events.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { gallery, galleryDatasets, galleryWorkflow, hasGallery, ready } from './support.ts';
import { sharedEngine, sharing } from '@millrace/testkit/engines';

interface OracleValues {
  readonly predictions: readonly number[];
  readonly [metric: string]: number | readonly number[];
}

const graphs = [
  'ChurnAnalysis',
  'CrossValidator',
  'GBTRegression',
  'HousingKMeans',
  'Pipeline',
  'SpamDetectionWithLogisticRegression',
];
const seed = 42n;

describe('every graph of the gallery that learns', { skip: !hasGallery }, () => {
  const host = new EngineHost(sharing());
  let oracle: Readonly<Record<string, OracleValues>> = {};
  before(async () => {
    const spark = await sharedEngine('spark');
    const script = fileURLToPath(new URL('learning/gallery.py', import.meta.url));
    const { PATH, HOME } = process.env;
    // PySpark wants TLS for a token anywhere but here
    const remote = spark.url.replace('127.0.0.1', 'localhost');
    const { stdout } = await promisify(execFile)(toolchain().python, [script, gallery, String(seed)], {
      env: { PATH, HOME, SPARK_REMOTE: remote, SPARK_CONNECT_MODE_ENABLED: '1' },
      maxBuffer: 1 << 26,
    });
    oracle = JSON.parse(stdout) as typeof oracle;
  });
  after(() => host.close());

  for (const name of graphs)
    test(`${name}: completes, and predicts and measures what PySpark does`, async (t) => {
      const { prepared, ...rest } = await ready(await galleryWorkflow(name), await galleryDatasets(), gallery);
      const predictions: number[] = [];
      const done: Manifest = await runWorkflow(
        prepared,
        { engine: 'auto', now: '2024-02-29T12:00:00.000Z', seed },
        {
          ...rest,
          host,
          inspect: async (node, _output, df) => {
            if (node.nodeClass.endsWith('.NodePredict'))
              predictions.push(...(await df.select('prediction').table()).rows.map(([one]) => Number(one)));
          },
          emit: () => undefined,
        },
      );
      assert.deepEqual(
        done.nodes.filter(({ status }) => status !== 'COMPLETED').map(({ name: of, error }) => [of, error?.message]),
        [],
      );
      const { predictions: expected, ...metrics } = oracle[name] ?? { predictions: [] };
      assert.ok(expected.length > 0);
      assert.deepEqual(predictions, expected);
      t.diagnostic(`${expected.length} predictions`);
      const ours = Object.assign({}, ...done.nodes.map((node) => node.metrics ?? {})) as Record<string, unknown>;
      for (const [metric, value] of Object.entries(metrics)) {
        assert.ok(
          Math.abs(Number(ours[metric]) - Number(value)) < 1e-9,
          `${metric} is ${String(ours[metric])}, not ${String(value)}`,
        );
        t.diagnostic(`${metric} ${String(ours[metric])}, and ${String(value)} by PySpark`);
      }
    });
});
