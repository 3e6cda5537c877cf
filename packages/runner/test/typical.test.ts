import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { isLong } from '@millrace/testkit/long';
import { EngineHost } from '@millrace/engines/host';
import { checkParity } from '../src/parity.ts';
import { ready, runOn } from './support.ts';
import { datasets, writeFiles } from './typical/data.ts';
import { finance } from './typical/finance.ts';
import { health } from './typical/health.ts';
import { hr } from './typical/hr.ts';
import { retail } from './typical/retail.ts';
import { sales } from './typical/sales.ts';
import { sensors } from './typical/sensors.ts';
import { text } from './typical/text.ts';
import { web } from './typical/web.ts';

const graphs = [sales, web, sensors, hr, finance, retail, health, text].flat();
/** Each sixth with every commit, all by night. */
const selection = graphs.filter((_, i) => isLong || i % 6 === 2);
/** Graphs that ran on Sail when this was measured last, of all: it may only grow. The goal is nine of ten. */
const minOnSail = 37;

describe('graphs as users draw them', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-typical-'));
    await writeFiles(folder);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  let onSail = 0;
  for (const { name, workflow } of selection)
    test(`${name}: completes under auto, and gives Spark's rows`, async (t) => {
      const graph = await ready(workflow, datasets(), folder);
      const auto = await runOn(host, 'auto', graph, { dryRun: true });
      assert.deepEqual(
        auto.nodes.filter((n) => n.status !== 'COMPLETED').map((n) => [n.name, n.error?.message]),
        [],
      );
      if (auto.engine === 'spark') return t.diagnostic(`on Spark: ${auto.why}`);
      onSail++;
      const { differences } = await checkParity(graph.prepared, {}, { ...graph, host });
      assert.deepEqual(differences, []);
    });
  test('the share that runs on Sail does not fall', (t) => {
    t.diagnostic(`auto ran ${onSail} of ${selection.length} typical graphs on Sail`);
    assert.equal(graphs.length, 63);
    if (isLong) assert.ok(onSail >= minOnSail, `only ${onSail} of ${graphs.length} run on Sail`);
  });
});
