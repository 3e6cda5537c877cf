import { useQuery } from '@tanstack/react-query';
import { api, given } from '../api/client.ts';
import type { DatasetRecord } from '../api/queries.ts';
import { texts } from '../texts.ts';
import { List, type Column } from '../ui/list.tsx';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Page } from './page.tsx';

const columns: readonly Column<DatasetRecord>[] = [
  { key: 'name', title: texts.columns.name, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    key: 'type',
    title: texts.columns.type,
    sortBy: ({ datasetType }) => datasetType,
    cell: ({ datasetType }) => datasetType,
  },
  {
    key: 'path',
    title: texts.columns.path,
    sortBy: ({ path }) => path,
    cell: ({ path }) => <span className="data">{path}</span>,
    wideOnly: true,
  },
  {
    key: 'changed',
    title: texts.columns.changed,
    sortBy: ({ dateLastUpdated }) => dateLastUpdated,
    cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
  },
];

export function Datasets() {
  const { data, error, refetch } = useQuery({
    queryKey: ['datasets'],
    queryFn: ({ signal }) => given(api.GET('/api/v1/datasets', { params: { query: { size: 1_000 } }, signal })),
  });
  return (
    <Page title={texts.datasets}>
      {error !== null && data === undefined ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <List
          label={texts.datasets}
          rows={data}
          columns={columns}
          idOf={({ id }) => id}
          textOf={({ name, path, description, category }) => `${name} ${path} ${description} ${category ?? ''}`}
          empty={<Empty title={texts.homePage.noDatasets} />}
        />
      )}
    </Page>
  );
}
