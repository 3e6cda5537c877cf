import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { Failure, Waiting } from '../ui/states.tsx';
import { ApiError } from '../api/problem.ts';
import { untilThere } from '../api/line.ts';
import { datasetQuery, datasetsQuery } from '../api/datasets.ts';
import { modelQuery } from '../api/models.ts';
import { dashboardQuery } from '../api/queries-of-dashboards.ts';
import { lastRunQuery, workflowQuery } from '../api/queries-of-editor.ts';
import { folderQuery } from '../api/files.ts';
import { processorsQuery } from '../api/queries-of-processors.ts';
import { projectQuery } from '../api/queries-of-projects.ts';
import { executionQuery, nodesQuery, outputsQuery } from '../api/queries-of-runs.ts';
import { scheduleQuery, schedulesQuery } from '../api/queries-of-schedules.ts';
import { versionsQuery } from '../api/queries-of-workflows.ts';
import { projectsQuery, queryClient } from '../api/queries.ts';
import { dashboardSearch, dashboardsSearch } from '../pages/dashboards/search.ts';
import { accountSearch } from '../pages/account/search.ts';
import { auditSearch } from '../pages/admin/search.ts';
import { datasetSearch } from '../pages/datasets/search.ts';
import { modelSearch, modelsSearch } from '../pages/models/search.ts';
import { executionsSearch } from '../pages/executions/search.ts';
import { folderAt } from '../pages/files/paths.ts';
import { fileSearch } from '../pages/files/search.ts';
import { projectSearch } from '../pages/projects/search.ts';
import { calendarSearch } from '../pages/schedules/calendar-search.ts';
import { versionsSearch, workflowSearch } from '../pages/workflows/search.ts';
import { listSearch } from '../ui/list.tsx';
import { Shell } from './shell.tsx';

/** The workflow that a new schedule is for, where the way to it began at one. */
const forWorkflow = ({ workflow }: Record<string, unknown>): { readonly workflow?: number } =>
  Number.isInteger(workflow) ? { workflow: Number(workflow) } : {};

/** The project that something new goes into, where the way to it began at one. */
const inProject = ({ project }: Record<string, unknown>): { readonly project?: number } =>
  Number.isInteger(project) ? { project: Number(project) } : {};

/** The project of a new graph, or the node of one that is chosen at first. */
const inEditor = (search: Record<string, unknown>): { readonly project?: number; readonly node?: string | number } => {
  const { node } = search;
  const isId = (typeof node === 'string' && node !== '') || typeof node === 'number';
  return { ...inProject(search), ...(isId ? { node } : {}) };
};

/** The file that a new dataset is of, where the way to it began at one. */
const ofPath = ({ path }: Record<string, unknown>): { readonly path?: string } =>
  typeof path === 'string' && path !== '' ? { path } : {};

/** The two runs that are compared. */
const twoRuns = ({
  first,
  second,
}: Record<string, unknown>): { readonly first?: number; readonly second?: number } => ({
  ...(Number.isInteger(first) ? { first: Number(first) } : {}),
  ...(Number.isInteger(second) ? { second: Number(second) } : {}),
});

/** A page whose code is read when it is first gone to; while the service is away, it waits. */
const page: typeof lazyRouteComponent = (read, name) => lazyRouteComponent(() => untilThere(read), name);

/**
 * Asks, while the code of a page is on its way, for what others of its questions wait for. `first.js` asks for the same
 * even before this here is read. A pointer that crosses a link brings the code alone: who only looks asks nothing.
 */
const asking = (ask: () => void) => ({ preload: false, loader: ask });

interface OfOne {
  readonly params: { readonly id: string };
}

/** The page of one record: what has no number for a name is not there. */
const ofOne = {
  beforeLoad: ({ params: { id } }: OfOne): void => {
    if (!isNumber(id)) throw notFound();
  },
};

/** The same, which asks for what others of its questions wait for. */
const askingOf = (ask: (id: number) => void) => ({
  ...ofOne,
  preload: false,
  loader: ({ params: { id } }: OfOne): void => ask(Number(id)),
});

const isNumber = (id: string): boolean => /^\d{1,15}$/.test(id);

