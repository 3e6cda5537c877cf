import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { deleteToken, tokensQuery, type Token } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice, type Notice } from '../../ui/notice.tsx';
import { Question } from '../../ui/question.tsx';
import { Empty } from '../../ui/states.tsx';
import { useNow } from '../../ui/time.tsx';
import { NewToken } from './new-token.tsx';
import { nameOf, tokenColumns } from './token-columns.tsx';
import classes from './account.module.css';

const texts = accountTexts;

/** The access tokens of the user's scripts: created, listed, deleted. */
export function Tokens() {
  const query = useQuery(tokensQuery);
  const mayMake = useMay()('enable.tokenGeneration');
  const now = useNow();
  const { say, element: notice } = useNotice();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const { ask, question } = useTokensDeletion(say, () => setSelected(new Set()));
  return (
    <>
      <p className={classes.hint}>{texts.tokensHint}</p>
      {mayMake ? <NewToken /> : <p className={classes.hint}>{texts.tokensNot}</p>}
      {notice}
      <div className={classes.part}>
        <Loaded query={query}>
          {(tokens) => {
            const selectedTokens = tokens.filter(({ id }) => selected.has(id));
            return (
              <List
                label={texts.list}
                rows={tokens}
                columns={tokenColumns(now, (token) => ask([token]))}
                idOf={({ id }) => id}
                textOf={nameOf}
                selection={{ selected, onChange: setSelected, nameOf }}
                actions={
                  selectedTokens.length === 0 ? null : (
                    <Button size="compact-sm" variant="default" onClick={() => ask(selectedTokens)}>
                      {texts.deleteMany(count(selectedTokens.length))}
                    </Button>
                  )
                }
                empty={<Empty title={texts.none}>{texts.noneHint}</Empty>}
              />
            );
          }}
        </Loaded>
      </div>
      {question}
    </>
  );
}

/** Asks before tokens are deleted, and says which of them were not. */
function useTokensDeletion(say: (notice: Notice | undefined) => void, onDone: () => void) {
  const client = useQueryClient();
  const [doomedTokens, setDoomedTokens] = useState<readonly Token[]>([]);
  const remove = useMutation({
    mutationFn: async (tokens: readonly Token[]) => {
      const failures: string[] = [];
      for (const token of tokens)
        await deleteToken(token.id).catch((error: Error) => failures.push(`${nameOf(token)} (${error.message})`));
      return { deletedCount: tokens.length - failures.length, failures };
    },
    onSuccess: async ({ deletedCount, failures }) => {
      setDoomedTokens([]);
      onDone();
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      if (failures.length > 0) say({ text: texts.notDeleted(failures.join(', ')), isFault: true });
      else say({ text: texts.deleted(count(deletedCount), deletedCount) });
    },
  });
  const question = (
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
  );
  return { ask: setDoomedTokens, question };
}
