import type { Graph } from './graph.ts';

/** What was drawn and not saved, kept in this browser. */
export interface Draft {
  readonly graph: Graph;
  /** The version that it was drawn over; null for a new graph. */
  readonly version: number | null;
  readonly at: number;
}

const keyOf = (workflowId: number | undefined): string => `millrace.draft.${workflowId ?? 'new'}`;

export function readDraft(workflowId: number | undefined): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(workflowId));
    if (text === null) return undefined;
    const draft = JSON.parse(text) as Partial<Draft>;
    const { graph, version = null, at = 0 } = draft;
    return graph !== undefined && Array.isArray(graph.nodes) && Array.isArray(graph.edges)
      ? { graph, version, at }
      : undefined;
  } catch {
    // a browser that keeps nothing has no draft
    return undefined;
  }
}

/** Keeps a draft; false where the browser has no room for it. */
export function keepDraft(workflowId: number | undefined, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(workflowId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(workflowId: number | undefined): void {
  try {
    localStorage.removeItem(keyOf(workflowId));
  } catch {
    // there is none then
  }
}
