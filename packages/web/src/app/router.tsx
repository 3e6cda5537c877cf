import { createRouter } from '@tanstack/react-router';
import { Failure, Waiting } from '../ui/states.tsx';
import { adminRoutes } from './routes/admin.ts';
import { dataRoutes } from './routes/data.ts';
import { generalRoutes } from './routes/general.ts';
import { projectRoutes } from './routes/projects.ts';
import { resultRoutes } from './routes/results.ts';
import { root } from './routes/route.tsx';
import { runRoutes } from './routes/runs.ts';
import { scheduleRoutes } from './routes/schedules.ts';
import { workflowRoutes } from './routes/workflows.ts';

export const router = createRouter({
  routeTree: root.addChildren([
    ...generalRoutes,
    ...workflowRoutes,
    ...projectRoutes,
    ...runRoutes,
    ...dataRoutes,
    ...resultRoutes,
    ...scheduleRoutes,
    ...adminRoutes,
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
    /** True for a page with a bar of its own. */
    readonly isBare?: boolean;
  }
}
