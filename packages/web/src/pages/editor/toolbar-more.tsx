import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { editorTexts as texts } from '../../texts/editor.ts';
import { useEditor } from './state/store.ts';
import { useEnvironment } from './state/ui-store.ts';
import classes from './editor.module.css';

/** The menu of what is done rarely. */
export function MoreMenu() {
  const { ui, mayChange, workflowId } = useEnvironment();
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className={classes.tool} aria-label={texts.more}>
          ⋯
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange ? (
          <>
            <SaveWithItem />
            <Menu.Item onClick={() => ui.setState({ isParametersOpen: true })}>{texts.commands.parameters}…</Menu.Item>
            <Menu.Item onClick={() => ui.setState({ isCompatibilityOpen: true })}>
              {texts.compatibility.title}…
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item onClick={() => ui.setState({ isRunOpen: true })}>{texts.runWith}…</Menu.Item>
        {workflowId === undefined ? null : (
          <>
            <Menu.Item
              renderRoot={(props) => <Link {...props} to="/schedules/new" search={{ workflow: workflowId }} />}
            >
              {texts.schedule}…
            </Menu.Item>
            <Menu.Item component="a" href={`/api/v1/workflows/export/${workflowId}`} download>
              {texts.export}
            </Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => ui.setState({ isHelpOpen: true })}>{texts.keys}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SaveWithItem() {
  const { ui } = useEnvironment();
  const isDirty = useEditor(({ graph, saved }) => graph !== saved);
  return (
    <Menu.Item disabled={!isDirty} onClick={() => ui.setState({ isCommentOpen: true })}>
      {texts.commands.saveWith}…
    </Menu.Item>
  );
}
