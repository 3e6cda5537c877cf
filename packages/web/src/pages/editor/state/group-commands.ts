import { useMemo } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import type { Command } from './command.ts';
import { useGrouping } from './grouping.ts';
import { selectedGroupIds, groupsOf } from '../model/groups.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

const texts = editorTexts.commands;

/** Commands for groups, by name or by key. */
export function useGroupCommands(): readonly Command[] {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const { group, ungroup, fold, takeOut } = useGrouping();
  return useMemo(() => {
    const hasGroup = (): boolean => selectedGroupIds(store.getState()).size > 0;
    const mod = { icon: 'frame', key: 'g', mod: true } as const;
    const change: readonly Command[] = [
      {
        ...mod,
        title: texts.group,
        keys: 'Mod+G',
        act: group,
        applies: () => {
          const { selected, selectedGroups } = store.getState();
          return selected.size > 0 || selectedGroups.size > 1;
        },
      },
      { ...mod, title: texts.ungroup, keys: 'Mod+Shift+G', shift: true, act: ungroup, applies: hasGroup },
      {
        title: texts.takeOut,
        icon: 'frame',
        keys: 'O',
        key: 'o',
        act: takeOut,
        applies: () => {
          const { graph, selected } = store.getState();
          return [...selected].some((id) => groupsOf(graph).of.has(id));
        },
      },
    ];
    return [
      ...(mayChange ? change : []),
      { title: texts.fold, icon: 'frame', keys: 'C', key: 'c', act: () => fold(), applies: hasGroup },
    ];
  }, [store, mayChange, group, ungroup, fold, takeOut]);
}
