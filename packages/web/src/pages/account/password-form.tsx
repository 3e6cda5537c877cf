import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { fieldErrors } from '../../api/problem.ts';
import type { Me } from '../../api/queries.ts';
import { changePassword } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { useNotice } from '../../ui/notice.tsx';
import { useWrongFocus } from '../../ui/use-wrong-focus.ts';
import { Fault } from '../files/fault.tsx';
import classes from './account.module.css';

const texts = accountTexts;

const empty = { old: '', fresh: '', again: '' };

const minLength = 8;

function wrongIn({ old, fresh, again }: typeof empty): Partial<typeof empty> {
  return {
    ...(old === '' ? { old: texts.oldMissing } : {}),
    ...(fresh.length < minLength ? { fresh: texts.short } : {}),
    ...(again === fresh ? {} : { again: texts.differs }),
  };
}

/** Changes the user's own password. Passwords are not stored on the page: a reload empties the form. */
export function PasswordForm({ me }: { readonly me: Me }) {
  const [wasTried, setTried] = useState(false);
  const { say, element: notice } = useNotice();
  const { typed, save, messages, edit } = usePasswords(() => {
    setTried(false);
    say({ text: texts.changed });
  });
  const { form, focusWrong } = useWrongFocus(save.isError);
  const errors: Partial<typeof empty> = wasTried ? wrongIn(typed) : {};
  if (messages.has('oldPassword')) errors.old = texts.wrong;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    say(undefined);
    setTried(true);
    if (Object.keys(wrongIn(typed)).length === 0) save.mutate();
    // errors are marked by then
    else requestAnimationFrame(focusWrong);
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-labelledby="password">
      <h2 id="password">{texts.password}</h2>
      {notice}
      {/* password managers need the user name */}
      <input type="text" autoComplete="username" value={me.username} readOnly hidden />
      <PasswordInput
        label={texts.old}
        autoComplete="current-password"
        value={typed.old}
        onChange={(event) => edit({ old: event.currentTarget.value })}
        error={errors.old}
      />
      <PasswordInput
        label={texts.new}
        description={texts.newHint}
        autoComplete="new-password"
        value={typed.fresh}
        onChange={(event) => edit({ fresh: event.currentTarget.value })}
        error={errors.fresh}
      />
      <PasswordInput
        label={texts.again}
        autoComplete="new-password"
        value={typed.again}
        onChange={(event) => edit({ again: event.currentTarget.value })}
        error={errors.again}
      />
      {save.error === null || messages.size > 0 ? null : <Fault error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          {texts.change}
        </Button>
      </div>
    </form>
  );
}

/** The typed passwords, and their change. */
function usePasswords(onChanged: () => void) {
  const [typed, setTyped] = useState(empty);
  const save = useMutation({
    mutationFn: () => changePassword(typed.old, typed.fresh),
    onSuccess: () => {
      setTyped(empty);
      onChanged();
    },
  });
  const edit = (part: Partial<typeof empty>): void => {
    save.reset();
    setTyped((now) => ({ ...now, ...part }));
  };
  return { typed, save, messages: fieldErrors(save.error), edit };
}
