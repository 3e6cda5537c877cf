import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '@millrace/processors';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { prepareRun, runWorkflow, type Manifest, type RunOutput } from '@millrace/runner';
import { parseWorkflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { loadDatasets } from '../src/load.ts';

const samples = fileURLToPath(new URL('../../../samples/', import.meta.url));
const names = (await readdir(join(samples, 'workflows'))).map((file) => file.replace(/\.json$/, ''));
const catalogue = await loadCatalogue();
const { byUuid: datasets } = await loadDatasets(join(samples, 'datasets'));

/** All of every node: its preview holds the rows of its output. */
const all = 1_000_000;

/** The sample that trains a model, which Spark alone runs. */
const trainingSample = 'kinds-of-ships';

type Prepared = Extract<ReturnType<typeof prepareRun>, { readonly ok: true }>['run'];

async function prepare(name: string) {
  const parsed = parseWorkflow(await readFile(join(samples, 'workflows', `${name}.json`), 'utf8'));
  assert.ok(parsed.ok);
  const result = prepareRun({ workflow: parsed.workflow, catalogue, datasets });
  assert.ok(result.ok, JSON.stringify(result));
  return { run: result.run, problems: [...parsed.problems, ...result.run.warnings] };
}

/** What a run showed, in an order that does not hang on which branch was first; rows of previews in any order. */
function rowsOf({ outputs }: Manifest): unknown[] {
  const rows = (o: RunOutput) => {
    if (o.type !== 'table' || o.title !== 'Preview') return o;
    return { ...o, rows: o.rows.map((row) => JSON.stringify(row)).toSorted() };
  };
  return outputs
    .map(rows)
    .map((o) => JSON.stringify(o))
    .toSorted();
}

describe('the samples', { timeout: 600_000 }, () => {
  const host = new EngineHost(sharing());
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-samples-'));
    await cp(join(samples, 'data'), join(root, 'data'), { recursive: true });
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  test('there are eight, with harbour-traffic for the first look', () => {
    assert.equal(names.length, 8);
    assert.ok(names.includes('harbour-traffic'));
  });

  const runOn = (engine: 'sail' | 'spark', run: Prepared): Promise<Manifest> =>
    runWorkflow(
      run,
      { engine, previews: all, now: '2024-12-31T00:00:00Z', seed: 1n },
      { catalogue, datasets, files: new LocalFiles(root), host, emit: () => undefined },
    );

  for (const name of names.filter((one) => one !== trainingSample))
    test(`${name}: nothing is wrong with it, and Sail and Spark give the same rows at every node`, async () => {
      const { run, problems } = await prepare(name);
      assert.deepEqual(problems, []);
      const sail = await runOn('sail', run);
      const spark = await runOn('spark', run);
      for (const manifest of [sail, spark])
        assert.deepEqual(
          manifest.nodes.filter((n) => n.status !== 'COMPLETED').map((n) => [n.name, n.error?.message]),
          [],
        );
      assert.deepEqual(
        sail.nodes.map((n) => [n.id, n.outputRows ?? n.rows, n.schema, n.rejected]),
        spark.nodes.map((n) => [n.id, n.outputRows ?? n.rows, n.schema, n.rejected]),
      );
      assert.deepEqual(rowsOf(sail), rowsOf(spark));
      assert.ok(
        spark.nodes.every((n) => n.rows !== 0),
        'every node has rows to show',
      );
    });

  test(`${trainingSample}: nothing is wrong with it; it learns, judges what it has not seen, and keeps its model`, async () => {
    const { run, problems } = await prepare(trainingSample);
    assert.deepEqual(problems, []);
    const { status, nodes, outputs } = await runOn('spark', run);
    assert.equal(status, 'COMPLETED', JSON.stringify(nodes.map(({ error }) => error)));
    const accuracy = Number(nodes.find(({ name }) => name === 'How good it is')?.metrics?.['accuracy']);
    assert.ok(accuracy > 0.5 && accuracy < 0.9, `its accuracy is ${accuracy}`);
    const titles = new Set(outputs.flatMap((o) => ('title' in o ? [o.title] : [])));
    for (const title of ['Feature importances', 'Confusion matrix', 'Metrics']) assert.ok(titles.has(title), title);
    assert.equal((await readdir(join(root, 'out', trainingSample))).length, 1);
  });

  test('csv-to-parquet leaves a folder for each kind of ship', async () => {
    const folders = (await readdir(join(root, 'out', 'arrivals'))).filter((f) => f.includes('='));
    assert.deepEqual(
      folders.toSorted(),
      ['bulk carrier', 'container', 'cruise', 'ferry', 'tanker'].map((type) => `ship_type=${type}`),
    );
  });
});
