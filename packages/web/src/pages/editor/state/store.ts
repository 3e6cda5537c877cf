import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Graph } from '../model/graph.ts';

/** Maximum number of undo steps. */
const maxSteps = 200;
/** Milliseconds within which changes of one kind are one step. */
const oneStep = 1_500;

export interface EditorState {
  readonly graph: Graph;
  /** The graph at the service; a graph that differs is unsaved. */
  readonly saved: Graph;
  /** The version that was changed; null for a new graph. */
  readonly version: number | null;
  readonly past: readonly Graph[];
  readonly future: readonly Graph[];
  /** Ids of nodes. */
  readonly selected: ReadonlySet<string>;
  /** Keys of edges (see `edgeKeys`). */
  readonly selectedEdges: ReadonlySet<string>;
  /** Ids of groups: selected with their nodes. */
  readonly selectedGroups: ReadonlySet<string>;
}

export interface EditorActions {
  /** Changes the graph. Consecutive changes with the same `kind` are undone together. */
  change(edit: (graph: Graph) => Graph, kind?: string): void;
  undo(): void;
  redo(): void;
  select(nodes: Iterable<string>, edges?: Iterable<string>, groups?: Iterable<string>): void;
  /** The service has this graph now, as this version; later changes stay. */
  wasSaved(graph: Graph, version: number): void;
  /** Takes the version of another user; the user's own is an undo step. */
  take(theirs: Graph, version: number): void;
  /** Continues with the user's own graph over another user's version: the next save replaces it. */
  overwrite(theirs: Graph, version: number): void;
}

export type EditorStore = StoreApi<EditorState & EditorActions>;

/** The state of one edited graph. `draft`: the unsaved graph of an earlier visit. */
export function makeEditorStore(saved: Graph, version: number | null, draft: Graph | undefined): EditorStore {
  let last = { kind: '', at: 0 };
  return createStore((set) => ({
    graph: draft ?? saved,
    saved,
    version,
    past: draft === undefined ? [] : [saved],
    future: [],
    selected: new Set(),
    selectedEdges: new Set(),
    selectedGroups: new Set(),
    change: (edit, kind = '') =>
      set(({ graph, past }) => {
        const next = edit(graph);
        if (next === graph) return {};
        const at = performance.now();
        const joins = kind !== '' && kind === last.kind && at - last.at < oneStep && past.length > 0;
        last = { kind, at };
        return { graph: next, past: joins ? past : [...past.slice(1 - maxSteps), graph], future: [] };
      }),
    undo: () =>
      set(({ graph, past, future }) => {
        const before = past.at(-1);
        last = { kind: '', at: 0 };
        return before === undefined ? {} : { graph: before, past: past.slice(0, -1), future: [graph, ...future] };
      }),
    redo: () =>
      set(({ graph, past, future: [next, ...future] }) => {
        last = { kind: '', at: 0 };
        return next === undefined ? {} : { graph: next, past: [...past, graph], future };
      }),
    select: (nodes, edges = [], groups = []) =>
      set(({ selected, selectedEdges, selectedGroups }) => {
        const next = { selected: new Set(nodes), selectedEdges: new Set(edges), selectedGroups: new Set(groups) };
        const isSame =
          same(selected, next.selected) &&
          same(selectedEdges, next.selectedEdges) &&
          same(selectedGroups, next.selectedGroups);
        return isSame ? {} : next;
      }),
    wasSaved: (graph, version) => set({ saved: graph, version }),
    take: (theirs, version) =>
      set(({ graph, past }) => ({
        graph: theirs,
        saved: theirs,
        version,
        past: [...past.slice(1 - maxSteps), graph],
        future: [],
      })),
    overwrite: (theirs, version) => set({ saved: theirs, version }),
  }));
}

const same = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((one) => b.has(one));

export const EditorContext = createContext<EditorStore | null>(null);

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error('there is no editor around this');
  return store;
}

/** Selects from the editor's state; components are drawn again when that part changes. */
export const useEditor = <T>(pick: (state: EditorState & EditorActions) => T): T => useStore(useEditorStore(), pick);
