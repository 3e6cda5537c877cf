import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDataset, parseWorkflow, type Dataset, type Problem, type Workflow } from '@millrace/workflow';
import { UsageError } from './usage-error.ts';

const largestFile = 256 << 20;

async function readText(path: string, what: string): Promise<string> {
  const named = `"${path}"`;
  const told = (error: NodeJS.ErrnoException): never => {
    const why = unreadable[error.code ?? ''];
    if (error.code === 'ENOENT') throw new UsageError(`there is no ${what} ${named}`);
    throw why === undefined ? error : new UsageError(`${named} ${why}, and a ${what} is needed`);
  };
  const info = await stat(path).catch(told);
  if (info.isDirectory()) throw new UsageError(`${named} is a folder, and a ${what} is needed`);
  // an open pipe, as a shell gives it for <(…), comes to an end; one that lies about may never
  if (!info.isFile() && !(info.isFIFO() && path.startsWith('/dev/')))
    throw new UsageError(`${named} is a named pipe or a device, and a ${what} is needed`);
  if (info.size > largestFile) throw new UsageError(`${named} is larger than 256 MB, which no ${what} is`);
  const bytes = await readFile(path).catch(told);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new UsageError(`${named} is not text in UTF-8, which a ${what} has to be: save it as UTF-8`);
}

/** What keeps a file from being read (errno), in our words. */
const unreadable: Readonly<Record<string, string>> = {
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  ELOOP: 'is a link that leads in a circle',
  ENOTDIR: 'leads through a file as if it were a folder',
  ENAMETOOLONG: 'is too long a name for a file',
  EIO: 'cannot be read from its disk',
};

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
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const why = unreadable[error.code ?? ''];
    throw new UsageError(
      why === undefined ? `there is no folder of datasets "${folder}"` : `the folder of datasets "${folder}" ${why}`,
    );
  });
  for (const name of names.filter((n) => n.endsWith('.json')).sort()) {
    const parsed = parseDataset(await readText(join(folder, name), 'dataset file'));
    if (!parsed.ok)
      throw new UsageError(`"${join(folder, name)}" is not a dataset: ${parsed.problems[0]?.message ?? ''}`);
    datasets.set(parsed.dataset.uuid, parsed.dataset);
  }
  return datasets;
}
