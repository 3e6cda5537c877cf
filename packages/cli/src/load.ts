import { isUtf8 } from 'node:buffer';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parseDataset,
  parseWorkflow,
  readJson,
  type Dataset,
  type Field,
  type Problem,
  type Workflow,
} from '@millrace/workflow';
import { UsageError } from './usage-error.ts';

const largestFile = 256 << 20;

async function readText(path: string, what: string): Promise<string> {
  const refused = (why: string): UsageError => new UsageError(`cannot read "${path}" as a ${what}: ${why}`);
  const fail = (error: NodeJS.ErrnoException): never => {
    const why = unreadable[error.code ?? ''];
    if (error.code === 'ENOENT') throw new UsageError(`${what} not found: "${path}"`);
    throw why === undefined ? error : refused(why);
  };
  const info = await stat(path).catch(fail);
  if (info.isDirectory()) throw refused('it is a folder');
  // an open pipe, as a shell gives it for <(…), comes to an end; one that lies about may never
  if (!info.isFile() && !(info.isFIFO() && path.startsWith('/dev/'))) throw refused('it is a named pipe or a device');
  if (info.size > largestFile) throw refused('it is larger than 256 MB');
  const bytes = await readFile(path).catch(fail);
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw refused('it must be UTF-8 text');
}

/** Why a file cannot be read, by errno. */
const unreadable: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission to read it',
  EPERM: 'this user has no permission to read it',
  ELOOP: 'its symbolic links form a loop',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENAMETOOLONG: 'its name is too long',
  EIO: 'its disk reports a read error',
};

export type LoadedWorkflow =
  | { readonly ok: true; readonly workflow: Workflow; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Reads a workflow file; errors in its text are returned as problems. */
export const loadWorkflow = async (path: string): Promise<LoadedWorkflow> =>
  parseWorkflow(await readText(path, 'workflow file'));

/** The dataset records of a folder. */
export interface LoadedDatasets {
  /** By uuid. */
  readonly byUuid: ReadonlyMap<string, Dataset>;
  /** Files that do not hold dataset records: the uuid that one names, if it can be read, and what is wrong. */
  readonly broken: readonly { readonly uuid: string | undefined; readonly fault: string }[];
}

/** Reads every `.json` of a folder as a dataset record. */
export async function loadDatasets(folder: string | undefined): Promise<LoadedDatasets> {
  const byUuid = new Map<string, Dataset>();
  const broken: LoadedDatasets['broken'][number][] = [];
  if (folder === undefined) return { byUuid, broken };
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const why = unreadable[error.code ?? ''];
    throw new UsageError(
      why === undefined
        ? `dataset folder not found: "${folder}"`
        : `cannot read the dataset folder "${folder}": ${why}`,
    );
  });
  for (const name of names.filter((n) => n.endsWith('.json')).sort()) {
    const text = await readText(join(folder, name), 'dataset file');
    const parsed = parseDataset(text);
    if (parsed.ok) byUuid.set(parsed.dataset.uuid, parsed.dataset);
    else {
      const fault = `"${join(folder, name)}" is not a dataset: ${parsed.problems[0]?.message ?? ''}`;
      broken.push({ uuid: uuidIn(text), fault });
    }
  }
  return { byUuid, broken };
}

/**
 * The datasets that a workflow may name. Throws if it names one whose file is broken, or one that is not there while a
 * broken file may be it; broken files of others do no harm.
 */
export function datasetsFor(workflow: Workflow, { byUuid, broken }: LoadedDatasets): ReadonlyMap<string, Dataset> {
  const own = new Set(workflow.dataSetDetails.map(({ uuid }) => uuid));
  const uuids = workflow.nodes.flatMap(({ fields }) => fields.filter(isDataset).map(({ value }) => value ?? ''));
  const missing = uuids.filter((uuid) => uuid !== '' && !uuid.includes('$') && !byUuid.has(uuid) && !own.has(uuid));
  const fault = broken.find(({ uuid }) => (uuid === undefined ? missing.length > 0 : missing.includes(uuid)));
  if (fault !== undefined) throw new UsageError(fault.fault);
  return byUuid;
}

const isDataset = ({ name, widget }: Field): boolean => name === 'dataset' || widget === 'dataset';

function uuidIn(text: string): string | undefined {
  const read = readJson(text);
  const uuid = read.ok && isObject(read.value) ? read.value['uuid'] : undefined;
  return typeof uuid === 'string' ? uuid : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
