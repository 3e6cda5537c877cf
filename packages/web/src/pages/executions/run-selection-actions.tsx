import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { deleteRuns, endRuns, type Outcome } from '../../api/queries-of-runs.ts';
import type { Execution } from '../../api/queries.ts';
import { runsTexts } from '../../texts/runs.ts';
import { compareTexts } from '../../texts/compare.ts';
import { count } from '../../ui/format.ts';
import type { Notice } from '../../ui/notice.tsx';
import { isLive } from '../../ui/status.tsx';
import { useDeletion } from '../../ui/use-deletion.tsx';
import { useRunRights } from './rights.ts';

const texts = runsTexts;

type Runs = readonly Execution[];

interface RunSelectionActionsProps {
  readonly selection: Runs;
  readonly say: (notice: Notice | undefined) => void;
  readonly onDone: () => void;
}

/** The actions for selected runs, each with those of them that it applies to. */
export function RunSelectionActions({ selection, say, onDone }: RunSelectionActionsProps) {
  const { mayRun, mayDelete } = useRunRights();
  const end = useEnding(say, onDone);
  const { ask, question } = useRunsDeletion(say, onDone);
  const live = selection.filter((run) => isLive(run.status) && mayRun(run));
  const stoppable = live.filter(({ status }) => status !== 7);
  const deletable = selection.filter((run) => !isLive(run.status) && mayDelete(run));
  // the older one comes first
  const [second, first] = selection.length === 2 ? selection.toSorted((one, other) => other.id - one.id) : [];
  const button = (how: 'stop' | 'kill', runs: Runs) =>
    runs.length === 0 ? null : (
      <Button
        size="compact-sm"
        variant="default"
        loading={end.isPending && end.variables.how === how}
        disabled={end.isPending}
        onClick={() => end.mutate({ how, runs })}
      >
        {texts.many[how](count(runs.length))}
      </Button>
    );
  return (
    <>
      {question}
      {first === undefined || second === undefined ? null : (
        <Link to="/executions/compare" search={{ first: first.id, second: second.id }}>
          {compareTexts.compare}
        </Link>
      )}
      {button('stop', stoppable)}
      {button('kill', live)}
      {deletable.length === 0 ? null : (
        <Button size="compact-sm" variant="default" onClick={() => ask(deletable)}>
          {texts.many.delete(count(deletable.length))}
        </Button>
      )}
    </>
  );
}

type Say = RunSelectionActionsProps['say'];

/** How many runs an action was done to, and why the service refused others. */
function noticeOf(runs: Runs, outcomes: readonly Outcome[], textOf: (many: string, n: number) => string): Notice {
  const names = new Map(runs.map(({ id, name }) => [id, name]));
  const refused = outcomes.filter(({ status }) => status !== 'ok');
  const many = outcomes.length - refused.length;
  const faults = refused.map(({ id, message }) => texts.refused(names.get(id) ?? '', id, message));
  const text = [...(many === 0 ? [] : [textOf(count(many), many)]), ...faults].join('\n');
  return { text, isFault: faults.length > 0 };
}

/** Stops or kills runs. */
function useEnding(say: Say, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ how, runs }: { readonly how: 'stop' | 'kill'; readonly runs: Runs }) =>
      endRuns(
        how,
        runs.map(({ id }) => id),
      ),
    onMutate: () => say(undefined),
    onSuccess: (outcomes, { how, runs }) => {
      say(noticeOf(runs, outcomes, texts.done[how]));
      onDone();
    },
    onError: (error, { how }) => say({ text: `${texts.failed[how]} ${error.message}`, isFault: true }),
    onSettled: () => client.invalidateQueries({ queryKey: ['executions'] }),
  });
}

/** Asks before runs are deleted. */
function useRunsDeletion(say: Say, onDone: () => void) {
  const client = useQueryClient();
  return useDeletion<Runs>({
    remove: async (runs) => {
      say(undefined);
      say(noticeOf(runs, await deleteRuns(runs.map(({ id }) => id)), texts.done.delete));
    },
    after: async () => {
      onDone();
      await client.invalidateQueries({ queryKey: ['executions'] });
    },
    words: {
      title: (runs) => texts.deleteTitle(count(runs.length), runs.length),
      hint: () => texts.deleteHint,
      yes: texts.delete,
      no: texts.keep,
    },
  });
}
