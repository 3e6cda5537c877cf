import { useQuery } from '@tanstack/react-query';
import { api, given } from '../api/client.ts';
import { projectsQuery, type WorkflowRecord } from '../api/queries.ts';
import { texts } from '../texts.ts';
import { List, type Column } from '../ui/list.tsx';
import { Empty, Failure, Waiting } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { Page } from './page.tsx';

type Row = Omit<WorkflowRecord, 'content' | 'workflow' | 'lockedByUserId' | 'permission' | 'engine'>;

const workflowsQuery = {
  queryKey: ['workflows'],
  queryFn: ({ signal }: { signal: AbortSignal }) => given(api.GET('/api/v1/workflows/dashboard', { signal })),
};

export function Workflows() {
  const { data, error, refetch } = useQuery(workflowsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const projectOf = (id: number): string => projects.find((project) => project.id === id)?.name ?? '';
  const columns: readonly Column<Row>[] = [
    { key: 'name', title: texts.columns.name, sortBy: ({ name }) => name, cell: ({ name }) => name },
    {
      key: 'project',
      title: texts.columns.project,
      sortBy: ({ projectId }) => projectOf(projectId),
      cell: ({ projectId }) => projectOf(projectId),
    },
    {
      key: 'category',
      title: texts.columns.category,
      sortBy: ({ category }) => category,
      cell: ({ category }) => category,
      wideOnly: true,
    },
    {
      key: 'version',
      title: texts.columns.version,
      sortBy: ({ version }) => version,
      cell: ({ version }) => version,
      align: 'end',
      wideOnly: true,
    },
    {
      key: 'changed',
      title: texts.columns.changed,
      sortBy: ({ dateLastUpdated }) => dateLastUpdated,
      cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
    },
  ];
  return (
    <Page title={texts.workflows}>
      {error !== null && data === undefined ? (
        <Failure error={error} again={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting />
      ) : (
        <List
          label={texts.workflows}
          rows={data}
          columns={columns}
          idOf={({ id }) => id}
          textOf={({ name, category, description }) => `${name} ${category} ${description}`}
          empty={<Empty title={texts.homePage.noWorkflows} />}
        />
      )}
    </Page>
  );
}
