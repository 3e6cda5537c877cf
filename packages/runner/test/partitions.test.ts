import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { types } from '@millrace/spark-connect';
import { compareTables } from '@millrace/parity/compare';
import type { RunContext } from '@millrace/processors';
import { sharing } from '@millrace/testkit/engines';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import type { Output } from '../src/execute/outputs.ts';
import { withSmallInputsMaterialized } from '../src/plan/small-inputs.ts';
import type { Manifest } from '../src/results/events.ts';
import { csv, workflowOfDrafts, inARow, print, sql, type Draft } from './drafts.ts';
import { ready, runOn, SailInSight } from './support.ts';

const count = 40_000;
const numbers = csv('numbers.csv', 'id k x', 'INTEGER INTEGER DOUBLE');
const sortBy = (...columns: string[]): Draft => ({
  nodeClass: 'etl.NodeSortBy',
  fields: { sortByColNames: columns, ascDesc: columns.map(() => 'ASC') },
});
const groupBy: Draft = {
  nodeClass: 'etl.NodeGroupBy',
  fields: { groupingCols: ['k'], aggregateCols: ['id'], aggregateOperations: ['count'], outputColNames: ['n'] },
};
const byName: Draft = {
  nodeClass: 'etl.NodeGroupBy',
  fields: { groupingCols: ['name'], aggregateCols: ['id'], aggregateOperations: ['sum'], outputColNames: ['n'] },
};
const addColumn = (name: string, expression: string): Draft => ({
  nodeClass: 'etl.NodeExpressions',
  fields: { outputCols: [name], expressions: [expression] },
});
const save = (path: string, format: 'Parquet' | 'CSV' | 'JSON' = 'Parquet'): Draft => ({
  nodeClass: `save.NodeSave${format}`,
  fields: { path, saveMode: 'Overwrite' },
});
const chart: Draft = {
  nodeClass: 'graph.NodeGraphValues',
  fields: { xCol: 'k', yCols: ['n'], graphType: 'LINECHART', maxValuesToDisplay: '1000' },
};

/** As users have it: few rows are in one partition. */
const usual = new EngineHost(sharing());
after(() => usual.close());

const tables = ({ outputs }: Manifest): unknown[] => outputs.map((o) => ('rows' in o ? o.rows : o));

describe('rows enough to be spread, and few enough not to be', () => {
  const host = new SailInSight(sharing({ notWorthSpreading: 0 }));
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-spread-'));
    await writeFile(
      join(folder, 'numbers.csv'),
      `id,k,x\n${Array.from({ length: 99 }, (_, i) => `${i},${i % 5},7`).join('\n')}\n`,
    );
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const areSpread = async (...nodes: readonly Draft[]): Promise<boolean | undefined> => {
    const { status, engine } = await runOn(host, 'auto', await ready(inARow(nodes), new Map(), folder));
    assert.deepEqual([status, engine], ['COMPLETED', 'sail']);
    return host.sail && !host.sail.keepsOrder;
  };

  test('are spread where no order is seen', async () => {
    assert.equal(await areSpread(numbers, groupBy, sortBy('k'), print), true);
  });

  test('stay in one partition where their order is seen', async () => {
    assert.equal(await areSpread(numbers, print), false);
  });
});

