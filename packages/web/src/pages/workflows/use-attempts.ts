import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/problem.ts';
import { workflowsQuery, type ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { count } from '../../ui/format.ts';
import type { Notice } from '../../ui/notice.tsx';

const { queryKey } = workflowsQuery;

/** An error as a sentence, with the remedy. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.remedy !== undefined
    ? `${error.message} ${error.remedy}`
    : error instanceof Error
      ? error.message
      : String(error);

/** Names of workflows for a sentence: a single one by its name, several by their number. */
export const namesText = (some: readonly ListedWorkflow[]): string =>
  some.length === 1 ? `“${some[0]?.name}”` : workflowsTexts.many(count(some.length));

/** The common parts of actions on the list of workflows: its rows, and error notices. */
export function useAttempts(say: (notice: Notice | undefined) => void) {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey });
  const change = (next: (all: ListedWorkflow[]) => ListedWorkflow[]): void => {
    client.setQueryData(queryKey, (all) => (all === undefined ? all : next(all)));
  };
  const fault = (what: string, error: unknown): void => say({ text: `${what} ${reasonOf(error)}`, isFault: true });
  const attempt = (what: string, work: () => Promise<void>): void => {
    say(undefined);
    void work().catch((error: unknown) => fault(what, error));
  };
  return { refresh, change, attempt };
}
