import { useReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { useArrange } from '../canvas/arrange.ts';
import type { Processor } from '../model/catalogue.ts';
import { clipIn, clipOf, pasted, shiftOf, type Box, type Pasted } from '../model/clip.ts';
import { added, aligned, removed, type Graph, type Point } from '../model/graph.ts';
import { wholeInSight } from '../canvas/flow.ts';
import { focusName } from '../model/focus.ts';
import { useGroupCommands } from './group-commands.ts';
import { chosenNodes, groupsOf } from '../model/groups.ts';
import { edgeKeys } from '../model/keys.ts';
import type { IconName } from '../canvas/icons.tsx';
import { chosenToJoin } from '../canvas/join-box.tsx';
import { useRunning } from './running.ts';
import { useSaving } from './saving.ts';
import { useEditorStore, type EditorStore } from './store.ts';
import { useSurroundings } from './ui-store.ts';

const said = editorTexts.commands;

/** Something that can be done, by name or by key. */
export interface Command {
  readonly title: string;
  readonly icon: IconName;
  /** Keys as people write them; `Mod` is ⌘ on a Mac and Ctrl elsewhere. */
  readonly keys: string;
  readonly act: () => void;
  /** Key of the keyboard event, without modifiers, in lower case; absent where no key does it. */
  readonly key?: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
  /** False where it has nothing to work on; absent where it always has. */
  readonly applies?: () => boolean;
}

const isMac = /Mac|iP/.test(navigator.platform);
const shown = (keys: string): string =>
  isMac ? keys.replace('Mod+', '⌘').replace('Shift+', '⇧') : keys.replace('Mod', 'Ctrl');

/** All that the editor can do by a word or a key. */
export function useCommands(): readonly Command[] {
  const store = useEditorStore();
  const { ui, mayChange, catalogue } = useSurroundings();
  const flow = useReactFlow();
  const arrange = useArrange();
  const { save } = useSaving();
  const { run } = useRunning();
  const groupCommands = useGroupCommands();
  return useMemo(() => {
    const line = (title: string, how: 'left' | 'top' | 'across' | 'down'): Command => ({
      title,
      icon: 'arrange',
      keys: '',
      act: () => {
        const chosen = chosenNodes(store.getState());
        store.getState().change((is) => aligned(is, chosen, how));
      },
    });
    const only = (...commands: readonly Command[]): readonly Command[] => (mayChange ? commands : []);
    const all: readonly Command[] = [
      ...only(
        { title: said.add, icon: 'plus', keys: '/', key: '/', act: () => ui.setState({ adding: {} }) },
        { title: said.save, icon: 'save', keys: 'Mod+S', key: 's', mod: true, act: () => void save() },
        {
          title: said.saveWith,
          icon: 'save',
          keys: 'Mod+Shift+S',
          key: 's',
          mod: true,
          shift: true,
          act: () => ui.setState({ isCommentOpen: true }),
          applies: () => store.getState().graph !== store.getState().saved,
        },
      ),
      { title: said.run, icon: 'run', keys: 'Mod+Enter', key: 'enter', mod: true, act: () => void run() },
      {
        title: said.runTo,
        icon: 'run',
        keys: 'Mod+Shift+Enter',
        key: 'enter',
        mod: true,
        shift: true,
        act: () => void run('selected'),
      },
      { title: said.runFrom, icon: 'run', keys: '', act: () => void run('below') },
      ...only(
        { title: said.undo, icon: 'undo', keys: 'Mod+Z', key: 'z', mod: true, act: () => store.getState().undo() },
        {
          title: said.redo,
          icon: 'redo',
          keys: 'Mod+Shift+Z',
          key: 'z',
          mod: true,
          shift: true,
          act: () => store.getState().redo(),
        },
        { title: said.delete, icon: 'close', keys: 'Delete', key: 'delete', act: () => deleteSelected(store) },
        { title: said.duplicate, icon: 'plus', keys: 'Mod+D', key: 'd', mod: true, act: () => duplicate(store, flow) },
        {
          title: said.rename,
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
          title: said.join,
          icon: 'join',
          keys: 'E',
          key: 'e',
          act: () => ui.setState({ isJoining: true }),
          applies: () => chosenToJoin(store.getState(), catalogue) !== undefined,
        },
        { title: said.arrange, icon: 'arrange', keys: 'L', key: 'l', act: () => void arrange() },
        line(said.alignLeft, 'left'),
        line(said.alignTop, 'top'),
        line(said.spreadAcross, 'across'),
        line(said.spreadDown, 'down'),
        {
          title: said.note,
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
          title: said.parameters,
          icon: 'code',
          keys: 'P',
          key: 'p',
          act: () => ui.setState({ isParametersOpen: true }),
        },
      ),
      ...groupCommands,
      {
        title: said.selectAll,
        icon: 'fit',
        keys: 'Mod+A',
        key: 'a',
        mod: true,
        act: () => store.getState().select(store.getState().graph.nodes.map(({ id }) => id)),
      },
      { title: said.find, icon: 'search', keys: 'Mod+K', key: 'k', mod: true, act: () => ui.setState({ adding: {} }) },
      {
        title: said.fit,
        icon: 'fit',
        keys: 'F',
        key: 'f',
        act: () => void flow.fitView(wholeInSight),
      },
      { title: said.keys, icon: 'other', keys: '?', key: '?', act: () => ui.setState({ isHelpOpen: true }) },
    ];
    return all.map((one) => ({ ...one, keys: shown(one.keys) }));
  }, [store, ui, mayChange, catalogue, flow, arrange, save, run, groupCommands]);
}

function addNote(store: EditorStore, note: Processor, place: Point): void {
  const { change, select } = store.getState();
  let made = '';
  change((is) => {
    const [next, id] = added(is, note, place);
    made = id;
    return next;
  });
  select([made]);
}

export function deleteSelected(store: EditorStore): void {
  const { change, select, selectedEdges, ...state } = store.getState();
  const chosen = chosenNodes(state);
  if (chosen.size === 0 && selectedEdges.size === 0) return;
  change((is) => {
    const keys = edgeKeys(is);
    return removed(is, chosen, new Set([...selectedEdges].flatMap((key) => keys.get(key) ?? [])));
  });
  select([]);
}

function duplicate(store: EditorStore, flow: Sight): void {
  const text = copied(store);
  if (text !== undefined) paste(store, text, flow);
}

/** The chosen nodes and groups as a text for the clipboard; undefined where none is chosen. */
export function copied(store: EditorStore): string | undefined {
  const { graph } = store.getState();
  const chosen = chosenNodes(store.getState());
  return chosen.size === 0 ? undefined : JSON.stringify(clipOf(graph, chosen), undefined, 2);
}

/** What of React Flow tells which part of the drawing is seen. */
type Sight = Pick<ReactFlowInstance, 'screenToFlowPosition'>;

/** The part of the drawing that is seen. */
function seen(flow: Sight): Box | undefined {
  const frame = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (frame === undefined) return undefined;
  const from = flow.screenToFlowPosition({ x: frame.left, y: frame.top });
  const to = flow.screenToFlowPosition({ x: frame.right, y: frame.bottom });
  return { from, to };
}

/** Puts nodes from a text in, where they are seen; false where it holds none. */
export function paste(store: EditorStore, text: string, flow: Sight): boolean {
  const clip = clipIn(text);
  if (clip === undefined || clip.nodes.length === 0) return false;
  const { change, select } = store.getState();
  let put: Pasted = { nodes: new Set(), groups: [] };
  change((is: Graph) => {
    const [next, made] = pasted(is, clip, shiftOf(is, clip, seen(flow)));
    put = made;
    return next;
  });
  // a group is chosen with its nodes
  const { of } = groupsOf(store.getState().graph);
  select(
    [...put.nodes].filter((id) => !of.has(id)),
    [],
    put.groups,
  );
  return true;
}
