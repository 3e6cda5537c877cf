import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cacheRoot, toolchain } from '../packages/toolchain/toolchain.mjs';
import { inARow, print, type NodeDraft } from '../packages/server/test/graphs.ts';
import { duckdbPath } from './big-graph.ts';
import { pysparkEnv } from './cold.ts';
import { geometricMean, median, treeMb } from './measure.ts';
import { Client, startService } from './service.ts';
import { Peer } from './tpch/peer.ts';
import { queries } from './tpch/queries.ts';
import { difference, type Rows } from './tpch/rows.ts';

const tables = ['region', 'nation', 'supplier', 'customer', 'part', 'partsupp', 'orders', 'lineitem'];

/** Written into the name of the folder of the data: another one when the generator gives other rows. */
const edition = 1;

/** What came of a query: medians, ms; `ours` is undefined if the run failed. */
interface Outcome {
  readonly engine: string;
  readonly ours: number | undefined;
  readonly duckdb: number;
  readonly spark: number;
}

/**
 * (tpch) The 22 queries of TPC-H, each a workflow (readers of Parquet, one node of SQL, a table) run by the service on `auto`, by
 * turns with DuckDB and PySpark on the same files. A run is timed from its POST to its end as a client sees it; of each
 * query the first round, which shows rows and memory, is not timed.
 */
export async function tpch(folder: string, scale: number, rounds: number): Promise<void> {
  if (!(scale > 0)) throw new Error(`invalid --scale ${scale}: must be a number above 0, such as 0.1`);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`invalid --rounds ${rounds}: must be 1 or more`);
  console.log(`\n(tpch) TPC-H at scale ${scale}, medians of ${rounds} rounds in turn`);
  const data = await dataOf(scale);
  const [duckdbEnv, sparkEnv] = [{ ...process.env, PYTHONPATH: await duckdbPath() }, await pysparkEnv(folder)];
  const script = (name: string): string => new URL(`peers/tpch_${name}.py`, import.meta.url).pathname;
  const peer = (name: string, env: NodeJS.ProcessEnv): Promise<Peer> =>
    Peer.start(toolchain().python, [script(name), data, ...tables], env);
  const service = await startService(join(folder, 'tpch-home'), data);
  const client = await Client.open(service.url);
  const [duckdb, spark] = [await peer('duckdb', duckdbEnv), await peer('pyspark', sparkEnv)];
  try {
    const peers = { duckdb, spark, service: { pid: service.pid } };
    await nothing(client);
    const outcomes: Outcome[] = [];
    for (const [at, text] of queries.entries()) {
      const sql = text.replace('FRACTION', (0.0001 / scale).toFixed(10).replace(/0+$/, ''));
      outcomes.push(await compare(`Q${at + 1}`, sql, client, peers, rounds));
    }
    means('all', outcomes);
    for (const engine of ['sail', 'spark'])
      means(
        `on ${engine}`,
        outcomes.filter((outcome) => outcome.engine === engine),
      );
  } finally {
    await Promise.all([duckdb.stop(), spark.stop(), service.stop()]);
  }
}

