import { TextInput } from '@mantine/core';
import { editorTexts } from '../../../texts/editor.ts';
import { columnsTexts } from '../../../texts/columns.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { GroupForm } from './group-form.tsx';
import { selectedNodeIds, groupsOf } from '../model/groups.ts';
import { NodeForm } from './node-form.tsx';
import { Several } from './several.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

const texts = editorTexts.panel;

/** The settings of the selected node, or the actions for several. */
export function NodePanel() {
  const node = useEditor(({ graph, selected, selectedGroups }) => {
    const [only] = selected.size === 1 && selectedGroups.size === 0 ? selected : [];
    return only === undefined ? undefined : graph.nodes.find(({ id }) => id === only);
  });
  const group = useEditor(({ graph, selected, selectedGroups }) =>
    selectedGroups.size === 1 && selected.size === 0
      ? groupsOf(graph).all.find(({ id }) => selectedGroups.has(id))
      : undefined,
  );
  const many = useEditor((state) => selectedNodeIds(state).size);
  return (
    <aside className={classes.panel} aria-label={texts.title} data-settings>
      {group !== undefined ? (
        <GroupForm key={group.id} group={group} />
      ) : node !== undefined ? (
        <NodeForm key={node.id} node={node} />
      ) : many > 1 ? (
        <Several many={many} />
      ) : (
        <GraphForm />
      )}
    </aside>
  );
}

/** The settings of the whole graph. */
function GraphForm() {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const { category = '', description = '' } = useEditor(({ graph }) => graph);
  const set = (change: object, kind: string): void => store.getState().change((is) => ({ ...is, ...change }), kind);
  return (
    <div className={classes.form}>
      <h2 className={classes.heading}>{texts.workflow}</h2>
      <TextInput
        size="xs"
        label={columnsTexts.category}
        readOnly={!mayChange}
        value={category === '-' ? '' : category}
        onChange={(event) => set({ category: event.currentTarget.value || '-' }, 'category')}
      />
      <GrowingText
        size="xs"
        label={texts.description}
        minRows={2}
        maxRows={10}
        readOnly={!mayChange}
        value={description}
        onChange={(event) => set({ description: event.currentTarget.value }, 'description')}
      />
      <p className={classes.hint}>{texts.chooseNode}</p>
    </div>
  );
}
