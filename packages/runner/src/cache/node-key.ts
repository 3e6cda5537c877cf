import { createHash } from 'node:crypto';
import { hasShortYear, type Outcome, type Processor, type RunContext } from '@millrace/processors';
import { runsCode } from '@millrace/processors/runs-code';
import { canonicalNode, fieldList, fieldText, type WorkflowNode } from '@millrace/workflow';
import type { WatchedFiles } from '@millrace/file-space';
import { nodeDatasets } from '../plan/node-datasets.ts';
import { storedFields } from '../plan/stored-fields.ts';
import type { TableStorage } from '../results/tables/store-table.ts';
import { codeVersion } from './code-version.ts';

/** What a node's work depends on in addition to its own fields. */
export interface Dependencies {
  readonly scope: string;
  /** What code of nodes runs with: its interpreter and its libraries. */
  readonly code: string | undefined;
  readonly processor: Processor;
  readonly outcome: Outcome;
  readonly around: RunContext;
  readonly read: WatchedFiles;
  /** Keys of the outputs that it reads. */
  readonly inputs: readonly (string | undefined)[];
  readonly shown: Showing;
}

/** Settings of the run that change what a node shows. */
export interface Showing {
  readonly previews: number;
  readonly tableLimit: number;
  readonly counts: boolean;
  readonly tables?: Pick<TableStorage, 'mostRows' | 'mostBytes'>;
}

/** SQL whose value is another one each time. Rather finds it too often. */
const volatile =
  /\b(rand|random|randn|randstr|uniform|uuid|shuffle|now|curdate|current_date|current_time|current_timestamp|localtimestamp|unix_timestamp|datetimenow|datetimetoday|monotonically_increasing_id|spark_partition_id|tablesample)\b/i;

/** True for a processor whose code reads parameters of the run, besides those that stand in its fields. */
export const readsParameters = (processor: Processor | undefined): boolean =>
  processor?.fields.some(({ kind }) => kind === 'code') === true;

/** What keys begin with whose work is another one in each run, by its seed or its time. */
const ofOneRun = 'once-';

/** True for a key that a run of another seed and another time may have too. */
export const lasts = (key: string): boolean => !key.startsWith(ofOneRun);

/**
 * What a node computes, as a name: equal for nodes that give the same rows and show the same. `undefined` where that
 * is not known, because the node, or one before it, is another one each time, or because it saves.
 */
export async function nodeKey(node: WorkflowNode, dependencies: Dependencies): Promise<string | undefined> {
  const { scope, processor, outcome, around, read, inputs } = dependencies;
  const { previews, tableLimit, counts, tables } = dependencies.shown;
  if (inputs.includes(undefined) || (outcome.saves ?? []).length > 0) return undefined;
  const code = processor.fields.filter(({ kind }) => kind === 'sql' || kind === 'expression' || kind === 'code');
  const texts = code.flatMap(({ name, list }) => (list === true ? fieldList(node, name) : [fieldText(node, name)]));
  if (texts.some((text) => volatile.test(text ?? ''))) return undefined;
  const varies = processor.varies(storedFields(node)).map((what) => String(around[what]));
  const files = await Promise.all([...read.stamps].map(async ([path, stamp]) => [path, await stamp]));
  const urls = await Promise.all([...read.urls].map(async (url) => [url, await read.files.urlStamp(url)]));
  const fields = [canonicalNode(node), nodeDatasets(node, around)];
  const isOfOneRun = varies.length > 0 || inputs.some((input) => input !== undefined && !lasts(input));
  const parts = [
    scope,
    await codeVersion(),
    runsCode(node.nodeClass) ? dependencies.code : undefined,
    around.engine,
    around.onePartition,
    fields,
    inputs,
    varies,
    around.functionsOf?.(node.id) ?? [],
    readsParameters(processor) ? [...(around.parameters ?? [])] : [],
    hasShortYear(JSON.stringify(fields)) ? around.now.slice(0, 10) : undefined,
    files,
    urls,
    [previews, tableLimit, counts, tables?.mostRows, tables?.mostBytes],
  ];
  return `${isOfOneRun ? ofOneRun : ''}${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
