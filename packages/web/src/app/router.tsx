import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Failure, Waiting } from '../ui/states.tsx';
import { ApiError } from '../api/problem.ts';
import { fileSearch } from '../pages/files/search.ts';
import { listSearch } from '../ui/list.tsx';
import { Shell } from './shell.tsx';

/** The workflow that a new schedule is for, where the way to it began at one. */
const forWorkflow = ({ workflow }: Record<string, unknown>): { readonly workflow?: number } =>
  Number.isInteger(workflow) ? { workflow: Number(workflow) } : {};

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Failure error={new ApiError(404, {})} />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home.tsx'), 'Home'),
});
const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/workflows.tsx'), 'Workflows'),
});
const executions = createRoute({
  getParentRoute: () => root,
  path: '/executions',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/executions.tsx'), 'Executions'),
});
const execution = createRoute({
  getParentRoute: () => root,
  path: '/executions/$id',
  component: lazyRouteComponent(() => import('../pages/execution/execution.tsx'), 'ExecutionPage'),
});
const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/datasets.tsx'), 'Datasets'),
});
const files = createRoute({
  getParentRoute: () => root,
  path: '/files/$',
  validateSearch: fileSearch,
  component: lazyRouteComponent(() => import('../pages/files/files.tsx'), 'Files'),
});
const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/schedules/schedules.tsx'), 'Schedules'),
});
const newSchedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/new',
  validateSearch: forWorkflow,
  component: lazyRouteComponent(() => import('../pages/schedules/schedule.tsx'), 'NewSchedule'),
});
const schedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id',
  component: lazyRouteComponent(() => import('../pages/schedules/schedule.tsx'), 'SchedulePage'),
});
const fires = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id/fires',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/schedules/fires.tsx'), 'Fires'),
});
const processors = createRoute({
  getParentRoute: () => root,
  path: '/processors',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../pages/processors.tsx'), 'Processors'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    workflows,
    executions,
    execution,
    datasets,
    files,
    schedules,
    newSchedule,
    schedule,
    fires,
    processors,
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
}
