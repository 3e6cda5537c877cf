import { editorTexts } from '../../../texts/editor.ts';
import { useCommands } from '../state/commands.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useEnvironment, useUi } from '../state/ui-store.ts';
import classes from '../editor.module.css';

const texts = editorTexts;

/** Every key of the editor. */
export function HelpDialog() {
  const { ui } = useEnvironment();
  const isOpen = useUi((state) => state.isHelpOpen);
  const commands = useCommands().filter(({ keys }) => keys !== '');
  return (
    <Dialog title={texts.keys} isOpen={isOpen} leave={texts.close} onLeave={() => ui.setState({ isHelpOpen: false })}>
      <dl className={classes.keys}>
        {[...commands.map(({ title, keys }) => [title, keys] as const), ...texts.otherKeys].map(([title, keys]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
