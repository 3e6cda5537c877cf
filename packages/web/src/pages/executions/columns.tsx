import { Link } from '@tanstack/react-router';
import type { Execution } from '../../api/queries.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { runsTexts } from '../../texts/runs.ts';
import { commonTexts } from '../../texts/common.ts';
import { duration } from '../../ui/format.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { isLive, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

const took = ({ status, startTime, endTime }: Execution): number | null =>
  isLive(status) || endTime < startTime ? null : endTime - startTime;

interface ColumnsProps {
  readonly projectOf: (run: Execution) => string;
  readonly userOf: (run: Execution) => string;
}

export const executionColumns = ({ projectOf, userOf }: ColumnsProps): readonly Column<Execution>[] => [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/executions/$id" params={{ id: String(id) }} title={name || undefined}>
        {name || runsTexts.noName(id)}
      </Link>
    ),
  },
  {
    key: 'status',
    title: columnsTexts.status,
    sortBy: ({ status }) => commonTexts.status[status] ?? '',
    cell: ({ status }) => <Status status={status} />,
  },
  {
    key: 'started',
    title: columnsTexts.started,
    sortBy: ({ startTime }) => startTime,
    cell: ({ startTime }) => <Time at={startTime} />,
  },
  {
    key: 'took',
    title: columnsTexts.took,
    sortBy: took,
    cell: (row) => {
      const ms = took(row);
      return ms === null ? '' : duration(ms);
    },
    align: 'end',
  },
  { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
  { key: 'user', title: columnsTexts.user, sortBy: userOf, cell: userOf, wideOnly: true },
  {
    key: 'engine',
    title: columnsTexts.engine,
    sortBy: ({ engine }) => engine,
    cell: ({ engine, engineReason }) => <span title={engineReason ?? undefined}>{engine ?? ''}</span>,
    wideOnly: true,
  },
  {
    key: 'message',
    title: columnsTexts.message,
    cell: ({ message, status }) =>
      status === 3 ? (
        <span className="soft" title={message ?? undefined}>
          {message}
        </span>
      ) : null,
    wideOnly: true,
  },
];

/**
 * Columns that the service sorts by, so that an order holds over all pages; runs are numbered in the order of their
 * requests.
 */
export const sortedByService: Readonly<Record<string, string>> = { name: 'name', status: 'status', started: 'id' };

/** The columns of a list that has several pages. */
export const ofPages = (columns: readonly Column<Execution>[]): readonly Column<Execution>[] =>
  columns.map(({ sortBy, ...column }) =>
    sortBy !== undefined && column.key in sortedByService ? { ...column, sortBy } : column,
  );
