import type { Graph } from './graph.ts';

/** An unsaved graph, stored in this browser. */
export interface Draft {
  readonly graph: Graph;
  /** The version that was changed; null for a new graph. */
  readonly version: number | null;
  readonly at: number;
}

/** The user and graph of a draft: users who share a browser have their own drafts. */
export interface DraftOf {
  readonly userId: number;
  /** A workflow's id, or the name that `useNewDraft` gives to the draft of a new graph. */
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
    // without storage there are no drafts
    return undefined;
  }
}

/** Names of a user's drafts of new graphs, the latest first. */
export function newDrafts(userId: number): string[] {
  try {
    const names = Object.keys(localStorage)
      .filter((key) => key.startsWith(`${ofUser(userId)}new`))
      .map((key) => key.slice(ofUser(userId).length));
    const storedAt = (name: string): number => readDraft({ userId, graph: name })?.at ?? 0;
    return names.toSorted((a, b) => storedAt(b) - storedAt(a));
  } catch {
    return [];
  }
}

/** Stores a draft; false if the browser's storage is full. */
export function storeDraft(of: DraftOf, draft: Draft): boolean {
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
    // there is no draft then
  }
}
