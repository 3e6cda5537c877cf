import type { ReactNode } from 'react';
import { ApiError } from '../api/problem.ts';
import { Failure, Waiting } from './states.tsx';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  /** Rows that stand for what is on its way. */
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

const isGone = (error: Error | null): boolean => error instanceof ApiError && [403, 404].includes(error.status);

/** What a query has given, also while it is asked for anew, unless it is not for the reader any more; before that, that it is on its way, or why it did not come. */
export function Loaded<T>({ query, rows, children }: LoadedProps<T>) {
  if (query.data !== undefined && !isGone(query.error)) return children(query.data);
  if (query.error !== null) return <Failure error={query.error} again={() => void query.refetch()} />;
  return <Waiting {...(rows === undefined ? {} : { rows })} />;
}
