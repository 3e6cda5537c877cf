import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import type { Graph } from '../model/graph.ts';
import { keyOfAll } from '../model/keys.ts';
import { useSettled } from '../state/live-updates.tsx';
import { useEditor } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from '../data/data-pane.module.css';

const texts = editorTexts.data;

const explainQuery = (projectId: number | undefined, graph: Graph) => ({
  queryKey: ['explained', projectId, keyOfAll(graph)],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    dataOf(
      api.POST('/api/v1/workflows/explain', {
        params: { query: projectId === undefined ? {} : { projectId } },
        body: graph as never,
        signal,
      }),
    ),
  placeholderData: keepPreviousData,
  staleTime: 30_000,
  gcTime: 60_000,
});

/** The plan of a node, its engine with the reason, and the same as a program. */
export function Plan({ nodeId }: { readonly nodeId: string }) {
  const { projectId } = useEnvironment();
  const graph = useSettled(useEditor((state) => state.graph));
  const query = useQuery(explainQuery(projectId, graph));
  return (
    <Loaded query={query} rows={4}>
      {({ nodes }) => {
        const node = nodes.find((one) => one.nodeId === nodeId);
        if (node?.plan == null) return <p className={classes.hint}>{texts.noPlan}</p>;
        return (
          <div className={classes.shown}>
            <p className={classes.engine}>
              {node.engine === null ? '' : editorTexts.panel.engine(node.engine)} {node.reasons.join('; ')}
            </p>
            <pre className="data">{node.plan}</pre>
            {node.code === null ? null : (
              <>
                <h3 className={classes.ofRun}>{texts.code}</h3>
                <pre className="data">{node.code}</pre>
              </>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
