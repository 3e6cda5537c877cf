import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue, type ProcessorCatalogue } from '@millrace/processors';
import type { Workflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost } from '@millrace/engines/host';
import { EditingSession } from '../src/preview/editing-session.ts';
import { graphColumns, previewNode, type GraphColumns, type EditedGraph } from '../src/preview/index.ts';
import { composeWorkflow } from '../src/explain/compose-workflow.ts';
import { prepareFor } from '../src/plan/prepare.ts';
import { columnsOf } from '../src/results/cells.ts';
import { analyseGraph, knownReasons } from '../src/plan/analyse-graph.ts';
import { decide, inWords, readMatrix } from '@millrace/parity';
import { csv, inARow, sql } from './drafts.ts';
import { dataGraphs, gallery, galleryDatasets, galleryWorkflow, hasGallery, ready } from './support.ts';

const names = hasGallery ? await dataGraphs() : [];

describe('the columns of all nodes of a graph', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  let catalogue: ProcessorCatalogue;
  before(async () => {
    catalogue = await loadCatalogue();
    folder = await mkdtemp(join(tmpdir(), 'millrace-columns-'));
    await writeFile(join(folder, 'people.csv'), 'name,age\nAda,36\nBo,7\n');
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const see = async (workflow: Workflow, more: Partial<EditedGraph> = {}): Promise<GraphColumns> => {
    await using session = new EditingSession(host, { owner: 'test' });
    await using files = new LocalFiles(folder);
    const { signal } = new AbortController();
    return await graphColumns(session, {
      workflow,
      catalogue,
      datasets: new Map(),
      files,
      sampleRows: 100,
      signal,
      ...more,
    });
  };

  test('are given up where whoever asked has gone', async () => {
    const controller = new AbortController();
    let composed = 0;
    const counted: ProcessorCatalogue = {
      [Symbol.iterator]: () => catalogue[Symbol.iterator](),
      get: (nodeClass) => {
        const processor = catalogue.get(nodeClass);
        return (
          processor && {
            ...processor,
            compose: (input) => {
              if (++composed === 20) controller.abort(new Error('gone'));
              return processor.compose(input);
            },
          }
        );
      },
    };
    const people = csv('people.csv', 'name age', 'STRING INTEGER');
    const long = inARow([people, ...Array.from({ length: 300 }, () => sql('select name, age from t'))]);
    await assert.rejects(see(long, { catalogue: counted, signal: controller.signal }), /^Error: gone$/);
    assert.equal(composed, 20);
  });

  test('stand over the rows that a reader is to show while designing', async () => {
    await using session = new EditingSession(host, { owner: 'test' });
    await using files = new LocalFiles(folder);
    const { signal } = new AbortController();
    await writeFile(join(folder, 'many.csv'), `id\n${Array.from({ length: 300 }, (_, i) => i).join('\n')}\n`);
    const many = csv('many.csv', 'id', 'INTEGER');
    const preview = async (fields: Readonly<Record<string, string>>) => {
      const workflow = inARow([{ ...many, fields: { ...many.fields, ...fields } }]);
      const options = { workflow, catalogue, datasets: new Map(), files, sampleRows: 100, signal };
      const { outputs, sample } = await previewNode(session, options, '1', { rows: 1_000 });
      const ids = outputs[0]?.rows.map(([id]) => Number(id)) ?? [];
      return [ids.length, ids[0], ids.at(-1), sample.complete];
    };
    const selectiveSamplingExpression = 'id >= 250';
    assert.deepEqual(await preview({}), [100, 0, 99, false]);
    assert.deepEqual(await preview({ limitInputRecords: '20' }), [20, 0, 19, false]);
    assert.deepEqual(await preview({ selectiveSamplingExpression }), [100, 0, 99, false]);
    assert.deepEqual(await preview({ dataSampling: 'Selective', selectiveSamplingExpression }), [50, 250, 299, false]);
  });

  describe('of the gallery', { skip: !hasGallery }, async () => {
    const datasets = hasGallery ? await galleryDatasets() : new Map();
    for (const name of names)
      test(`${name}: are those of its plans, and their reasons those of auto`, async () => {
        const graph = await ready(await galleryWorkflow(name), datasets, gallery);
        await using files = new LocalFiles(gallery);
        const graphOfColumns = await see(await galleryWorkflow(name), { datasets, files });
        const { workflow } = graph.prepared;
        const own = new Map(workflow.dataSetDetails.map((one) => [one.uuid, one]));
        const around = (session: Awaited<ReturnType<typeof host.open>>) => ({
          session: session.session,
          engine: session.kind,
          onePartition: session.keepsOrder,
          files: graph.files,
          dataset: (uuid: string) => datasets.get(uuid) ?? own.get(uuid),
          now: '2024-02-29T12:00:00.000Z',
          seed: 42n,
        });
        await using session = await host.open('sail');
        const sailAlone = { ...graph.prepared, catalogue, around };
        const plans = await composeWorkflow({
          ...graph.prepared,
          catalogue,
          around: around(session),
          prepare: prepareFor(session),
        });
        const byNode = new Map(graphOfColumns.nodes.map((one) => [one.nodeId, one]));
        assert.deepEqual(
          plans.map(({ node }) => [node.id, byNode.get(node.id)?.outputs?.map(({ columns }) => columns) ?? null]),
          plans.map((one) => [
            one.node.id,
            one.kind === 'composed' ? one.outputs.map(({ schema }) => columnsOf(schema)) : null,
          ]),
        );
        const fixed = new Map(knownReasons(sailAlone).map(({ nodeId, unverified }) => [nodeId, [unverified]]));
        const { perNode } = decide(await analyseGraph(sailAlone, session), readMatrix().keys);
        for (const { nodeId, missing } of perNode) {
          const { engine, reasons = [] } = byNode.get(nodeId) ?? {};
          const own = fixed.get(nodeId) ?? missing.map(inWords);
          if (own.length > 0) assert.deepEqual([engine, reasons], ['spark', own], `node ${nodeId}`);
          else
            assert.ok(
              engine === 'sail' || reasons[0]?.startsWith('it reads a node that needs Spark: '),
              `node ${nodeId}`,
            );
        }
        assert.ok(perNode.length > 0);
      });
  });
});
