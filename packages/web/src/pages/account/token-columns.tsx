import { Button } from '@mantine/core';
import type { Token } from '../../api/queries-of-administration.ts';
import { accountTexts } from '../../texts/account.ts';
import { columnsTexts } from '../../texts/columns.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './account.module.css';

const texts = accountTexts;

export const nameOf = ({ id, description }: Token): string => description.trim() || texts.noWords(id);

/** The permissions of a token in words. */
const scopesOf = ({ scopes }: Token): string => scopes.map((scope) => texts.scopes[scope][0]).join(', ');

export const tokenColumns = (now: number, onDelete: (token: Token) => void): readonly Column<Token>[] => [
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
        onClick={() => onDelete(token)}
      >
        {texts.delete}
      </Button>
    ),
  },
];
