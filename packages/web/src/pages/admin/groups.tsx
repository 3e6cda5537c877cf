import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { deleteGroup, groupMembersQuery, saveGroup, type Group } from '../../api/queries-of-administration.ts';
import { peopleQuery } from '../../api/queries-of-workflows.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { groupsTexts } from '../../texts/admin/groups.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDeletion } from '../../ui/use-deletion.tsx';
import { AdminPage } from './admin-page.tsx';
import { NamedForm } from './named-form.tsx';
import classes from './admin.module.css';

const texts = groupsTexts;

const groupColumns = (onOpen: (group: Group) => void, onDelete: (group: Group) => void): readonly Column<Group>[] => [
  {
    key: 'name',
    title: texts.name,
    sortBy: ({ name }) => name,
    cell: (group) => (
      <button
        type="button"
        className={classes.open}
        title={group.name}
        aria-label={texts.openOf(group.name)}
        onClick={() => onOpen(group)}
      >
        {group.name}
      </button>
    ),
  },
  {
    key: 'members',
    title: texts.members,
    sortBy: ({ users }) => users.length,
    cell: ({ users }) =>
      users.length === 0 ? (
        <span className="soft">{texts.nobody}</span>
      ) : (
        <span title={users.join(', ')}>{users.join(', ')}</span>
      ),
    grows: true,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    align: 'end',
    cell: (group) => (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.deleteOf(group.name)}
        onClick={() => onDelete(group)}
      >
        {texts.delete}
      </Button>
    ),
  },
];

/** Groups of users, which can be members of projects. */
export function Groups() {
  const isAllowed = useMay()('groups.manage');
  const query = useQuery({ ...groupMembersQuery, enabled: isAllowed });
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: isAllowed });
  const [edited, setEdited] = useState<Group | 'new'>();
  const { ask, question } = useGroupDeletion();
  const add = (
    <Button size="compact-sm" onClick={() => setEdited('new')}>
      {texts.new}
    </Button>
  );
  const own = edited === 'new' ? undefined : edited;
  return (
    <AdminPage part="groups" aside={add}>
      <Loaded query={query}>
        {(groups) => (
          <List
            label={texts.list}
            rows={groups}
            columns={groupColumns(setEdited, ask)}
            idOf={({ id }) => id}
            textOf={({ name, users }) => `${name} ${users.join(' ')}`}
            empty={
              <Empty title={texts.none}>
                {texts.noneHint}
                <p className={classes.way}>{add}</p>
              </Empty>
            }
          />
        )}
      </Loaded>
      {edited === undefined ? null : (
        <NamedForm
          title={own === undefined ? texts.new : texts.edit(own.name)}
          draftKey={`group.${own?.id ?? 'new'}`}
          saved={{ name: own?.name ?? '', chosen: own?.users ?? [] }}
          listLabel={texts.members}
          groups={[{ options: people.map(({ username }) => ({ value: username, title: username })) }]}
          isNew={own === undefined}
          onSave={(name, users) => saveGroup({ ...(own === undefined ? {} : { id: own.id }), name, users: [...users] })}
          onLeave={() => setEdited(undefined)}
        />
      )}
      {question}
    </AdminPage>
  );
}

function useGroupDeletion() {
  const client = useQueryClient();
  return useDeletion({
    remove: ({ id }: Group) => deleteGroup(id),
    after: () => client.invalidateQueries(),
    words: {
      title: ({ name }) => texts.deleteTitle(name),
      hint: () => texts.deleteHint,
      yes: texts.delete,
      no: administrationTexts.keep,
    },
  });
}
