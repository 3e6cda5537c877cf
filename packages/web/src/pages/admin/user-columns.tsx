import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { saveUser, usersQuery, type User } from '../../api/queries-of-administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import type { Column } from '../../ui/list-columns.tsx';
import type { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './admin.module.css';

const texts = usersTexts;

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

export const namesOf = (list: readonly { readonly name: string }[]): string => list.map(({ name }) => name).join(', ');

/** `ownId`: the id of the signed-in user, once it is known. */
export const userColumns = (ownId: number | undefined, say: ActiveSwitchProps['say']): readonly Column<User>[] => [
  {
    key: 'name',
    title: texts.name,
    sortBy: ({ username }) => username,
    cell: ({ id, username }) => (
      <>
        <Link to="/admin/users/$id" params={{ id: String(id) }} title={username}>
          {username}
        </Link>
        {id === ownId ? <span className="soft"> ({texts.you})</span> : null}
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
    sortBy: ({ roles }) => namesOf(roles),
    cell: ({ roles, isSuperuser }) => {
      const text = [...(isSuperuser ? [texts.superuser] : []), ...roles.map(({ name }) => name)].join(', ');
      return <span title={text}>{text}</span>;
    },
  },
  {
    key: 'groups',
    title: texts.groups,
    sortBy: ({ groups }) => namesOf(groups),
    cell: ({ groups }) => <span title={namesOf(groups)}>{namesOf(groups)}</span>,
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
    cell: (user) => <ActiveSwitch user={user} isSelf={user.id === ownId} say={say} />,
  },
];
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
