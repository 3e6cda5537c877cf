import type { Graph } from './graph.ts';

/** What was drawn and not saved, kept in this browser. */
export interface Draft {
  readonly graph: Graph;
  /** The version that it was drawn over; null for a new graph. */
  readonly version: number | null;
  readonly at: number;
}

/** Whose draft of what: people who share a browser have their own. No id is that of a new graph. */
export interface DraftOf {
  readonly userId: number;
  readonly workflowId: number | undefined;
}

const keyOf = ({ userId, workflowId }: DraftOf): string => `millrace.draft.${userId}.graph.${workflowId ?? 'new'}`;

export function readDraft(of: DraftOf): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(of));
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
export function keepDraft(of: DraftOf, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(of), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(of: DraftOf): void {
  try {
    localStorage.removeItem(keyOf(of));
  } catch {
    // there is none then
  }
}
