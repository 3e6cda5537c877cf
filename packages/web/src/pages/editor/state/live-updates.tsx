import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRunEvents } from '../../../api/live.ts';
import { executionQuery, nodesQuery } from '../../../api/queries-of-runs.ts';
import { versionQuery } from '../../../api/queries-of-workflows.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { isLive } from '../../../ui/status.tsx';
import { useIsCurrent } from '../../../ui/use-is-current.ts';
import { emptyGraph } from '../model/graph.ts';
import { keysOf } from '../model/keys.ts';
import { columnsQuery, nodeRunOf, useLive, useLiveStore, working as workingNow, type NodeRun } from './live.ts';
import { graphOf } from './saving.ts';
import { useEditor, useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';
import { lastRunQuery } from '../../../api/queries-of-editor.ts';

/** Milliseconds without a change after which the graph is sent to the service. */
const pause = 150;

/** A value once it has not changed for a moment. */
export function useSettled<T>(value: T, milliseconds = pause): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Updates columns, problems and the last run of the open graph from the service. Draws nothing. */
export function LiveUpdates() {
  useColumns();
  useLastRun();
  const runId = useLive((state) => state.runId);
  return runId === undefined ? null : <RunUpdates key={runId} id={runId} />;
}

function useColumns(): void {
  const live = useLiveStore();
  const { projectId } = useEnvironment();
  const graph = useEditor((state) => state.graph);
  const settled = useSettled(graph);
  const { data, error, fetchStatus, isPlaceholderData } = useQuery({
    ...columnsQuery(projectId, settled),
    enabled: settled.nodes.length > 0,
  });
  const isEmpty = settled.nodes.length === 0;
  const staleReason = fetchStatus === 'paused' ? editorTexts.data.untilBack : error?.message;
  useEffect(() => {
    if (isEmpty) live.setState({ columns: new Map(), problems: [], isBehind: false, staleReason: undefined });
    else if (staleReason !== undefined) live.setState({ isBehind: true, staleReason });
    else if (data !== undefined)
      live.setState({
        columns: new Map(data.nodes.map((node) => [node.nodeId, node])),
        problems: data.problems,
        isBehind: isPlaceholderData || settled !== graph,
        staleReason: undefined,
      });
  }, [live, data, isPlaceholderData, isEmpty, settled, graph, staleReason]);
}

/** Begins with the last run of the workflow, so that its counts are on the edges. */
function useLastRun(): void {
  const live = useLiveStore();
  const store = useEditorStore();
  const { workflowId } = useEnvironment();
  const query = useQuery({ ...lastRunQuery(workflowId ?? 0), enabled: workflowId !== undefined });
  // a cached last run may be outdated
  const data = useIsCurrent(String(workflowId), query) ? query.data : undefined;
  const client = useQueryClient();
  const isKnown = useLive(({ runId }) => runId !== undefined);
  const ranAs = isKnown ? undefined : data?.id;
  useEffect(() => {
    // while the version that ran is loading
    if (ranAs === undefined) return;
    void client.prefetchQuery(executionQuery(ranAs));
    void client.prefetchQuery(nodesQuery(ranAs));
  }, [client, ranAs]);
  const ranVersion = isKnown ? undefined : data?.workflowVersion;
  const isOther = useEditor(({ version }) => ranVersion !== undefined && ranVersion !== version);
  // the nodes of an older version are compared by their settings: moved or grouped nodes have not changed
  const then = useQuery(versionQuery(workflowId ?? 0, isOther ? ranVersion : undefined));
  const isWaiting = isOther && then.isPending;
  const content = then.data?.content;
  useEffect(() => {
    if (data == null || isKnown || isWaiting) return;
    const ran = content === undefined ? emptyGraph : graphOf(JSON.parse(content));
    live.setState({ runId: data.id, runStatus: data.status, runKeys: keysOf(isOther ? ran : store.getState().saved) });
  }, [live, store, data, isKnown, isOther, isWaiting, content]);
}

function RunUpdates({ id }: { readonly id: number }) {
  const live = useLiveStore();
  const keys = useLive(({ runKeys }) => runKeys);
  const before = useLive(({ runsBefore }) => runsBefore);
  const reported = useLive(({ runStatus }) => runStatus);
  const { data: run } = useQuery(executionQuery(id));
  const status = run?.status ?? reported;
  const isUnderWay = status === undefined || isLive(status);
  const working = useRunEvents(id, isUnderWay);
  const { data: nodes } = useQuery(nodesQuery(id));
  useEffect(() => {
    const runs = new Map<string, NodeRun>(before);
    for (const node of nodes ?? []) runs.set(node.nodeId, nodeRunOf(node, keys.get(node.nodeId)));
    if (isUnderWay) for (const one of working) if (!runs.has(one)) runs.set(one, { ...workingNow, key: keys.get(one) });
    live.setState({ runs, runStatus: status });
  }, [live, nodes, working, keys, before, status, isUnderWay]);
  return null;
}
