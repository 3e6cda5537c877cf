import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Whether the data of a query are current: they were fresh when the component mounted and are not being refreshed, or
 * they have been refreshed since. Editors begin with nothing older. `of` names the record; another one begins again.
 */
export function useIsCurrent(
  of: string,
  { isStale, isFetching, isFetchedAfterMount }: Pick<UseQueryResult, 'isStale' | 'isFetching' | 'isFetchedAfterMount'>,
): boolean {
  const isFresh = !isStale && !isFetching;
  const [current, setCurrent] = useState({ of, isFresh });
  if (current.of !== of) setCurrent({ of, isFresh });
  // isFetchedAfterMount stays false for data that a loader requested before the component mounts
  return isFetchedAfterMount || (current.of === of && current.isFresh);
}
