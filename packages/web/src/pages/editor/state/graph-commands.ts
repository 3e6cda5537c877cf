import type { ReactFlowInstance } from '@xyflow/react';
import { editorTexts } from '../../../texts/editor.ts';
import { connectableEnds } from '../canvas/connect-dialog.tsx';
import type { Catalogue, Processor } from '../model/catalogue.ts';
import { focusName } from '../model/focus.ts';
import { addNode, alignNodes, removeItems, type Point } from '../model/graph.ts';
import { selectedNodeIds } from '../model/groups.ts';
import { edgeKeys } from '../model/keys.ts';
import { duplicate } from './clipboard.ts';
import type { Command } from './command.ts';
import type { EditorStore } from './store.ts';
import type { UiStore } from './ui-store.ts';

const texts = editorTexts.commands;

/** The services of commands that change the graph. */
interface Editing {
  readonly store: EditorStore;
  readonly ui: UiStore;
  readonly catalogue: Catalogue;
  readonly flow: ReactFlowInstance;
  readonly arrange: () => unknown;
}

/** Commands for selected nodes, and undo. */
export function nodeCommands({ store, ui, catalogue, flow }: Omit<Editing, 'arrange'>): readonly Command[] {
  return [
    { title: texts.undo, icon: 'undo', keys: 'Mod+Z', key: 'z', mod: true, act: () => store.getState().undo() },
    {
      title: texts.redo,
      icon: 'redo',
      keys: 'Mod+Shift+Z',
      key: 'z',
      mod: true,
      shift: true,
      act: () => store.getState().redo(),
    },
    { title: texts.delete, icon: 'close', keys: 'Delete', key: 'delete', act: () => deleteSelected(store) },
    { title: texts.duplicate, icon: 'plus', keys: 'Mod+D', key: 'd', mod: true, act: () => duplicate(store, flow) },
    {
      title: texts.rename,
      icon: 'note',
      keys: 'F2',
      key: 'f2',
      act: () => {
        ui.setState({ isPanelOpen: true });
        focusName();
      },
      applies: () => {
        const { selected, selectedGroups } = store.getState();
        return selected.size + selectedGroups.size === 1;
      },
    },
    {
      title: texts.join,
      icon: 'join',
      keys: 'E',
      key: 'e',
      act: () => ui.setState({ isJoining: true }),
      applies: () => connectableEnds(store.getState(), catalogue) !== undefined,
    },
  ];
}

/** Commands for the drawing and the workflow as a whole. */
export function drawingCommands({ store, ui, catalogue, flow, arrange }: Editing): readonly Command[] {
  const line = (title: string, how: 'left' | 'top' | 'across' | 'down'): Command => ({
    title,
    icon: 'arrange',
    keys: '',
    act: () => {
      const nodeIds = selectedNodeIds(store.getState());
      store.getState().change((is) => alignNodes(is, nodeIds, how));
    },
  });
  return [
    { title: texts.arrange, icon: 'arrange', keys: 'L', key: 'l', act: () => void arrange() },
    line(texts.alignLeft, 'left'),
    line(texts.alignTop, 'top'),
    line(texts.spreadAcross, 'across'),
    line(texts.spreadDown, 'down'),
    {
      title: texts.note,
      icon: 'note',
      keys: 'N',
      key: 'n',
      act: () => {
        const note = catalogue.all.find(({ type }) => type === 'sticky');
        const middle = { x: innerWidth / 2 - 150, y: innerHeight / 3 };
        if (note !== undefined) addNote(store, note, flow.screenToFlowPosition(middle));
      },
    },
    {
      title: texts.parameters,
      icon: 'code',
      keys: 'P',
      key: 'p',
      act: () => ui.setState({ isParametersOpen: true }),
    },
  ];
}

function addNote(store: EditorStore, note: Processor, position: Point): void {
  const { change, select } = store.getState();
  let newId = '';
  change((is) => {
    const [next, id] = addNode(is, note, position);
    newId = id;
    return next;
  });
  select([newId]);
}

/** Removes the selected nodes, groups and edges. */
export function deleteSelected(store: EditorStore): void {
  const { change, select, selectedEdges, ...state } = store.getState();
  const nodeIds = selectedNodeIds(state);
  if (nodeIds.size === 0 && selectedEdges.size === 0) return;
  change((is) => {
    const keys = edgeKeys(is);
    return removeItems(is, nodeIds, new Set([...selectedEdges].flatMap((key) => keys.get(key) ?? [])));
  });
  select([]);
}
