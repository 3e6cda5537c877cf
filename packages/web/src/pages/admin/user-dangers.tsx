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
      <DangerQuestion
        isOpen={question === 'tokens'}
        title={texts.deleteTokensTitle(username)}
        yes={texts.deleteTokens}
        hint={texts.deleteTokensHint}
        deletion={shutOut}
        onNo={() => setQuestion(undefined)}
      />
      <DangerQuestion
        isOpen={question === 'user'}
        title={texts.deleteTitle(username)}
        yes={texts.delete}
        hint={texts.deleteHint}
        deletion={remove}
        onNo={() => setQuestion(undefined)}
      />
    </div>
  );
}

interface DangerQuestionProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly yes: string;
  readonly hint: string;
  readonly deletion: { readonly isPending: boolean; readonly error: Error | null; readonly mutate: () => void };
  readonly onNo: () => void;
}

const DangerQuestion = ({ isOpen, title, yes, hint, deletion, onNo }: DangerQuestionProps) => (
  <Question
    isOpen={isOpen}
    title={title}
    yes={yes}
    no={administrationTexts.keep}
    isBusy={deletion.isPending}
    error={deletion.error?.message}
    onYes={() => deletion.mutate()}
    onNo={onNo}
  >
    {hint}
  </Question>
);
