import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CollectedTable } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { compareTables } from '@millrace/parity/compare';
import { explainWorkflow } from '../src/explain/index.ts';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest } from '../src/results/events.ts';
import type { RequestedEngine } from '../src/plan/choose-engine.ts';
import { deepest, depthOfPlan } from '../src/plan/wide.ts';
import { csv, workflowOfDrafts, inARow, print, sql, type Draft } from './drafts.ts';
import { ready, runOn, type Ready } from './support.ts';

const numbers = csv('numbers.csv', 'k n', 'INTEGER LONG');
const addColumn = (name: string, expression: string): Draft => ({
  nodeClass: 'etl.NodeExpressions',
  fields: { outputCols: [name], expressions: [expression] },
});
const filter = (condition: string): Draft => ({
  nodeClass: 'etl.NodeRowFilter',
  fields: { conditionExpr: condition },
});
const sortBy = (...columns: string[]): Draft => ({
  nodeClass: 'etl.NodeSortBy',
  fields: { sortByColNames: columns, ascDesc: columns.map(() => 'ASC') },
});
const formula = (name: string, text: string): Draft => ({
  nodeClass: 'etl.NodeFormula',
  fields: { outputCol: name, formula: text },
});
const joined: Draft = {
  nodeClass: 'etl.NodeJoinUsingSQL',
  type: 'join',
  fields: { tempTables: ['a', 'b'], sql: 'select a.k, a.n + b.n as n from a join b on a.k = b.k' },
};
const union: Draft = { nodeClass: 'etl.NodeUnionAll', type: 'join' };

/** Nodes in SQL, filters and formulas in turn: each adds to the rows, and every third leaves one out. */
const mixed = (count: number): Draft[] =>
  Array.from({ length: count }, (_, i) => {
    if (i % 3 === 0) return sql('select k, n + 1 as n from t');
    return i % 3 === 1 ? addColumn('n', 'n + k') : filter(`k <> ${1000 + i}`);
  });

/** What {@link mixed} makes of a row. */
const nAfter = (count: number, k: number, n: number): number =>
  n + Math.ceil(count / 3) + Math.floor((count + 1) / 3) * k;

/** The most relations that a processor puts on top of its input at once, and those of reading kept rows. */
const ownDepth = 8;

