import { useCallback } from 'react';
import { api, given } from '../../../api/client.ts';
import { reachable } from '../model/graph.ts';
import { chosenNodes } from '../model/groups.ts';
import { keysOf } from '../model/keys.ts';
import { useLiveStore, working } from './live.ts';
import { useSaving } from './saving.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';

/** How a run is asked for, beside what it is of. */
export interface EditorRunOptions {
  readonly programParameters?: string;
  readonly sparkConfig?: string;
  readonly emailOnSuccess?: string;
  readonly emailOnFailure?: string;
}

/** What of the graph runs: all, the chosen nodes and what they need, or what comes after the chosen ones too. */
export type Part = 'all' | 'selected' | 'below';

export interface Running {
  /** Saves what is not saved yet and runs it; gives false where that was refused (which is said). */
  readonly run: (part?: Part, wish?: EditorRunOptions) => Promise<boolean>;
}

export function useRunning(): Running {
  const store = useEditorStore();
  const live = useLiveStore();
  const { ui, workflowId: known, mayChange } = useEnvironment();
  const { save } = useSaving();
  const run = useCallback(
    async (part: Part = 'all', wish: EditorRunOptions = {}): Promise<boolean> => {
      const { graph } = store.getState();
      const selected = chosenNodes(store.getState());
      const nodes =
        part === 'all' ? undefined : [...(part === 'below' ? reachable(graph, selected, 'down') : selected)];
      if (nodes?.length === 0 || ui.getState().isStarting) return false;
      ui.setState({ isStarting: true });
      const workflowId = mayChange ? await save() : known;
      if (workflowId === undefined) {
        ui.setState({ isStarting: false });
        return false;
      }
      ui.setState({ notice: undefined });
      try {
        const body = { workflowId, ...wish, ...(nodes === undefined ? {} : { nodes }) };
        const runId = Number(await given(api.POST('/api/v1/workflow/execute', { body })));
        const keys = keysOf(graph);
        const concerned = nodes === undefined ? new Set(keys.keys()) : reachable(graph, nodes, 'up');
        const { runs } = live.getState();
        live.setState({
          runId,
          runKeys: keys,
          runStatus: 9,
          // what this run does not touch keeps what is known of it
          runsBefore: new Map([...runs].filter(([id, { status }]) => !concerned.has(id) && status !== working.status)),
          runs: new Map([...runs].filter(([id]) => !concerned.has(id))),
        });
        return true;
      } catch (error) {
        ui.setState({ notice: error instanceof Error ? error.message : String(error), tab: 'problems' });
        return false;
      } finally {
        ui.setState({ isStarting: false });
      }
    },
    [store, live, ui, known, mayChange, save],
  );
  return { run };
}
