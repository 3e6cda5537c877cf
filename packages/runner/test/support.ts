import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCatalogue, type ProcessorCatalogue } from '@millrace/processors';
import { isLong } from '@millrace/testkit/long';
import { material } from '@millrace/testkit/material';
import { parseDataset, parseWorkflow, type Dataset, type Workflow } from '@millrace/workflow';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import type { Manifest, RunEvent, RunOutput } from '../src/results/events.ts';
import { prepareRun, type PreparedRun } from '../src/execute/prepare-run.ts';
import type { RunRequest, RunServices } from '../src/execute/run-request.ts';
import { runWorkflow } from '../src/execute/run.ts';
import type { RequestedEngine } from '../src/plan/choose-engine.ts';

const { path, skip } = material('gallery');
/** Workflows that others wrote; tests on them are skipped where the folder is absent, and fail there in CI. */
export const gallery = path;
export const hasGallery = skip === false;

export async function galleryDatasets(): Promise<ReadonlyMap<string, Dataset>> {
  const datasets = new Map<string, Dataset>();
  for (const name of await readdir(join(gallery, 'datasets'))) {
    const parsed = parseDataset(await readFile(join(gallery, 'datasets', name), 'utf8'));
    if (!parsed.ok) throw new Error(`${name}: ${parsed.problems[0]?.message}`);
    datasets.set(parsed.dataset.uuid, parsed.dataset);
  }
  return datasets;
}

export async function galleryWorkflow(name: string): Promise<Workflow> {
  const parsed = parseWorkflow(await readFile(join(gallery, 'workflows', `${name}.json`), 'utf8'));
  if (!parsed.ok) throw new Error(`${name}: ${parsed.problems[0]?.message}`);
  return parsed.workflow;
}

/** Classes that wait for later issues. */
const later = /\.(NodeScala|NodeStreaming\w*)$/;

/** Graphs of the gallery without machine learning, Scala and streaming: by name. */
export const dataGraphs = (): Promise<string[]> => graphsThat((learn) => !learn);

/** Graphs of the gallery with machine learning, and without Scala and streaming: by name. */
export const learningGraphs = (): Promise<string[]> => graphsThat((learn) => learn);

/** Graphs that learn for long: by night alone where a test is not about what they learn. */
const long = new Set(['CrossValidator', 'Pipeline', 'SpamDetectionWithLogisticRegression']);
/** Graphs of the gallery that learn: those that are quick, and at night all of them. */
export const quickLearningGraphs = async (): Promise<string[]> =>
  (await learningGraphs()).filter((name) => isLong || !long.has(name));

async function graphsThat(accepts: (learn: boolean) => boolean): Promise<string[]> {
  const catalogue = await loadCatalogue();
  const names = (await readdir(join(gallery, 'workflows'))).map((file) => file.replace(/\.json$/, '')).toSorted();
  const graphs = await Promise.all(names.map(async (name) => ({ name, workflow: await galleryWorkflow(name) })));
  return graphs
    .filter(({ workflow: { nodes } }) => nodes.every((n) => !later.test(n.nodeClass)))
    .filter(({ workflow: { nodes } }) => accepts(nodes.some((n) => learns(catalogue, n.nodeClass))))
    .map(({ name }) => name);
}

const learns = (catalogue: ProcessorCatalogue, nodeClass: string): boolean =>
  catalogue.get(nodeClass)?.needs.includes('ml') ?? false;

export interface Ready {
  readonly prepared: PreparedRun;
  readonly catalogue: ProcessorCatalogue;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly files: LocalFiles;
}

export async function ready(workflow: Workflow, datasets: ReadonlyMap<string, Dataset>, root: string): Promise<Ready> {
  const catalogue = await loadCatalogue();
  const prepared = prepareRun({ workflow, catalogue, datasets });
  if (!prepared.ok) throw new Error(prepared.problems.map((p) => p.message).join('\n'));
  return { prepared: prepared.run, catalogue, datasets, files: new LocalFiles(root) };
}

export async function runOn(
  host: EngineHost,
  engine: RequestedEngine,
  { prepared, ...rest }: Ready,
  more: { readonly events?: RunEvent[]; readonly dryRun?: boolean } & Pick<RunServices, 'inspect'> &
    Pick<RunRequest, 'seed'> = {},
): Promise<Manifest> {
  const fixed = { now: '2024-02-29T12:00:00.000Z', seed: more.seed ?? 42n };
  return runWorkflow(
    prepared,
    { engine, dryRun: more.dryRun ?? false, ...fixed },
    {
      ...rest,
      host,
      ...(more.inspect && { inspect: more.inspect }),
      emit: (event) => more.events?.push(event),
    },
  );
}

/** A host that shows the session on Sail, for tests that end it in the middle of a run. */
export class SailInSight extends EngineHost {
  sail: EngineSession | undefined;
  #killed: number | undefined;
  override async open(...args: Parameters<EngineHost['open']>): Promise<EngineSession> {
    const session = await super.open(...args);
    if (session.kind === 'sail') this.sail = session;
    return session;
  }
  /** Kills the process itself, at once: its guard, which is told by `kill`, may get its turn when the work is done. */
  killSail(): void {
    const pid = this.sail?.pid ?? assert.fail('no Sail is open');
    // a second run may be told of a node before it knows that its engine is gone
    if (this.#killed !== pid) process.kill(pid, 'SIGKILL');
    this.#killed = pid;
  }
}

/**
 * What a run has shown, to be compared: rows that stand in no defined order are sorted by their text, and of those that are
 * some of more only the number counts.
 */
export const resultsOf = ({ outputs, nodes }: Manifest): RunOutput[] =>
  outputs.map((output) => {
    if (!('rows' in output) || output.unordered !== true) return output;
    const all = nodes.find(({ id }) => id === output.nodeId)?.rows ?? output.rows.length;
    const rows = all > output.rows.length ? output.rows.map(() => ['some of more']) : output.rows;
    return { ...output, rows: rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) };
  });
