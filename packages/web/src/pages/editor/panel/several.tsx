import { Button, Group } from '@mantine/core';
import { editorTexts } from '../../../texts/editor.ts';
import { count } from '../../../ui/format.ts';
import { useGrouping } from '../state/grouping.ts';
import { useOpenAsCode } from '../state/open-as-code.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from './node-panel.module.css';

/** The actions for several nodes. */
export function Several({ many }: { readonly many: number }) {
  const { mayChange } = useEnvironment();
  const { group } = useGrouping();
  const code = useOpenAsCode();
  const isWritingCode = useUi((state) => state.isWritingCode);
  return (
    <div className={classes.none}>
      <p>{editorTexts.panel.several(count(many))}</p>
      <Group gap={8}>
        {mayChange ? (
          <Button size="compact-xs" variant="default" onClick={group}>
            {editorTexts.commands.group}
          </Button>
        ) : null}
        {code === undefined ? null : (
          <Button size="compact-xs" variant="default" loading={isWritingCode} onClick={code.open}>
            {editorTexts.commands.openAsCode}
          </Button>
        )}
      </Group>
    </div>
  );
}
