import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { groupsQuery } from '../../api/queries-of-projects.ts';
import { rolesQuery, usersQuery } from '../../api/queries-of-administration.ts';
import { ApiError } from '../../api/problem.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Failure } from '../../ui/states.tsx';
import { AdminPage } from './admin-page.tsx';
import { UserForm } from './user-form.tsx';

const texts = usersTexts;

const Back = () => <Link to="/admin/users">{texts.all}</Link>;

export const NewUser = () => (
  <AdminPage part="users" title={texts.new} aside={<Back />}>
    <Form />
  </AdminPage>
);

/** The page of a user. */
export function UserPage() {
  const { id } = useParams({ from: '/admin/users/$id' });
  const query = useQuery({ ...usersQuery, enabled: useMay()('users.manage') });
  // loaded in parallel for the form
  useQuery(rolesQuery);
  useQuery(groupsQuery);
  const user = query.data?.find((one) => String(one.id) === id);
  return (
    <AdminPage part="users" title={user?.username ?? texts.list} aside={<Back />}>
      <Loaded query={query}>
        {() => (user === undefined ? <Failure error={new ApiError(404, {})} /> : <Form key={user.id} user={user} />)}
      </Loaded>
    </AdminPage>
  );
}

function Form(props: Pick<Parameters<typeof UserForm>[0], 'user'>) {
  const roles = useQuery(rolesQuery);
  const groups = useQuery(groupsQuery);
  return (
    <Loaded query={roles}>
      {(allRoles) => (
        <Loaded query={groups}>
          {(allGroups) => <UserForm {...props} allRoles={allRoles} allGroups={allGroups} />}
        </Loaded>
      )}
    </Loaded>
  );
}
