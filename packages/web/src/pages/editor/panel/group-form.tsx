import { Button, TextInput } from '@mantine/core';
import { editorTexts } from '../../../texts/editor.ts';
import { count } from '../../../ui/format.ts';
import { deleteSelected } from '../state/graph-commands.ts';
import { useGrouping } from '../state/grouping.ts';
import type { GraphNode } from '../model/graph.ts';
import { colourOf, groupColours, groupsOf, regroupNodes, withGroups, type NodeGroup } from '../model/groups.ts';
import { Icon } from '../canvas/icons.tsx';
import { useEditor, useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

const texts = editorTexts.groups;

/** The settings of a group: its title, its colour, and its members. */
export function GroupForm({ group }: { readonly group: NodeGroup }) {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const { fold, ungroup } = useGrouping();
  const members = useEditor(({ graph }) => groupsOf(graph).members.get(group.id)) ?? [];
  const ids = new Set([group.id]);
  const set = (change: Partial<NodeGroup>, kind: string): void =>
    store.getState().change((is) => withGroups(is, ids, change), `${kind} ${group.id}`);
  return (
    <div className={classes.form}>
      <div className={classes.top}>
        <Icon name="frame" />
        <TextInput
          size="xs"
          variant="unstyled"
          aria-label={texts.name}
          data-group-name
          classNames={{ input: classes.nodeName ?? '' }}
          readOnly={!mayChange}
          value={group.name}
          onChange={(event) => set({ name: event.currentTarget.value }, 'group name')}
        />
      </div>
      <Colours group={group} onChange={(colour) => set({ colour }, 'group colour')} />
      <div className={classes.acts}>
        <Button size="compact-xs" variant="default" onClick={() => fold(ids)}>
          {group.collapsed === true ? texts.expandIt : texts.collapseIt}
        </Button>
        {mayChange ? (
          <>
            <Button size="compact-xs" variant="default" onClick={ungroup}>
              {texts.ungroup}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => deleteSelected(store)}>
              {texts.deleteWith(members.length, count(members.length))}
            </Button>
          </>
        ) : null}
      </div>
      <h3 className={classes.section}>{texts.members}</h3>
      <Members members={members} />
      {mayChange ? <p className={classes.hint}>{texts.hint}</p> : null}
    </div>
  );
}

interface ColoursProps {
  readonly group: NodeGroup;
  readonly onChange: (colour: (typeof groupColours)[number]) => void;
}

function Colours({ group, onChange }: ColoursProps) {
  const { mayChange } = useEnvironment();
  return (
    <fieldset className={classes.colours} disabled={!mayChange}>
      <legend>{texts.colour}</legend>
      {groupColours.map((colour) => (
        <input
          key={colour}
          type="radio"
          name="group-colour"
          aria-label={texts.colours[colour]}
          title={texts.colours[colour]}
          style={{ backgroundColor: `var(--group-${colour})` }}
          checked={colourOf(group) === colour}
          onChange={() => onChange(colour)}
        />
      ))}
    </fieldset>
  );
}

/** The nodes of the group; a click selects one. */
function Members({ members }: { readonly members: readonly GraphNode[] }) {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  return (
    <ul className={classes.members} aria-label={texts.members}>
      {members.map(({ id, name }) => (
        <li key={id}>
          <button type="button" onClick={() => store.getState().select([id])}>
            {name}
          </button>
          {mayChange ? (
            <button
              type="button"
              aria-label={texts.takeOut(name)}
              title={texts.takeOutHint}
              onClick={() => store.getState().change((is) => regroupNodes(is, new Map([[id, undefined]])))}
            >
              ×
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
