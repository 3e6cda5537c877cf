import type { Graph } from './graph.ts';

/** What was drawn and not saved, kept in this browser. */
export interface Draft {
  readonly graph: Graph;
  /** The version that it was drawn over; null for a new graph. */
  readonly version: number | null;
  readonly at: number;
}

/** Whose draft of what: people who share a browser have their own. */
export interface DraftOf {
  readonly userId: number;
  /** A workflow's id, or what `useNewDraft` calls the draft of a graph that has none yet. */
  readonly graph: number | string;
}

const ofUser = (userId: number): string => `millrace.draft.${userId}.graph.`;
const keyOf = ({ userId, graph }: DraftOf): string => `${ofUser(userId)}${graph}`;

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

/** What somebody's drafts of new graphs are called, the latest first. */
export function newDrafts(userId: number): string[] {
  try {
    const names = Object.keys(localStorage)
      .filter((key) => key.startsWith(`${ofUser(userId)}new`))
      .map((key) => key.slice(ofUser(userId).length));
    const keptAt = (name: string): number => readDraft({ userId, graph: name })?.at ?? 0;
    return names.toSorted((a, b) => keptAt(b) - keptAt(a));
  } catch {
    return [];
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
