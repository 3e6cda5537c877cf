import { EngineHost, runWorkflow, type Manifest } from '../packages/runner/src/index.ts';
import { graphsOf, type BenchGraph } from './graphs.ts';
import { median } from './measure.ts';

const rounds = 5;

/** (b) The graphs warm in one process, on each engine: time of a run once the engine is there. */
export async function warmRuns(root: string): Promise<void> {
  console.log('\n(b) warm in one process: median of 5 runs on Sail (a fresh process each, started ahead) and on Spark');
  await using host = new EngineHost();
  for (const graph of await graphsOf(root)) {
    if (graph.learns) continue;
    const [sail, spark] = [await timeOn('sail', graph, host), await timeOn('spark', graph, host)];
    const ratio = sail === undefined || spark === undefined ? '' : `${(spark / sail).toFixed(1)}x`;
    console.log([graph.name.padEnd(34), shown('sail', sail), shown('spark', spark), ratio.padStart(8)].join('  '));
  }
}

const shown = (engine: string, ms: number | undefined): string =>
  `${engine} ${ms === undefined ? 'does not run it' : `${Math.round(ms)} ms`}`.padStart(22);

async function timeOn(engine: 'sail' | 'spark', graph: BenchGraph, host: EngineHost): Promise<number | undefined> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const manifest = await runOnce(engine, graph, host);
    if (manifest.status !== 'COMPLETED') return undefined;
    if (round >= 0) times.push(manifest.ms);
  }
  return median(times);
}

export async function runOnce(
  engine: 'auto' | 'sail' | 'spark',
  graph: BenchGraph,
  host: EngineHost,
): Promise<Manifest> {
  if (engine !== 'spark') await host.sailReady();
  return runWorkflow(
    {
      workflow: graph.prepared.workflow,
      catalogue: graph.catalogue,
      datasets: graph.datasets,
      files: graph.files(),
      host,
      engine,
      dryRun: true,
    },
    graph.prepared,
    () => undefined,
  );
}
