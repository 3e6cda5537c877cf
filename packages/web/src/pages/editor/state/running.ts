import { useCallback } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { reachable } from '../model/graph.ts';
import { selectedNodeIds } from '../model/groups.ts';
import { keysOf } from '../model/keys.ts';
import { useLiveStore, working } from './live.ts';
import { useSaving } from './saving.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** The options of a run besides its nodes. */
export interface EditorRunOptions {
  readonly programParameters?: string;
  readonly sparkConfig?: string;
  readonly emailOnSuccess?: string;
  readonly emailOnFailure?: string;
}

/**
 * The part of the graph that runs: all, the selected nodes with those above them, or those below the selected ones too.
 */
export type Part = 'all' | 'selected' | 'below';

export interface Running {
  /** Saves unsaved changes and runs the graph; returns false if that was refused (a notice says so). */
  readonly run: (part?: Part, options?: EditorRunOptions) => Promise<boolean>;
}

export function useRunning(): Running {
  const store = useEditorStore();
  const live = useLiveStore();
  const { ui, workflowId: storedId, mayChange } = useEnvironment();
  const { save } = useSaving();
  const run = useCallback(
    async (part: Part = 'all', options: EditorRunOptions = {}): Promise<boolean> => {
      const { graph } = store.getState();
      const selected = selectedNodeIds(store.getState());
      const nodes =
        part === 'all' ? undefined : [...(part === 'below' ? reachable(graph, selected, 'down') : selected)];
      if (nodes?.length === 0 || ui.getState().isStarting) return false;
      ui.setState({ isStarting: true });
      const workflowId = mayChange ? await save() : storedId;
      if (workflowId === undefined) {
        ui.setState({ isStarting: false });
        return false;
      }
      ui.setState({ notice: undefined });
      try {
        const body = { workflowId, ...options, ...(nodes === undefined ? {} : { nodes }) };
        const runId = Number(await dataOf(api.POST('/api/v1/workflow/execute', { body })));
        const keys = keysOf(graph);
        const affectedNodes = nodes === undefined ? new Set(keys.keys()) : reachable(graph, nodes, 'up');
        const { runs } = live.getState();
        live.setState({
          runId,
          runKeys: keys,
          runStatus: 9,
          // results of nodes outside this run stay valid
          runsBefore: new Map(
            [...runs].filter(([id, { status }]) => !affectedNodes.has(id) && status !== working.status),
          ),
          runs: new Map([...runs].filter(([id]) => !affectedNodes.has(id))),
        });
        return true;
      } catch (error) {
        ui.setState({ notice: error instanceof Error ? error.message : String(error), tab: 'problems' });
        return false;
      } finally {
        ui.setState({ isStarting: false });
      }
    },
    [store, live, ui, storedId, mayChange, save],
  );
  return { run };
}