describe('rows in many partitions', () => {
  const host = new EngineHost(sharing({ onePartitionBytes: 0 }));
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-partitions-'));
    const lines = Array.from({ length: count }, (_, i) => `${i},${(i * 7919) % 251},${(i * 7919) % count}`);
    await writeFile(join(folder, 'numbers.csv'), `id,k,x\n${lines.join('\n')}\n`);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const onBoth = async (workflow: ReturnType<typeof inARow>) => {
    const graph = await ready(workflow, new Map(), folder);
    const auto = await runOn(host, 'auto', graph);
    const spark = await runOn(host, 'spark', graph);
    assert.equal(auto.status, 'COMPLETED', JSON.stringify(auto.nodes));
    assert.deepEqual(tables(auto), tables(spark));
    assert.deepEqual(
      auto.nodes.map((n) => [n.rows, n.schema]),
      spark.nodes.map((n) => [n.rows, n.schema]),
    );
    return auto;
  };

  test('sorted rows are shown in their order', async () => {
    await onBoth(inARow([numbers, sortBy('x', 'id'), print]));
  });

  test('kept rows are sorted again where they are read', async () => {
    const graph = await ready(inARow([numbers, sortBy('x'), print]), new Map(), folder);
    const [table] = tables(await runOn(host, 'sail', graph)) as [unknown[][]];
    assert.deepEqual(
      table.map((row) => row[2]),
      Array.from({ length: 20 }, (_, i) => i),
    );
  });

  for (const [query, engine] of Object.entries({
    'select k, count(*) as n from t group by k order by k desc': 'sail',
    'select k, max(id) as id from t group by k order by id': 'sail',
    'select distinct if(k > 200, null, k) as k, id from t order by 1 desc nulls first, ID': 'sail',
    'select if(k > 200, null, k) as k, id from t order by k nulls last, id': 'sail',
    'select x, -x as x2, id from t order by x2, id': 'sail',
    'select k, max(x) as x from t group by k order by k desc limit 30': 'sail',
    'select t.k as key, count(*) as n from t group by t.k order by count(*) desc, T.k': 'sail',
    'select a.id, b.k as other from t a join t b on a.id = b.x order by a.id desc': 'sail',
    'select a.k, b.k from t a join t b on a.id = b.x order by a.k, b.k': 'spark',
    // rows must not tie at the cut, and do where it lies among rows of one key
    'select id, x from t order by x desc limit 30': 'sail',
    'select k, id from t order by k limit 30': 'spark',
    'select k, id from t order by k, id limit 30': 'sail',
    'select distinct k from t order by k limit 300': 'sail',
    'select n from (select k, count(*) as n from t group by k) order by k': 'spark',
    'select k, id from t order by k % 7, id': 'spark',
  }))
    test(`rows of a query that sorts stand in its order, on ${engine}: ${query}`, async () => {
      const auto = await onBoth(inARow([numbers, sql(query), print]));
      assert.equal(auto.engine, engine, auto.why);
    });

  test('sorted rows whose columns were dropped and renamed keep their order, on Sail', async () => {
    const auto = await onBoth(
      inARow([
        numbers,
        groupBy,
        sortBy('k'),
        { nodeClass: 'etl.NodeColumnsRename', fields: { currentColNames: ['n'], newColNames: ['many'] } },
        print,
      ]),
    );
    assert.equal(auto.engine, 'sail', auto.why);
  });

  test('a chart over groups is in the order of its axis, on Sail', async () => {
    const auto = await onBoth(inARow([numbers, groupBy, chart]));
    assert.equal(auto.engine, 'sail', auto.why);
  });

  test('a chart of the first rows, many of which tie on its axis, is the same, on Sail', async () => {
    for (const yCols of [['x'], ['id'], ['id', 'x']]) {
      const first: Draft = {
        nodeClass: 'graph.NodeBarChart',
        fields: { xCol: 'k', yCols, maxValuesToDisplay: '20' },
      };
      const auto = await onBoth(inARow([numbers, first]));
      assert.equal(auto.engine, 'sail', auto.why);
    }
  });

  test('sorted rows that are filtered afterwards are shown as on Spark', async () => {
    await onBoth(
      inARow([numbers, sortBy('x'), { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'k > 9' } }, print]),
    );
  });

  test('sorted rows that are saved stay in their order', async () => {
    const auto = await onBoth(inARow([numbers, sortBy('x'), save('sorted')]));
    const engine = await host.open('spark');
    const files = (await readdir(join(folder, 'sorted'))).filter((name) => name.endsWith('.parquet')).toSorted();
    let last = -1;
    for (const file of files)
      for (const [x] of (
        await engine.session.read
          .parquet(join(folder, 'sorted', file))
          .select('x')
          .table()
      ).rows) {
        assert.ok(Number(x) > last, `${auto.engine}: ${String(x)} after ${last}`);
        last = Number(x);
      }
    assert.equal(last, count - 1);
    await engine[Symbol.asyncDispose]();
  });

  const linesOf = async (path: string): Promise<string[]> => {
    const names = (await readdir(join(folder, path))).filter((name) => !/^[_.]/.test(name)).toSorted();
    const texts = await Promise.all(names.map((name) => readFile(join(folder, path, name), 'utf8')));
    return texts.flatMap((text) => text.trimEnd().split('\n'));
  };
  for (const format of ['CSV', 'JSON'] as const) {
    const half: Draft = { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'id % 2 = 0' } };
    const header = format === 'CSV' ? 1 : 0;

    test(`${format} of few sorted rows is written by Sail, in their order`, async () => {
      const path = `few-${format}`;
      const graph = await ready(inARow([numbers, sortBy('x'), save(path, format)]), new Map(), folder);
      assert.equal((await runOn(usual, 'auto', graph)).engine, 'sail');
      const lines = await linesOf(path);
      assert.equal(lines.length, count + header);
      const indexes = lines.slice(header).map((line) => Number(/([\d.]+)\D*$/.exec(line)?.[1]));
      assert.equal(
        indexes.findIndex((x, i) => x !== i),
        -1,
      );
    });

    test(`${format} of rows in many partitions is written by Sail`, async () => {
      const path = `many-${format}`;
      const workflow = inARow([numbers, half, save(path, format)]);
      const graph = await ready(workflow, new Map(), folder);
      const files: string[][] = [];
      for (const engine of ['auto', 'spark'] as const) {
        const run = await runOn(host, engine, graph);
        assert.equal(run.engine, engine === 'auto' ? 'sail' : 'spark', run.why);
        files.push((await linesOf(path)).filter((line) => /\d/.test(line)).toSorted());
      }
      assert.equal(files[0]?.length, Math.ceil(count / 2));
      // a difference of so many lines as a whole is more than can be shown
      assert.deepEqual(files[0]?.filter((line, i) => line !== files[1]?.[i]).slice(0, 3), []);
    });
  }

  test('groups that a node only adds to are kept once; both nodes tell their rows', async () => {
    const graph = [numbers, groupBy, addColumn('twice', 'n * 2'), sortBy('twice', 'k'), print, chart];
    const auto = await onBoth(
      workflowOfDrafts(graph, [
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [3, 6],
      ]),
    );
    assert.equal(auto.engine, 'sail', auto.why);
    assert.deepEqual(
      auto.nodes.slice(1, 3).map((n) => n.rows),
      [251, 251],
    );
  });

  test('kept rows of a node that is named are released once all that read them have ended', async () => {
    const uncached: Draft = { nodeClass: 'util.NodeUnpersistDataFrame', fields: { nodeIdsToUnpersist: '2, 77' } };
    const graph = await ready(
      workflowOfDrafts(
        [numbers, groupBy, uncached, sortBy('k'), print],
        [
          [1, 2],
          [2, 3],
          [3, 4],
          [4, 5],
        ],
      ),
      new Map(),
      folder,
    );
    for (const kind of ['sail', 'spark'] as const) {
      const released: string[] = [];
      class Watched extends EngineHost {
        override async open(...args: Parameters<EngineHost['open']>): Promise<EngineSession> {
          const session = await super.open(...args);
          const keep: EngineSession['keep'] = async (df, options) => {
            const materialized = await session.keep(df, options);
            const release = async (): Promise<void> => {
              await materialized.release();
              released.push((await df.columns()).join());
            };
            return { ...materialized, release };
          };
          return { ...session, keep };
        }
      }
      await using watched = new Watched({ onePartitionBytes: 0 });
      const manifest = await runOn(watched, kind, graph);
      assert.equal(manifest.status, 'COMPLETED', JSON.stringify(manifest.nodes));
      assert.deepEqual(released, ['k,n']);
    }
  });

  for (const joinType of ['inner', 'leftouter', 'rightouter', 'outer'])
    test(`a small table that is joined (${joinType}) gives Spark's rows, on Sail`, async () => {
      await writeFile(
        join(folder, 'names.csv'),
        `k,name\n${Array.from({ length: 300 }, (_, i) => `${i},n${i}`).join('\n')}\n`,
      );
      const joining: Draft = { nodeClass: 'etl.NodeJoinUsingColumn', type: 'join', fields: { joinCol: 'k', joinType } };
      const auto = await onBoth(
        workflowOfDrafts(
          [
            numbers,
            { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'k > 9' } },
            csv('names.csv', 'k name', 'INTEGER STRING'),
            joining,
            sortBy('k', 'id', 'x', 'name'),
            { ...print, fields: { n: '500' } },
          ],
          [
            [1, 2],
            [2, 4],
            [3, 4],
            [4, 5],
            [5, 6],
          ],
        ),
      );
      assert.equal(auto.engine, 'sail', auto.why);
    });

  test('Sail is told how small a side of a join is', async () => {
    await writeFile(join(folder, 'small.csv'), 'k,name\n1,one\n');
    await writeFile(join(folder, 'large.csv'), `k,text\n${'1,some text\n'.repeat(400_000)}`);
    const engine = await host.open('sail');
    const around = { engine: 'sail', onePartition: false, files: new LocalFiles(folder) } as unknown as RunContext;
    const signal = new AbortController().signal;
    const output = async (file: string): Promise<Output> => {
      const df = engine.session.read.option('header', true).csv(join(folder, file));
      return { df, schema: await df.schema(), rows: Promise.resolve(null), sorted: false };
    };
    const [large, small] = [await output('large.csv'), await output('small.csv')];
    const joined = (inputs: readonly Output[]) => inputs.map(({ df }) => df).reduce((a, b) => a.join(b, ['k']));
    const inputs = await withSmallInputsMaterialized({ around, signal }, { outputs: [joined([large, small])] }, [
      large,
      small,
    ]);
    assert.equal(inputs[0], large);
    assert.match(await joined(inputs).explain('extended'), /HashJoinExec: mode=CollectLeft/);
    const both = await withSmallInputsMaterialized({ around, signal }, { outputs: [large.df.union(small.df)] }, [
      large,
      small,
    ]);
    assert.deepEqual(both, [large, small]);
    await engine[Symbol.asyncDispose]();
  });

  test('kept rows have the values and types that they had', async () => {
    const engine = await host.open('sail');
    const query = `select id, cast(id as decimal(38, 10)) as x, timestamp '0001-01-01 00:00:00' as t,
      timestamp_ntz '2020-01-01 00:00:00.000001' as tn, date '1960-01-01' as d, array(id, null) as a, map('k', id) as m,
      named_struct('p', id, 'q', 's') as st, interval '1' day as i, binary('x') as b, cast(null as int) as nothing,
      double('nan') as nan, -0.0d as zero from range(20000)`;
    for (const rows of [engine.session.sql(query), engine.session.sql(query).filter('id < 0')]) {
      const { df: materialized } = await engine.keep(rows);
      assert.deepEqual(await materialized.schema(), await rows.schema());
      assert.equal(compareTables(await rows.table(), await materialized.table()), undefined);
    }
    const none = engine.session.createDataFrame([], types.struct([types.field('a b', types.integer)]));
    assert.deepEqual((await (await engine.keep(none)).df.table()).rows, []);
    await engine[Symbol.asyncDispose]();
  });
});

