import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDataset, parseWorkflow, type Dataset, type Problem, type Workflow } from '@millrace/workflow';
import { UsageError } from './usage-error.ts';

const largestFile = 256 << 20;

async function readText(path: string, what: string): Promise<string> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new UsageError(`there is no ${what} "${path}"`);
  if (info.isDirectory()) throw new UsageError(`"${path}" is a folder, and a ${what} is needed`);
  if (info.size > largestFile) throw new UsageError(`"${path}" is larger than 256 MB, which no ${what} is`);
  return readFile(path, 'utf8');
}

export type LoadedWorkflow =
  | { readonly ok: true; readonly workflow: Workflow; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a workflow file; what is wrong with its text comes back as problems. */
export const loadWorkflow = async (path: string): Promise<LoadedWorkflow> =>
  parseWorkflow(await readText(path, 'workflow file'));

/** Reads every `.json` of a folder as a dataset record, by uuid. A file that is none is named and stops the call. */
export async function loadDatasets(folder: string | undefined): Promise<ReadonlyMap<string, Dataset>> {
  const datasets = new Map<string, Dataset>();
  if (folder === undefined) return datasets;
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) throw new UsageError(`there is no folder of datasets "${folder}"`);
  for (const name of names.filter((n) => n.endsWith('.json')).sort()) {
    const parsed = parseDataset(await readText(join(folder, name), 'dataset file'));
    if (!parsed.ok)
      throw new UsageError(`"${join(folder, name)}" is not a dataset: ${parsed.problems[0]?.message ?? ''}`);
    datasets.set(parsed.dataset.uuid, parsed.dataset);
  }
  return datasets;
}
