import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { meQuery } from '../../api/queries.ts';
import { saveUser, usersQuery, type User } from '../../api/queries-of-administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, type Notice } from '../../ui/notice.tsx';
import { saveTable, stamp } from '../../ui/save-table.ts';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AdminPage } from './admin-page.tsx';
import classes from './admin.module.css';

const texts = usersTexts;

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

const names = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(', ');

const inWords = (user: User): string =>
  [
    user.username,
    fullName(user),
    user.email,
    names(user.roles),
    names(user.groups),
    user.isActive ? '' : texts.inactive,
    user.isSuperuser ? texts.superuser : '',
  ].join(' ');

/** The columns of the list as text for other programs. */
const save = (users: readonly User[]): void =>
  saveTable(
    'users',
    ['username', 'firstName', 'lastName', 'email', 'isActive', 'isSuperuser', 'roles', 'groups', 'lastSignInAt'],
    users.map((user) => [
      user.username,
      user.firstName,
      user.lastName,
      user.email,
      user.isActive,
      user.isSuperuser,
      user.roles.map(({ name }) => name).join('; '),
      user.groups.map(({ name }) => name).join('; '),
      user.lastSignInAt === null ? null : stamp(user.lastSignInAt),
    ]),
  );

/** The users with their roles and groups. */
export function Users() {
  const may = useMay();
  const query = useQuery({ ...usersQuery, enabled: may('users.manage') });
  const { data: me } = useQuery(meQuery);
  const { say, shown: notice } = useNotice();
  const columns: readonly Column<User>[] = [
    {
      key: 'name',
      title: texts.name,
      sortBy: ({ username }) => username,
      cell: ({ id, username }) => (
        <>
          <Link to="/admin/users/$id" params={{ id: String(id) }} title={username}>
            {username}
          </Link>
          {id === me?.id ? <span className="soft"> ({texts.you})</span> : null}
        </>
      ),
    },
    {
      key: 'details',
      title: texts.details,
      sortBy: fullName,
      cell: (user) => <span title={user.email}>{fullName(user) || user.email}</span>,
      wideOnly: true,
    },
    {
      key: 'roles',
      title: texts.roles,
      sortBy: ({ roles }) => names(roles),
      cell: ({ roles, isSuperuser }) => {
        const text = [...(isSuperuser ? [texts.superuser] : []), ...roles.map(({ name }) => name)].join(', ');
        return <span title={text}>{text}</span>;
      },
    },
    {
      key: 'groups',
      title: texts.groups,
      sortBy: ({ groups }) => names(groups),
      cell: ({ groups }) => <span title={names(groups)}>{names(groups)}</span>,
      wideOnly: true,
    },
    {
      key: 'last',
      title: texts.lastSignIn,
      sortBy: ({ lastSignInAt }) => lastSignInAt,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? <span className="soft">{texts.never}</span> : <Time at={lastSignInAt} />,
      wideOnly: true,
    },
    {
      key: 'active',
      title: texts.active,
      sortBy: ({ isActive }) => Number(isActive),
      cell: (user) => <ActiveSwitch user={user} isSelf={user.id === me?.id} say={say} />,
    },
  ];
  return (
    <AdminPage
      part="users"
      aside={
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={query.data === undefined}
            onClick={() => save(query.data ?? [])}
          >
            {columnsTexts.asCsv}
          </Button>
          <Button component={Link} to="/admin/users/new" size="compact-sm">
            {texts.new}
          </Button>
        </>
      }
    >
      {notice}
      <Loaded query={query}>
        {(users) => (
          <List
            label={texts.list}
            rows={users}
            columns={columns}
            idOf={({ id }) => id}
            textOf={inWords}
            empty={<Empty title={texts.none} />}
          />
        )}
      </Loaded>
    </AdminPage>
  );
}

interface ActiveSwitchProps {
  readonly user: User;
  readonly isSelf: boolean;
  readonly say: (notice: Notice | undefined) => void;
}

/** Shows at once, and is reverted if the service refuses. */
function ActiveSwitch({ user: { id, username, isActive }, isSelf, say }: ActiveSwitchProps) {
  const client = useQueryClient();
  const { queryKey } = usersQuery;
  const show = (value: boolean): void =>
    void client.setQueryData(queryKey, (all) => all?.map((one) => (one.id === id ? { ...one, isActive: value } : one)));
  const mutationKey = ['user active', id];
  const change = useMutation({
    mutationKey,
    // quick clicks are sent in turn, so that the last one holds
    scope: { id: mutationKey.join(' ') },
    mutationFn: (value: boolean) => saveUser({ id, username, isActive: value }),
    onMutate: async (value) => {
      say(undefined);
      await client.cancelQueries({ queryKey });
      show(value);
    },
    onError: (error, value) => {
      show(!value);
      say({ text: `${texts.notChanged(username)} ${error.message}`, isFault: true });
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey });
    },
  });
  return (
    <Switch
      size="xs"
      className={classes.switch}
      aria-label={texts.activeOf(username)}
      title={isSelf ? texts.notSelf : undefined}
      disabled={isSelf}
      checked={isActive}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
