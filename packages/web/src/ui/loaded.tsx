import type { ReactNode } from 'react';
import { ApiError } from '../api/problem.ts';
import { Failure, Waiting } from './states.tsx';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  /** Placeholder rows while loading. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && [403, 404].includes(error.status);

/**
 * Shows the data of a query, also while it is refreshed, unless access is lost; before that, placeholders or the error.
 */
export function Loaded<T>({ query, rows, children }: LoadedProps<T>) {
  if (query.data !== undefined && !isGone(query.error)) return children(query.data);
  if (query.error !== null) return <Failure error={query.error} again={() => void query.refetch()} />;
  return <Waiting {...(rows === undefined ? {} : { rows })} />;
}
