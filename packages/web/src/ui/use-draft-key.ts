import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';

/** Key of a form's draft in the tab's storage, separate for each user. */
export function useDraftKey(of: string): string {
  const { data: me } = useQuery(meQuery);
  return `millrace.draft.${me?.id ?? 0}.${of}`;
}
