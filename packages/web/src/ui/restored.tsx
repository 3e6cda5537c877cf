import { commonTexts } from '../texts/common.ts';
import classes from './restored.module.css';

const texts = commonTexts.draft;

/** Says that a form holds a restored draft, with a button to discard it. */
export const RestoredNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p className={classes.restored} role="status">
    {texts.restored}
    <button type="button" onClick={onDiscard}>
      {texts.discard}
    </button>
  </p>
);
