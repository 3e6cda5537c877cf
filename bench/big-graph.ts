import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SparkSession } from '../packages/spark-connect/src/index.ts';
import { startSail } from '@millrace/engines';
import { cacheRoot, toolchain } from '../packages/toolchain/toolchain.mjs';
import { millrace, pysparkEnv } from './cold.ts';
import { salesGraph, writeSales } from './graph.ts';
import { row, timeCommand } from './measure.ts';

const duckdbVersion = '1.4.2';

/** (d) A 12-node graph over many rows, whole process: against PySpark local[2] and DuckDB. */
export async function bigGraph(folder: string, rows: number): Promise<void> {
  console.log(`\n(d) 12-node graph on ${rows.toExponential()} rows, whole process`);
  await prepareSales(folder, rows);
  const [duckdb, env] = [await duckdbPath(), await pysparkEnv(folder)];
  for (const form of ['csv', 'parquet'] as const) {
    const path = join(folder, `${form}.json`);
    await writeFile(path, JSON.stringify(salesGraph(form)));
    const call = [millrace, 'run', path, '--datasets', join(folder, 'datasets'), '--files', folder, '--json'];
    const ours = await timeCommand(process.execPath, call);
    const peers = new URL('peers/', import.meta.url).pathname;
    const spark = await timeCommand(toolchain().python, [`${peers}sales_pyspark.py`, folder, form], {
      runs: 1,
      env,
    });
    const duck = await timeCommand(toolchain().python, [`${peers}sales_duckdb.py`, folder, form], {
      env: { ...process.env, PYTHONPATH: duckdb },
    });
    console.log(row(`${form}, auto`, ours, { name: 'PySpark local[2]', timing: spark }, 'goal: >= 8x'));
    console.log(row(`${form}, auto`, ours, { name: 'DuckDB', timing: duck }, 'goal: >= 0.33x'));
    console.log(
      `${''.padEnd(34)}  peak memory: PySpark ${Math.round(spark.peakMb)} MB, DuckDB ${Math.round(duck.peakMb)} MB`,
    );
  }
}

/** The data of the graph as CSV and as Parquet, once. */
export async function prepareSales(folder: string, rows: number): Promise<void> {
  if (existsSync(join(folder, 'sales.parquet'))) return;
  await writeSales(folder, rows);
  const engine = await startSail({ scratch: await mkdtemp(join(tmpdir(), 'millrace-bench-')) });
  const session = await SparkSession.connect(engine.url);
  const schema = 'id bigint, ts timestamp, customer int, product int, qty int, price double, country string';
  await session.read
    .schema(schema)
    .option('header', true)
    .csv(join(folder, 'sales.csv'))
    .write.format('parquet')
    .save(join(folder, 'sales.parquet'));
  await session.stop();
  await engine.stop();
}

/** DuckDB is a peer of the benchmark alone: fetched once into a folder of its own. */
export async function duckdbPath(): Promise<string> {
  const target = join(cacheRoot(), `bench-duckdb-${duckdbVersion}`);
  if (existsSync(join(target, 'duckdb'))) return target;
  try {
    await promisify(execFile)(toolchain().python, [
      '-m',
      'pip',
      'install',
      '-q',
      '--target',
      target,
      `duckdb==${duckdbVersion}`,
    ]);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
  return target;
}
