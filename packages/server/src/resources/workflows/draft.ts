import { serialiseWorkflow, type JsonObject, type Workflow } from '@millrace/workflow';

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

export const columnsOf = (workflow: Workflow): WorkflowColumns => draftOf(workflow).columns;

/** A graph for the store, with all keys of the interface: what a client has left out, it and others find with its default. */
export function draftOf(workflow: Workflow): WorkflowDraft {
  const { uuid, name, category, description, engine } = workflow;
  const { version, ...rest } = serialiseWorkflow(workflow, { complete: true });
  const graph = version == null ? rest : { ...rest, version };
  return { graph, columns: { uuid, name, category, description, engine, content: JSON.stringify(graph) } };
}

/** A draft with another graph or uuid. */
export function redraft({ columns }: WorkflowDraft, changed: JsonObject, uuid: string): WorkflowDraft {
  const graph = { ...changed, uuid };
  return { graph, columns: { ...columns, uuid, content: JSON.stringify(graph) } };
}

/** A graph that says nothing of the version that it had elsewhere. */
export function withoutVersion(workflow: Workflow): Workflow {
  const { version: _, ...raw } = workflow.raw;
  return { ...workflow, raw, version: null };
}
