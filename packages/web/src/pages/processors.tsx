import { useQuery } from '@tanstack/react-query';
import { api, given } from '../api/client.ts';
import type { Processor } from '../api/queries.ts';
import { texts } from '../texts.ts';
import { List, type Column } from '../ui/list.tsx';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { Page } from './page.tsx';

const columns: readonly Column<Processor>[] = [
  { key: 'name', title: texts.columns.name, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    key: 'category',
    title: texts.columns.category,
    sortBy: ({ path }) => path,
    cell: ({ path }) => <span className="soft">{path}</span>,
    wideOnly: true,
  },
  {
    key: 'description',
    title: texts.columns.description,
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
];

export function Processors() {
  const { data, error, refetch } = useQuery({
    queryKey: ['processors'],
    queryFn: ({ signal }) => given(api.GET('/api/v1/nodes', { signal })),
    staleTime: Infinity,
  });
  return (
    <Page title={texts.processors}>
      {error !== null && data === undefined ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <List
          label={texts.processors}
          rows={data}
          columns={columns}
          idOf={({ nodeClass, name }) => `${nodeClass} ${name}`}
          textOf={({ name, path, description, nodeClass }) => `${name} ${path ?? ''} ${description} ${nodeClass}`}
          empty={<Empty title={texts.list.none} />}
        />
      )}
    </Page>
  );
}
