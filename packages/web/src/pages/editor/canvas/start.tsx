import { Button } from '@mantine/core';
import { editorTexts } from '../../../texts/editor.ts';
import { useSurroundings } from '../state/ui-store.ts';
import classes from './canvas.module.css';

const said = editorTexts;

/** Shows the way on an empty drawing. */
export function Start() {
  const { catalogue, ui, mayChange } = useSurroundings();
  if (!mayChange) return null;
  return (
    <div className={classes.start}>
      <div>
        <h2>{said.emptyTitle}</h2>
        <p className="soft">{said.emptyHint}</p>
        <Button size="compact-md" onClick={() => ui.setState({ adding: {} })} disabled={catalogue.all.length === 0}>
          {said.addFirst}
        </Button>
      </div>
    </div>
  );
}
