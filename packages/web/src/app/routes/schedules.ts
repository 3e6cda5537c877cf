import { createRoute } from '@tanstack/react-router';
import { schedulesQuery, scheduleQuery } from '../../api/queries-of-schedules.ts';
import { queryClient } from '../../api/queries.ts';
import { calendarSearch } from '../../pages/schedules/calendar-search.ts';
import { listSearch } from '../../ui/list-search.ts';
import { asking, askingOf, ofOne, page, root } from './route.tsx';

/** The workflow of a new schedule, if the link named one. */
const forWorkflow = ({ workflow }: Record<string, unknown>): { readonly workflow?: number } =>
  Number.isInteger(workflow) ? { workflow: Number(workflow) } : {};

const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  validateSearch: listSearch,
  ...asking(() => void queryClient.prefetchQuery(schedulesQuery)),
  component: page(() => import('../../pages/schedules/schedules.tsx'), 'Schedules'),
});

const newSchedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/new',
  validateSearch: forWorkflow,
  component: page(() => import('../../pages/schedules/schedule.tsx'), 'NewSchedule'),
});

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/schedules/calendar',
  validateSearch: calendarSearch,
  component: page(() => import('../../pages/schedules/calendar.tsx'), 'Calendar'),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id',
  ...askingOf((id) => void queryClient.prefetchQuery({ ...scheduleQuery(id), staleTime: 0 })),
  component: page(() => import('../../pages/schedules/schedule.tsx'), 'SchedulePage'),
});

const fires = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$id/fires',
  validateSearch: listSearch,
  ...ofOne,
  component: page(() => import('../../pages/schedules/fires.tsx'), 'Fires'),
});

/** Pages of schedules. */
export const scheduleRoutes = [schedules, newSchedule, calendar, schedule, fires] as const;
