import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { deleteRole, permissionsQuery, rolesQuery, saveRole, type Role } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { rolesTexts } from '../../texts/admin/roles.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDeletion } from '../../ui/use-deletion.tsx';
import { AdminPage } from './admin-page.tsx';
import { NamedForm } from './named-form.tsx';
import { permissionText, permissionGroups } from './permissions.ts';
import classes from './admin.module.css';

const texts = rolesTexts;

/** The role that always has every permission. */
const full = 'ADMIN';

const inShort = (role: Role, all: number): string =>
  role.permissions.length === all ? texts.all : role.permissions.map((name) => permissionText(name).title).join(', ');

/** `all`: the number of permissions that exist. */
const roleColumns = (
  all: number,
  onOpen: (role: Role) => void,
  onDelete: (role: Role) => void,
): readonly Column<Role>[] => [
  {
    key: 'name',
    title: texts.name,
    sortBy: ({ name }) => name,
    cell: (role) => (
      <button type="button" className={classes.open} title={role.name} onClick={() => onOpen(role)}>
        {role.name}
      </button>
    ),
  },
  {
    key: 'many',
    title: texts.permissions,
    sortBy: ({ permissions }) => permissions.length,
    cell: ({ permissions }) => count(permissions.length),
    align: 'end',
  },
  {
    key: 'permissions',
    title: texts.permits,
    cell: (role) => (
      <span className="soft" title={inShort(role, all)}>
        {inShort(role, all)}
      </span>
    ),
    grows: true,
    wideOnly: true,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    align: 'end',
    cell: (role) =>
      role.name === full ? null : (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.deleteOf(role.name)}
          onClick={() => onDelete(role)}
        >
          {texts.delete}
        </Button>
      ),
  },
];

/** Roles: sets of permissions for users. */
export function Roles() {
  const may = useMay();
  const query = useQuery({ ...rolesQuery, enabled: may('roles.manage') });
  const { data: allPermissions = [] } = useQuery(permissionsQuery);
  const [edited, setEdited] = useState<Role | 'new'>();
  const { ask, question } = useRoleDeletion();
  const own = edited === 'new' ? undefined : edited;
  const isFull = own?.name === full;
  return (
    <AdminPage
      part="roles"
      aside={
        <Button size="compact-sm" onClick={() => setEdited('new')}>
          {texts.new}
        </Button>
      }
    >
      <Loaded query={query}>
        {(roles) => (
          <List
            label={texts.list}
            rows={roles}
            columns={roleColumns(allPermissions.length, setEdited, ask)}
            idOf={({ id }) => id}
            textOf={(role) => `${role.name} ${role.permissions.join(' ')} ${inShort(role, allPermissions.length)}`}
            empty={<Empty title={texts.none} />}
          />
        )}
      </Loaded>
      {edited === undefined ? null : (
        <NamedForm
          title={own === undefined ? texts.new : texts.edit(own.name)}
          draftKey={`role.${own?.id ?? 'new'}`}
          saved={{ name: own?.name ?? '', chosen: own?.permissions ?? [] }}
          listLabel={texts.permissions}
          groups={permissionGroups(allPermissions).map(({ title, permissions }) => ({
            title,
            options: permissions.map(({ name, title: does, sentence }) => ({
              value: name,
              title: does,
              hint: sentence,
              fixed: isFull ? sentence : may(name) ? undefined : texts.beyond,
            })),
          }))}
          fixed={isFull ? texts.fixed : undefined}
          isNew={own === undefined}
          onSave={(name, permissions) => saveRole({ ...(own === undefined ? {} : { id: own.id }), name, permissions })}
          onLeave={() => setEdited(undefined)}
        />
      )}
      {question}
    </AdminPage>
  );
}

function useRoleDeletion() {
  const client = useQueryClient();
  return useDeletion({
    remove: ({ id }: Role) => deleteRole(id),
    after: () => client.invalidateQueries(),
    words: {
      title: ({ name }) => texts.deleteTitle(name),
      hint: () => texts.deleteHint,
      yes: texts.delete,
      no: administrationTexts.keep,
    },
  });
}