describe('rows in one partition keep their places', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-places-'));
    const lines = Array.from({ length: count }, (_, i) => `${i},${(i * 7919) % 251},${(i * 7919) % count}`);
    await writeFile(join(folder, 'numbers.csv'), `id,k,x\n${lines.join('\n')}\n`);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const above = (text: string): Draft => ({ nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: text } });
  const choices: Readonly<Record<string, Draft>> = {
    'the first row of each key': { nodeClass: 'etl.NodeDropDuplicateRows', fields: { colNames: ['k'] } },
    'rows with their index': { nodeClass: 'etl.NodeZipWithIndex', fields: {} },
  };
  for (const [name, node] of Object.entries(choices))
    test(`${name}, on Sail as on Spark`, async () => {
      const graph = await ready(
        inARow([numbers, above('x > 1000'), node, above('x > 30000'), { ...print, fields: { n: '500' } }]),
        new Map(),
        folder,
      );
      const auto = await runOn(usual, 'auto', graph);
      assert.equal(auto.engine, 'sail', auto.why);
      const spark = await runOn(usual, 'spark', graph);
      assert.deepEqual(tables(auto), tables(spark));
    });

  test('groups that a query sorts are kept in order, few or many, in little memory', async () => {
    const many = 'select distinct t.id * 3 + r.id as x from t cross join range(3) r order by x desc';
    for (const text of [
      'select distinct k from t order by k',
      'select k, max(x) as m from t group by k order by m',
      many,
    ]) {
      const graph = await ready(inARow([numbers, sql(text), above('true'), print]), new Map(), folder);
      const auto = await runOn(usual, 'auto', graph);
      assert.equal(auto.engine, 'sail', auto.why);
      const spark = await runOn(usual, 'spark', graph);
      assert.deepEqual(tables(auto), tables(spark));
    }
  });

  test('Spark takes over where rows tie under a sort, and only there', async () => {
    const rows = ['1,a,3', '2,b,1', '3,a,2', '3,a,2'];
    await writeFile(join(folder, 'people.csv'), `id,name,rank\n${rows.join('\n')}\n`);
    const people = csv('people.csv', 'id name rank', 'INTEGER STRING INTEGER');
    const dropped: Draft = { nodeClass: 'etl.NodeDropColumns', fields: { dropCols: ['rank'] } };
    const firstOfEach: Draft = { nodeClass: 'etl.NodeDropDuplicateRows', fields: { colNames: ['name'] } };
    const lastNames = sql('select id, name from t order by name desc');
    const cases: [engine: string, nodes: Draft[]][] = [
      ['sail', [people, sortBy('rank'), print]],
      ['sail', [people, sortBy('rank'), dropped, above('id > 1'), print]],
      ['sail', [people, sql('select id, rank from t order by rank desc'), print]],
      ['sail', [people, sortBy('name'), byName, sortBy('name'), print]],
      ['spark', [people, sortBy('name'), print]],
      ['spark', [people, sortBy('name'), dropped, above('id > 0'), print]],
      ['spark', [people, sql('select id, name from t order by name'), print]],
      ['spark', [people, sortBy('name'), firstOfEach, sortBy('id'), print]],
      // ties count among the rows that are shown, and with the one behind them
      ['sail', [people, lastNames, { ...print, fields: { n: '1' } }]],
      ['spark', [people, lastNames, { ...print, fields: { n: '2' } }]],
      ['spark', [people, lastNames, above("name = 'a'"), { ...print, fields: { n: '1' } }]],
    ];
    for (const [engine, nodes] of cases) {
      const graph = await ready(inARow(nodes), new Map(), folder);
      const auto = await runOn(usual, 'auto', graph);
      assert.equal(auto.status, 'COMPLETED', JSON.stringify(auto.nodes));
      assert.equal(auto.engine, engine, auto.why);
      if (engine === 'spark') assert.match(auto.why, /rows tie under the sort of node "(NodeSortBy|NodeSQL)"/);
      assert.deepEqual(tables(auto), tables(await runOn(usual, 'spark', graph)));
    }
  });

  test('a table is sorted by a column that is called rows', async () => {
    await writeFile(join(folder, 'counts.csv'), 'rows,key 0\n3,1\n1,1\n2,1\n');
    const counts = csv('counts.csv', 'rows x', 'INTEGER INTEGER');
    const auto = await runOn(usual, 'auto', await ready(inARow([counts, sortBy('rows'), print]), new Map(), folder));
    assert.equal(auto.engine, 'sail', auto.why);
  });

  test('rows behind a window stand in no defined order, on Sail', async () => {
    const nodes = [numbers, addColumn('s', 'sum(x) over (partition by k)'), { ...print, fields: { n: '50000' } }];
    const graph = await ready(inARow(nodes), new Map(), folder);
    const auto = await runOn(usual, 'auto', graph);
    assert.equal(auto.engine, 'sail', auto.why);
    assert.deepEqual(
      auto.outputs.map((output) => 'unordered' in output && output.unordered),
      [true],
    );
    const sorted = (manifest: Manifest) => tables(manifest).map((rows) => (rows as unknown[][]).map(String).toSorted());
    assert.deepEqual(sorted(auto), sorted(await runOn(usual, 'spark', graph)));
  });

  for (const [query, engine] of Object.entries({
    'select *, row_number() over (partition by k order by x) as r from t': 'sail',
    'select id, lag(x) over (order by t.x desc) as before from t where id > 7': 'sail',
    'select id, sum(id) over (partition by k order by x rows between 2 preceding and current row) as s from t': 'sail',
    'select id, sum(x) over (partition by k order by x rows between 2 preceding and current row) as s from t': 'spark',
    'select * from (select id, k, ntile(7) over (order by id) as part from t) where part = 3': 'sail',
    'select id, row_number() over (order by k) as r from t': 'spark',
    'select id, row_number() over (order by x % 7) as r from t': 'spark',
    'select id, row_number() over (order by n) as r from (select id, id % 3 as n from t)': 'spark',
  }))
    test(`a window that numbers rows runs on Sail where none tie: ${query}`, async () => {
      const nodes = [numbers, sql(query), sortBy('r', 'id'), { ...print, fields: { n: '50000' } }];
      const drafts = query.includes(' as r ') ? nodes : [numbers, sql(query), { ...print, fields: { n: '50000' } }];
      const graph = await ready(inARow(drafts), new Map(), folder);
      const auto = await runOn(usual, 'auto', graph);
      assert.equal(auto.status, 'COMPLETED', JSON.stringify(auto.nodes));
      assert.equal(auto.engine, engine, auto.why);
      const sorted = (manifest: Manifest) =>
        tables(manifest).map((rows) => (rows as unknown[][]).map(String).toSorted());
      assert.deepEqual(sorted(auto), sorted(await runOn(usual, 'spark', graph)));
    });

  test('a column that gets other values tells no rows apart any more', async () => {
    const index = { nodeClass: 'etl.NodeZipWithIndex', fields: {} };
    const manifest = await runOn(usual, 'sail', await ready(inARow([numbers, index]), new Map(), folder));
    const name = manifest.nodes[1]?.schema?.at(-1)?.name ?? '';
    const nodes = [numbers, index, addColumn(name, `${name} div 100`), sortBy(name), print];
    const auto = await runOn(usual, 'auto', await ready(inARow(nodes), new Map(), folder));
    assert.equal(auto.engine, 'spark', auto.why);
    assert.match(auto.why, /rows tie under the sort/);
  });

  test('fractions to sort by have one zero and one NaN, on Sail as on Spark', async () => {
    const values = ['-0.0', '0.0', 'NaN', '0', '-0.0', '1.5', '-1', 'Infinity', '', '-0.0', '0.0', 'NaN'];
    await writeFile(join(folder, 'zeros.csv'), `id,x\n${values.map((x, i) => `${i},${x}`).join('\n')}\n`);
    const sorted: Draft = {
      nodeClass: 'etl.NodeSortBy',
      fields: { sortByColNames: ['x', 'id'], ascDesc: ['ASC', 'DESC'] },
    };
    const zeros = csv('zeros.csv', 'id x', 'INTEGER DOUBLE');
    const query = (order: string): Draft => sql(`select *, sqrt(x) as root from t order by ${order}`);
    for (const nodes of [
      [zeros, sorted, print],
      [zeros, query('x desc, id, root'), print],
      [zeros, query('root, x, id'), print],
    ]) {
      const graph = await ready(inARow(nodes), new Map(), folder);
      const auto = await runOn(usual, 'auto', graph);
      assert.equal(auto.engine, 'sail', auto.why);
      assert.deepEqual(tables(auto), tables(await runOn(usual, 'spark', graph)));
    }
  });

  test('rows made of a row follow each other, on Sail as on Spark', async () => {
    const unpivot: Draft = {
      nodeClass: 'etl.NodeTransposeColumns',
      fields: { keyCols: ['id'], dataCols: ['k', 'x'] },
    };
    const exploded = (column: string) => sql(`select id, ${column} from t`);
    const many = { ...print, fields: { n: '90000' } };
    const cases: Draft[][] = [
      [numbers, unpivot, above('value > 10'), many],
      [numbers, exploded('explode(array(k, id)) as y'), many],
      [numbers, exploded('explode_outer(array(k, id, k)) as y'), many],
      [numbers, sql('select max(x) as m, array(3, 1, 2) as a from t'), sql('select explode(a) as y, m from t'), print],
    ];
    for (const nodes of cases) {
      const graph = await ready(inARow(nodes), new Map(), folder);
      const auto = await runOn(usual, 'auto', graph);
      assert.equal(auto.status, 'COMPLETED', JSON.stringify(auto.nodes));
      assert.equal(auto.engine, 'sail', auto.why);
      assert.deepEqual(tables(auto), tables(await runOn(usual, 'spark', graph)));
    }
  });

  test('one table behind the other, on Sail as on Spark', async () => {
    const union = workflowOfDrafts(
      [
        numbers,
        above('k < 100'),
        above('k > 200'),
        { nodeClass: 'etl.NodeUnionAll', type: 'join' },
        above('x > 20000'),
        { ...print, fields: { n: '5000' } },
      ],
      [
        [1, 2],
        [1, 3],
        [2, 4],
        [3, 4],
        [4, 5],
        [5, 6],
      ],
    );
    const graph = await ready(union, new Map(), folder);
    const auto = await runOn(usual, 'auto', graph);
    assert.equal(auto.engine, 'sail', auto.why);
    const spark = await runOn(usual, 'spark', graph);
    assert.deepEqual(tables(auto), tables(spark));
  });
});

