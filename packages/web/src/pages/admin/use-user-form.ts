import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import { saveUser, type User } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { useWrongFocus } from '../../ui/use-wrong-focus.ts';

const texts = usersTexts;

const minLength = 8;

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

type Draft = ReturnType<typeof draftOf>;

export type UserAccount = ReturnType<typeof useUserForm>;

/** The draft of a user with a new password, what is wrong with them, and their save. */
export function useUserForm(user: User | undefined) {
  const may = useMay();
  const { data: me } = useQuery(meQuery);
  const { draft, isChanged, isRestored, change, discard } = useDraft(
    useDraftKey(`user.${user?.id ?? 'new'}`),
    draftOf(user),
  );
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const isLeaving = useRef(false);
  const mayGroups = may('groups.manage');
  const maySuperuser = me?.isSuperuser === true;
  const save = useSave(
    () => bodyOf(user, draft, { password, mayGroups, maySuperuser }),
    () => {
      isLeaving.current = true;
      discard();
    },
  );
  const { form, focusWrong } = useWrongFocus(save.isError);
  const isShort = password === '' ? user === undefined : password.length < minLength;
  const isNameless = draft.username.trim() === '';
  const messages = fieldErrors(save.error);
  return {
    draft,
    password,
    messages,
    usernameError: usernameError(save.error) ?? (wasTried && isNameless ? administrationTexts.nameMissing : undefined),
    passwordError: messages.get('password') ?? (wasTried && isShort ? texts.passwordShort : undefined),
    isSelf: user !== undefined && user.id === me?.id,
    mayGroups,
    maySuperuser,
    isRestored,
    isLeaving,
    isAsked: () => (isChanged || password !== '') && !isLeaving.current,
    form,
    save,
    discard,
    edit: (part: Partial<Draft>): void => {
      // the error belongs to an earlier draft
      save.reset();
      change(part);
    },
    setPassword: (next: string): void => {
      save.reset();
      setPassword(next);
    },
    submit: (event: FormEvent): void => {
      event.preventDefault();
      setTried(true);
      // errors are marked by then
      if (isNameless || isShort) requestAnimationFrame(focusWrong);
      else save.mutate();
    },
  };
}

/** Saves a user, and goes to the list. */
function useSave(body: () => Parameters<typeof saveUser>[0], onSaved: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => saveUser(body()),
    onSuccess: async () => {
      onSaved();
      await client.invalidateQueries();
      await navigate({ to: '/admin/users' });
    },
  });
}

interface Rights {
  /** Empty to leave the present one. */
  readonly password: string;
  readonly mayGroups: boolean;
  readonly maySuperuser: boolean;
}

function bodyOf(user: User | undefined, draft: Draft, { password, mayGroups, maySuperuser }: Rights) {
  const { username, roles, groups, email, isSuperuser, ...same } = draft;
  return {
    ...same,
    ...(user === undefined ? {} : { id: user.id }),
    username: username.trim(),
    email: email.trim(),
    roles: roles.map(Number),
    ...(mayGroups ? { groups: groups.map(Number) } : {}),
    ...(maySuperuser ? { isSuperuser } : {}),
    ...(password === '' ? {} : { password }),
  };
}

/** The service's reason to refuse a name: another user has it, or it breaks the rule. */
function usernameError(error: Error | null): string | undefined {
  const messages = fieldErrors(error);
  if (!messages.has('username')) return undefined;
  return error instanceof ApiError && error.status === 409 ? messages.get('username') : texts.nameWrong;
}
