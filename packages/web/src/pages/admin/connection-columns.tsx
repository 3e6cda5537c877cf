import { Button } from '@mantine/core';
import type { Connection } from '../../api/queries-of-administration.ts';
import { connectionsTexts } from '../../texts/admin/connections.ts';
import { columnsTexts } from '../../texts/columns.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import { leadsTo } from './connection-fields.ts';
import classes from './admin.module.css';

const texts = connectionsTexts;

interface ConnectionActions {
  readonly onOpen: (connection: Connection) => void;
  readonly onCopy: (connection: Connection) => void;
  readonly onDelete: (connection: Connection) => void;
}

/** `whose`: the project of a connection, or that it is of all. */
export const connectionColumns = (
  whose: (connection: Connection) => string,
  { onOpen, onCopy, onDelete }: ConnectionActions,
): readonly Column<Connection>[] => [
  {
    key: 'name',
    title: texts.name,
    sortBy: ({ name }) => name,
    cell: (connection) => (
      <button
        type="button"
        className={classes.open}
        title={connection.name}
        aria-label={texts.openOf(connection.name)}
        onClick={() => onOpen(connection)}
      >
        {connection.name}
      </button>
    ),
  },
  { key: 'kind', title: texts.kind, sortBy: ({ category }) => category, cell: ({ category }) => category },
  { key: 'whose', title: texts.whose, sortBy: whose, cell: (one) => <span className="soft">{whose(one)}</span> },
  {
    key: 'leads',
    title: texts.leads,
    sortBy: leadsTo,
    cell: (one) => (
      <span className="data" title={leadsTo(one)}>
        {leadsTo(one)}
      </span>
    ),
    grows: true,
    wideOnly: true,
  },
  {
    key: 'changed',
    title: texts.changed,
    sortBy: ({ dateLastUpdated }) => dateLastUpdated,
    cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
    wideOnly: true,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    isTitleHidden: true,
    align: 'end',
    cell: (connection) => <RowActions connection={connection} onCopy={onCopy} onDelete={onDelete} />,
  },
];

interface RowActionsProps extends Omit<ConnectionActions, 'onOpen'> {
  readonly connection: Connection;
}

const RowActions = ({ connection, onCopy, onDelete }: RowActionsProps) => (
  <span className={classes.inRow}>
    <Button
      size="compact-xs"
      variant="default"
      aria-label={texts.copyOf(connection.name)}
      onClick={() => onCopy(connection)}
    >
      {texts.copy}
    </Button>
    <Button
      size="compact-xs"
      variant="default"
      aria-label={texts.deleteOf(connection.name)}
      onClick={() => onDelete(connection)}
    >
      {texts.delete}
    </Button>
  </span>
);
