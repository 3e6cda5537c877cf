import type { EngineHost } from '@millrace/engines/host';
import { pathsOf } from '@millrace/runner/sources';
import type { WorkflowNode } from '@millrace/workflow';
import { compatibilityIn, type CallInputs } from './open-call.ts';
import type { Call } from './options.ts';

/** True for nodes that go to Spark by their type alone. */
const isMl = ({ type }: WorkflowNode): boolean => type.startsWith('ml-');

/**
 * Begins to start the engine that a run will want, as far as its document alone shows. How Spark compiles depends on the size
 * of what is read: where that shows only later (parameters, URLs, files elsewhere or not there), Spark starts later.
 */
export async function startEarly(call: Call, host: EngineHost, opened: CallInputs): Promise<void> {
  const { engine, sparkRemote, cluster } = call;
  const isForSpark = compatibilityIn(call, opened.workflow) !== 'spark4' || opened.workflow.nodes.some(isMl);
  if (engine === 'sail' || (engine === 'auto' && !isForSpark)) return host.warmSail();
  if (sparkRemote !== undefined || cluster !== undefined) return;
  const bytes = await sourceBytes(opened);
  if (bytes !== undefined) host.warmSpark('', bytes);
}

/** Bytes of the files that nodes without inputs name. */
async function sourceBytes({ workflow, datasets, files }: CallInputs): Promise<number | undefined> {
  const targets = new Set(workflow.edges.map(({ target }) => target));
  const sources = workflow.nodes.filter(({ id }) => !targets.has(id));
  const values = sources.flatMap(({ fields }) => fields.map(({ value }) => value ?? ''));
  if (files === undefined || values.some((value) => /\$|^https?:/.test(value))) return undefined;
  try {
    for (const node of sources) for (const path of pathsOf(node, workflow, datasets)) await files.input(path);
  } catch {
    // whatever it is, the node that reads it reports it
    return undefined;
  }
  return files.inputBytes();
}
