// Writes Spark's AOT cache: node train.ts FILE. Set-up calls this.
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparkSession } from '@millrace/spark-connect';
import { startSpark } from './spark.ts';
import { train } from './training.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('name the file to write: node train.ts FILE');
const report = (what: string) => void process.stdout.write(`${what}\n`);

try {
  await writeCache(file);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function writeCache(target: string): Promise<void> {
  report('starting Spark');
  const scratch = await mkdtemp(join(tmpdir(), 'millrace-train-'));
  const engine = await startSpark({ scratch, aotOutput: target, quick: false });
  try {
    await train(() => SparkSession.connect(engine.url), scratch, report);
    report('writing the cache');
  } finally {
    await engine.stop();
  }
  const { signal, log } = await engine.exited;
  if (signal !== 'SIGKILL' && existsSync(target)) return;
  throw new Error(`Spark wrote no AOT cache:\n${log.slice(-10).join('\n')}`);
}
