import { useQuery } from '@tanstack/react-query';
import { api, given } from '../api/client.ts';
import type { Schedule } from '../api/queries.ts';
import { texts } from '../texts.ts';
import { List, type Column } from '../ui/list.tsx';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Page } from './page.tsx';

const at = ({ nextFireTime }: Schedule): number | null => {
  const time = Date.parse(String(nextFireTime));
  return Number.isNaN(time) ? null : time;
};

const columns: readonly Column<Schedule>[] = [
  { key: 'name', title: texts.columns.name, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    key: 'pattern',
    title: texts.columns.pattern,
    sortBy: ({ cronPattern, fireEvery }) => cronPattern || fireEvery,
    cell: ({ cronPattern, fireEvery, timeZone }) => (
      <span className="data" title={timeZone}>
        {cronPattern || fireEvery}
      </span>
    ),
  },
  {
    key: 'next',
    title: texts.columns.next,
    sortBy: at,
    cell: (schedule) => {
      const time = at(schedule);
      return time === null ? '' : <Time at={time} />;
    },
  },
  {
    key: 'active',
    title: texts.columns.active,
    sortBy: ({ isActive }) => String(isActive),
    cell: ({ isActive }) => (isActive ? '✓' : '–'),
  },
];

export function Schedules() {
  const { data, error, refetch } = useQuery({
    queryKey: ['schedules'],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/workflow-schedules', { params: { query: { size: 1_000 } }, signal })),
  });
  return (
    <Page title={texts.schedules}>
      {error !== null && data === undefined ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <List
          label={texts.schedules}
          rows={data}
          columns={columns}
          idOf={({ id }) => id}
          textOf={({ name, description, cronPattern }) => `${name} ${description} ${cronPattern}`}
          empty={<Empty title={texts.homePage.noSchedules} />}
        />
      )}
    </Page>
  );
}
