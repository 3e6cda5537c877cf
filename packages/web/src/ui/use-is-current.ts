import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Whether what a query has given is what is there now: it was fresh when somebody came to it, and not being read anew; or
 * it has been read since. What is edited, and what is followed from now on, begins with nothing older. `of` names the
 * record; another one begins anew.
 */
export function useIsCurrent(
  of: string,
  { isStale, isFetching, isFetchedAfterMount }: Pick<UseQueryResult, 'isStale' | 'isFetching' | 'isFetchedAfterMount'>,
): boolean {
  const isFresh = !isStale && !isFetching;
  const [found, find] = useState({ of, isFresh });
  if (found.of !== of) find({ of, isFresh });
  // isFetchedAfterMount stays false for data that a loader has asked for before the component mounts
  return isFetchedAfterMount || (found.of === of && found.isFresh);
}
