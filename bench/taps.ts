import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import { runWorkflow } from '../packages/runner/src/index.ts';
import { graphsOf } from './graphs.ts';
import { salesGraph } from './graph.ts';
import { prepareSales } from './big-graph.ts';
import { median } from './measure.ts';
import { mkdir } from 'node:fs/promises';

/** (e) What counts and 100-row previews of all nodes add to a bare run, on Sail. */
export async function tapCosts(folder: string, rows: number): Promise<void> {
  console.log(
    `\n(e) counts and previews of all nodes compared with the bare run, 12-node graph on ${rows.toExponential()} rows (Parquet), Sail`,
  );
  await prepareSales(folder, rows);
  await mkdir(join(folder, 'workflows'), { recursive: true });
  await writeFile(join(folder, 'workflows', 'sales.json'), JSON.stringify(salesGraph('parquet')));
  const [graph] = await graphsOf(folder);
  if (graph === undefined) throw new Error('the graph of the benchmark cannot run here');
  await using host = new EngineHost();
  const times: Record<string, number> = {};
  for (const [name, taps] of Object.entries({
    bare: { counts: false, previews: 0 },
    counts: { counts: true, previews: 0 },
    'counts and previews': { counts: true, previews: 100 },
  })) {
    const ms: number[] = [];
    for (let round = 0; round < 5; round++) {
      await host.sailReady();
      const manifest = await runWorkflow(
        graph.prepared,
        { engine: 'sail', ...taps },
        {
          catalogue: graph.catalogue,
          datasets: graph.datasets,
          files: new LocalFiles(folder),
          host,
          emit: () => undefined,
        },
      );
      if (manifest.status !== 'COMPLETED') throw new Error(JSON.stringify(manifest.nodes));
      ms.push(manifest.ms);
    }
    times[name] = median(ms);
  }
  const bare = times['bare'] ?? 1;
  for (const [name, ms] of Object.entries(times))
    console.log(
      `${name.padEnd(34)}  ${Math.round(ms)} ms  ${name === 'bare' ? '' : `+${Math.round((ms / bare - 1) * 100)} %  goal: < 30 %`}`,
    );
}
