import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineHost } from '../packages/runner/src/index.ts';
import { toolchain } from '../packages/toolchain/toolchain.mjs';
import { millrace, pysparkEnv } from './cold.ts';
import { graphsOf } from './graphs.ts';
import { row, timeCommand } from './measure.ts';
import { runOnce } from './warm.ts';

/** (ml) The churn graph: whole process against a plain PySpark script, and runs in a process whose Spark is up. */
export async function learning(root: string): Promise<void> {
  console.log('\n(ml) the churn graph (5,000 rows, random forest): whole process, and warm in one process');
  const graph = (await graphsOf(root)).find(({ name }) => name === 'ChurnAnalysis');
  if (graph === undefined) {
    console.log('the churn graph is not here');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
  try {
    const call = [graph.path, '--datasets', join(root, 'datasets'), '--files', root, '--json'];
    const cold = await timeCommand(process.execPath, [millrace, 'run', ...call]);
    const script = new URL('peers/churn_pyspark.py', import.meta.url).pathname;
    const peer = await timeCommand(toolchain().python, [script, root], { runs: 1, env: await pysparkEnv(folder) });
    const pyspark = { name: 'PySpark', timing: peer };
    console.log(row('cold', cold, pyspark, 'goal: < 8 s'));
    await using host = new EngineHost();
    const ms: number[] = [];
    for (let round = -1; round < 5; round++) {
      const { ms: took, status } = await runOnce('auto', graph, host);
      if (status !== 'COMPLETED') throw new Error(`the churn graph ended ${status}`);
      if (round >= 0) ms.push(took);
    }
    console.log(row('warm', { ms, peakMb: 0 }, pyspark, 'goal: < 1.5 s'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
