import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import { checkParity } from '../src/parity.ts';
import {
  dataGraphs,
  gallery,
  galleryDatasets,
  galleryWorkflow,
  hasGallery,
  ready,
  runOn,
  resultsOf,
} from './support.ts';

const names = hasGallery ? await dataGraphs() : [];

describe('every data graph of the gallery', { skip: !hasGallery }, async () => {
  const host = new EngineHost(sharing());
  after(() => host.close());
  const datasets = hasGallery ? await galleryDatasets() : new Map();
  let onSail = 0;
  const others: string[] = [];
  for (const name of names)
    test(`${name}: completes under auto, and gives Spark's rows`, async (t) => {
      const graph = await ready(await galleryWorkflow(name), datasets, gallery);
      const auto = await runOn(host, 'auto', graph, { dryRun: true });
      assert.deepEqual(
        auto.nodes.filter((n) => n.status !== 'COMPLETED').map((n) => [n.name, n.error?.message]),
        [],
      );
      if (auto.engine === 'sail') {
        onSail++;
        const { differences } = await checkParity(graph.prepared, {}, { ...graph, host });
        assert.deepEqual(differences, []);
      } else {
        others.push(`${name}: ${auto.why}`);
        t.diagnostic(`on Spark: ${auto.why}`);
      }
      const spark = await runOn(host, 'spark', graph, { dryRun: true });
      assert.equal(spark.status, 'COMPLETED');
      assert.deepEqual(
        auto.nodes.map((n) => [n.id, n.rows, n.schema, n.rejected]),
        spark.nodes.map((n) => [n.id, n.rows, n.schema, n.rejected]),
      );
      const results = (m: typeof auto) => resultsOf(m).toSorted((a, b) => Number(a.nodeId) - Number(b.nodeId));
      assert.deepEqual(results(auto), results(spark));
    });
  test('the share that runs on Sail is told', (t) => {
    t.diagnostic(`auto ran ${onSail} of ${names.length} data graphs on Sail`);
    for (const other of others) t.diagnostic(`on Spark: ${other}`);
    assert.ok(onSail >= 0.9 * names.length, `only ${onSail} of ${names.length} run on Sail`);
    assert.ok(names.length >= 15, `only ${names.length} data graphs found`);
  });
});
