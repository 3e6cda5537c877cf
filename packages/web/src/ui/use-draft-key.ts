import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';

/** Where a form is kept in the tab: what people leave half done is kept apart for each of them. */
export function useDraftKey(of: string): string {
  const { data: me } = useQuery(meQuery);
  return `millrace.draft.${me?.id ?? 0}.${of}`;
}
