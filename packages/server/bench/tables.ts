import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csv, inARow, sql } from '../test/graphs.ts';
import { Client, TestService } from '../test/support.ts';

/**
 * How long the service's thread stands still while a run keeps a large table, and while that is paged, sorted, filtered and downloaded:
 * `node packages/server/bench/tables.ts [rows] [rounds] [sail|spark]`. The client has a thread of its own.
 */
const [rows = '1000000', rounds = '3', engine = 'sail'] = process.argv.slice(2);

/** Pages that are sorted or filtered: what that is by, and how the address says it. */
const arrangements: readonly (readonly [name: string, query: string])[] = [
  ['by a number', 'sortBy=small'],
  ['by a decimal, down', 'sortBy=money&sortOrder=desc'],
  ['by a text, down', 'sortBy=name&sortOrder=desc'],
  ['by a text and a number', 'sortBy=few&sortBy=fraction'],
  ['filtered by a text', `filterBy=${encodeURIComponent('["name","contains","row 77"]')}`],
  ['filtered, by a time', `filterBy=${encodeURIComponent('["few","=","text 7"]')}&sortBy=at&sortOrder=desc`],
];

/** What one step took, as its client saw it. */
interface Step {
  readonly name: string;
  readonly ms: number;
}

/** Milliseconds that timers of the watch are apart. */
const resolution = 5;

async function serve(): Promise<void> {
  await using service = await TestService.start({ MILLRACE_ENGINE: engine, MILLRACE_TABLE_ROWS: rows });
  await writeFile(join(service.files, 'one.csv'), 'a\n1\n');
  const client = new Worker(new URL(import.meta.url), { argv: [rows, rounds, engine], workerData: service.url });
  const watch = monitorEventLoopDelay({ resolution });
  watch.enable();
  let [cpu, own] = [process.cpuUsage(), process.threadCpuUsage()];
  client.on('message', ({ name, ms }: Step) => {
    const [all, thread] = [process.cpuUsage(cpu), process.threadCpuUsage(own)].map(
      ({ user, system }) => (user + system) / 1e6,
    );
    const [longest, p99] = [watch.max / 1e6, watch.percentile(99) / 1e6].map((one) => Math.max(0, one - resolution));
    console.log(
      [
        name.padEnd(36),
        `${(ms / 1_000).toFixed(2).padStart(6)} s`,
        `longest stall ${longest?.toFixed(0).padStart(4)} ms`,
        `p99 ${p99?.toFixed(0).padStart(3)} ms`,
        `CPU of the thread ${thread?.toFixed(2)} s, of the process ${all?.toFixed(2)} s`,
      ].join('   '),
    );
    watch.reset();
    [cpu, own] = [process.cpuUsage(), process.threadCpuUsage()];
    client.postMessage('go on');
  });
  await once(client, 'exit');
}

async function ask(url: string): Promise<void> {
  const client = new Client(url);
  await client.signIn('admin', 'correct horse');
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const result = await work();
    parentPort?.postMessage({ name, ms: performance.now() - begin } satisfies Step);
    if (parentPort !== null) await once(parentPort, 'message');
    return result;
  };
  const mixed =
    sql(`select id, cast(id % 1000 as int) as small, id * 1.5D as fraction, cast(id as decimal(18,4)) as money,
    concat('name of row ', id) as name, if(id % 10 = 0, null, concat('text ', id % 100)) as few, id % 2 = 0 as flag,
    date_add(date'2020-01-01', cast(id % 3000 as int)) as day, timestamp_micros(id * 1000001) as at, array(id, id + 1) as list
    from range(${rows})`);
  const print = { nodeClass: 'util.NodePrintFirstNRows', fields: { n: rows } };
  const graph = inARow('Large', [csv('one.csv', ['a'], ['INTEGER']), mixed, print]);
  const workflowId = Number((await client.post('/api/v1/workflows', { workflow: graph })).text);
  await step('begin', async () => undefined);
  for (let round = 0; round < Number(rounds); round++) {
    const run = await step('run', async () => {
      const id = (await client.post('/api/v1/workflow/execute', { workflowId, sparkConfig: 'millrace.reuse=off' }))
        .text;
      const status = await client.waitForEnd(Number(id));
      if (status !== 'COMPLETED') throw new Error(`the run ended ${status}`);
      return id;
    });
    const results = (await client.get(`/api/v1/workflow-executions/${run}/results`)).json as {
      type: string;
      outputId: number;
      kept?: { rows: number; bytes: number };
    }[];
    const table = results.find(({ type }) => type === 'table');
    if (table?.kept?.rows !== Number(rows)) throw new Error(`the table has ${table?.kept?.rows} rows`);
    const address = `/api/v1/workflow-executions/${run}/results/${table.outputId}`;
    await step('CSV', async () => {
      let bytes = 0;
      for await (const chunk of (await client.open(`${address}/download`)).body ?? []) bytes += chunk.length;
      return bytes;
    });
    await step('20 pages of 10,000 rows', async () => {
      for (let page = 0; page < 20; page++)
        await client.get(`${address}/rows?offset=${Math.floor((page * Number(rows)) / 20)}&limit=10000`);
    });
    await step('50 pages of 100 rows', async () => {
      for (let page = 0; page < 50; page++)
        await client.get(`${address}/rows?offset=${Math.floor((page * Number(rows)) / 50)}&limit=100`);
    });
    for (const [name, query] of arrangements) {
      const page = async (offset: number): Promise<unknown> =>
        client.get(`${address}/rows?limit=500&offset=${offset}&${query}`);
      await step(`${name}, first time`, () => page(0));
      await step(`${name}, again`, () => page(500));
    }
    await step('Parquet', async () => {
      for await (const chunk of (await client.open(`${address}/download?format=parquet`)).body ?? []) void chunk;
    });
  }
}

await (isMainThread ? serve() : ask(String(workerData)));
