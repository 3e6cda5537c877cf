import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { meQuery } from '../../api/queries.ts';
import {
  cloneWorkflow,
  exportWorkflow,
  exportWorkflows,
  runWorkflow,
  setLock,
  workflowsQuery,
  type ListedWorkflow,
} from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { count } from '../../ui/format.ts';
import type { Notice } from '../../ui/notice.tsx';
import { fileName, saveFile } from '../../ui/save-file.ts';
import { namesText, reasonOf, useAttempts } from './use-attempts.ts';
import { useTrash } from './use-trash.ts';

const texts = workflowsTexts;
const { queryKey } = workflowsQuery;

type Some = readonly ListedWorkflow[];

/** The actions for workflows of the list. */
export interface Actions {
  readonly run: (some: Some) => void;
  readonly clone: (one: ListedWorkflow) => void;
  readonly save: (some: Some) => void;
  readonly lock: (one: ListedWorkflow, isLocked: boolean) => void;
  readonly trash: (some: Some) => void;
}

/** Actions that show their effect at once, and report it or an error. */
export function useActions(say: (notice: Notice | undefined) => void): Actions {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { refresh, change, attempt } = useAttempts(say);
  const trash = useTrash(say);

  const run = (some: Some): void => {
    const [only] = some;
    if (some.length === 1 && only !== undefined)
      return attempt(texts.notRun(namesText(some)), async () => {
        const id = await runWorkflow(only.id);
        void refresh();
        await navigate({ to: '/executions/$id', params: { id: String(id) } });
      });
    attempt(texts.notRun(namesText(some)), async () => {
      const faults: string[] = [];
      for (const { id, name } of some)
        await runWorkflow(id).catch((error: unknown) => faults.push(`“${name}”: ${reasonOf(error)}`));
      const action = { title: texts.toExecutions, onDo: () => void navigate({ to: '/executions' }) };
      const text = [texts.started(count(some.length - faults.length)), ...faults].join('\n');
      say({ text, isFault: faults.length > 0, action });
      await refresh();
    });
  };

  const clone = (one: ListedWorkflow): void =>
    attempt(texts.notCloned(one.name), async () => {
      await cloneWorkflow(one.id);
      await refresh();
      say({ text: texts.cloned(one.name) });
    });

  const save = (some: Some): void =>
    attempt(texts.notSaved(namesText(some)), async () => {
      const [only] = some;
      const graphs =
        some.length === 1 && only !== undefined
          ? await exportWorkflow(only.id)
          : await exportWorkflows(some.map(({ id }) => id));
      const name = some.length === 1 ? (only?.name ?? '') : `workflows-${some.length}`;
      saveFile(new Blob([JSON.stringify(graphs, undefined, 2)], { type: 'application/json' }), fileName(name, 'json'));
    });

  const lock = (one: ListedWorkflow, isLocked: boolean): void =>
    attempt(texts.notLocked(one.name), async () => {
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

  return { run, clone, save, lock, trash };
}
