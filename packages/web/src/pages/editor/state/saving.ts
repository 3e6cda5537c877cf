import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { api, given } from '../../../api/client.ts';
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
   * Saves what is drawn as a new version, with a word on why where there is one; gives the workflow's id, or undefined
   * where it was refused (which is said).
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
      // one save after the other: what was drawn meanwhile is saved by the next
      for (let { saving } = ui.getState(); saving !== undefined; { saving } = ui.getState()) await saving;
      const { graph, saved } = store.getState();
      const id = workflowId ?? ui.getState().madeId;
      // a word on what is saved already is worth a version
      if (graph === saved && id !== undefined && comment === '') return id;
      const saving = send(graph, id);
      ui.setState({ saving, notice: undefined });
      try {
        return await saving;
      } finally {
        ui.setState({ saving: undefined });
        void client.invalidateQueries({ queryKey: ['workflows'] });
      }

      async function send(sent: Graph, over: number | undefined): Promise<number | undefined> {
        const { version } = store.getState();
        const workflow = { ...sent, name: sent.name.trim() || untitled, ...(version === null ? {} : { version }) };
        const body = { workflow: workflow as never, ...(comment === '' ? {} : { comment }) };
        try {
          if (over === undefined) {
            const project = projectId === undefined ? {} : { projectId };
            const made = Number(await given(api.POST('/api/v1/workflows', { body: { ...body, ...project } })));
            store.getState().wasSaved(sent, 1);
            dropDraft({ userId, graph: draft });
            ui.setState({ madeId: made });
            await client.fetchQuery(workflowQuery(made));
            // who has gone elsewhere meanwhile is not fetched back
            if (ui.getState().isHere)
              await navigate({
                to: '/workflows/$id',
                params: { id: String(made) },
                replace: true,
                // the same editor goes on at the new address
                state: (before) => ({ ...before, editor: String(draft) }),
              });
            return made;
          }
          await given(api.PUT('/api/v1/workflows', { body: { ...body, analysisflowId: over } }));
          store.getState().wasSaved(sent, (version ?? 0) + 1);
          if (store.getState().graph === sent) dropDraft({ userId, graph: over });
          ui.setState({ savedAt: Date.now() });
          await client.invalidateQueries({ queryKey: ['workflow', over] });
          return over;
        } catch (error) {
          // what the others have saved is read, and the choice is shown for it
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

/** The graph of a record, without the version that the page keeps for itself. */
export function graphOf(workflow: unknown): Graph {
  const { version: _, ...graph } = workflow as Graph;
  return { ...graph, name: graph.name, nodes: graph.nodes ?? [], edges: graph.edges ?? [] };
}