describe('chains of many nodes', () => {
  const host = new EngineHost(sharing());
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-deep-'));
    const lines = Array.from({ length: 12 }, (_, i) => `${i},${100 * i}`);
    await writeFile(join(folder, 'numbers.csv'), `k,n\n${lines.join('\n')}\n`);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a graph; no plan that it sends on is deeper than it may be. */
  async function run(
    engine: RequestedEngine,
    graph: Ready,
  ): Promise<{ manifest: Manifest; tables: Map<string, CollectedTable> }> {
    const tables = new Map<string, CollectedTable>();
    const last = graph.prepared.order.at(-1);
    const manifest = await runOn(host, engine, graph, {
      inspect: async ({ id }, output, df) => {
        assert.ok(depthOfPlan(df.relation) <= deepest + ownDepth, `node ${id}: ${depthOfPlan(df.relation)}`);
        if (id === last) tables.set(`${id}/${output}`, await df.table());
      },
    });
    const failed = manifest.nodes.filter(({ status }) => status !== 'COMPLETED');
    assert.deepEqual(failed.slice(0, 1), []);
    return { manifest, tables };
  }

  const rowsOf = ({ outputs }: Manifest): unknown => outputs.map((output) => ('rows' in output ? output.rows : output));

  /** What a chain of mixed nodes shows at its end. */
  const expectedRows = (count: number): unknown => [
    Array.from({ length: 12 }, (_, k) => [k, nAfter(count, k, 100 * k)]),
  ];

  test('300 nodes in SQL, filters and formulas give the right rows on Sail, which auto chooses', async () => {
    const graph = await ready(inARow([numbers, ...mixed(300), print]), new Map(), folder);
    const { manifest } = await run('auto', graph);
    assert.equal(manifest.engine, 'sail', manifest.why);
    assert.deepEqual(rowsOf(manifest), expectedRows(300));
  });

  test('300 nodes give the right rows on Spark', async () => {
    const graph = await ready(inARow([numbers, ...mixed(300), print]), new Map(), folder);
    const { manifest } = await run('spark', graph);
    assert.deepEqual(rowsOf(manifest), expectedRows(300));
  });

  test('1,000 nodes complete on Sail; what a node costs is told for chains of more and more of them', async (t) => {
    const perNode: number[] = [];
    for (const count of [100, 200, 400, 1_000]) {
      const graph = await ready(inARow([numbers, ...mixed(count), print]), new Map(), folder);
      const { manifest } = await run('auto', graph);
      assert.equal(manifest.engine, 'sail', manifest.why);
      assert.deepEqual(rowsOf(manifest), expectedRows(count));
      perNode.push(manifest.ms / count);
      t.diagnostic(
        `${count} nodes: ${((perNode.at(-1) ?? 0) / (perNode[0] ?? 1)).toFixed(2)} times as much for a node`,
      );
    }
  });

  test('200 nodes that hand on arrays and structs are looked at before the run, and run', async () => {
    const nodes = [
      numbers,
      sql("select k, n, array(k, k) as a, named_struct('p', k) as s from t"),
      ...Array.from({ length: 200 }, () => sql('select k, n + 1 as n, a, s from t')),
      sql('select k, n, a[1] + s.p as twice from t'),
      print,
    ];
    const graph = await ready(inARow(nodes), new Map(), folder);
    const { manifest } = await run('auto', graph);
    assert.doesNotMatch(manifest.why, /Sail does not accept it|Sail failed/);
    assert.deepEqual(rowsOf(manifest), [Array.from({ length: 12 }, (_, k) => [k, 100 * k + 200, 2 * k])]);
  });

  test('300 nodes are explained on Sail', async () => {
    const { prepared, ...rest } = await ready(inARow([numbers, ...mixed(300), print]), new Map(), folder);
    const explanation = await explainWorkflow({ host, engine: 'auto', ...rest }, prepared);
    assert.deepEqual([explanation.engine, explanation.schemasFrom], ['sail', 'sail'], explanation.why);
    const columns = explanation.nodes.map(({ outputs }) => outputs?.[0]?.columns?.map(({ name }) => name).join());
    assert.deepEqual(new Set(columns), new Set(['k,n']));
  });

  test('300 nodes that only add to each row give the right rows on both engines', async () => {
    const nodes = [
      numbers,
      sql('select k, n from t'),
      ...Array.from({ length: 300 }, () => addColumn('n', 'n + k')),
      print,
    ];
    const graph = await ready(inARow(nodes), new Map(), folder);
    for (const engine of ['sail', 'spark'] as const)
      assert.deepEqual(rowsOf((await run(engine, graph)).manifest), [
        Array.from({ length: 12 }, (_, k) => [k, 400 * k]),
      ]);
  });

  /** A chain of formulas on a reader, so long that its last node stands just before a cut, at it, or just behind it. */
  const upToCut = (by: number): Draft[] => [
    numbers,
    ...Array.from({ length: deepest + by }, () => addColumn('n', 'n + 1')),
  ];
  const wiresOf = (count: number): [number, number][] => Array.from({ length: count - 1 }, (_, i) => [i + 1, i + 2]);

  for (const [name, tail] of [
    ['a join', [joined, sortBy('k')]],
    ['a union', [union, sortBy('k', 'n')]],
  ] as const)
    test(`${name} of a deep chain, and of another branch of it, gives the same rows on both engines`, async () => {
      for (const by of [-6, -3, 0]) {
        const chain = upToCut(by);
        const at = chain.length;
        // two nodes read the end of the chain, and both meet again
        const drafts = [...chain, addColumn('n', 'n * 2'), filter('k > 3'), ...tail];
        const wires: [number, number][] = [...wiresOf(at), [at, at + 1], [at, at + 2], [at + 1, at + 3], [at + 2, at + 3], [at + 3, at + 4]]; // prettier-ignore
        const graph = await ready(workflowOfDrafts(drafts, wires), new Map(), folder);
        const [sail, spark] = [await run('sail', graph), await run('spark', graph)];
        for (const [key, table] of spark.tables) {
          const other = sail.tables.get(key) ?? assert.fail(key);
          assert.equal(compareTables(table, other, { ordered: true }), undefined, `${name}, ${by}`);
        }
        assert.equal(spark.tables.size, 1);
      }
    });

  test('rows of every type are the same behind a cut', async () => {
    const values = [
      'cast(k as byte) b', 'cast(k as decimal(20,4)) c', "date '2024-02-29' d", "timestamp '2024-02-29 12:34:56.789' ts",
      'k / 3 x', 'cast(k as float) f', "cast('x' as binary) bin", "if(k = 1, double('NaN'), if(k = 2, -0.0D, null)) odd",
      'array(k, null) a', "named_struct('p', k, 'q', array('r')) s", "map('key', k) m", 'k > 3 yes',
    ]; // prettier-ignore
    const nodes = [
      numbers,
      sql(`select k, n, ${values.join(', ')} from t`),
      ...Array.from({ length: deepest + 8 }, () => addColumn('n', 'n + 1')),
      filter('k < 100'),
    ];
    const graph = await ready(inARow(nodes), new Map(), folder);
    const [sail, spark] = [await run('sail', graph), await run('spark', graph)];
    for (const [key, table] of spark.tables)
      assert.equal(compareTables(table, sail.tables.get(key) ?? assert.fail(key), { ordered: true }), undefined);
    assert.equal(spark.tables.size, 1);
  });

  test('a formula with conditions behind a cut runs, in the order of the file', async () => {
    const tail = [formula('big', 'IF [n] > 500 THEN 1 ELSE 0 ENDIF'), print];
    const graph = await ready(inARow([...upToCut(4), ...tail]), new Map(), folder);
    const [sail, spark] = [await run('auto', graph), await run('spark', graph)];
    assert.equal(sail.manifest.engine, 'sail', sail.manifest.why);
    assert.deepEqual(rowsOf(sail.manifest), rowsOf(spark.manifest));
  });
});
