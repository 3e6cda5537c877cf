import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { isLong, seedOf } from '@millrace/testkit/long';
import { EngineHost } from '@millrace/engines/host';
import type { NodeReport, RunEvent } from '../src/results/events.ts';
import { csv, workflowOfDrafts, sql, type Draft } from './drafts.ts';
import { randomBelow } from './random.ts';
import { ready, runOn } from './support.ts';

interface Step extends Draft {
  readonly inputs: number;
  readonly fails?: boolean;
}

const addColumn = (name: string, expression: string): Step => ({
  nodeClass: 'etl.NodeExpressions',
  fields: { outputCols: [name], expressions: [expression] },
  inputs: 1,
});

/** Nodes that take `k int, n bigint` and give it: what a random graph is made of. */
const steps: readonly Step[] = [
  { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'k % 3 <> 1' }, inputs: 1 },
  addColumn('n', 'n + k'),
  { ...addColumn('n', 'n + 1'), fields: { ...addColumn('n', 'n + 1').fields, storageLevel: 'MEMORY_ONLY' } },
  { nodeClass: 'etl.NodeSortBy', fields: { sortByColNames: ['k', 'n'], ascDesc: ['DESC', 'ASC'] }, inputs: 1 },
  { ...sql('select k, sum(n) as n from t group by k'), inputs: 1 },
  { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '3' }, inputs: 1 },
  { nodeClass: 'etl.NodeUnionAll', type: 'join', inputs: 2 },
  {
    nodeClass: 'etl.NodeJoinUsingSQL',
    type: 'join',
    fields: {
      tempTables: ['a', 'b'],
      sql: 'select a.k, a.n + b.n as n from a join (select distinct k, n from b) b on a.k = b.k',
    },
    inputs: 2,
  },
  { nodeClass: 'save.NodeSaveParquet', fields: { path: 'out', saveMode: 'Overwrite' }, inputs: 1 },
];
const broken: Step = { ...addColumn('n', 'n div (k - k)'), fails: true };

interface RandomGraph {
  readonly drafts: readonly Step[];
  readonly wires: readonly (readonly [number, number])[];
}

/** A graph of one reader and some ten nodes, each over nodes before it; one of them may fail. */
function randomGraph(seed: number): RandomGraph {
  const below = randomBelow(seed);
  const drafts: Step[] = [{ ...csv('numbers.csv', 'k n', 'INTEGER LONG'), inputs: 0 }];
  const wires: [number, number][] = [];
  const size = 4 + below(9);
  const failing = below(2) === 0 ? 2 + below(size) : 0;
  for (let id = 2; id <= size; id++) {
    const step = id === failing ? broken : steps[below(steps.length)];
    if (step === undefined) continue;
    const path = step.nodeClass.startsWith('save.') ? { fields: { ...step.fields, path: `out-${id}` } } : {};
    drafts.push({ ...step, ...path });
    // the last few nodes are more likely, so that chains come about
    for (let i = 0; i < step.inputs; i++) wires.push([Math.max(1, id - 1 - below(Math.min(id - 1, 3))), id]);
  }
  return { drafts, wires };
}

/** Nodes by what becomes of them: the failing one, those after it, the others. */
function expectedStatuses({ drafts, wires }: RandomGraph): string[] {
  const ends: string[] = drafts.map(({ fails }) => (fails === true ? 'FAILED' : 'COMPLETED'));
  for (const [from, to] of wires)
    if (ends[from - 1] !== 'COMPLETED' && ends[to - 1] === 'COMPLETED') ends[to - 1] = 'SKIPPED';
  return ends;
}

describe('graphs drawn at random', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-random-'));
    const lines = Array.from({ length: 40 }, (_, i) => `${(i * 7) % 11},${i}`);
    await writeFile(join(folder, 'numbers.csv'), `k,n\n${lines.join('\n')}\n`);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (engine: 'sail' | 'spark', seed: number): Promise<readonly NodeReport[]> => {
    const graph = randomGraph(seed);
    const events: RunEvent[] = [];
    const manifest = await runOn(
      host,
      engine,
      await ready(workflowOfDrafts(graph.drafts, graph.wires), new Map(), folder),
      {
        events,
      },
    );
    const message = `seed ${seed}: ${graph.drafts.map((d, i) => `${i + 1} ${d.nodeClass}`).join(', ')}; ${graph.wires.join(' ')}`;
    assert.deepEqual(
      manifest.nodes.map((node) => node.status),
      expectedStatuses(graph),
      message,
    );
    // the last word of the events is that of the manifest
    const last = new Map(events.flatMap((e) => (e.event === 'node.finished' ? [[e.id, e.status]] : [])));
    assert.deepEqual([...last.entries()].toSorted(), manifest.nodes.map((n) => [n.id, n.status]).toSorted());
    return manifest.nodes;
  };

  const seeds = (usual: number, count: number): number[] => {
    const first = seedOf(usual);
    return Array.from({ length: isLong ? 10 * count : count }, (_, i) => first + i);
  };

  test('end, each node as it must, on Sail', async () => {
    for (const seed of seeds(1, 40)) await run('sail', seed);
  });

  test('count the same rows on Sail and on Spark', async () => {
    for (const seed of seeds(101, 6))
      assert.deepEqual(
        (await run('sail', seed)).map((n) => n.rows),
        (await run('spark', seed)).map((n) => n.rows),
        `seed ${seed}`,
      );
  });
});
