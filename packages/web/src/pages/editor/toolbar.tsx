import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery, type WorkflowRecord } from '../../api/queries.ts';
import { Account } from '../../app/shell.tsx';
import { editorTexts as texts } from '../../texts/editor.ts';
import { commonTexts } from '../../texts/common.ts';
import { Time } from '../../ui/time.tsx';
import { Icon } from './canvas/icons.tsx';
import { useSaving } from './state/saving.ts';
import { useEditor, useEditorStore } from './state/store.ts';
import { useEnvironment, useUi } from './state/ui-store.ts';
import { MoreMenu } from './toolbar-more.tsx';
import { RunMenu, RunState } from './toolbar-run.tsx';
import { WhyEngine } from './data/why-engine.tsx';
import classes from './editor.module.css';

/** Name, state, undo, run: the controls of the whole graph. */
export function Toolbar({ record }: { readonly record: WorkflowRecord | undefined }) {
  const { ui, mayChange } = useEnvironment();
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
      <NameInput />
      <SavedState record={record} />
      {mayChange ? <UndoButtons /> : <span className={classes.saved}>{texts.readOnly}</span>}
      <span className={classes.space} />
      <WhyEngine />
      <button type="button" className={classes.tool} onClick={() => ui.setState({ adding: {} })} title="/">
        <Icon name={mayChange ? 'plus' : 'search'} size={16} />
        {mayChange ? texts.add : texts.find}
      </button>
      <RunState />
      <RunMenu />
      {mayChange ? <SaveButton /> : null}
      <PaneSwitches />
      <MoreMenu />
      <Account />
    </div>
  );
}

const Arrow = () => (
  <span className={classes.crumb} aria-hidden>
    ▸
  </span>
);

/** The name of the graph, which is the title of the page. */
function NameInput() {
  const store = useEditorStore();
  const { mayChange } = useEnvironment();
  const name = useEditor(({ graph }) => graph.name);
  useEffect(() => {
    document.title = `${name || texts.untitled} · ${commonTexts.product}`;
  }, [name]);
  return (
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
  );
}

function UndoButtons() {
  const store = useEditorStore();
  const canUndo = useEditor(({ past }) => past.length > 0);
  const canRedo = useEditor(({ future }) => future.length > 0);
  return (
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
  );
}

/** Open and close the palette and the settings. */
function PaneSwitches() {
  const { ui } = useEnvironment();
  const isPaletteOpen = useUi((state) => state.isPaletteOpen);
  const isPanelOpen = useUi((state) => state.isPanelOpen);
  return (
    <>
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
    </>
  );
}

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
