import type { ProcessorCatalogue } from '@millrace/processors';
import type { PreparedRun } from '@millrace/runner';
import type { RunFiles } from '@millrace/file-space';
import { LocalFiles } from '@millrace/file-space';
import type { LibraryEnvironment } from '@millrace/engines/libraries';
import { EngineHost, type CodeIsolation, type HostOptions } from '@millrace/engines/host';
import { compatibilityOf, type Compatibility, type Dataset, type Problem, type Workflow } from '@millrace/workflow';
import { librariesOf } from './libraries.ts';
import { datasetsFor, loadDatasets, loadWorkflow } from './load.ts';
import type { Call } from './options.ts';

/** The prepared run of a call, with what it needs. */
export interface OpenCall {
  readonly prepared: PreparedRun;
  readonly catalogue: ProcessorCatalogue;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly files: RunFiles;
  readonly compatibility: Compatibility;
  /** What code of nodes imports. */
  readonly libraries: LibraryEnvironment | undefined;
}

/** The parts of a call that are known before its graph is checked. */
export interface CallInputs {
  readonly workflow: Workflow;
  readonly datasets: ReadonlyMap<string, Dataset>;
  /** Absent if they are on other machines, from which nothing is fetched that may not be needed. */
  readonly files: LocalFiles | undefined;
}

/**
 * Reads and checks the workflow file of a call; returns problems if it cannot run. `opened` is called as soon as the files are
 * read, before the processors and the runner are loaded, so that an engine can start in the meantime.
 */
export async function openCall(
  call: Call,
  path: string,
  opened?: (opened: CallInputs) => Promise<void>,
): Promise<
  { readonly ok: true; readonly opened: OpenCall } | { readonly ok: false; readonly problems: readonly Problem[] }
> {
  const [result, records] = await Promise.all([loadWorkflow(path), loadDatasets(call.datasets)]);
  if (!result.ok) return result;
  const { workflow } = result;
  const datasets = datasetsFor(workflow, records);
  const files = call.files.kind === 'local' ? localFiles(call.files.folder, call) : undefined;
  // awaited before the imports: an import of many modules holds up all other work behind its first `await`
  await opened?.({ workflow, datasets, files });
  const { loadProcessors } = await import('@millrace/processors');
  const { prepareRun } = await import('@millrace/runner');
  const catalogue = await loadProcessors(workflow.nodes.map((node) => node.nodeClass));
  const prepared = prepareRun({ workflow, catalogue, datasets, parameters: call.parameters });
  if (!prepared.ok) return prepared;
  return {
    ok: true,
    opened: {
      prepared: prepared.run,
      catalogue,
      datasets,
      files: files ?? (await filesOf(call)),
      compatibility: compatibilityIn(call, workflow),
      libraries: await librariesIn(call),
    },
  };
}

/** The compatibility of a run: that of the call, else that of the workflow. */
export const compatibilityIn = ({ compatibility }: Call, workflow: Workflow): Compatibility =>
  compatibility ?? compatibilityOf(workflow) ?? 'spark4';

const localFiles = (folder: string, { urls }: Pick<Call, 'urls'>): LocalFiles => new LocalFiles(folder, urls);

/**
 * The file space of a call; to be disposed of. `return` without `await` removes copies of HDFS before an engine reads
 * them.
 */
export async function filesOf({ files, urls }: Pick<Call, 'files' | 'urls'>): Promise<RunFiles> {
  if (files.kind === 'local') return localFiles(files.folder, { urls });
  const { remoteFiles } = await import('@millrace/file-space/remote');
  return remoteFiles(files, urls);
}

/** The libraries of a call. What is read of them is no input of its run. */
export async function librariesIn(call: Call): Promise<LibraryEnvironment | undefined> {
  await using files = await filesOf(call);
  return await librariesOf(call, files);
}

/** The engines of a call. */
export const hostOf = (
  { sparkRemote, cluster, memory, files, codeNodes }: Call,
  options: Pick<HostOptions, 'oneRun'> = {},
): EngineHost =>
  new EngineHost({
    ...options,
    code: () => codeIsolation(codeNodes, files.kind === 'local' ? files.folder : undefined),
    ...(sparkRemote === undefined ? {} : { sparkRemote }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(memory === undefined ? {} : { memory }),
  });

/** Code of nodes sees the file space and nothing else of the machine, whatever its caller may do. */
async function codeIsolation(mode: Call['codeNodes'], folder: string | undefined): Promise<CodeIsolation> {
  if (mode !== 'sandbox') return mode === 'off' ? 'none' : mode;
  const { findSandbox } = await import('@millrace/engines');
  const sandbox = await findSandbox();
  if ('missing' in sandbox) return 'none';
  return { sandbox, files: folder === undefined ? [] : [{ how: 'readable', folder }], readable: [], hidden: [] };
}
