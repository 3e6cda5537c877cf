import { EngineHost } from '@millrace/engines/host';
import { runWorkflow, type Manifest } from '../packages/runner/src/index.ts';
import { graphsOf, type BenchGraph } from './graphs.ts';
import { median } from './measure.ts';

const rounds = 5;
/** Java compiles what runs often: the first runs of a process are slower. */
const untilCompiled = 10;

/** (b) The graphs warm in one process, on each engine: time of a run once the engine is there. */
export async function warmRuns(root: string): Promise<void> {
  console.log(
    `\n(b) warm in one process, medians of ${rounds} runs: on Sail (a new process each, started in advance), and on`,
  );
  console.log(`    Spark after one run of the graph and after ${untilCompiled}; the ratio refers to the second`);
  await using host = new EngineHost();
  for (const graph of await graphsOf(root)) {
    if (graph.learns) continue;
    const sail = median(await timesOn('sail', graph, host, 1 + rounds));
    const times = await timesOn('spark', graph, host, untilCompiled + rounds);
    const [first, spark] = [median(times.slice(0, rounds)), median(times.slice(-rounds))];
    const ratio = Number.isNaN(spark / sail) ? '' : `${(spark / sail).toFixed(1)}x`;
    console.log(
      [
        graph.name.padEnd(24),
        format('sail', sail),
        format('spark', first),
        format('then', spark),
        ratio.padStart(8),
      ].join('  '),
    );
  }
}

const format = (engine: string, ms: number): string =>
  `${engine} ${Number.isNaN(ms) ? 'does not run it' : `${Math.round(ms)} ms`}`.padStart(22);

/** Times of runs, ms, without the first; none if the engine does not run the graph. */
async function timesOn(
  engine: 'sail' | 'spark',
  graph: BenchGraph,
  host: EngineHost,
  runs: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const manifest = await runOnce(engine, graph, host);
    if (manifest.status !== 'COMPLETED') return [];
    if (run > 0) times.push(manifest.ms);
  }
  return times;
}

export async function runOnce(
  engine: 'auto' | 'sail' | 'spark',
  graph: BenchGraph,
  host: EngineHost,
): Promise<Manifest> {
  if (engine !== 'spark') await host.sailReady();
  return runWorkflow(
    graph.prepared,
    { engine, dryRun: true },
    {
      catalogue: graph.catalogue,
      datasets: graph.datasets,
      files: graph.files(),
      host,
      emit: () => undefined,
    },
  );
}
