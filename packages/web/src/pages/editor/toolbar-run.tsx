import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { editorTexts as texts } from '../../texts/editor.ts';
import { isLive, Status } from '../../ui/status.tsx';
import { Icon } from './canvas/icons.tsx';
import { StopButton } from './data/stop-button.tsx';
import { useLive } from './state/live.ts';
import { useRunning } from './state/running.ts';
import { useEditor } from './state/store.ts';
import { useUi } from './state/ui-store.ts';
import classes from './editor.module.css';

/** The run that is shown: its state, and a link to it. */
export function RunState() {
  const runId = useLive((state) => state.runId);
  const status = useLive((state) => state.runStatus);
  if (runId === undefined || status === undefined) return null;
  return (
    <>
      <Link to="/executions/$id" params={{ id: String(runId) }} className={classes.tool}>
        <Status status={status} />
      </Link>
      {isLive(status) ? <StopButton id={runId} /> : null}
    </>
  );
}

/** Runs the graph, or a part of it. */
export function RunMenu() {
  const { run } = useRunning();
  const isEmpty = useEditor(({ graph }) => graph.nodes.length === 0);
  const hasChosen = useEditor(({ selected, selectedGroups }) => selected.size + selectedGroups.size > 0);
  const isStarting = useUi((state) => state.isStarting);
  return (
    <>
      <button
        type="button"
        className={classes.run}
        disabled={isEmpty || isStarting}
        onClick={() => void run()}
        title={texts.commands.run}
      >
        <Icon name="run" size={14} />
        {texts.run}
      </button>
      <Menu position="bottom-end" width={220} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <button type="button" className={classes.tool} aria-label={texts.runParts} disabled={isEmpty}>
            ▾
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void run()}>{texts.commands.run}</Menu.Item>
          <Menu.Item disabled={!hasChosen} onClick={() => void run('selected')}>
            {texts.commands.runTo}
          </Menu.Item>
          <Menu.Item disabled={!hasChosen} onClick={() => void run('below')}>
            {texts.commands.runFrom}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
