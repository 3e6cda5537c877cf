import { ReactFlowProvider } from '@xyflow/react';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels';
import type { WorkflowRecord } from '../../api/queries.ts';
import { Later } from '../../ui/later.tsx';
import { Uploads } from '../files/upload-panel.tsx';
import { useUploads } from '../files/uploads.ts';
import { AddNodeDialog } from './canvas/add-node-dialog.tsx';
import { ConnectDialog } from './canvas/connect-dialog.tsx';
import { Canvas } from './canvas/canvas.tsx';
import type { Catalogue } from './model/catalogue.ts';
import { CommentDialog } from './dialogs/comment-dialog.tsx';
import { ConflictNotice } from './dialogs/conflict-notice.tsx';
import { DataPane } from './data/data-pane.tsx';
import { readDraft } from './model/drafts.ts';
import { useDrafts } from './state/use-drafts.ts';
import { emptyGraph } from './model/graph.ts';
import { HelpDialog } from './dialogs/help-dialog.tsx';
import { useKeys } from './state/key-bindings.ts';
import { LiveContext, makeLiveStore } from './state/live.ts';
import { LiveUpdates } from './state/live-updates.tsx';
import { NodePanel } from './panel/node-panel.tsx';
import { Notice } from './dialogs/notice.tsx';
import { Palette } from './canvas/palette.tsx';
import { CompatibilityDialog } from './dialogs/compatibility-dialog.tsx';
import { ParametersDialog } from './dialogs/parameters-dialog.tsx';
import { RunDialog } from './dialogs/run-dialog.tsx';
import { graphOf } from './state/saving.ts';
import { EditorContext, makeEditorStore } from './state/store.ts';
import { Toolbar } from './toolbar.tsx';
import { makeUiStore, EnvironmentContext, useEnvironment, useUi } from './state/ui-store.ts';
import classes from './editor.module.css';

interface EditorProps {
  /** The open workflow; absent for a new graph. */
  readonly record: WorkflowRecord | undefined;
  /** The project of a new graph. */
  readonly projectId: number | undefined;
  readonly userId: number;
  /** The name of its draft in this browser. */
  readonly draft: number | string;
  /** The node that is selected at first. */
  readonly nodeId: string | undefined;
  readonly catalogue: Catalogue;
  readonly mayChange: boolean;
}

/** The editor of one graph. It restores an unsaved draft. */
export function Editor({ record, projectId, userId, draft, nodeId, catalogue, mayChange }: EditorProps) {
  const [{ store, live, ui }] = useState(() => {
    const saved = record === undefined ? emptyGraph : graphOf(record.workflow);
    const storedDraft = mayChange ? readDraft({ userId, graph: draft }) : undefined;
    // a draft that was saved afterwards is obsolete
    const draftToOpen =
      storedDraft !== undefined && JSON.stringify(storedDraft.graph) !== JSON.stringify(saved)
        ? storedDraft
        : undefined;
    const newStore = makeEditorStore(saved, draftToOpen?.version ?? record?.version ?? null, draftToOpen?.graph);
    const uiStore = makeUiStore();
    const { graph, select } = newStore.getState();
    if (nodeId !== undefined && graph.nodes.some(({ id }) => id === nodeId)) select([nodeId]);
    if (draftToOpen !== undefined) uiStore.setState({ draftOf: draftToOpen.at });
    return { store: newStore, live: makeLiveStore(), ui: uiStore };
  });
  const environment = {
    ui,
    catalogue,
    projectId: record?.projectId ?? projectId,
    userId,
    workflowId: record?.id,
    draft,
    mayChange,
  };
  return (
    <EditorContext value={store}>
      <LiveContext value={live}>
        <EnvironmentContext value={environment}>
          <ReactFlowProvider>
            <EditorPanes record={record} />
          </ReactFlowProvider>
        </EnvironmentContext>
      </LiveContext>
    </EditorContext>
  );
}

/** Files during their upload; afterwards they are nodes. */
function UnderWay() {
  const isOver = useUploads().every(({ state }) => state === 'done' || state === 'cancelled');
  return isOver ? null : (
    <div className={classes.uploads}>
      <Uploads />
    </div>
  );
}

/** The panel of the data, which opens when rows are requested. */
function useDataPanel() {
  const { ui } = useEnvironment();
  const panel = usePanelRef();
  useEffect(
    () =>
      ui.subscribe((now, before) => {
        if (now.previews !== before.previews && panel.current?.isCollapsed() === true) panel.current.expand();
      }),
    [ui, panel],
  );
  return panel;
}

/** Canvas, palette, settings and data, in panes whose sizes are remembered. */
function EditorPanes({ record }: { readonly record: WorkflowRecord | undefined }) {
  useKeys();
  useDrafts();
  const isNarrow = useMediaQuery('(max-width: 760px)', innerWidth <= 760);
  const isPaletteOpen = useUi((state) => state.isPaletteOpen) && !isNarrow;
  const isPanelOpen = useUi((state) => state.isPanelOpen);
  const data = useDataPanel();
  const rows = useDefaultLayout({ id: 'millrace.editor.rows', storage: localStorage });
  const columns = useDefaultLayout({
    id: 'millrace.editor.columns',
    storage: localStorage,
    panelIds: ['canvas', ...(isPanelOpen ? ['panel'] : [])],
  });
  return (
    <div className={classes.editor}>
      <Toolbar record={record} />
      <ConflictNotice record={record} />
      <Notice record={record} />
      <UnderWay />
      <div className={classes.desk}>
        {isPaletteOpen ? (
          <div className={classes.palette}>
            <Palette />
          </div>
        ) : null}
        <Group orientation="vertical" className={classes.group} {...rows}>
          <Panel id="upper" minSize="20%" defaultSize="62%">
            <Group orientation={isNarrow ? 'vertical' : 'horizontal'} className={classes.group} {...columns}>
              <Panel id="canvas" minSize="30%">
                <Canvas />
              </Panel>
              {isPanelOpen ? (
                <>
                  <Separator className={isNarrow ? classes.across : classes.along} />
                  <Panel id="panel" minSize={isNarrow ? '20%' : '240px'} defaultSize={isNarrow ? '45%' : '320px'}>
                    <NodePanel />
                  </Panel>
                </>
              ) : null}
            </Group>
          </Panel>
          <Separator className={classes.across} />
          <Panel id="data" panelRef={data} collapsible collapsedSize="36px" minSize="15%" defaultSize="38%">
            <DataPane />
          </Panel>
        </Group>
      </div>
      <Later>
        <LiveUpdates />
        <AddNodeDialog />
        <ConnectDialog />
        <HelpDialog />
        <ParametersDialog />
        <CompatibilityDialog />
        <RunDialog />
        <CommentDialog />
      </Later>
    </div>
  );
}
