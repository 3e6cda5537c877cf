import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceProcess } from '../packages/server/test/crash/process.ts';
import { csv, inARow, print, sql, type NodeDraft } from '../packages/server/test/graphs.ts';
import { adminPassword, Client } from '../packages/server/test/support.ts';
import { percentile } from './http-load.ts';

const rounds = 30;

/** (design) A node's rows while its graph is drawn: ten nodes on taxi trips, over HTTP. */
export async function designTime(folder: string): Promise<void> {
  console.log('\n(design) rows of each node of a ten-node graph on taxi trips, samples of 1,000 rows, on Sail');
  const files = join(folder, 'design-files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'trips.csv'), trips(10_000));
  const service = await ServiceProcess.start({
    MILLRACE_HOME: join(folder, 'design-home'),
    MILLRACE_FILES: files,
    MILLRACE_ADMIN_PASSWORD: adminPassword,
  });
  try {
    const client = new Client(service.url);
    await client.signIn('admin', adminPassword);
    const ask = async (nodeId: number, round: number): Promise<number> => {
      const start = performance.now();
      const body = inARow('Trips', graph(round));
      const answer = await client.post(`/api/v1/workflows/nodes/${nodeId}/execute`, body);
      if (answer.status !== 200) throw new Error(answer.text);
      return performance.now() - start;
    };
    const ids = graph(0).map((_, i) => i + 1);
    console.log(`first preview, of the last node: ${(await ask(ids.length, 0)).toFixed(0)} ms`);
    const same: number[] = [];
    for (let round = 0; round < rounds; round++) for (const id of ids) same.push(await ask(id, 0));
    printTimes('a node, nothing changed', same);
    const changes: number[] = [];
    for (let round = 1; round <= rounds; round++) changes.push(await ask(ids.length, round));
    printTimes('the last node, the fourth of ten changed', changes);
  } finally {
    await service.stop();
  }
}

function printTimes(what: string, times: readonly number[]): void {
  const at = (part: number): string => percentile(times, part).toFixed(0);
  console.log(`${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, of ${times.length} (goal: p50 60 ms)`);
}

const columns = ['vendor', 'picked_up', 'passengers', 'seconds', 'miles'];
const types = ['STRING', 'TIMESTAMP', 'INTEGER', 'INTEGER', 'DOUBLE'];

/** Trips of taxis as CSV. */
export const trips = (rows: number): string =>
  `${columns.join(',')}\n${Array.from({ length: rows }, (_, i) => {
    const hour = String(i % 24).padStart(2, '0');
    return `${i % 2 === 0 ? 'CMT' : 'VTS'},2013-10-0${1 + (i % 7)} ${hour}:${String(i % 60).padStart(2, '0')}:00,${1 + (i % 4)},${200 + ((i * 37) % 1700)},${((i * 13) % 90) / 10}\n`;
  }).join('')}`;

/** Ten nodes; another `round` has another fourth node. */
export const graph = (round: number): readonly NodeDraft[] => [
  csv('trips.csv', columns, types),
  { nodeClass: 'etl.NodeDropRowsWithNull', fields: {} },
  { nodeClass: 'etl.NodeRowFilter', fields: { conditionExpr: 'passengers > 0' } },
  sql(
    `select *, case when seconds = 0 then 0.0 else miles * 3600 / seconds end as speed from t where miles < ${100 + round}`,
  ),
  {
    nodeClass: 'etl.NodeDateTimeFieldExtract',
    fields: { inputCol: 'picked_up', extractHour: 'true' },
  },
  { nodeClass: 'etl.NodeDropColumns', fields: { dropCols: ['picked_up'] } },
  sql('select picked_up_hour, vendor, avg(speed) as speed, count(*) as trips from t group by picked_up_hour, vendor'),
  sql('select picked_up_hour, max(speed) as speed, sum(trips) as trips from t group by picked_up_hour'),
  sql('select * from t order by picked_up_hour'),
  print,
];
