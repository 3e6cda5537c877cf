import { editorTexts } from '../../../texts/editor.ts';
import { useUi } from '../state/ui-store.ts';
import classes from '../dialogs/dialog.module.css';

/** Why what a box has asked for was refused. The box stays open, with all that was typed into it. */
export function Refusal() {
  const notice = useUi((state) => state.notice);
  return (
    <p className={classes.refusal} role="alert">
      {notice ?? editorTexts.conflict.first}
    </p>
  );
}
