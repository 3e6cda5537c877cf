import { createRootRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { Failure } from '../../ui/states.tsx';
import { ApiError } from '../../api/problem.ts';
import { untilThere } from '../../api/line.ts';
import { projectsQuery, queryClient } from '../../api/queries.ts';
import { Shell } from '../shell.tsx';

/** A page whose code is loaded when it is first opened; while the service is unavailable, it waits. */
export const page: typeof lazyRouteComponent = (read, name) => lazyRouteComponent(() => untilThere(read), name);

export const isNumber = (id: string): boolean => /^\d{1,15}$/.test(id);

/**
 * Prefetches the queries that others depend on while the code of a page is loading. `first.js` does the same even
 * earlier. Hovering over a link loads only the code and sends no query.
 */
export const asking = (ask: () => void) => ({ preload: false, loader: ask });

interface OfOne {
  readonly params: { readonly id: string };
}

/** The page of one record; an address without a number is not found. */
export const ofOne = {
  beforeLoad: ({ params: { id } }: OfOne): void => {
    if (!isNumber(id)) throw notFound();
  },
};

/** The same, with queries that others depend on. */
export const askingOf = (ask: (id: number) => void) => ({
  ...ofOne,
  preload: false,
  loader: ({ params: { id } }: OfOne): void => ask(Number(id)),
});

/** The parent of all routes: the bars around each page. */
export const root = createRootRoute({
  component: Shell,
  loader: () => void queryClient.prefetchQuery(projectsQuery),
  shouldReload: false,
  notFoundComponent: () => <Failure error={new ApiError(404, {})} />,
});
