/**
 * `npm run bench -- [a b c d e ml hand-over predict service design files page tpch
 * code versions] [--rows 1e6] [--runs 1000]
 * [--megabytes 2048] [--scale 1] [--rounds 3] [--against f81f568]`: prints times next to a peer's in the same run. Read
 * ratios, not times. `versions`, whose peer is an older commit, runs only where it is asked for.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { designTime } from './design.ts';
import { fileTransfers } from './files.ts';
import { codeNodes } from './code.ts';
import { coldRuns } from './cold.ts';
import { sparkStart } from './spark-start.ts';
import { bigGraph } from './big-graph.ts';
import { handOver } from './hand-over.ts';
import { learning } from './learning.ts';
import { machine } from './measure.ts';
import { pageFigures } from './page.ts';
import { predictions } from './predictions.ts';
import { serviceLoad } from './service.ts';
import { tpch } from './tpch.ts';
import { tapCosts } from './taps.ts';
import { versions } from './versions.ts';
import { warmRuns } from './warm.ts';

const { values, positionals } = parseArgs({
  options: {
    rows: { type: 'string' },
    runs: { type: 'string' },
    megabytes: { type: 'string' },
    scale: { type: 'string' },
    rounds: { type: 'string' },
    against: { type: 'string' },
  },
  allowPositionals: true,
});
const rows = Number(values.rows ?? 1e6);
const selected =
  positionals.length === 0
    ? ['a', 'b', 'c', 'd', 'e', 'ml', 'hand-over', 'predict', 'service', 'design', 'files', 'page', 'tpch', 'code']
    : positionals;
const gallery = new URL('../../shared/gallery', import.meta.url).pathname;
const samples = new URL('../samples', import.meta.url).pathname;
const root = existsSync(gallery) ? gallery : samples;

const parts: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  a: () => coldRuns(root),
  b: () => warmRuns(root),
  c: () => sparkStart(),
  d: (folder) => bigGraph(folder, rows),
  e: (folder) => tapCosts(folder, rows),
  ml: () => learning(root),
  'hand-over': (folder) => handOver(folder, rows),
  predict: (folder) => predictions(folder),
  design: (folder) => designTime(folder),
  files: (folder) => fileTransfers(folder, Number(values.megabytes ?? 2_048)),
  page: (folder) => pageFigures(folder),
  tpch: (folder) => tpch(folder, Number(values.scale ?? 1), Number(values.rounds ?? 3)),
  code: (folder) => codeNodes(folder, rows, Number(values.rounds ?? 5)),
  versions: (folder) => versions(folder, root, values.against ?? 'f81f568', Number(values.rounds ?? 5)),
  service: (folder) => serviceLoad(folder, Number(values.runs ?? 1_000)),
};

console.log(`Millrace benchmark, ${machine()}; medians; the last number of a line is the peer's time divided by ours`);
const folder = await mkdtemp(join(tmpdir(), 'millrace-bench-'));
try {
  await mkdir(join(folder, 'datasets'));
  for (const part of selected) {
    const run = parts[part];
    if (run === undefined) throw new Error(`unknown part "${part}": must be one of ${Object.keys(parts).join(', ')}`);
    await run(folder);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
