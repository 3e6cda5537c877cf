import { createRoute } from '@tanstack/react-router';
import { executionQuery, nodesQuery, outputsQuery } from '../../api/queries-of-runs.ts';
import { queryClient } from '../../api/queries.ts';
import { executionsSearch } from '../../pages/executions/search.ts';
import { askingOf, page, root } from './route.tsx';

/** The two compared runs. */
const twoRuns = ({
  first,
  second,
}: Record<string, unknown>): { readonly first?: number; readonly second?: number } => ({
  ...(Number.isInteger(first) ? { first: Number(first) } : {}),
  ...(Number.isInteger(second) ? { second: Number(second) } : {}),
});

const executions = createRoute({
  getParentRoute: () => root,
  path: '/executions',
  validateSearch: executionsSearch,
  component: page(() => import('../../pages/executions/executions.tsx'), 'Executions'),
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
  component: page(() => import('../../pages/compare/compare.tsx'), 'Compare'),
});

const execution = createRoute({
  getParentRoute: () => root,
  path: '/executions/$id',
  ...askingOf((id) => {
    void queryClient.prefetchQuery(executionQuery(id));
    void queryClient.prefetchQuery(nodesQuery(id));
    void queryClient.prefetchQuery(outputsQuery(id));
  }),
  component: page(() => import('../../pages/execution/execution.tsx'), 'ExecutionPage'),
});

/** Pages of runs. */
export const runRoutes = [executions, compare, execution] as const;
