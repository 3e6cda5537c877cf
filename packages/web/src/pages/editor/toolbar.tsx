import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery, type WorkflowRecord } from '../../api/queries.ts';
import { Account } from '../../app/shell.tsx';
import { editorTexts as texts } from '../../texts/editor.ts';
import { commonTexts } from '../../texts/common.ts';
import { isLive, Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Icon } from './canvas/icons.tsx';
import { useLive } from './state/live.ts';
import { useRunning } from './state/running.ts';
import { useSaving } from './state/saving.ts';
import { StopButton } from './data/stop-button.tsx';
import { useEditor, useEditorStore } from './state/store.ts';
import { useEnvironment, useUi } from './state/ui-store.ts';
import { WhyEngine } from './data/why-engine.tsx';
import classes from './editor.module.css';

/** Name, state, undo, run: the controls of the whole graph. */
export function Toolbar({ record }: { readonly record: WorkflowRecord | undefined }) {
  const store = useEditorStore();
  const { ui, mayChange, workflowId } = useEnvironment();
  const name = useEditor(({ graph }) => graph.name);
  useEffect(() => {
    document.title = `${name || texts.untitled} · ${commonTexts.product}`;
  }, [name]);
  const canUndo = useEditor(({ past }) => past.length > 0);
  const canRedo = useEditor(({ future }) => future.length > 0);
  const isPaletteOpen = useUi((state) => state.isPaletteOpen);
  const isPanelOpen = useUi((state) => state.isPanelOpen);
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={texts.toolbar}>
      <nav aria-label={commonTexts.navigation} className={classes.way}>
        <Link to="/" className={classes.brand} aria-label={commonTexts.home} title={commonTexts.home}>
          <img src="/icon.svg" alt="" width={20} height={20} />
        </Link>
        <Link to="/workflows" className={classes.crumb}>
          {commonTexts.workflows}
        </Link>
      </nav>
      <Arrow />
      <HomeProject isNew={record === undefined} />
      <input
        className={classes.name}
        aria-label={texts.name}
        placeholder={texts.untitled}
        readOnly={!mayChange}
        value={name}
        onChange={(event) => {
          const next = event.currentTarget.value;
          store.getState().change((is) => ({ ...is, name: next }), 'name');
        }}
      />
      <SavedState record={record} />
      {mayChange ? (
        <>
          <button
            type="button"
            className={classes.tool}
            disabled={!canUndo}
            aria-label={texts.commands.undo}
            title={texts.commands.undo}
            onClick={() => store.getState().undo()}
          >
            <Icon name="undo" size={16} />
          </button>
          <button
            type="button"
            className={classes.tool}
            disabled={!canRedo}
            aria-label={texts.commands.redo}
            title={texts.commands.redo}
            onClick={() => store.getState().redo()}
          >
            <Icon name="redo" size={16} />
          </button>
        </>
      ) : (
        <span className={classes.saved}>{texts.readOnly}</span>
      )}
      <span className={classes.space} />
      <WhyEngine />
      <button type="button" className={classes.tool} onClick={() => ui.setState({ adding: {} })} title="/">
        <Icon name={mayChange ? 'plus' : 'search'} size={16} />
        {mayChange ? texts.add : texts.find}
      </button>
      <RunState />
      <RunMenu />
      {mayChange ? <SaveButton /> : null}
      <button
        type="button"
        className={`${classes.tool} ${classes.wide}`}
        aria-pressed={isPaletteOpen}
        aria-label={texts.palette.title}
        title={texts.palette.title}
        onClick={() => ui.setState({ isPaletteOpen: !isPaletteOpen })}
      >
        <Icon name="drawer" size={16} />
      </button>
      <button
        type="button"
        className={classes.tool}
        aria-pressed={isPanelOpen}
        aria-label={texts.panel.title}
        title={texts.panel.title}
        onClick={() => ui.setState({ isPanelOpen: !isPanelOpen })}
      >
        <Icon name="panel" size={16} />
      </button>
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
              <Menu.Item onClick={() => ui.setState({ isParametersOpen: true })}>
                {texts.commands.parameters}…
              </Menu.Item>
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
      <Account />
    </div>
  );
}

const Arrow = () => (
  <span className={classes.crumb} aria-hidden>
    ▸
  </span>
);

/** The project of the graph; an unsaved graph can still move to another. */
function HomeProject({ isNew }: { readonly isNew: boolean }) {
  const { projectId } = useEnvironment();
  const { data: projects = [] } = useQuery(projectsQuery);
  const may = useMay();
  const navigate = useNavigate();
  const home = projects.find(({ id }) => id === projectId);
  if (home === undefined) return null;
  const others = isNew ? projects.filter(({ id }) => may('workflows.modify', 'EDIT', id)) : [];
  return (
    <span className={classes.home}>
      {others.length > 1 ? (
        <select
          className={classes.name}
          aria-label={texts.project}
          value={home.id}
          onChange={(event) =>
            void navigate({
              to: '/workflows/$id',
              params: { id: 'new' },
              search: { project: Number(event.currentTarget.value) },
              replace: true,
            })
          }
        >
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <Link to="/projects/$id" params={{ id: String(home.id) }} className={classes.crumb}>
          {home.name}
        </Link>
      )}
      <Arrow />
    </span>
  );
}

function SavedState({ record }: { readonly record: WorkflowRecord | undefined }) {
  const isDirty = useEditor(({ graph, saved }) => graph !== saved);
  const version = useEditor((state) => state.version);
  const isSaving = useUi(({ saving }) => saving !== undefined);
  const savedAt = useUi((state) => state.savedAt) ?? record?.dateLastUpdated;
  return (
    <span className={classes.saved} data-dirty={isDirty} role="status">
      {isSaving ? (
        texts.saving
      ) : isDirty ? (
        texts.notSavedYet
      ) : savedAt === undefined ? (
        ''
      ) : (
        <>
          ✓ {texts.saved} <Time at={savedAt} />
        </>
      )}
      {version === null || record === undefined ? null : (
        <>
          {' · '}
          <Link to="/workflows/$id/versions" params={{ id: String(record.id) }} className={classes.crumb}>
            v{version}
          </Link>
        </>
      )}
    </span>
  );
}

function SaveButton() {
  const isDirty = useEditor(({ graph, saved }) => graph !== saved);
  const isSaving = useUi(({ saving }) => saving !== undefined);
  const { save } = useSaving();
  return (
    <button type="button" className={classes.tool} disabled={!isDirty || isSaving} onClick={() => void save()}>
      {texts.commands.save}
    </button>
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

/** The run that is shown: its state, and a link to it. */
function RunState() {
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

function RunMenu() {
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
