import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, dataOf } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';
import { workflowQuery } from '../../api/queries-of-editor.ts';
import { deleteRuns } from '../../api/queries-of-runs.ts';
import type { ExecutionDetail, NodeReport } from '../../api/queries.ts';
import { runsTexts } from '../../texts/runs.ts';
import { runTexts } from '../../texts/run.ts';
import { isLive } from '../../ui/status.tsx';
import { useDeletion } from '../../ui/use-deletion.tsx';
import { useRunRights } from '../executions/rights.ts';
import { runRequestLines } from './run-request-lines.ts';
import classes from './execution.module.css';

interface ActionsProps {
  readonly run: ExecutionDetail;
  readonly nodes: readonly NodeReport[];
}

/** The actions for a run that the user may perform. */
export function Actions({ run, nodes }: ActionsProps) {
  const { id, status, analysisFlowId, workflowVersion } = run;
  const { mayRun, mayDelete } = useRunRights();
  const { data: workflow, error: absent } = useQuery(workflowQuery(analysisFlowId));
  const { stop, kill, resume, again, failure } = useRunControls(id);
  const { ask, question } = useRunDeletion(id);
  const isGone = absent instanceof ApiError && absent.status === 404;
  const version = workflow?.version ?? workflowVersion;
  const lines = runRequestLines(run, nodes);
  return (
    <>
      {question}
      {failure === null ? null : (
        <span role="alert" className={classes.refused}>
          {failure.message}
        </span>
      )}
      {isLive(status) && mayRun(run) ? (
        <>
          <Button size="compact-sm" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {runTexts.stop}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            color="red"
            loading={kill.isPending}
            onClick={() => kill.mutate()}
          >
            {runTexts.kill}
          </Button>
        </>
      ) : null}
      {!isLive(status) && mayDelete(run) ? (
        <Button size="compact-sm" variant="default" onClick={() => ask(run)}>
          {runTexts.delete}
        </Button>
      ) : null}
      {(status === 3 || status === 8) && mayRun(run) ? (
        <Button size="compact-sm" variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          {runTexts.resume}
        </Button>
      ) : null}
      {isLive(status) || isGone || !mayRun(run) ? null : (
        <Button
          size="compact-sm"
          loading={again.isPending}
          title={lines.length === 0 ? undefined : [runTexts.askedFor.title, ...lines].join('\n')}
          onClick={() => again.mutate()}
        >
          {version === workflowVersion ? runTexts.again : runTexts.againAt(version)}
        </Button>
      )}
    </>
  );
}

/** Stops, kills and resumes a run, and runs its workflow again. */
function useRunControls(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { path: { id } };
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['execution', id] });
  const stop = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/workflow-execution/{id}/stop', { params })),
    onSettled: refresh,
  });
  const kill = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/workflow-execution/{id}/kill', { params })),
    onSettled: refresh,
  });
  const goTo = (next: number): Promise<void> => navigate({ to: '/executions/$id', params: { id: String(next) } });
  const resume = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/workflow-executions/{id}/resume', { params })),
    onSuccess: goTo,
  });
  const again = useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/workflow-executions/{id}/again', { params })),
    onSuccess: goTo,
  });
  const failure = [stop, kill, resume, again].find(({ error }) => error !== null)?.error ?? null;
  return { stop, kill, resume, again, failure };
}

/** Asks before a run is deleted, and leaves its page then. */
function useRunDeletion(id: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useDeletion<ExecutionDetail>({
    remove: async (it) => {
      const [outcome] = await deleteRuns([it.id]);
      if (outcome?.status !== 'ok') throw new Error(outcome?.message);
    },
    after: async () => {
      await navigate({ to: '/executions', replace: true });
      client.removeQueries({ queryKey: ['execution', id] });
      await client.invalidateQueries({ queryKey: ['executions'] });
    },
    words: {
      title: () => runsTexts.deleteTitle('1', 1),
      hint: () => runsTexts.deleteHint,
      yes: runsTexts.delete,
      no: runTexts.keep,
    },
  });
}
