import { useQueryClient } from '@tanstack/react-query';
import {
  restoreWorkflows,
  trashWorkflows,
  workflowsQuery,
  type ListedWorkflow,
} from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import type { Notice } from '../../ui/notice.tsx';
import { named, useAttempts } from './use-attempts.ts';

const said = workflowsTexts;
const { queryKey } = workflowsQuery;

type Some = readonly ListedWorkflow[];

/** Moves workflows to the trash, at once in the list; the notice that tells of it can bring them back. */
export function useTrash(say: (notice: Notice | undefined) => void): (some: Some) => void {
  const client = useQueryClient();
  const { refresh, change, attempt } = useAttempts(say);
  const bringBack = (some: Some): void =>
    attempt(said.notRestored(named(some)), async () => {
      const told = await restoreWorkflows(some.map(({ id }) => id));
      await refresh();
      const still = /(\d+) schedule\(s\) stand still/.exec(told)?.[1];
      say({ text: `${said.restored(named(some), some.length)}${still === undefined ? '' : ` ${said.still(still)}`}` });
    });

  return (some) =>
    attempt(said.notTrashed(named(some)), async () => {
      const gone = new Set(some.map(({ id }) => id));
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      change((all) => all.filter(({ id }) => !gone.has(id)));
      try {
        await trashWorkflows([...gone]);
      } catch (error) {
        client.setQueryData(queryKey, before);
        throw error;
      } finally {
        await refresh();
      }
      say({ text: said.trashed(named(some)), action: { title: said.undo, onDo: () => bringBack(some) } });
    });
}
