import { useMemo } from 'react';
import { useMay } from '../../../api/may.ts';
import { writeNodesAsCode } from '../../../api/queries-of-editor.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { isNote, type Catalogue } from '../model/catalogue.ts';
import type { Graph } from '../model/graph.ts';
import { selectedNodeIds } from '../model/groups.ts';
import { replaceByCode } from '../model/open-as-code.ts';
import { useEditorStore, type EditorStore } from './store.ts';
import { useEnvironment, type UiStore } from './ui-store.ts';

export interface OpeningAsCode {
  /** Replaces the selected nodes by a code node; a notice says why if that is refused. */
  readonly open: () => void;
  /** True if nodes are selected that could become code. */
  readonly applies: () => boolean;
}

/** The selected nodes as code; undefined for users who may not write code here. */
export function useOpenAsCode(): OpeningAsCode | undefined {
  const store = useEditorStore();
  const { ui, catalogue, mayChange, projectId } = useEnvironment();
  const isAllowed = useMay()('workflows.code') && mayChange;
  return useMemo(
    () =>
      isAllowed
        ? {
            open: () => void openAsCode({ store, ui, catalogue, projectId }),
            applies: () => selectedSteps(store).length > 0,
          }
        : undefined,
    [store, ui, catalogue, projectId, isAllowed],
  );
}

interface EditedNodes {
  readonly store: EditorStore;
  readonly ui: UiStore;
  readonly catalogue: Catalogue;
  readonly projectId: number | undefined;
}

/** Ids of the selected nodes, without notes. */
function selectedSteps(store: EditorStore): readonly string[] {
  const state = store.getState();
  const ids = selectedNodeIds(state);
  return state.graph.nodes.filter((node) => ids.has(node.id) && !isNote(node)).map(({ id }) => id);
}

async function openAsCode({ store, ui, catalogue, projectId }: EditedNodes): Promise<void> {
  const { graph } = store.getState();
  const nodes = selectedSteps(store);
  if (nodes.length === 0 || ui.getState().isWritingCode) return;
  ui.setState({ isWritingCode: true, notice: undefined });
  try {
    const written = await writeNodesAsCode(projectId, graph, nodes);
    const processor = catalogue.get(written.nodeClass);
    if (processor === undefined) return;
    const { graph: latest, change, select } = store.getState();
    if (latest !== graph) {
      ui.setState({ notice: editorTexts.codeOutdated });
      return;
    }
    let newId = '';
    change((is: Graph) => {
      const [next, id] = replaceByCode(is, catalogue, processor, new Set(nodes), written);
      newId = id;
      return next;
    });
    select([newId]);
    ui.setState({ isPanelOpen: true });
  } catch (error) {
    ui.setState({ notice: error instanceof Error ? error.message : String(error) });
  } finally {
    ui.setState({ isWritingCode: false });
  }
}
