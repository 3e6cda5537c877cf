import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import {
  chosenGroups,
  chosenNodes,
  groupColours,
  grouped,
  groupsOf,
  regrouped,
  ungrouped,
  withGroups,
} from '../model/groups.ts';
import { useEditorStore, type EditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** Keys that are held while something is chosen. */
export interface Keys {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** True where what is chosen is chosen beside the rest. */
export const isSeveral = ({ shiftKey, ctrlKey, metaKey }: Keys): boolean => shiftKey || ctrlKey || metaKey;

/** Chooses a group alone, or beside the rest, or not any more. */
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
  /** Puts the chosen nodes into one frame; or into the one that is chosen with them. */
  readonly group: () => void;
  /** Takes the frames of the chosen groups away. */
  readonly ungroup: () => void;
  /** Collapses the chosen groups, or these, to cards, or expands them where all are. */
  readonly fold: (ids?: ReadonlySet<string>) => void;
  /** Takes the chosen nodes out of their groups. */
  readonly takeOut: () => void;
}

/** What can be done with groups. Afterwards the group has the focus. */
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
          change((is) => regrouped(is, new Map([...state.selected].map((id) => [id, only.id] as const))));
          arrive([only.id]);
          return;
        }
        const nodes = chosenNodes(state);
        if (!state.graph.nodes.some(({ id }) => nodes.has(id))) return;
        const many = all.length;
        const colour = groupColours[many % groupColours.length] ?? 'grey';
        let made = '';
        change((is) => {
          const [next, id] = grouped(is, nodes, { name: editorTexts.groups.standard(many + 1), colour });
          made = id;
          return next;
        });
        arrive([made]);
      },
      ungroup: () => {
        const { change, select, ...state } = store.getState();
        const ids = chosenGroups(state);
        const { members } = groupsOf(state.graph);
        change((is) => ungrouped(is, ids));
        select([...ids].flatMap((id) => members.get(id) ?? []).map(({ id }) => id));
      },
      fold: (ids = chosenGroups(store.getState())) => {
        const { change, graph } = store.getState();
        const chosen = groupsOf(graph).all.filter(({ id }) => ids.has(id));
        if (chosen.length === 0) return;
        change((is) => withGroups(is, ids, { collapsed: chosen.some(({ collapsed }) => collapsed !== true) }));
        const { graph: next, version, wasSaved } = store.getState();
        // who may only look changes nothing by it
        if (!mayChange && version !== null) wasSaved(next, version);
        arrive(ids);
      },
      takeOut: () => {
        const { change, selected } = store.getState();
        change((is) => regrouped(is, new Map([...selected].map((id) => [id, undefined]))));
      },
    };
  }, [store, ui, mayChange]);
}
