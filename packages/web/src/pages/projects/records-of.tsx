import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { modelsOfQuery } from '../../api/models.ts';
import { datasetsOfQuery } from '../../api/queries-of-projects.ts';
import { schedulesQuery } from '../../api/queries-of-schedules.ts';
import { workflowsQuery, type ListedWorkflow } from '../../api/queries-of-workflows.ts';
import type { DatasetRecord, Schedule } from '../../api/queries.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { commonTexts } from '../../texts/common.ts';
import { homePageTexts } from '../../texts/home-page.ts';
import { modelsTexts } from '../../texts/models.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { momentOf } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { modelColumns, textOfModel } from '../models/model-columns.tsx';
import { categoryOf } from '../workflows/workflow-columns.tsx';

const texts = projectsTexts;

interface OfProject {
  readonly id: number;
}

const changed = <T extends { readonly dateLastUpdated: number }>(): Column<T> => ({
  key: 'changed',
  title: columnsTexts.changed,
  sortBy: ({ dateLastUpdated }) => dateLastUpdated,
  cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
});

const workflowColumns: readonly Column<ListedWorkflow>[] = [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/workflows/$id" params={{ id: String(id) }} title={name}>
        {name || workflowsTexts.noName(id)}
      </Link>
    ),
  },
  {
    key: 'category',
    title: columnsTexts.category,
    sortBy: categoryOf,
    cell: categoryOf,
    wideOnly: true,
  },
  {
    key: 'last',
    title: workflowsTexts.lastRun,
    sortBy: ({ lastExecution }) => lastExecution?.startTime ?? null,
    cell: ({ lastExecution }) =>
      lastExecution === null ? (
        <span className="soft">{workflowsTexts.neverRan}</span>
      ) : (
        <Link to="/executions/$id" params={{ id: String(lastExecution.id) }}>
          <Status status={lastExecution.status} />
        </Link>
      ),
  },
  changed(),
];

export function WorkflowsOf({ id }: OfProject) {
  const query = useQuery(workflowsQuery);
  return (
    <Loaded query={query}>
      {(all) => (
        <List
          label={commonTexts.workflows}
          rows={all.filter(({ projectId }) => projectId === id)}
          columns={workflowColumns}
          idOf={(one) => one.id}
          textOf={({ name, category, description }) => `${name} ${category} ${description}`}
          actions={
            <Link to="/workflows" search={{ project: id }}>
              {texts.toWorkflows}
            </Link>
          }
          empty={<Empty title={homePageTexts.noWorkflows} />}
        />
      )}
    </Loaded>
  );
}

const datasetColumns: readonly Column<DatasetRecord>[] = [
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/datasets/$id" params={{ id: String(id) }} title={name}>
        {name}
      </Link>
    ),
  },
  {
    key: 'type',
    title: columnsTexts.type,
    sortBy: ({ datasetType }) => datasetType,
    cell: ({ datasetType }) => datasetType,
  },
  {
    key: 'path',
    title: columnsTexts.path,
    sortBy: ({ path }) => path,
    cell: ({ path }) => <span className="data">{path}</span>,
    wideOnly: true,
  },
  changed(),
];

export function DatasetsOf({ id }: OfProject) {
  const query = useQuery(datasetsOfQuery(id));
  return (
    <Loaded query={query}>
      {(rows) => (
        <List
          label={commonTexts.datasets}
          rows={rows}
          columns={datasetColumns}
          idOf={(one) => one.id}
          textOf={({ name, datasetType, path }) => `${name} ${datasetType} ${path}`}
          empty={<Empty title={homePageTexts.noDatasets} />}
        />
      )}
    </Loaded>
  );
}

const modelsColumns = modelColumns();

export function ModelsOf({ id }: OfProject) {
  const query = useQuery(modelsOfQuery(id));
  return (
    <Loaded query={query}>
      {(rows) => (
        <List
          label={modelsTexts.title}
          rows={rows}
          columns={modelsColumns}
          idOf={(one) => one.id}
          textOf={textOfModel}
          empty={<Empty title={modelsTexts.none}>{modelsTexts.noneHint}</Empty>}
        />
      )}
    </Loaded>
  );
}

export function SchedulesOf({ id }: OfProject) {
  const query = useQuery(schedulesQuery);
  const { data: workflows } = useQuery(workflowsQuery);
  const names = new Map(workflows?.map((one) => [one.id, one.name]));
  const workflowOf = ({ analysisFlowId }: Schedule): string => names.get(analysisFlowId) ?? '';
  const columns: readonly Column<Schedule>[] = [
    {
      key: 'name',
      title: columnsTexts.name,
      sortBy: ({ name }) => name,
      cell: (one) => (
        <Link to="/schedules/$id" params={{ id: String(one.id) }}>
          {one.name || workflowOf(one) || one.id}
        </Link>
      ),
    },
    { key: 'workflow', title: scheduleTexts.workflow, sortBy: workflowOf, cell: workflowOf, wideOnly: true },
    {
      key: 'active',
      title: columnsTexts.active,
      sortBy: ({ isActive }) => (isActive ? 0 : 1),
      cell: ({ isActive }) => (isActive ? texts.on : <span className="soft">{texts.off}</span>),
    },
    {
      key: 'next',
      title: columnsTexts.next,
      sortBy: ({ nextFireTime }) => momentOf(nextFireTime),
      cell: ({ nextFireTime }) => {
        const at = momentOf(nextFireTime);
        return at === null ? <span className="soft">–</span> : <Time at={at} />;
      },
    },
  ];
  return (
    <Loaded query={query}>
      {(all) => (
        <List
          label={commonTexts.schedules}
          rows={all.filter(({ projectId }) => projectId === id)}
          columns={columns}
          idOf={(one) => one.id}
          textOf={(one) => `${one.name} ${workflowOf(one)} ${one.description}`}
          empty={<Empty title={scheduleTexts.none}>{scheduleTexts.noneHint}</Empty>}
        />
      )}
    </Loaded>
  );
}
