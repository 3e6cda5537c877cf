import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { texts } from '../../texts.ts';
import classes from './projects.module.css';

const said = texts.flows.projects;

/** Where a form is kept in the tab: what people leave half done is kept apart for each of them. */
export function useDraftKey(of: string): string {
  const { data: me } = useQuery(meQuery);
  return `millrace.draft.${me?.id ?? 0}.${of}`;
}

/** Says that a form holds what somebody left half done, and lets it go. */
export const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p className={classes.restored} role="status">
    {said.restored}{' '}
    <button type="button" onClick={onDiscard}>
      {said.discard}
    </button>
  </p>
);
