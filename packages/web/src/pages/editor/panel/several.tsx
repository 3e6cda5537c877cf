import { Button } from '@mantine/core';
import { editorTexts } from '../../../texts/editor.ts';
import { count } from '../../../ui/format.ts';
import { useGrouping } from '../state/grouping.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

/** The actions for several nodes. */
export function Several({ many }: { readonly many: number }) {
  const { mayChange } = useEnvironment();
  const { group } = useGrouping();
  return (
    <div className={classes.none}>
      <p>{editorTexts.panel.several(count(many))}</p>
      {mayChange ? (
        <Button size="compact-xs" variant="default" onClick={group}>
          {editorTexts.commands.group}
        </Button>
      ) : null}
    </div>
  );
}
