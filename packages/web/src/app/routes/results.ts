import { createRoute } from '@tanstack/react-router';
import { modelQuery } from '../../api/models.ts';
import { dashboardQuery } from '../../api/queries-of-dashboards.ts';
import { queryClient } from '../../api/queries.ts';
import { dashboardSearch, dashboardsSearch } from '../../pages/dashboards/search.ts';
import { modelSearch, modelsSearch } from '../../pages/models/search.ts';
import { askingOf, page, root } from './route.tsx';

const dashboards = createRoute({
  getParentRoute: () => root,
  path: '/dashboards',
  validateSearch: dashboardsSearch,
  component: page(() => import('../../pages/dashboards/dashboards.tsx'), 'Dashboards'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboards/$id',
  validateSearch: dashboardSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(dashboardQuery(id))),
  component: page(() => import('../../pages/dashboards/dashboard.tsx'), 'DashboardPage'),
});

const models = createRoute({
  getParentRoute: () => root,
  path: '/models',
  validateSearch: modelsSearch,
  component: page(() => import('../../pages/models/models.tsx'), 'Models'),
});

const model = createRoute({
  getParentRoute: () => root,
  path: '/models/$id',
  validateSearch: modelSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(modelQuery(id))),
  component: page(() => import('../../pages/models/model.tsx'), 'ModelPage'),
});

/** Pages of results: dashboards and models. */
export const resultRoutes = [dashboards, dashboard, models, model] as const;
