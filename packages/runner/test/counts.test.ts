import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest } from '../src/results/events.ts';
import { csv, workflowOfDrafts, inARow, print, sql, type Draft } from './drafts.ts';
import { ready, runOn } from './support.ts';

/** Every tenth value is no number, and one in a hundred is absent. */
const values = Array.from({ length: 1000 }, (_, i) => (i % 100 === 5 ? '' : i % 10 === 0 ? 'x' : String(i % 7)));
const rejected = values.filter((value) => value === 'x').length;
const howMany = (passes: (k: number) => boolean): number =>
  values.filter((value) => value !== '' && value !== 'x' && passes(Number(value))).length;

const host = new EngineHost(sharing());
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-counts-'));
  const lines = values.map((value, i) => `${i},${value}`);
  await writeFile(join(folder, 'numbers.csv'), `id,k\n${lines.join('\n')}\n`);
});
after(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const numbers = csv('numbers.csv', 'id k', 'INTEGER INTEGER');
const strict: Draft = { ...numbers, fields: { ...numbers.fields, mode: 'DROPMALFORMED' } };
const filter = (conditionExpr: string): Draft => ({ nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr } });
const sort: Draft = { nodeClass: 'etl.NodeSortBy', fields: { sortByColNames: ['id'], ascDesc: ['ASC'] } };

const countsOf = ({ nodes }: Manifest): unknown[] =>
  nodes.map(({ rows, rejected = 0, status }) => (status === 'COMPLETED' ? [rows, rejected] : status));

for (const engine of ['sail', 'spark'] as const)
  describe(`rows of every node are counted on ${engine}`, () => {
    const run = async (...nodes: readonly Draft[]): Promise<unknown[]> =>
      countsOf(await runOn(host, engine, await ready(inARow(nodes), new Map(), folder)));

    test('of a reader and the filter behind it', async () => {
      assert.deepEqual(await run(numbers, filter('k > 2'), filter('k > 5'), print), [
        [1000, rejected],
        [howMany((k) => k > 2), 0],
        [howMany((k) => k > 5), 0],
        [howMany((k) => k > 5), 0],
      ]);
    });

    test('and of more rejected rows than are shown, the first are shown in order', async () => {
      const lines = Array.from({ length: 700 }, (_, i) => `${i},${i % 3 === 0 ? `bad ${i}` : i}`);
      await writeFile(join(folder, 'many.csv'), `id,k\n${lines.join('\n')}\n`);
      const many = csv('many.csv', 'id k', 'INTEGER INTEGER');
      const manifest = await runOn(host, engine, await ready(inARow([many, print]), new Map(), folder));
      assert.deepEqual(countsOf(manifest)[0], [700, 234]);
      const table = manifest.outputs.find(({ title }) => title === 'Rejected rows');
      assert.ok(table?.type === 'table' && table.truncated);
      assert.deepEqual(
        table.columns.map(({ name }) => name),
        ['_rejected', 'id', 'k'],
      );
      assert.deepEqual(
        table.rows,
        Array.from({ length: 100 }, (_, i) => [['k'], String(3 * i), `bad ${3 * i}`]),
      );
    });

    test('of a reader that leaves bad rows out', async () => {
      assert.deepEqual(await run(strict, filter('id < 100'), print), [
        [900, rejected],
        [90, 0],
        [90, 0],
      ]);
    });

    test('of a filter that lets nothing through', async () => {
      assert.deepEqual(await run(numbers, filter('id < 0'), print), [
        [1000, rejected],
        [0, 0],
        [0, 0],
      ]);
    });

    test('of a reader before a filter that fails', async () => {
      assert.deepEqual(await run(numbers, filter('1 div (id - 7) > 0'), print), [
        [1000, rejected],
        'FAILED',
        'SKIPPED',
      ]);
    });

    test('of a reader that several nodes read, and of those', async () => {
      for (const [reader, rows] of [
        [numbers, 1000],
        [strict, 900],
      ] as const) {
        const graph = workflowOfDrafts(
          [reader, filter('id >= 990'), sort, sql('select k, count(*) n from t group by k')],
          [
            [1, 2],
            [1, 3],
            [3, 4],
          ],
        );
        const manifest = await runOn(host, engine, await ready(graph, new Map(), folder));
        const min = rows === 1000 ? 10 : 9;
        assert.deepEqual(countsOf(manifest), [
          [rows, rejected],
          [min, 0],
          [rows, 0],
          [8, 0],
        ]);
      }
    });

    test('of sorted rows that are kept', async () => {
      const sorted = 'select * from t order by id desc';
      assert.deepEqual(await run(numbers, sql(sorted), sql('select id from t where id < 100'), sort), [
        [1000, rejected],
        [1000, 0],
        [100, 0],
        [100, 0],
      ]);
    });
  });
