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

interface ChosenProps {
  readonly chosen: Runs;
  readonly say: (notice: Notice | undefined) => void;
  readonly onDone: () => void;
}

/** The actions for selected runs, each with those of them that it applies to. */
export function Chosen({ chosen, say, onDone }: ChosenProps) {
  const client = useQueryClient();
  const { mayRun, mayDelete } = useRunRights();
  const tell = (runs: Runs, outcomes: readonly Outcome[], done: (many: string, n: number) => string): void => {
    const names = new Map(runs.map(({ id, name }) => [id, name]));
    const refused = outcomes.filter(({ status }) => status !== 'ok');
    const many = outcomes.length - refused.length;
    const faults = refused.map(({ id, message }) => texts.refused(names.get(id) ?? '', id, message));
    const text = [...(many === 0 ? [] : [done(count(many), many)]), ...faults].join('\n');
    say({ text, isFault: faults.length > 0 });
  };
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['executions'] });
  const end = useMutation({
    mutationFn: ({ how, runs }: { readonly how: 'stop' | 'kill'; readonly runs: Runs }) =>
      endRuns(
        how,
        runs.map(({ id }) => id),
      ),
    onMutate: () => say(undefined),
    onSuccess: (outcomes, { how, runs }) => {
      tell(runs, outcomes, texts.done[how]);
      onDone();
    },
    onError: (error, { how }) => say({ text: `${texts.failed[how]} ${error.message}`, isFault: true }),
    onSettled: refresh,
  });
  const { ask, question } = useDeletion<Runs>({
    remove: async (runs) => {
      say(undefined);
      tell(runs, await deleteRuns(runs.map(({ id }) => id)), texts.done.delete);
    },
    after: async () => {
      onDone();
      await refresh();
    },
    words: {
      title: (runs) => texts.deleteTitle(count(runs.length), runs.length),
      hint: () => texts.deleteHint,
      yes: texts.delete,
      no: texts.keep,
    },
  });
  const live = chosen.filter((run) => isLive(run.status) && mayRun(run));
  const stoppable = live.filter(({ status }) => status !== 7);
  const ended = chosen.filter((run) => !isLive(run.status) && mayDelete(run));
  // the older one comes first
  const [second, first] = chosen.length === 2 ? chosen.toSorted((one, other) => other.id - one.id) : [];
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
      {ended.length === 0 ? null : (
        <Button size="compact-sm" variant="default" onClick={() => ask(ended)}>
          {texts.many.delete(count(ended.length))}
        </Button>
      )}
    </>
  );
}
