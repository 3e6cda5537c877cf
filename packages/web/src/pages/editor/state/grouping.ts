import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import {
  selectedGroupIds,
  selectedNodeIds,
  groupColours,
  groupNodes,
  groupsOf,
  regroupNodes,
  removeGroups,
  withGroups,
} from '../model/groups.ts';
import { useEditorStore, type EditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** Modifier keys of a selection. */
export interface Keys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** True if the item is added to the selection. */
export const isSeveral = ({ shiftKey, ctrlKey, metaKey }: Keys): boolean => shiftKey || ctrlKey || metaKey;

/** Selects a group alone, adds it to the selection, or removes it. */
export function chooseGroup(store: EditorStore, id: string, keys: Keys): void {
  const { select, selected, selectedEdges, selectedGroups } = store.getState();
  if (!isSeveral(keys)) {
    select([], [], [id]);
    return;
  }
  const groups = new Set(selectedGroups);
  if (!groups.delete(id)) groups.add(id);
  select(selected, selectedEdges, groups);
}

export interface Grouping {
  /** Puts the selected nodes into a new frame, or into the selected one. */
  readonly group: () => void;
  /** Removes the frames of the selected groups. */
  readonly ungroup: () => void;
  /** Collapses the selected groups, or these, to cards, or expands them if all are collapsed. */
  readonly fold: (ids?: ReadonlySet<string>) => void;
  /** Takes the selected nodes out of their groups. */
  readonly takeOut: () => void;
}

/** The actions for groups. Afterwards the group has the focus. */
export function useGrouping(): Grouping {
  const store = useEditorStore();
  const { ui, mayChange } = useEnvironment();
  return useMemo(() => {
    const arrive = (ids: Iterable<string>): void => {
      const groups = [...ids];
      store.getState().select([], [], groups);
      ui.setState({ arriving: groups.at(-1) });
    };
    return {
      group: () => {
        const { change, ...state } = store.getState();
        const { all } = groupsOf(state.graph);
        const [only, ...more] = all.filter(({ id }) => state.selectedGroups.has(id));
        if (only !== undefined && more.length === 0) {
          change((is) => regroupNodes(is, new Map([...state.selected].map((id) => [id, only.id] as const))));
          arrive([only.id]);
          return;
        }
        const nodes = selectedNodeIds(state);
        if (!state.graph.nodes.some(({ id }) => nodes.has(id))) return;
        const many = all.length;
        const colour = groupColours[many % groupColours.length] ?? 'grey';
        let newId = '';
        change((is) => {
          const [next, id] = groupNodes(is, nodes, { name: editorTexts.groups.standard(many + 1), colour });
          newId = id;
          return next;
        });
        arrive([newId]);
      },
      ungroup: () => {
        const { change, select, ...state } = store.getState();
        const ids = selectedGroupIds(state);
        const { members } = groupsOf(state.graph);
        change((is) => removeGroups(is, ids));
        select([...ids].flatMap((id) => members.get(id) ?? []).map(({ id }) => id));
      },
      fold: (ids = selectedGroupIds(store.getState())) => {
        const { change, graph } = store.getState();
        const selection = groupsOf(graph).all.filter(({ id }) => ids.has(id));
        if (selection.length === 0) return;
        change((is) => withGroups(is, ids, { collapsed: selection.some(({ collapsed }) => collapsed !== true) }));
        const { graph: next, version, wasSaved } = store.getState();
        // read-only users change nothing by it
        if (!mayChange && version !== null) wasSaved(next, version);
        arrive(ids);
      },
      takeOut: () => {
        const { change, selected } = store.getState();
        change((is) => regroupNodes(is, new Map([...selected].map((id) => [id, undefined]))));
      },
    };
  }, [store, ui, mayChange]);
}
