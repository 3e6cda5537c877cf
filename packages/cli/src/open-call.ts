import { loadProcessors, type ProcessorCatalogue } from '@millrace/processors';
import {
  EngineHost,
  LocalFiles,
  prepareRun,
  type HostOptions,
  type PreparedRun,
  type RunFiles,
} from '@millrace/runner';
import type { Dataset, Problem, Workflow } from '@millrace/workflow';
import { datasetsFor, loadDatasets, loadWorkflow } from './load.ts';
import type { Call } from './options.ts';

/** What a call on a workflow file stands on. */
export interface Opened {
  readonly prepared: PreparedRun;
  readonly catalogue: ProcessorCatalogue;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly files: RunFiles;
}

/**
 * Reads and checks the workflow file of a call; problems when it cannot run. `seen` hears of the workflow as soon as it is
 * read.
 */
export async function openCall(
  call: Call,
  path: string,
  seen?: (workflow: Workflow) => void,
): Promise<
  { readonly ok: true; readonly opened: Opened } | { readonly ok: false; readonly problems: readonly Problem[] }
> {
  const workflow = loadWorkflow(path).then((read) => {
    if (read.ok) seen?.(read.workflow);
    return read;
  });
  const [loaded, records] = await Promise.all([workflow, loadDatasets(call.datasets)]);
  if (!loaded.ok) return loaded;
  const datasets = datasetsFor(loaded.workflow, records);
  const catalogue = await loadProcessors(loaded.workflow.nodes.map((node) => node.nodeClass));
  const prepared = prepareRun({ workflow: loaded.workflow, catalogue, datasets, parameters: call.parameters });
  if (!prepared.ok) return prepared;
  return {
    ok: true,
    opened: { prepared: prepared.run, catalogue, datasets, files: await filesOf(call) },
  };
}

/** The file space of a call; to be disposed of. */
export async function filesOf({ files, urls }: Pick<Call, 'files' | 'urls'>): Promise<RunFiles> {
  if (files.kind === 'local') return new LocalFiles(files.folder, urls);
  const { remoteFiles } = await import('@millrace/runner/remote');
  return remoteFiles(files, urls);
}

/** The engines of a call. */
export const hostOf = ({ sparkRemote, memory }: Call, options: Pick<HostOptions, 'oneRun'> = {}): EngineHost =>
  new EngineHost({
    ...options,
    ...(sparkRemote === undefined ? {} : { sparkRemote }),
    ...(memory === undefined ? {} : { memory }),
  });
