import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { deleteToken, tokensQuery, type Token } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time, useNow } from '../../ui/time.tsx';
import { NewToken } from './new-token.tsx';
import classes from './account.module.css';

const texts = accountTexts;

const nameOf = ({ id, description }: Token): string => description.trim() || texts.noWords(id);

/** The permissions of a token in words. */
const scopesOf = ({ scopes }: Token): string => scopes.map((scope) => texts.scopes[scope][0]).join(', ');

/** The access tokens of the user's scripts: created, listed, deleted. */
export function Tokens() {
  const query = useQuery(tokensQuery);
  const client = useQueryClient();
  const mayMake = useMay()('enable.tokenGeneration');
  const now = useNow();
  const { say, shown: notice } = useNotice();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const [doomedTokens, setDoomedTokens] = useState<readonly Token[]>([]);
  const remove = useMutation({
    mutationFn: async (tokens: readonly Token[]) => {
      const kept: string[] = [];
      for (const token of tokens)
        await deleteToken(token.id).catch((error: Error) => kept.push(`${nameOf(token)} (${error.message})`));
      return { gone: tokens.length - kept.length, kept };
    },
    onSuccess: async ({ gone, kept }) => {
      setDoomedTokens([]);
      setSelected(new Set());
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      if (kept.length > 0) say({ text: texts.notDeleted(kept.join(', ')), isFault: true });
      else say({ text: texts.deleted(count(gone), gone) });
    },
  });
  const columns: readonly Column<Token>[] = [
    {
      key: 'description',
      title: texts.description,
      sortBy: nameOf,
      cell: (token) => <span title={nameOf(token)}>{nameOf(token)}</span>,
      grows: true,
    },
    {
      key: 'scopes',
      title: texts.mayBeUsedTo,
      sortBy: scopesOf,
      cell: (token) => <span>{scopesOf(token)}</span>,
      wideOnly: true,
    },
    {
      key: 'made',
      title: texts.created,
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} />,
      wideOnly: true,
    },
    {
      key: 'ends',
      title: texts.ends,
      sortBy: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) =>
        expiresAt > now ? (
          <Time at={expiresAt} />
        ) : (
          <span className={classes.over}>
            <span aria-hidden>✕ </span>
            {texts.over}
          </span>
        ),
    },
    {
      key: 'actions',
      title: columnsTexts.actions,
      isTitleHidden: true,
      align: 'end',
      cell: (token) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.deleteOf(nameOf(token))}
          onClick={() => setDoomedTokens([token])}
        >
          {texts.delete}
        </Button>
      ),
    },
  ];
  return (
    <>
      <p className={classes.hint}>{texts.tokensHint}</p>
      {mayMake ? <NewToken /> : <p className={classes.hint}>{texts.tokensNot}</p>}
      {notice}
      <div className={classes.part}>
        <Loaded query={query}>
          {(tokens) => {
            const chosen = tokens.filter(({ id }) => selected.has(id));
            return (
              <List
                label={texts.list}
                rows={tokens}
                columns={columns}
                idOf={({ id }) => id}
                textOf={nameOf}
                selection={{ selected, onChange: setSelected, nameOf }}
                actions={
                  chosen.length === 0 ? null : (
                    <Button size="compact-sm" variant="default" onClick={() => setDoomedTokens(chosen)}>
                      {texts.deleteMany(count(chosen.length))}
                    </Button>
                  )
                }
                empty={<Empty title={texts.none}>{texts.noneHint}</Empty>}
              />
            );
          }}
        </Loaded>
      </div>
      <Question
        isOpen={doomedTokens.length > 0}
        title={texts.deleteTitle(doomedTokens.length)}
        yes={texts.delete}
        no={texts.keep}
        isBusy={remove.isPending}
        onYes={() => remove.mutate(doomedTokens)}
        onNo={() => setDoomedTokens([])}
      >
        {texts.deleteHint(doomedTokens.map(nameOf).join(', '))}
      </Question>
    </>
  );
}
