import { isJsonList, serialisingWorkflow, type JsonObject, type Steps, type Workflow } from '@millrace/workflow';
import { inTurns, pace } from '../timing/pace.ts';

/** What of a graph goes into the columns of its table. */
export interface WorkflowColumns {
  readonly uuid: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly engine: string;
  /** The graph as JSON. */
  readonly content: string;
}

/** A graph that is ready for the store. */
export interface WorkflowDraft {
  readonly graph: JsonObject;
  readonly columns: WorkflowColumns;
}

/**
 * A graph for the store, with all keys of the interface: what a client has left out, it and others find with its default.
 * Others are served while a large one is written.
 */
export async function draftOf(workflow: Workflow, breathe = pace()): Promise<WorkflowDraft> {
  const { uuid, name, category, description, engine } = workflow;
  const { version, ...rest } = await inTurns(serialisingWorkflow(workflow, { complete: true }), breathe);
  await breathe();
  const graph = version == null ? rest : { ...rest, version };
  const content = await inTurns(writingText(graph), breathe);
  return { graph, columns: { uuid, name, category, description, engine, content } };
}

/** A draft with another graph or uuid. Others are served while a large one is written. */
export async function redraft(
  { columns }: WorkflowDraft,
  changed: JsonObject,
  uuid: string,
  breathe = pace(),
): Promise<WorkflowDraft> {
  const graph = { ...changed, uuid };
  return { graph, columns: { ...columns, uuid, content: await inTurns(writingText(graph), breathe) } };
}

/** Nodes or edges whose text is written in a step. */
const atOnce = 200;

/** The text of a graph, as JSON.stringify writes it. */
function* writingText(graph: JsonObject): Steps<string> {
  const keys: string[] = [];
  for (const [key, value] of Object.entries(graph)) {
    if (value === undefined) continue;
    const begin = `${JSON.stringify(key)}:`;
    if (!isJsonList(value)) {
      keys.push(begin + JSON.stringify(value));
      continue;
    }
    const items: string[] = [];
    for (let at = 0; at < value.length; at += atOnce) {
      items.push(JSON.stringify(value.slice(at, at + atOnce)).slice(1, -1));
      yield;
    }
    keys.push(`${begin}[${items.join(',')}]`);
  }
  return `{${keys.join(',')}}`;
}

/** A graph that says nothing of the version that it had elsewhere. */
export function withoutVersion(workflow: Workflow): Workflow {
  const { version: _, ...raw } = workflow.raw;
  return { ...workflow, raw, version: null };
}
