import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { ApiError } from '../../../api/problem.ts';
import { editorTexts } from '../../../texts/editor.ts';
import { dropDraft } from '../model/drafts.ts';
import type { Graph } from '../model/graph.ts';
import { useEditorStore } from './store.ts';
import { useEnvironment } from './ui-store.ts';
import { workflowQuery } from '../../../api/queries-of-editor.ts';

const { untitled, notSaved } = editorTexts;

export interface Saving {
  /**
   * Saves the graph as a new version, with an optional comment; returns the workflow's id, or undefined if that was
   * refused (a notice says so).
   */
  readonly save: (comment?: string) => Promise<number | undefined>;
}

export function useSaving(): Saving {
  const store = useEditorStore();
  const { ui, userId, workflowId, draft, projectId } = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useCallback(
    async (comment = ''): Promise<number | undefined> => {
      // saves run in turn: the next one includes changes in the meantime
      for (let { saving } = ui.getState(); saving !== undefined; { saving } = ui.getState()) await saving;
      const { graph, saved } = store.getState();
      const id = workflowId ?? ui.getState().savedAsId;
      // a comment on a saved graph makes a new version
      if (graph === saved && id !== undefined && comment === '') return id;
      const saving = send(graph, id);
      ui.setState({ saving, notice: undefined });
      try {
        return await saving;
      } finally {
        ui.setState({ saving: undefined });
        void client.invalidateQueries({ queryKey: ['workflows'] });
      }

      async function send(graph: Graph, over: number | undefined): Promise<number | undefined> {
        const { version } = store.getState();
        const workflow = { ...graph, name: graph.name.trim() || untitled, ...(version === null ? {} : { version }) };
        const body = { workflow: workflow as never, ...(comment === '' ? {} : { comment }) };
        try {
          if (over === undefined) {
            const project = projectId === undefined ? {} : { projectId };
            const newId = Number(await dataOf(api.POST('/api/v1/workflows', { body: { ...body, ...project } })));
            store.getState().wasSaved(graph, 1);
            dropDraft({ userId, graph: draft });
            ui.setState({ savedAsId: newId });
            await client.fetchQuery(workflowQuery(newId));
            // a user who has left the page stays where they are
            if (ui.getState().isHere)
              await navigate({
                to: '/workflows/$id',
                params: { id: String(newId) },
                replace: true,
                // the same editor continues at the new address
                state: (before) => ({ ...before, editor: String(draft) }),
              });
            return newId;
          }
          await dataOf(api.PUT('/api/v1/workflows', { body: { ...body, analysisflowId: over } }));
          store.getState().wasSaved(graph, (version ?? 0) + 1);
          if (store.getState().graph === graph) dropDraft({ userId, graph: over });
          ui.setState({ savedAt: Date.now() });
          await client.invalidateQueries({ queryKey: ['workflow', over] });
          return over;
        } catch (error) {
          // the other users' version is loaded, and the notice offers a choice
          if (error instanceof ApiError && error.status === 409)
            await client.invalidateQueries({ queryKey: ['workflow', over] });
          else ui.setState({ notice: notSaved(error instanceof Error ? error.message : String(error)) });
          return undefined;
        }
      }
    },
    [store, ui, userId, workflowId, draft, projectId, client, navigate],
  );
  return { save };
}

/** The graph of a record, without the page's own version key. */
export function graphOf(workflow: unknown): Graph {
  const { version: _, ...graph } = workflow as Graph;
  return { ...graph, name: graph.name, nodes: graph.nodes ?? [], edges: graph.edges ?? [] };
}
