import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldErrors } from '../../api/problem.ts';
import { meQuery, type Me } from '../../api/queries.ts';
import { saveProfile } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { useNotice } from '../../ui/notice.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Fault } from '../files/fault.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import classes from './account.module.css';

const texts = accountTexts;

/** The user's public name and mail address. */
export function ProfileForm({ me }: { readonly me: Me }) {
  const { say, element: notice } = useNotice();
  const { draft, isChanged, isRestored, edit, discard, save } = useProfile(me, () => say({ text: texts.saved }));
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-labelledby="profile">
      <h2 id="profile">{texts.profile}</h2>
      {notice}
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <p className={classes.hint}>{texts.signedInAs(me.username)}</p>
      <TextInput
        label={texts.firstName}
        autoComplete="given-name"
        maxLength={200}
        value={draft.firstName}
        onChange={(event) => edit({ firstName: event.currentTarget.value })}
        error={errors.get('firstName')}
      />
      <TextInput
        label={texts.lastName}
        autoComplete="family-name"
        maxLength={200}
        value={draft.lastName}
        onChange={(event) => edit({ lastName: event.currentTarget.value })}
        error={errors.get('lastName')}
      />
      <TextInput
        label={texts.email}
        type="email"
        autoComplete="email"
        maxLength={320}
        value={draft.email}
        onChange={(event) => edit({ email: event.currentTarget.value })}
        error={errors.has('email') ? texts.emailWrong : undefined}
      />
      {save.error === null || errors.size > 0 ? null : <Fault error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending} disabled={!isChanged}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

/** The draft of the user's own details, and its save. */
function useProfile(me: Me, onSaved: () => void) {
  const client = useQueryClient();
  const saved = { firstName: me.firstName, lastName: me.lastName, email: me.email };
  const { draft, isChanged, isRestored, change, discard } = useDraft(useDraftKey('profile'), saved);
  const save = useMutation({
    mutationFn: () => saveProfile({ ...draft, email: draft.email.trim() }),
    onSuccess: async () => {
      discard();
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      onSaved();
    },
  });
  const edit = (part: Partial<typeof saved>): void => {
    save.reset();
    change(part);
  };
  return { draft, isChanged, isRestored, edit, discard, save };
}
