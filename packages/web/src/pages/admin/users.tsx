import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { meQuery } from '../../api/queries.ts';
import { usersQuery, type User } from '../../api/queries-of-administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { saveTable, stamp } from '../../ui/save-table.ts';
import { Empty } from '../../ui/states.tsx';
import { AdminPage } from './admin-page.tsx';
import { fullName, namesOf, userColumns } from './user-columns.tsx';

const texts = usersTexts;

const userText = (user: User): string =>
  [
    user.username,
    fullName(user),
    user.email,
    namesOf(user.roles),
    namesOf(user.groups),
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
  const { say, element: notice } = useNotice();
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
            columns={userColumns(me?.id, say)}
            idOf={({ id }) => id}
            textOf={userText}
            empty={<Empty title={texts.none} />}
          />
        )}
      </Loaded>
    </AdminPage>
  );
}
