import { editorTexts } from '../../../texts/editor.ts';
import { useUi } from '../state/ui-store.ts';
import classes from '../dialogs/dialog.module.css';

/** The reason why the request of a box was refused. The box stays open with its input. */
export function Refusal() {
  const notice = useUi((state) => state.notice);
  return (
    <p className={classes.refusal} role="alert">
      {notice ?? editorTexts.conflict.first}
    </p>
  );
}
