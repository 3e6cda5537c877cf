import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { executionsQuery } from '../api/queries-of-runs.ts';
import type { Execution } from '../api/queries.ts';
import { texts } from '../texts.ts';
import { duration } from '../ui/format.ts';
import { List, type Column } from '../ui/list.tsx';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { isLive, Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { Page } from './page.tsx';

const took = ({ status, startTime, endTime }: Execution): number | null =>
  isLive(status) || endTime < startTime ? null : endTime - startTime;

export const executionColumns: readonly Column<Execution>[] = [
  {
    key: 'name',
    title: texts.columns.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/executions/$id" params={{ id: String(id) }}>
        {name}
      </Link>
    ),
  },
  {
    key: 'status',
    title: texts.columns.status,
    sortBy: ({ status }) => texts.status[status] ?? '',
    cell: ({ status }) => <Status status={status} />,
  },
  {
    key: 'started',
    title: texts.columns.started,
    sortBy: ({ startTime }) => startTime,
    cell: ({ startTime }) => <Time at={startTime} />,
  },
  {
    key: 'took',
    title: texts.columns.took,
    sortBy: took,
    cell: (row) => {
      const ms = took(row);
      return ms === null ? '' : duration(ms);
    },
    align: 'end',
  },
  {
    key: 'engine',
    title: texts.columns.engine,
    sortBy: ({ engine }) => engine,
    cell: ({ engine, engineReason }) => <span title={engineReason ?? undefined}>{engine ?? ''}</span>,
    wideOnly: true,
  },
  {
    key: 'message',
    title: texts.columns.message,
    cell: ({ message, status }) => (status === 3 ? <span className="soft">{message}</span> : null),
    wideOnly: true,
  },
];

export function Executions() {
  const { data, error, refetch } = useQuery(executionsQuery());
  return (
    <Page title={texts.executions}>
      {error !== null && data === undefined ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <List
          label={texts.executions}
          rows={data.executions}
          columns={executionColumns}
          idOf={({ id }) => id}
          textOf={({ name, status, engine, message }) =>
            `${name} ${texts.status[status]} ${engine ?? ''} ${message ?? ''}`
          }
          empty={<Empty title={texts.homePage.noRuns}>{texts.homePage.noRunsHint}</Empty>}
        />
      )}
    </Page>
  );
}
