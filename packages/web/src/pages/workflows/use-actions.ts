import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import {
  cloneWorkflow,
  exportWorkflow,
  exportWorkflows,
  restoreWorkflows,
  runWorkflow,
  setLock,
  trashWorkflows,
  workflowsQuery,
  type ListedWorkflow,
} from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { count } from '../../ui/format.ts';
import type { Notice } from '../../ui/notice.tsx';
import { fileName, saveFile } from '../../ui/save-file.ts';

const said = workflowsTexts;
const { queryKey } = workflowsQuery;

type Some = readonly ListedWorkflow[];

/** What is done to workflows of the list. */
export interface Actions {
  readonly run: (some: Some) => void;
  readonly clone: (one: ListedWorkflow) => void;
  readonly save: (some: Some) => void;
  readonly lock: (one: ListedWorkflow, isLocked: boolean) => void;
  readonly trash: (some: Some) => void;
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.remedy !== undefined
    ? `${error.message} ${error.remedy}`
    : error instanceof Error
      ? error.message
      : String(error);

/** Names of workflows for a sentence: one by its name, more by their number. */
const named = (some: Some): string => (some.length === 1 ? `“${some[0]?.name}”` : said.many(count(some.length)));

/** Actions that show their effect at once and tell of it, or of why it did not come about. */
export function useActions(say: (notice: Notice | undefined) => void): Actions {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey });
  const change = (next: (all: ListedWorkflow[]) => ListedWorkflow[]): void => {
    client.setQueryData(queryKey, (all) => (all === undefined ? all : next(all)));
  };
  const fault = (what: string, error: unknown): void => say({ text: `${what} ${reasonOf(error)}`, isFault: true });
  const attempt = (what: string, work: () => Promise<void>): void => {
    say(undefined);
    void work().catch((error: unknown) => fault(what, error));
  };

  const run = (some: Some): void => {
    const [only] = some;
    if (some.length === 1 && only !== undefined)
      return attempt(said.notRun(named(some)), async () => {
        const id = await runWorkflow(only.id);
        void refresh();
        await navigate({ to: '/executions/$id', params: { id: String(id) } });
      });
    attempt(said.notRun(named(some)), async () => {
      const faults: string[] = [];
      for (const { id, name } of some)
        await runWorkflow(id).catch((error: unknown) => faults.push(`“${name}”: ${reasonOf(error)}`));
      const action = { title: said.toExecutions, onDo: () => void navigate({ to: '/executions' }) };
      const text = [said.started(count(some.length - faults.length)), ...faults].join('\n');
      say({ text, isFault: faults.length > 0, action });
      await refresh();
    });
  };

  const clone = (one: ListedWorkflow): void =>
    attempt(said.notCloned(one.name), async () => {
      await cloneWorkflow(one.id);
      await refresh();
      say({ text: said.cloned(one.name) });
    });

  const save = (some: Some): void =>
    attempt(said.notSaved(named(some)), async () => {
      const [only] = some;
      const graphs =
        some.length === 1 && only !== undefined
          ? await exportWorkflow(only.id)
          : await exportWorkflows(some.map(({ id }) => id));
      const name = some.length === 1 ? (only?.name ?? '') : `workflows-${some.length}`;
      saveFile(new Blob([JSON.stringify(graphs, undefined, 2)], { type: 'application/json' }), fileName(name, 'json'));
    });

  const lock = (one: ListedWorkflow, isLocked: boolean): void =>
    attempt(said.notLocked(one.name), async () => {
      await client.cancelQueries({ queryKey });
      const me = client.getQueryData(meQuery.queryKey);
      const lockedBy = isLocked && me !== undefined ? { id: me.id, username: me.username } : null;
      change((all) => all.map((row) => (row.id === one.id ? { ...row, lockedBy } : row)));
      try {
        await setLock(one.id, isLocked);
      } finally {
        await refresh();
      }
    });

  const bringBack = (some: Some): void =>
    attempt(said.notRestored(named(some)), async () => {
      const told = await restoreWorkflows(some.map(({ id }) => id));
      await refresh();
      const still = /(\d+) schedule\(s\) stand still/.exec(told)?.[1];
      say({ text: `${said.restored(named(some), some.length)}${still === undefined ? '' : ` ${said.still(still)}`}` });
    });

  const trash = (some: Some): void =>
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

  return { run, clone, save, lock, trash };
}