const root = createRootRoute({
  component: Shell,
  loader: () => void queryClient.prefetchQuery(projectsQuery),
  shouldReload: false,
  notFoundComponent: () => <Failure error={new ApiError(404, {})} />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('../pages/home.tsx'), 'Home'),
});
const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: workflowSearch,
  component: page(() => import('../pages/workflows/workflows.tsx'), 'Workflows'),
});
const importWorkflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows/import',
  component: page(() => import('../pages/workflows/import.tsx'), 'ImportWorkflows'),
});
const trash = createRoute({
  getParentRoute: () => root,
  path: '/workflows/trash',
  validateSearch: listSearch,
  component: page(() => import('../pages/workflows/trash.tsx'), 'Trash'),
});
const versions = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/versions',
  validateSearch: versionsSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(versionsQuery(id))),
  component: page(() => import('../pages/workflows/versions/versions.tsx'), 'Versions'),
});
const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  validateSearch: listSearch,
  component: page(() => import('../pages/projects/projects.tsx'), 'Projects'),
});
const importProject = createRoute({
  getParentRoute: () => root,
  path: '/projects/import',
  component: page(() => import('../pages/projects/import.tsx'), 'ImportProject'),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$id',
  validateSearch: projectSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(projectQuery(id))),
  component: page(() => import('../pages/projects/project.tsx'), 'ProjectPage'),
});
const editor = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id',
  validateSearch: inEditor,
  staticData: { isBare: true },
  // a graph is there at once for who is about to open it
  loader: ({ params: { id: text } }) => {
    void queryClient.prefetchQuery(processorsQuery);
    if (!isNumber(text)) return;
    const id = Number(text);
    void queryClient.prefetchQuery(workflowQuery(id));
    void queryClient.prefetchQuery({ ...lastRunQuery(id), staleTime: 0 });
  },
  component: page(() => import('../pages/editor/editor-page.tsx'), 'EditorPage'),
});
const executions = createRoute({
  getParentRoute: () => root,
  path: '/executions',
  validateSearch: executionsSearch,
  component: page(() => import('../pages/executions/executions.tsx'), 'Executions'),
});
const compare = createRoute({
  getParentRoute: () => root,
  path: '/executions/compare',
  validateSearch: twoRuns,
  preload: false,
  loaderDeps: ({ search: { first, second } }) => ({ first, second }),
  loader: ({ deps: { first, second } }) => {
    for (const id of [first, second]) if (id !== undefined) void queryClient.prefetchQuery(outputsQuery(id));
  },
  component: page(() => import('../pages/compare/compare.tsx'), 'Compare'),
});
const execution = createRoute({
  getParentRoute: () => root,
  path: '/executions/$id',
  ...askingOf((id) => {
    void queryClient.prefetchQuery(executionQuery(id));
    void queryClient.prefetchQuery(nodesQuery(id));
    void queryClient.prefetchQuery(outputsQuery(id));
  }),
  component: page(() => import('../pages/execution/execution.tsx'), 'ExecutionPage'),
});
const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: listSearch,
  ...asking(() => void queryClient.prefetchQuery(datasetsQuery)),
  component: page(() => import('../pages/datasets/datasets.tsx'), 'Datasets'),
});
const newDataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/new',
  validateSearch: ofPath,
  component: page(() => import('../pages/datasets/new-dataset.tsx'), 'NewDataset'),
});
const dataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$id',
  validateSearch: datasetSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(datasetQuery(id))),
  component: page(() => import('../pages/datasets/dataset.tsx'), 'DatasetPage'),
});
const dashboards = createRoute({
  getParentRoute: () => root,
  path: '/dashboards',
  validateSearch: dashboardsSearch,
  component: page(() => import('../pages/dashboards/dashboards.tsx'), 'Dashboards'),
});
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboards/$id',
  validateSearch: dashboardSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(dashboardQuery(id))),
  component: page(() => import('../pages/dashboards/dashboard.tsx'), 'DashboardPage'),
});
const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: modelsSearch,
  component: page(() => import('../pages/models/models.tsx'), 'Models'),
});
const model = createRoute({
  getParentRoute: () => root,
  path: '/models/$id',
  validateSearch: modelSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(modelQuery(id))),
  component: page(() => import('../pages/models/model.tsx'), 'ModelPage'),
});
const files = createRoute({
  getParentRoute: () => root,
  path: '/files/$',
  validateSearch: fileSearch,
  preload: false,
  loaderDeps: ({ search: { show } }) => ({ show }),
  loader: ({ params: { _splat = '' }, deps: { show }, cause }) => {
    if (show !== undefined && cause === 'enter')
      void queryClient.prefetchQuery({ ...folderQuery(folderAt(_splat)), staleTime: 0 });
  },
  component: page(() => import('../pages/files/files.tsx'), 'Files'),
});
const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  validateSearch: listSearch,
  ...asking(() => void queryClient.prefetchQuery(schedulesQuery)),
  component: page(() => import('../pages/schedules/schedules.tsx'), 'Schedules'),
});
const newSchedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/new',
  validateSearch: forWorkflow,
  component: page(() => import('../pages/schedules/schedule.tsx'), 'NewSchedule'),
});
const calendar = createRoute({
  getParentRoute: () => root,
  path: '/schedules/calendar',
  validateSearch: calendarSearch,
  component: page(() => import('../pages/schedules/calendar.tsx'), 'Calendar'),
});
const schedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id',
  ...askingOf((id) => void queryClient.prefetchQuery({ ...scheduleQuery(id), staleTime: 0 })),
  component: page(() => import('../pages/schedules/schedule.tsx'), 'SchedulePage'),
});
const fires = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id/fires',
  validateSearch: listSearch,
  ...ofOne,
  component: page(() => import('../pages/schedules/fires.tsx'), 'Fires'),
});
const processors = createRoute({
  getParentRoute: () => root,
  path: '/processors',
  validateSearch: listSearch,
  component: page(() => import('../pages/processors/processors.tsx'), 'Processors'),
});
const processor = createRoute({
  getParentRoute: () => root,
  path: '/processors/$nodeClass',
  component: page(() => import('../pages/processors/processor.tsx'), 'ProcessorPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: accountSearch,
  component: page(() => import('../pages/account/account.tsx'), 'AccountPage'),
});

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: page(() => import('../pages/admin/admin-page.tsx'), 'Administration'),
});
const adminUsers = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  validateSearch: listSearch,
  component: page(() => import('../pages/admin/users.tsx'), 'Users'),
});
const adminNewUser = createRoute({
  getParentRoute: () => root,
  path: '/admin/users/new',
  component: page(() => import('../pages/admin/user.tsx'), 'NewUser'),
});
const adminUser = createRoute({
  getParentRoute: () => root,
  path: '/admin/users/$id',
  ...ofOne,
  component: page(() => import('../pages/admin/user.tsx'), 'UserPage'),
});
const adminGroups = createRoute({
  getParentRoute: () => root,
  path: '/admin/groups',
  validateSearch: listSearch,
  component: page(() => import('../pages/admin/groups.tsx'), 'Groups'),
});
const adminRoles = createRoute({
  getParentRoute: () => root,
  path: '/admin/roles',
  validateSearch: listSearch,
  component: page(() => import('../pages/admin/roles.tsx'), 'Roles'),
});
const adminAudit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: auditSearch,
  component: page(() => import('../pages/admin/audit.tsx'), 'Audit'),
});
const adminVariables = createRoute({
  getParentRoute: () => root,
  path: '/admin/variables',
  validateSearch: listSearch,
  component: page(() => import('../pages/admin/variables.tsx'), 'VariablesOfAll'),
});
const adminConnections = createRoute({
  getParentRoute: () => root,
  path: '/admin/connections',
  validateSearch: listSearch,
  component: page(() => import('../pages/admin/connections.tsx'), 'Connections'),
});
const adminService = createRoute({
  getParentRoute: () => root,
  path: '/admin/service',
  component: page(() => import('../pages/admin/service.tsx'), 'ServicePage'),
});
const adminSettings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  validateSearch: listSearch,
  component: page(() => import('../pages/admin/settings.tsx'), 'Settings'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    workflows,
    editor,
    importWorkflows,
    trash,
    versions,
    projects,
    importProject,
    project,
    executions,
    compare,
    execution,
    datasets,
    newDataset,
    dataset,
    dashboards,
    dashboard,
    models,
    model,
    files,
    schedules,
    newSchedule,
    calendar,
    schedule,
    fires,
    processors,
    processor,
    account,
    admin,
    adminUsers,
    adminNewUser,
    adminUser,
    adminGroups,
    adminRoles,
    adminAudit,
    adminVariables,
    adminConnections,
    adminService,
    adminSettings,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ({ error, reset }) => (
    <Failure error={error instanceof Error ? error : new Error(String(error))} again={reset} />
  ),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** True for a page that has a bar of its own. */
    readonly isBare?: boolean;
  }
}
