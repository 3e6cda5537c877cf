import { texts } from '../texts.ts';
import classes from './restored.module.css';

const said = texts.draft;

/** Says that a form holds what somebody left half done, and lets it go. */
export const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p className={classes.restored} role="status">
    {said.restored}
    <button type="button" onClick={onDiscard}>
      {said.discard}
    </button>
  </p>
);
