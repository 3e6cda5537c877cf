import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { deleteTokensOf, deleteUser, usersQuery, type User } from '../../api/queries-of-administration.ts';
import { administrationTexts } from '../../texts/administration.ts';
import { usersTexts } from '../../texts/admin/users.ts';
import { count } from '../../ui/format.ts';
import { Question } from '../../ui/question.tsx';
import classes from './admin.module.css';

const texts = usersTexts;

interface UserDangersProps {
  readonly user: User;
  readonly onGone: () => void;
}

/** Irreversible actions: revoke the tokens of a user, delete the user. */
export function UserDangers({ user: { id, username, tokens }, onGone }: UserDangersProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const [question, setQuestion] = useState<'tokens' | 'user'>();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: usersQuery.queryKey });
  const shutOut = useMutation({
    mutationFn: () => deleteTokensOf(id),
    onSuccess: async () => {
      setQuestion(undefined);
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: () => deleteUser(id),
    onSuccess: async () => {
      onGone();
      await navigate({ to: '/admin/users' });
      await refresh();
    },
  });
  const ask = (what: 'tokens' | 'user'): void => {
    shutOut.reset();
    remove.reset();
    setQuestion(what);
  };
  return (
    <div className={classes.dangers}>
      <p role="status">{texts.tokens(count(tokens), tokens)}</p>
      <div className={classes.buttons}>
        {tokens > 0 && may('tokens.deleteAllTokens') ? (
          <Button size="compact-sm" variant="default" onClick={() => ask('tokens')}>
            {texts.deleteTokens}…
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={() => ask('user')}>
          {texts.delete}…
        </Button>
      </div>
      <Question
        isOpen={question === 'tokens'}
        title={texts.deleteTokensTitle(username)}
        yes={texts.deleteTokens}
        no={administrationTexts.keep}
        isBusy={shutOut.isPending}
        error={shutOut.error?.message}
        onYes={() => shutOut.mutate()}
        onNo={() => setQuestion(undefined)}
      >
        {texts.deleteTokensHint}
      </Question>
      <Question
        isOpen={question === 'user'}
        title={texts.deleteTitle(username)}
        yes={texts.delete}
        no={administrationTexts.keep}
        isBusy={remove.isPending}
        error={remove.error?.message}
        onYes={() => remove.mutate()}
        onNo={() => setQuestion(undefined)}
      >
        {texts.deleteHint}
      </Question>
    </div>
  );
}
