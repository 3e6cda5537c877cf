import { Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Role, User } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { rolesTexts } from '../../texts/admin/roles.ts';
import { Checklist } from '../../ui/checklist.tsx';
import { count } from '../../ui/format.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Fault } from '../files/fault.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useUserForm, type UserAccount } from './use-user-form.ts';
import { UserDangers } from './user-dangers.tsx';
import classes from './admin.module.css';

const texts = usersTexts;

interface UserFormProps {
  /** Absent for a new user. */
  readonly user?: User | undefined;
  readonly allRoles: readonly Role[];
  readonly allGroups: readonly { readonly id: number; readonly name: string }[];
}

/** The form of a user. Passwords are not stored on the page: a reload empties their field. */
export function UserForm({ user, allRoles, allGroups }: UserFormProps) {
  const account = useUserForm(user);
  const { form, submit, save, isRestored, discard, isSelf, isLeaving, isAsked } = account;
  return (
    <form ref={form} onSubmit={submit} className={classes.form} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <section className={classes.fields} aria-label={texts.details}>
        <DetailFields user={user} account={account} />
      </section>
      <section className={classes.fields} aria-label={texts.roles}>
        <AccessLists account={account} allRoles={allRoles} allGroups={allGroups} />
        {user === undefined || isSelf ? null : (
          <UserDangers
            user={user}
            onGone={() => {
              isLeaving.current = true;
              discard();
            }}
          />
        )}
      </section>
      <div className={classes.foot}>
        <Button type="submit" loading={save.isPending}>
          {user === undefined ? administrationTexts.make : administrationTexts.save}
        </Button>
        <Link to="/admin/users">{administrationTexts.cancel}</Link>
        {save.error === null || account.messages.size > 0 ? null : <Fault error={save.error} />}
      </div>
      <LeaveQuestion hint={administrationTexts.leaveHint} isAsked={isAsked} onLeave={discard} />
    </form>
  );
}

interface DetailFieldsProps {
  readonly user: User | undefined;
  readonly account: UserAccount;
}

/** The name, the password and the person, and whether the user may sign in. */
function DetailFields({ user, account }: DetailFieldsProps) {
  const { draft, password, messages, usernameError, passwordError, edit, setPassword } = account;
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        autoComplete="off"
        spellCheck={false}
        value={draft.username}
        onChange={(event) => edit({ username: event.currentTarget.value })}
        error={usernameError}
      />
      <PasswordInput
        label={user === undefined ? texts.password : texts.reset}
        description={user === undefined ? texts.passwordHint : texts.resetHint}
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={passwordError}
      />
      <TextInput
        label={texts.firstName}
        autoComplete="off"
        maxLength={200}
        value={draft.firstName}
        onChange={(event) => edit({ firstName: event.currentTarget.value })}
        error={messages.get('firstName')}
      />
      <TextInput
        label={texts.lastName}
        autoComplete="off"
        maxLength={200}
        value={draft.lastName}
        onChange={(event) => edit({ lastName: event.currentTarget.value })}
        error={messages.get('lastName')}
      />
      <TextInput
        label={texts.email}
        autoComplete="off"
        maxLength={320}
        value={draft.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={messages.has('email') ? texts.emailWrong : undefined}
      />
      <Switches account={account} />
    </>
  );
}

/** Whether the user may sign in, and do everything. */
function Switches({ account: { draft, isSelf, maySuperuser, edit } }: Pick<DetailFieldsProps, 'account'>) {
  return (
    <>
      <Switch
        label={texts.active}
        description={isSelf ? texts.notSelf : texts.activeHint}
        checked={draft.isActive}
        disabled={isSelf}
        onChange={(event) => edit({ isActive: event.currentTarget.checked })}
      />
      <Switch
        label={texts.superuser}
        description={maySuperuser ? texts.superuserHint : texts.superuserNot}
        checked={draft.isSuperuser}
        disabled={!maySuperuser}
        onChange={(event) => edit({ isSuperuser: event.currentTarget.checked })}
      />
    </>
  );
}

interface AccessListsProps extends Pick<UserFormProps, 'allRoles' | 'allGroups'> {
  readonly account: UserAccount;
}

/** The roles and groups of the user. */
function AccessLists({ account: { draft, messages, mayGroups, edit }, allRoles, allGroups }: AccessListsProps) {
  return (
    <>
      <Checklist
        label={texts.roles}
        description={texts.rolesHint}
        groups={[
          {
            options: allRoles.map(({ id, name, permissions }) => ({
              value: String(id),
              title: name,
              hint: rolesTexts.many(count(permissions.length)),
            })),
          },
        ]}
        selected={draft.roles}
        onChange={(roles) => edit({ roles })}
        error={messages.get('roles')}
      />
      <Checklist
        label={texts.groups}
        description={mayGroups ? texts.groupsHint : texts.groupsNot}
        groups={[
          {
            options: allGroups.map(({ id, name }) => ({
              value: String(id),
              title: name,
              fixed: mayGroups ? undefined : '',
            })),
          },
        ]}
        selected={draft.groups}
        onChange={(groups) => edit({ groups })}
        none={texts.noGroups}
        error={messages.get('groups')}
      />
    </>
  );
}
