/**
 * How fast a million rows of ten columns arrive, against flechette on the same bytes.
 * Run: node packages/spark-connect/bench/arrive.ts
 */
import { create, toBinary } from '@bufbuild/protobuf';
import { tableFromIPC } from '@uwdata/flechette';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startSail } from '@millrace/engines';
import { frame } from '../src/grpc/framing.ts';
import { SparkSession } from '../src/index.ts';
import { ExecutePlanResponseSchema, PlanSchema } from '../src/proto.ts';

const query = `
  select id, cast(id as int) as i, id * 1.5D as d, concat('name-', id % 1000) as s, id % 2 = 0 as b,
    cast(id % 100000 as decimal(10, 2)) as de, date_add(date'2020-01-01', cast(id % 1000 as int)) as dt,
    timestamp_micros(id * 1000003) as ts, if(id % 10 = 0, null, cast(id as string)) as n, cast(id as float) as f
  from range(1000000)`;

const home = await mkdtemp(join(tmpdir(), 'arrive-'));
const frames: Uint8Array[] = [];
const batches: Uint8Array[] = [];
{
  await using engine = await startSail({ scratch: join(home, 'engine') });
  await using session = await SparkSession.connect(engine.url, { 'spark.sql.ansi.enabled': 'true' });
  const plan = create(PlanSchema, { opType: { case: 'root', value: session.sql(query).relation } });
  for await (const answer of session.client.execute(plan)) {
    frames.push(frame(toBinary(ExecutePlanResponseSchema, answer)));
    if (answer.responseType.case === 'arrowBatch') batches.push(answer.responseType.value.data);
  }
}
await rm(home, { recursive: true, force: true });

const server = new Worker(new URL('./replay-server.ts', import.meta.url), { workerData: frames });
const [port] = await once(server, 'message');
const session = await SparkSession.connect(`sc://127.0.0.1:${port}`);

const flechette = () =>
  batches.map((data) => tableFromIPC(new Uint8Array(data), { useBigInt: true, useDecimalInt: true, useDate: true }));

const runs: Readonly<Record<string, () => Promise<number> | number>> = {
  'flechette, columns': () => flechette().reduce((n, t) => n + t.numRows, 0),
  'flechette, column values': () =>
    flechette().reduce((n, t) => n + t.children.reduce((_, c) => c.toArray().length, 0), 0),
  'flechette, row objects': () => flechette().reduce((n, t) => n + t.toArray().length, 0),
  'flechette, row objects, all held': () => flechette().flatMap((t) => t.toArray()).length,
  'arrive as batches': async () => {
    let rows = 0;
    for await (const batch of session.sql('').batches()) rows += batch.rowCount;
    return rows;
  },
  'arrive as column values': async () => {
    let rows = 0;
    for await (const batch of session.sql('').batches())
      for (let i = 0; i < 10; i++) rows += batch.column(i).length / 10;
    return rows;
  },
  'arrive as rows, batch by batch': async () => {
    let rows = 0;
    for await (const batch of session.sql('').batches()) rows += batch.rows().length;
    return rows;
  },
  'arrive as rows, all held (table)': async () => (await session.sql('').table()).rows.length,
  'arrive as objects, all held (collect)': async () => (await session.sql('').collect()).length,
};

const best: Record<string, number> = {};
for (let round = 0; round < 5; round++)
  for (const [name, run] of Object.entries(runs)) {
    const start = performance.now();
    const rows = await run();
    if (Math.round(rows) !== 1_000_000) throw new Error(`${name}: ${rows} rows`);
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, performance.now() - start);
  }

const bytes = batches.reduce((sum, b) => sum + b.length, 0);
const unit = best['flechette, row objects, all held'] ?? 1;
console.log(`1,000,000 rows × 10 columns, ${(bytes / 1e6).toFixed(0)} MB, best of 5`);
for (const [name, ms] of Object.entries(best))
  console.log(`${name.padEnd(40)} ${ms.toFixed(0).padStart(6)} ms  ${(ms / unit).toFixed(2)} × flechette's objects`);
await session.stop();
await server.terminate();
