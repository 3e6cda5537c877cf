import { createRootRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { Failure } from '../../ui/states.tsx';
import { ApiError } from '../../api/problem.ts';
import { untilThere } from '../../api/line.ts';
import { projectsQuery, queryClient } from '../../api/queries.ts';
import { Shell } from '../shell.tsx';

/** A page whose code is read when it is first gone to; while the service is away, it waits. */
export const page: typeof lazyRouteComponent = (read, name) => lazyRouteComponent(() => untilThere(read), name);

export const isNumber = (id: string): boolean => /^\d{1,15}$/.test(id);

/**
 * Asks, while the code of a page is on its way, for what others of its questions wait for. `first.js` asks for the same
 * even before this here is read. A pointer that crosses a link brings the code alone: who only looks asks nothing.
 */
export const asking = (ask: () => void) => ({ preload: false, loader: ask });

interface OfOne {
  readonly params: { readonly id: string };
}

/** The page of one record: what has no number for a name is not there. */
export const ofOne = {
  beforeLoad: ({ params: { id } }: OfOne): void => {
    if (!isNumber(id)) throw notFound();
  },
};

/** The same, which asks for what others of its questions wait for. */
export const askingOf = (ask: (id: number) => void) => ({
  ...ofOne,
  preload: false,
  loader: ({ params: { id } }: OfOne): void => ask(Number(id)),
});

/** The route that all others are below: the bars around each page. */
export const root = createRootRoute({
  component: Shell,
  loader: () => void queryClient.prefetchQuery(projectsQuery),
  shouldReload: false,
  notFoundComponent: () => <Failure error={new ApiError(404, {})} />,
});
