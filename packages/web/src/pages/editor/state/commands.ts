import { useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { useArrange } from '../canvas/arrange.ts';
import { fitViewOptions } from '../canvas/flow.ts';
import { keysText, type Command } from './command.ts';
import { drawingCommands, nodeCommands } from './graph-commands.ts';
import { useGroupCommands } from './group-commands.ts';
import { useOpenAsCode } from './open-as-code.ts';
import { useRunning, type Running } from './running.ts';
import { useSaving } from './saving.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

const texts = editorTexts.commands;

/** All commands of the editor. */
export function useCommands(): readonly Command[] {
  const store = useEditorStore();
  const { ui, mayChange, catalogue } = useEnvironment();
  const flow = useReactFlow();
  const arrange = useArrange();
  const { save } = useSaving();
  const { run } = useRunning();
  const groupCommands = useGroupCommands();
  const code = useOpenAsCode();
  return useMemo(() => {
    const only = (...commands: readonly Command[]): readonly Command[] => (mayChange ? commands : []);
    const all: readonly Command[] = [
      ...only(
        { title: texts.add, icon: 'plus', keys: '/', key: '/', act: () => ui.setState({ adding: {} }) },
        { title: texts.save, icon: 'save', keys: 'Mod+S', key: 's', mod: true, act: () => void save() },
        {
          title: texts.saveWith,
          icon: 'save',
          keys: 'Mod+Shift+S',
          key: 's',
          mod: true,
          shift: true,
          act: () => ui.setState({ isCommentOpen: true }),
          applies: () => store.getState().graph !== store.getState().saved,
        },
      ),
      ...runCommands(run),
      ...only(
        ...nodeCommands({ store, ui, catalogue, flow }),
        ...drawingCommands({ store, ui, catalogue, flow, arrange }),
      ),
      ...groupCommands,
      ...(code === undefined
        ? []
        : [{ title: texts.openAsCode, icon: 'code' as const, keys: '', act: code.open, applies: code.applies }]),
      {
        title: texts.selectAll,
        icon: 'fit',
        keys: 'Mod+A',
        key: 'a',
        mod: true,
        act: () => store.getState().select(store.getState().graph.nodes.map(({ id }) => id)),
      },
      { title: texts.find, icon: 'search', keys: 'Mod+K', key: 'k', mod: true, act: () => ui.setState({ adding: {} }) },
      {
        title: texts.fit,
        icon: 'fit',
        keys: 'F',
        key: 'f',
        act: () => void flow.fitView(fitViewOptions),
      },
      { title: texts.keys, icon: 'other', keys: '?', key: '?', act: () => ui.setState({ isHelpOpen: true }) },
    ];
    return all.map((one) => ({ ...one, keys: keysText(one.keys) }));
  }, [store, ui, mayChange, catalogue, flow, arrange, save, run, groupCommands, code]);
}

/** Runs of the graph, or of parts of it. */
const runCommands = (run: Running['run']): readonly Command[] => [
  { title: texts.run, icon: 'run', keys: 'Mod+Enter', key: 'enter', mod: true, act: () => void run() },
  {
    title: texts.runTo,
    icon: 'run',
    keys: 'Mod+Shift+Enter',
    key: 'enter',
    mod: true,
    shift: true,
    act: () => void run('selected'),
  },
  { title: texts.runFrom, icon: 'run', keys: '', act: () => void run('below') },
];
