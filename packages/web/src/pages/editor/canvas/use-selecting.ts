import type { KeyboardEvent, MouseEvent } from 'react';
import { focusName, focusSettings } from '../model/focus.ts';
import type { Graph } from '../model/graph.ts';
import { groupsOf } from '../model/groups.ts';
import { chooseGroup, isSeveral, useGrouping, type Keys } from '../state/grouping.ts';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { groupIdOf } from './frames.ts';

interface CanvasItem {
  readonly id: string;
}

/** Selects nodes and groups by clicks and keys, opens what they have, and their menu. */
export function useSelecting() {
  const store = useEditorStore();
  const { ui } = useEnvironment();
  const { fold } = useGrouping();
  // React Flow itself extends the selection to a card, as it does for nodes
  const choose = (groupId: string, keys: Keys): void => {
    if (!isSeveral(keys) || !isFolded(store.getState().graph, groupId)) chooseGroup(store, groupId, keys);
  };
  return {
    onKeyDown: (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (!(target instanceof HTMLElement) || !target.matches('.react-flow__node')) return;
      const groupId = groupIdOf(target.dataset['id'] ?? '');
      if (groupId !== undefined && (key === 'Enter' || key === ' ')) {
        event.preventDefault();
        choose(groupId, event);
      }
      if (groupId !== undefined && key === 'Escape') store.getState().select([]);
      if (key === 'Enter') focusSettings();
    },
    onNodeClick: (event: MouseEvent, { id }: CanvasItem): void => {
      const groupId = groupIdOf(id);
      if (groupId !== undefined) choose(groupId, event);
      else if (!isSeveral(event)) store.getState().select([id]);
    },
    onNodeDoubleClick: (_: MouseEvent, { id }: CanvasItem): void => {
      const groupId = groupIdOf(id);
      if (groupId !== undefined && isFolded(store.getState().graph, groupId)) fold(new Set([groupId]));
      else if (groupId !== undefined) focusName();
    },
    onNodeContextMenu: (event: MouseEvent, { id }: CanvasItem): void => {
      event.preventDefault();
      const { selected, selectedGroups, select } = store.getState();
      const groupId = groupIdOf(id);
      if (groupId !== undefined && !selectedGroups.has(groupId)) select([], [], [groupId]);
      else if (groupId === undefined && !selected.has(id)) select([id]);
      ui.setState({ menu: { x: event.clientX, y: event.clientY } });
    },
  };
}

const isFolded = (graph: Graph, groupId: string): boolean =>
  groupsOf(graph).all.some(({ id, collapsed }) => id === groupId && collapsed === true);
