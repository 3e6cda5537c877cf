import { editorTexts } from '../../../texts/editor.ts';
import { useCommands } from '../state/commands.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSurroundings, useUi } from '../state/ui-store.ts';
import classes from '../editor.module.css';

const said = editorTexts;

/** Every key of the editor. */
export function HelpDialog() {
  const { ui } = useSurroundings();
  const isOpen = useUi((state) => state.isHelpOpen);
  const commands = useCommands().filter(({ keys }) => keys !== '');
  return (
    <Dialog title={said.keys} isOpen={isOpen} leave={said.close} onLeave={() => ui.setState({ isHelpOpen: false })}>
      <dl className={classes.keys}>
        {[...commands.map(({ title, keys }) => [title, keys] as const), ...said.otherKeys].map(([title, keys]) => (
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
