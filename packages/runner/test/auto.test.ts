import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sharing } from '@millrace/testkit/engines';
import { EngineHost } from '@millrace/engines/host';
import type { Manifest, RunEvent } from '../src/results/events.ts';
import { prepareRun } from '../src/execute/prepare-run.ts';
import { runWorkflow } from '../src/execute/run.ts';
import { csv, inARow, print, sql, type Draft } from './drafts.ts';
import { ready, runOn, SailInSight, resultsOf } from './support.ts';

const rowsOf = (run: Manifest): unknown[] =>
  resultsOf(run).map((o) => ('rows' in o ? { rows: o.rows, unordered: o.unordered } : o));

describe('auto gives what Spark gives', () => {
  const host = new EngineHost(sharing({ onePartitionBytes: 100_000 }));
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-auto-'));
    await writeFile(join(folder, 'days.csv'), 'd,n\n2024-03-03,1\n2024-03-04,2\n2024-03-09,3\n');
    await writeFile(join(folder, 'quoted.csv'), 'id,said\n1,"she said ""hi"""\n2,"a, b"\n3,plain\n');
    const many = Array.from({ length: 30_000 }, (_, i) => `${i},row ${i}`);
    await writeFile(join(folder, 'many.csv'), `id,name\n${many.join('\n')}\n`);
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const cases: readonly {
    readonly name: string;
    readonly nodes: readonly Draft[];
    readonly engine?: 'sail' | 'spark';
    /** True where what is shown says that its rows have no order. */
    readonly unordered?: true;
  }[] = [
    {
      name: 'plain work runs on Sail',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql('select d, sum(n * 2) as m from t where n > 1 group by d order by d'),
        print,
      ],
      engine: 'sail',
    },
    {
      name: 'a formula without functions that only Spark has runs on Sail',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        {
          nodeClass: 'etl.NodeFormula',
          fields: { outputCol: 'x', formula: 'IF [n] > 1 THEN Max(n, 2) * n ELSE 0 ENDIF' },
        },
        print,
      ],
      engine: 'sail',
    },
    {
      name: 'dates filtered, fields split, rows hashed and turned run on Sail',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        {
          nodeClass: 'etl.NodeFilterByDateRange',
          fields: { inputCol: 'd', fromDateCol: '2024-03-04', toDateCol: '2024-03-31' },
        },
        sql("select cast(d as string) as s, n, 'a b' as t from t"),
        {
          nodeClass: 'etl.NodeFieldSplitter',
          fields: { inputCol: 's', outputCols: 'y,m,d', sep: '-', onError: 'die' },
        },
        { nodeClass: 'etl.NodeHash', fields: { inputCols: '["y","t"]', hashingAlgorithm: 'SHA1', outputCol: 'hash' } },
        {
          nodeClass: 'etl.NodeStringFunctionsMultiple',
          fields: { inputCols: '["t"]', functions: '["removewhitespace"]', replaceExistingCols: '["true"]' },
        },
        print,
      ],
      engine: 'sail',
    },
    {
      name: 'weekday, which Sail counts from another day, runs on Spark',
      nodes: [csv('days.csv', 'd n', 'DATE INTEGER'), sql('select d, weekday(d) as w from t order by d'), print],
      engine: 'spark',
    },
    { name: 'quoted cells', nodes: [csv('quoted.csv', 'id said', 'INTEGER STRING'), print] },
    {
      name: 'a seeded split, which Sail draws otherwise, runs on Spark',
      nodes: [
        csv('many.csv', 'id name', 'INTEGER STRING'),
        { nodeClass: 'ml.NodeSplit', fields: { fraction1: '.7', seed: '7' } },
        print,
      ],
      engine: 'spark',
    },
    {
      name: 'the first rows of a file in several partitions run on Spark, in the order of the file',
      nodes: [csv('many.csv', 'id name', 'INTEGER STRING'), print],
      engine: 'spark',
    },
    {
      name: 'a decimal literal beside a double is a double, on Sail too',
      nodes: [
        csv('days.csv', 'd n', 'DATE DOUBLE'),
        sql(
          'select d, max(x) as x from (select d, case when n > 1 then 0.0 else n / 3 end as x from t) group by d order by d',
        ),
        print,
      ],
      engine: 'sail',
    },
    {
      name: 'long decimals are multiplied and added up on Sail',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql(`select d, sum(x * (1 - y) * (1 + y)) as s, max(x * y) as m from (
          select d, cast(n as decimal(15,2)) as x, cast(0.05 as decimal(15,2)) as y from t
          where d < date '2024-04-01' - interval '1' day) group by d having sum(x * y) > (select sum(n) * 0.0001 from t) order by d`),
        print,
      ],
      engine: 'sail',
    },
    {
      name: 'long decimals that Sail refuses to add up are added up by Spark',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql("select sum(n * cast('1e24' as decimal(31,0)) * cast(0.5 as decimal(2,1))) as s from t"),
        print,
      ],
      engine: 'spark',
    },
    {
      name: 'sorted rows that tie run on Spark, whose order among them is what counts',
      nodes: [csv('days.csv', 'd n', 'DATE INTEGER'), sql('select d, n from t order by n > 1'), print],
      engine: 'spark',
    },
    {
      name: 'groups that nothing sorts run on Sail, and say so',
      nodes: [csv('days.csv', 'd n', 'DATE INTEGER'), sql('select n, count(*) as m from t group by n'), print],
      engine: 'sail',
      unordered: true,
    },
    {
      name: 'distinct rows that nothing sorts run on Sail, through a filter too',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql('select distinct n, d from t'),
        { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'n > 1' } },
        print,
      ],
      engine: 'sail',
      unordered: true,
    },
    {
      name: 'joined rows that nothing sorts run on Sail',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql('select a.n, b.d from t a join t b on a.n = b.n'),
        { nodeClass: 'util.NodePrintFirstNRows', fields: { n: '20' } },
      ],
      engine: 'sail',
      unordered: true,
    },
    {
      name: 'the first of groups that nothing sorts, which a later node goes on with, run on Spark',
      nodes: [csv('days.csv', 'd n', 'DATE INTEGER'), sql('select n, count(*) as m from t group by n limit 2'), print],
      engine: 'spark',
    },
    {
      name: 'groups that are sorted have a defined order',
      nodes: [
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql('select n, count(*) as m from t group by n order by n'),
        print,
      ],
      engine: 'sail',
    },
    {
      name: 'a function that is not in the compatibility matrix runs on Spark',
      nodes: [csv('days.csv', 'd n', 'DATE INTEGER'), sql('select d, to_csv(struct(n)) as x from t order by d'), print],
      engine: 'spark',
    },
  ];
  for (const { name, nodes, engine, unordered } of cases)
    test(name, async (t) => {
      const graph = await ready(inARow(nodes), new Map(), folder);
      const auto = await runOn(host, 'auto', graph);
      assert.equal(auto.status, 'COMPLETED', JSON.stringify(auto.nodes));
      const spark = await runOn(host, 'spark', graph);
      assert.deepEqual(rowsOf(auto), rowsOf(spark));
      assert.deepEqual(
        auto.nodes.map((n) => [n.rows, n.schema]),
        spark.nodes.map((n) => [n.rows, n.schema]),
      );
      t.diagnostic(`${auto.engine}: ${auto.why}`);
      if (engine === 'sail')
        assert.deepEqual(
          auto.outputs.flatMap((o) => ('rows' in o && o.title !== 'Rejected rows' ? [o.unordered] : [])),
          [unordered],
        );
      if (engine !== undefined) assert.equal(auto.engine, engine, auto.why);
    });

  test('what is not there on any engine fails on Sail, in our words', async () => {
    const graph = await ready(
      inARow([csv('days.csv', 'd n', 'DATE INTEGER'), sql('select d, amount from t'), print]),
      new Map(),
      folder,
    );
    const { status, engine, nodes } = await runOn(host, 'auto', graph);
    assert.deepEqual([status, engine], ['FAILED', 'sail']);
    assert.deepEqual(
      nodes.flatMap(({ error }) => error?.message ?? []),
      ['unknown column "amount"'],
    );
  });

  test('what Sail might read in another way runs on Spark, and where Sail is asked for, fails with a remedy', async () => {
    const mask = sql("select mask(cast(d as string), digitChar => '#') as m from t");
    const nodes = [csv('days.csv', 'd n', 'DATE INTEGER'), mask, print];
    const graph = await ready(inARow(nodes), new Map(), folder);
    const auto = await runOn(host, 'auto', graph);
    assert.deepEqual([auto.status, auto.engine], ['COMPLETED', 'spark'], auto.why);
    const { nodes: done } = await runOn(host, 'sail', graph);
    const error = done.find(({ status }) => status === 'FAILED')?.error;
    assert.equal(error?.errorClass, 'UNSURE_ON_SAIL');
    assert.match(error.message, /^Sail might read the SQL differently: /);
    assert.match(error.remedy, /let Spark run it/);
    assert.equal(error.field, 'sql');
  });

  test('when Sail fails in the middle, the run begins again on Spark and says so', async () => {
    await using failing = new SailInSight(sharing());
    const graph = await ready(
      inARow([
        csv('days.csv', 'd n', 'DATE INTEGER'),
        sql('select d, sum(n + 1) as m from t group by d order by d'),
        print,
      ]),
      new Map(),
      folder,
    );
    const prepared = prepareRun({ workflow: graph.prepared.workflow, catalogue: graph.catalogue, datasets: new Map() });
    assert.ok(prepared.ok);
    const events: RunEvent[] = [];
    const manifest = await runWorkflow(
      prepared.run,
      { engine: 'auto' },
      {
        ...graph,
        host: failing,
        emit: (event) => {
          events.push(event);
          if (event.event === 'engine.chosen' && event.engine === 'sail') failing.killSail();
        },
      },
    );
    assert.equal(manifest.status, 'COMPLETED');
    assert.equal(manifest.engine, 'spark');
    const end = events.find((e) => e.event === 'engine.ended');
    assert.ok(end?.event === 'engine.ended' && end.engine === 'sail');
    assert.match(end.why, /killed/);
    const changed = events.find((e) => e.event === 'engine.changed');
    assert.ok(changed?.event === 'engine.changed' && changed.to === 'spark');
    assert.equal(manifest.outputs.length, 1);
  });
});