/** The folder of the tables, which are written once. */
async function dataOf(scale: number): Promise<string> {
  const folder = join(cacheRoot(), `bench-tpch-${edition}-${scale}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const script = new URL('tpch/generate.py', import.meta.url).pathname;
  await promisify(execFile)(toolchain().python, [script, unfinished, String(scale)]);
  await rename(unfinished, folder);
  return folder;
}

/**
 * A graph that reads the tables of a query, joins them by it and shows its rows. Where the query ends in LIMIT, the table shows so
 * many: there Sail can find out whether rows tie at the cut, which inside a query only Spark may cut.
 */
function workflowOf(name: string, text: string): object {
  const [sql = '', limit = '100000'] = text.split('\nlimit ');
  const read = tables.filter((table) => new RegExp(`\\b${table}\\b`).test(sql));
  const readers = read.map((table): NodeDraft => ({
    name: table,
    type: 'dataset',
    nodeClass: 'dataset.NodeDatasetParquet',
    fields: { path: `${table}.parquet` },
  }));
  const [only = '', ...others] = read;
  const query: NodeDraft =
    others.length === 0
      ? { name: 'SQL', nodeClass: 'etl.NodeSQL', fields: { tempTable: only, sql } }
      : { name: 'SQL', type: 'join', nodeClass: 'etl.NodeJoinUsingSQL', fields: { tempTables: read, sql } };
  const nodes = [...readers, query, { ...print, name: 'Table', fields: { n: limit } }];
  const last = readers.length + 1;
  const edges = [...readers.map((_, i) => [i + 1, last]), [last, last + 1]];
  return {
    ...inARow(name, nodes),
    edges: edges.map(([source, target], i) => ({ id: i + 1, source: String(source), target: String(target) })),
  };
}

interface Run {
  readonly id: string;
  readonly ms: number;
  readonly engine: string;
  readonly why: string;
  readonly failure: string | undefined;
}

/** Runs a saved workflow, with nothing taken from earlier runs. */
async function execute(client: Client, workflow: string): Promise<Run> {
  await client.ready();
  const start = performance.now();
  const id = await client.send('POST', '/api/v1/workflow/execute', {
    workflowId: Number(workflow),
    sparkConfig: 'millrace.reuse=off',
  });
  await client.send('GET', `/api/v1/workflow-executions/${id}/events`);
  const ms = performance.now() - start;
  const status = await client.send('GET', `/api/v1/workflow-executions/${id}/status`);
  const { engine, engineReason, message } = JSON.parse(
    await client.send('GET', `/api/v1/workflow-executions/${id}`),
  ) as { engine: string | null; engineReason: string | null; message: string | null };
  const failure = status === 'COMPLETED' ? undefined : `${status} ${message ?? ''}`.trim();
  return { id, ms, engine: engine ?? 'no engine', why: engineReason ?? '', failure };
}

/** All rows of the table that a run shows, as peers give theirs. */
async function rowsOf(client: Client, run: string): Promise<Rows> {
  const results = `/api/v1/workflow-executions/${run}/results`;
  const outputs = JSON.parse(await client.send('GET', results)) as { outputId: number; type: string }[];
  const table = outputs.find(({ type }) => type === 'table');
  if (table === undefined) throw new Error(`run ${run} shows no table`);
  const rows: Rows[number][] = [];
  for (let next: number | null = 0; next !== null;) {
    const page = JSON.parse(
      await client.send('GET', `${results}/${table.outputId}/rows?offset=${next}&limit=10000`),
    ) as { columns: { type: string }[]; rows: (string | number | null)[][]; next: number | null };
    const isDouble = page.columns.map(({ type }) => type === 'double' || type === 'float');
    rows.push(
      ...page.rows.map((row) => row.map((cell, i) => (cell === null || isDouble[i] === true ? cell : String(cell)))),
    );
    next = page.next;
  }
  return rows;
}

/** What the service takes for a run that reads next to nothing: a part of the time of each query. */
async function nothing(client: Client): Promise<void> {
  const sql = 'select r_name from region where r_regionkey = 1';
  const workflow = await client.send('POST', '/api/v1/workflows', { workflow: workflowOf('One row', sql) });
  const times: number[] = [];
  for (let run = 0; run < 10; run++) times.push((await execute(client, workflow)).ms);
  console.log(`a run that reads one of five rows takes ${median(times).toFixed(0)} ms`);
}

async function compare(
  name: string,
  sql: string,
  client: Client,
  peers: { readonly duckdb: Peer; readonly spark: Peer; readonly service: { readonly pid: number } },
  rounds: number,
): Promise<Outcome> {
  const { duckdb, spark, service } = peers;
  const workflow = await client.send('POST', '/api/v1/workflows', { workflow: workflowOf(name, sql) });
  const { result: first, peakMb } = await watchMemory(service.pid, () => execute(client, workflow));
  const theirs = await watchMemory(duckdb.pid, () => duckdb.ask(sql));
  const sparks = await watchMemory(spark.pid, () => spark.ask(sql));
  const times: { ours: number[]; duckdb: number[]; spark: number[] } = { ours: [], duckdb: [], spark: [] };
  for (let round = 0; round < rounds; round++) {
    if (first.failure === undefined) times.ours.push((await execute(client, workflow)).ms);
    times.duckdb.push((await duckdb.ask(sql)).ms);
    times.spark.push((await spark.ask(sql)).ms);
  }
  const outcome: Outcome = {
    engine: first.engine,
    ours: first.failure === undefined ? median(times.ours) : undefined,
    duckdb: median(times.duckdb),
    spark: median(times.spark),
  };
  const rows = first.failure === undefined ? await rowsOf(client, first.id) : [];
  const results = [
    ['DuckDB', difference(rows, theirs.result.rows)],
    ['PySpark', difference(rows, sparks.result.rows)],
  ].flatMap(([peer, what]) => (what === undefined ? [] : [`not ${peer}'s rows: ${what}`]));
  console.log(
    [
      name.padEnd(4),
      outcome.engine.padEnd(6),
      format(outcome.ours).padStart(9),
      `DuckDB ${format(outcome.duckdb)}`.padStart(16),
      ratio(outcome.ours, outcome.duckdb).padStart(7),
      `PySpark ${format(outcome.spark)}`.padStart(18),
      ratio(outcome.spark, outcome.ours).padStart(7),
      `${Math.round(peakMb)}, ${Math.round(theirs.peakMb)}, ${Math.round(sparks.peakMb)} MB`.padStart(20),
      first.failure ?? (results.length === 0 ? `${rows.length} equal rows` : results.join('; ')),
    ].join('  '),
  );
  if (first.engine !== 'sail') console.log(`${''.padEnd(6)}${first.why}`);
  return outcome;
}

/** Runs some work and returns the largest memory of a process and its children in the meantime. */
async function watchMemory<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  const done = new AbortController();
  let peakMb = 0;
  const watching = (async () => {
    while (!done.signal.aborted) {
      peakMb = Math.max(peakMb, await treeMb(pid));
      await pause(100);
    }
  })();
  try {
    return { result: await work(), peakMb };
  } finally {
    done.abort();
    await watching;
  }
}

const format = (ms: number | undefined): string => (ms === undefined ? 'failed' : `${ms.toFixed(0)} ms`);
const ratio = (a: number | undefined, b: number | undefined): string =>
  a === undefined || b === undefined ? '' : `${(a / b).toFixed(a / b < 10 ? 2 : 1)}x`;

/** The geometric means of some queries' ratios. */
function means(which: string, outcomes: readonly Outcome[]): void {
  const results = outcomes.flatMap(({ ours, duckdb, spark }) => (ours === undefined ? [] : [{ ours, duckdb, spark }]));
  if (results.length === 0) return;
  const toDuckdb = geometricMean(results.map(({ ours, duckdb }) => ours / duckdb));
  const toSpark = geometricMean(results.map(({ ours, spark }) => spark / ours));
  const beyond = results.filter(({ ours, duckdb }) => ours > 5 * duckdb).length;
  console.log(
    `${`${which}: ${results.length} of ${queries.length} queries`.padEnd(34)}  ${toDuckdb.toFixed(2)} times DuckDB's time, ${beyond} above 5; ` +
      `PySpark ${toSpark.toFixed(2)} times ours  goal: at most 2.0, none, at least 8`,
  );
}
