import { Button } from '@mantine/core';
import { editorTexts } from '../../../texts/editor.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './canvas.module.css';

const texts = editorTexts;

/** Says how to begin an empty drawing. */
export function Start() {
  const { catalogue, ui, mayChange } = useEnvironment();
  if (!mayChange) return null;
  return (
    <div className={classes.start}>
      <div>
        <h2>{texts.emptyTitle}</h2>
        <p className="soft">{texts.emptyHint}</p>
        <Button size="compact-md" onClick={() => ui.setState({ adding: {} })} disabled={catalogue.all.length === 0}>
          {texts.addFirst}
        </Button>
      </div>
    </div>
  );
}
