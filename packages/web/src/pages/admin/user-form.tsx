import { Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import { saveUser, type Role, type User } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { rolesTexts } from '../../texts/admin/roles.ts';
import { Checklist } from '../../ui/checklist.tsx';
import { count } from '../../ui/format.ts';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Fault } from '../files/fault.tsx';
import { Restored } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { UserDangers } from './user-dangers.tsx';
import classes from './admin.module.css';

const texts = usersTexts;

interface UserFormProps {
  /** Absent for a new user. */
  readonly user?: User | undefined;
  readonly allRoles: readonly Role[];
  readonly allGroups: readonly { readonly id: number; readonly name: string }[];
}

const shortest = 8;

const draftOf = (user: User | undefined) => ({
  username: user?.username ?? '',
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  email: user?.email ?? '',
  isActive: user?.isActive ?? true,
  isSuperuser: user?.isSuperuser ?? false,
  roles: user?.roles.map(({ id }) => String(id)) ?? [],
  groups: user?.groups.map(({ id }) => String(id)) ?? [],
});

/** The form of a user. Passwords are not stored on the page: a reload empties their field. */
export function UserForm({ user, allRoles, allGroups }: UserFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const { data: me } = useQuery(meQuery);
  const { draft, isChanged, isRestored, change, discard } = useDraft(
    useDraftKey(`user.${user?.id ?? 'new'}`),
    draftOf(user),
  );
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isLeaving = useRef(false);
  const isSelf = user !== undefined && user.id === me?.id;
  const save = useMutation({
    mutationFn: () => {
      const { username, roles, groups, email, isSuperuser, ...same } = draft;
      return saveUser({
        ...same,
        ...(user === undefined ? {} : { id: user.id }),
        username: username.trim(),
        email: email.trim(),
        roles: roles.map(Number),
        ...(may('groups.manage') ? { groups: groups.map(Number) } : {}),
        ...(me?.isSuperuser === true ? { isSuperuser } : {}),
        ...(password === '' ? {} : { password }),
      });
    },
    onSuccess: async () => {
      isLeaving.current = true;
      discard();
      await client.invalidateQueries();
      await navigate({ to: '/admin/users' });
    },
  });
  const messages = fieldErrors(save.error);
  const isShort = password === '' ? user === undefined : password.length < shortest;
  const passwordError = messages.get('password') ?? (wasTried && isShort ? texts.passwordShort : undefined);
  const usernameError = messages.has('username')
    ? save.error instanceof ApiError && save.error.status === 409
      ? messages.get('username')
      : texts.nameWrong
    : wasTried && draft.username.trim() === ''
      ? administrationTexts.nameMissing
      : undefined;
  const edit = (part: Partial<typeof draft>): void => {
    // the error belongs to an earlier draft
    save.reset();
    change(part);
  };
  const focusWrong = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  useEffect(() => {
    if (save.isError) focusWrong();
  }, [save.isError]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    // errors are marked by then
    if (draft.username.trim() === '' || isShort) requestAnimationFrame(focusWrong);
    else save.mutate();
  };
  const mayGroups = may('groups.manage');
  return (
    <form ref={form} onSubmit={submit} className={classes.form} noValidate>
      {isRestored ? <Restored onDiscard={discard} /> : null}
      <section className={classes.fields} aria-label={texts.details}>
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
          onChange={(event) => {
            save.reset();
            setPassword(event.currentTarget.value);
          }}
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
        <Switch
          label={texts.active}
          description={isSelf ? texts.notSelf : texts.activeHint}
          checked={draft.isActive}
          disabled={isSelf}
          onChange={(event) => edit({ isActive: event.currentTarget.checked })}
        />
        <Switch
          label={texts.superuser}
          description={me?.isSuperuser === true ? texts.superuserHint : texts.superuserNot}
          checked={draft.isSuperuser}
          disabled={me?.isSuperuser !== true}
          onChange={(event) => edit({ isSuperuser: event.currentTarget.checked })}
        />
      </section>
      <section className={classes.fields} aria-label={texts.roles}>
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
          chosen={draft.roles}
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
          chosen={draft.groups}
          onChange={(groups) => edit({ groups })}
          none={texts.noGroups}
          error={messages.get('groups')}
        />
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
        {save.error === null || messages.size > 0 ? null : <Fault error={save.error} />}
      </div>
      <LeaveQuestion
        hint={administrationTexts.leaveHint}
        isAsked={() => (isChanged || password !== '') && !isLeaving.current}
        onLeave={discard}
      />
    </form>
  );
}
