import { useQueryClient } from '@tanstack/react-query';
import {
  restoreWorkflows,
  trashWorkflows,
  workflowsQuery,
  type ListedWorkflow,
} from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import type { Notice } from '../../ui/notice.tsx';
import { namesText, useAttempts } from './use-attempts.ts';

const texts = workflowsTexts;
const { queryKey } = workflowsQuery;

type Some = readonly ListedWorkflow[];

/** The number of schedules that stay inactive after a restore, of which only the answer's sentence tells. */
export const inactiveSchedules = (outcome: string): string | undefined =>
  /(\d+) schedule\(s\) stay inactive/.exec(outcome)?.[1];

/** Moves workflows to the trash, at once in the list; the notice has an undo button. */
export function useTrash(say: (notice: Notice | undefined) => void): (some: Some) => void {
  const client = useQueryClient();
  const { refresh, change, attempt } = useAttempts(say);
  const bringBack = (some: Some): void =>
    attempt(texts.notRestored(namesText(some)), async () => {
      const outcomes = await restoreWorkflows(some.map(({ id }) => id));
      await refresh();
      const still = inactiveSchedules(outcomes);
      say({
        text: `${texts.restored(namesText(some), some.length)}${still === undefined ? '' : ` ${texts.still(still)}`}`,
      });
    });

  return (some) =>
    attempt(texts.notTrashed(namesText(some)), async () => {
      const ids = new Set(some.map(({ id }) => id));
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      change((all) => all.filter(({ id }) => !ids.has(id)));
      try {
        await trashWorkflows([...ids]);
      } catch (error) {
        client.setQueryData(queryKey, before);
        throw error;
      } finally {
        await refresh();
      }
      say({ text: texts.trashed(namesText(some)), action: { title: texts.undo, onDo: () => bringBack(some) } });
    });
}