describe('a node that fails', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-fails-'));
    await writeFile(join(folder, 'numbers.csv'), 'id,k,x\n1,1,1\n2,0,2\n');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const ends = async (engine: 'sail' | 'spark', drafts: readonly Draft[]): Promise<(string | undefined)[][]> => {
    const manifest = await runOn(usual, engine, await ready(inARow(drafts), new Map(), folder));
    return manifest.nodes.map(({ status, error }) => [status, error?.code]);
  };
  const broken = addColumn('q', '1 div k');

  for (const engine of ['sail', 'spark'] as const) {
    test(`is named, and not the one that computes it with its own, on ${engine}`, async () => {
      const [first, second, third, ...others] = await ends(engine, [
        numbers,
        addColumn('y', 'x + 1'),
        broken,
        sortBy('q'),
        print,
      ]);
      assert.deepEqual(
        [first, second],
        [
          ['COMPLETED', undefined],
          ['COMPLETED', undefined],
        ],
      );
      assert.equal(third?.[0], 'FAILED');
      assert.deepEqual(others, [
        ['SKIPPED', undefined],
        ['SKIPPED', undefined],
      ]);
    });

    test(`is named though its rows are kept by the next, on ${engine}`, async () => {
      const failing = sql('select k, 1 div min(k) as q from t group by k');
      const [, group, next] = await ends(engine, [numbers, failing, addColumn('y', 'q + 1')]);
      assert.equal(group?.[0], 'FAILED');
      assert.deepEqual(next, ['SKIPPED', undefined]);
    });

    test(`leaves the nodes before it as they were, on ${engine}`, async () => {
      const [source, group, next] = await ends(engine, [numbers, groupBy, addColumn('y', '1 div k')]);
      assert.deepEqual(
        [source, group],
        [
          ['COMPLETED', undefined],
          ['COMPLETED', undefined],
        ],
      );
      assert.equal(next?.[0], 'FAILED');
    });
  }
});
