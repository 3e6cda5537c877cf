import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparkSession } from '../packages/spark-connect/src/index.ts';
import { startSail, startSpark } from '@millrace/engines';
import { row, type Timing } from './measure.ts';

/** (c) From nothing to the first answer: embedded Spark with its AOT cache, without it, and Sail. */
export async function sparkStart(): Promise<void> {
  console.log('\n(c) start to first answer (select 1)');
  const plain = await firstAnswers(() => start({ aot: false }));
  const aot = await firstAnswers(() => start({}));
  const sail = await firstAnswers(async () => startSail({ scratch: await scratch() }));
  console.log(row('embedded Spark, AOT cache', aot, { name: 'Spark, plain start', timing: plain }, 'goal: < 3.5 s'));
  console.log(row('Sail', sail, { name: 'Spark, AOT cache', timing: aot }));
}

const scratch = (): Promise<string> => mkdtemp(join(tmpdir(), 'millrace-bench-'));
const start = async (options: { aot?: boolean }) => startSpark({ scratch: await scratch(), ...options });

async function firstAnswers(begin: () => Promise<{ url: string; stop(): Promise<void> }>): Promise<Timing> {
  const ms: number[] = [];
  for (let run = 0; run < 3; run++) {
    const started = performance.now();
    const engine = await begin();
    const session = await SparkSession.connect(engine.url);
    await session.sql('select 1').collect();
    ms.push(performance.now() - started);
    await session.stop();
    await engine.stop();
  }
  return { ms, peakMb: 0 };
}
