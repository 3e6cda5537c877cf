import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheRoot } from '../packages/toolchain/toolchain.mjs';
import { inARow } from '../packages/server/test/graphs.ts';
import type { ServiceProcess } from '../packages/server/test/crash/process.ts';
import { millrace } from './cold.ts';
import { graph as tripsGraph, trips } from './design.ts';
import { graphsOf } from './graphs.ts';
import { geometricMean, median, timeCommand } from './measure.ts';
import { Client, startService, writePeople } from './service.ts';

const repository = new URL('..', import.meta.url).pathname;
const command = promisify(execFile);

type Json = Record<string, unknown>;

/** A version of Millrace: its command line, and a service of it. */
interface Version {
  readonly name: string;
  readonly program: string;
  /** Its copy of the gallery's files. */
  readonly files: string;
  readonly service: ServiceProcess;
  readonly client: Client;
}

/**
 * (versions) This version next to an older commit of it, in turns: gallery graphs cold by the command line and warm through the
 * service, light runs in sequence, and rows of nodes while a graph is drawn. Both are run by the same Node.
 */
export async function versions(folder: string, root: string, commit: string, rounds: number): Promise<void> {
  console.log(
    `\n(versions) this version and ${commit}, medians of ${rounds} rounds in turn; the ratio is this version's time divided by the other's`,
  );
  const older = join(await checkedOut(commit), 'packages/cli/src/main.ts');
  const started: Version[] = [];
  try {
    for (const [name, program] of [
      ['this', millrace],
      [commit, older],
    ] as const)
      started.push(await start(name, program, join(folder, name), root));
    const [ours, theirs] = started as [Version, Version];
    await cold(ours, theirs, root, rounds);
    await warm(ours, theirs, root, rounds);
    await lightRuns(ours, theirs, rounds);
    await previews(ours, theirs, rounds);
  } finally {
    await Promise.all(started.map(({ service }) => service.stop()));
  }
}

/** The folder of a clone at a commit, set up once. */
async function checkedOut(commit: string): Promise<string> {
  const { stdout } = await command('git', ['-C', repository, 'rev-parse', '--verify', `${commit}^{commit}`]);
  const hash = stdout.trim();
  const folder = join(cacheRoot(), `bench-version-${hash}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await command('git', ['clone', '-q', '--no-checkout', repository, unfinished]);
  await command('git', ['-C', unfinished, 'checkout', '-q', hash]);
  await command('npm', ['run', 'setup'], { cwd: unfinished, maxBuffer: 1 << 28 });
  await rename(unfinished, folder);
  return folder;
}

/** A service of a version, with a copy of the gallery's files and its datasets. */
async function start(name: string, program: string, folder: string, root: string): Promise<Version> {
  const files = join(folder, 'files');
  await cp(join(root, 'data'), join(files, 'data'), { recursive: true });
  await writePeople(files);
  await writeFile(join(files, 'trips.csv'), trips(10_000));
  await mkdir(join(folder, 'home'));
  const service = await startService(join(folder, 'home'), files, program);
  const client = await Client.open(service.url);
  for (const file of await readdir(join(root, 'datasets'))) {
    // the id is that of the service where the record was made
    const { id: _, ...record } = JSON.parse(await readFile(join(root, 'datasets', file), 'utf8')) as Json;
    await client.send('POST', '/dataset/save', record);
  }
  return { name, program, files, service, client };
}

async function cold(ours: Version, theirs: Version, root: string, rounds: number): Promise<void> {
  const ratios: number[] = [];
  for (const graph of await graphsOf(root)) {
    if (graph.learns) continue;
    const once = async ({ program, files }: Version): Promise<number> => {
      const call = [program, 'run', graph.path, '--datasets', join(root, 'datasets'), '--files', files];
      return (await timeCommand(process.execPath, call, { runs: 1 })).ms[0] ?? 0;
    };
    ratios.push(await inTurns(`${graph.name}, cold`, [ours, theirs], once, rounds));
  }
  mean('gallery, cold', ratios);
}

async function warm(ours: Version, theirs: Version, root: string, rounds: number): Promise<void> {
  const ratios: number[] = [];
  for (const graph of await graphsOf(root)) {
    if (graph.learns) continue;
    const workflow = JSON.parse(await readFile(graph.path, 'utf8')) as object;
    const ids = new Map<Version, number>();
    for (const version of [ours, theirs])
      ids.set(version, Number(await version.client.send('POST', '/api/v1/workflows', { workflow })));
    const once = async (version: Version): Promise<number> => {
      const { client } = version;
      await client.ready();
      const startedAt = performance.now();
      const body = { workflowId: ids.get(version), sparkConfig: 'millrace.reuse=off' };
      await client.waitForRun(await client.send('POST', '/api/v1/workflow/execute', body));
      return performance.now() - startedAt;
    };
    ratios.push(await inTurns(`${graph.name}, warm`, [ours, theirs], once, rounds));
  }
  mean('gallery, warm', ratios);
}

/** Rounds of twenty, each behind the other without a pause. */
async function lightRuns(ours: Version, theirs: Version, rounds: number): Promise<void> {
  const once = async ({ client }: Version): Promise<number> => {
    await client.ready();
    const startedAt = performance.now();
    for (let run = 0; run < 20; run++) await client.waitForRun(await client.ask());
    return performance.now() - startedAt;
  };
  await inTurns('20 light runs in sequence', [ours, theirs], once, rounds);
}

async function previews(ours: Version, theirs: Version, rounds: number): Promise<void> {
  const ask = async ({ client }: Version, node: number, round: number): Promise<number> => {
    const startedAt = performance.now();
    await client.send('POST', `/api/v1/workflows/nodes/${node}/execute`, inARow('Trips', tripsGraph(round)));
    return performance.now() - startedAt;
  };
  const last = tripsGraph(0).length;
  let round = 0;
  await inTurns('rows of a node, nothing changed', [ours, theirs], (one) => ask(one, last, 0), 10 * rounds);
  await inTurns(
    'rows of the last node, the fourth changed',
    [ours, theirs],
    (one) => ask(one, last, ++round),
    10 * rounds,
  );
}

/** Times of both versions, each first in every second round, after one that is not timed; prints and returns the ratio of medians. */
async function inTurns(
  name: string,
  both: readonly [Version, Version],
  once: (version: Version) => Promise<number>,
  rounds: number,
): Promise<number> {
  const times = new Map<Version, number[]>(both.map((version) => [version, []]));
  for (const version of both) await once(version);
  for (let round = 0; round < rounds; round++)
    for (const version of round % 2 === 0 ? both : both.toReversed()) times.get(version)?.push(await once(version));
  const [ours, theirs] = both.map((version) => median(times.get(version) ?? [])) as [number, number];
  const cells = [ours, theirs].map((ms) => `${ms.toFixed(0)} ms`.padStart(9));
  console.log([name.padEnd(44), ...cells, (ours / theirs).toFixed(3).padStart(7)].join('  '));
  return ours / theirs;
}

function mean(name: string, ratios: readonly number[]): void {
  const worst = Math.max(...ratios);
  console.log(
    `${name}: geometric mean ${geometricMean(ratios).toFixed(3)}, worst ${worst.toFixed(3)} of ${ratios.length}  goal: at most 1.05`,
  );
}
