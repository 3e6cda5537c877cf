import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { executionsQuery } from '../../api/queries-of-runs.ts';
import { firesQuery, scheduleQuery, type Fire } from '../../api/queries-of-schedules.ts';
import { texts } from '../../texts.ts';
import { List, type Column } from '../../ui/list.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { Outcome } from './outcome.tsx';
import { momentsIn, ownZone } from './zones.ts';
import classes from './schedules.module.css';

const said = texts.fires;

/** Each fire of a schedule, the newest first, with what became of it and why. */
export function Fires() {
  const { id: text } = useParams({ from: '/schedules/$id/fires' });
  const id = Number(text);
  const { data: schedule } = useQuery(scheduleQuery(id));
  const { data: fires, error, refetch } = useQuery(firesQuery(id, 1_000));
  const { data: runs } = useQuery(executionsQuery());
  const moment = momentsIn(
    ownZone(),
    (fires ?? []).map(({ fireTime }) => Date.parse(fireTime)),
  );
  const runsById = new Map(runs?.executions.map((run) => [run.id, run]));
  const runOf = ({ executionId }: Fire) => (executionId === null ? undefined : runsById.get(executionId));
  const statusOf = (fire: Fire): number | undefined => runOf(fire)?.status;
  // why it did not fire, or why its run did not succeed
  const whyOf = (fire: Fire): string =>
    fire.message ?? ([2, undefined].includes(statusOf(fire)) ? '' : (runOf(fire)?.message ?? ''));
  const sayOutcome = (fire: Fire): string => {
    const status = statusOf(fire);
    const outcome = said.outcomes[fire.outcome] ?? fire.outcome;
    return fire.outcome === 'FIRED' && status !== undefined ? (texts.status[status] ?? outcome) : outcome;
  };
  const columns: readonly Column<Fire>[] = [
    {
      key: 'due',
      title: said.due,
      sortBy: ({ fireTime }) => Date.parse(fireTime),
      cell: ({ fireTime }) => (
        <>
          <span className={classes.due}>{moment(Date.parse(fireTime))}</span>
          <span className="soft">
            <Time at={Date.parse(fireTime)} />
          </span>
        </>
      ),
    },
    {
      key: 'outcome',
      title: said.outcome,
      sortBy: sayOutcome,
      cell: (fire) => <Outcome fire={fire} status={statusOf(fire)} />,
    },
    {
      key: 'reason',
      title: said.reason,
      sortBy: whyOf,
      cell: (fire) => <span title={whyOf(fire)}>{whyOf(fire)}</span>,
    },
    {
      key: 'run',
      title: said.run,
      sortBy: ({ executionId }) => executionId,
      cell: ({ executionId }) =>
        executionId === null ? null : (
          <Link to="/executions/$id" params={{ id: String(executionId) }}>
            {said.toRun(executionId)}
          </Link>
        ),
    },
  ];
  return (
    <Page
      title={schedule === undefined ? said.title('…') : said.title(schedule.name)}
      aside={
        <>
          <Link to="/schedules">{said.back}</Link>
          <Link to="/schedules/$id" params={{ id: text }}>
            {said.edit}
          </Link>
        </>
      }
    >
      {fires !== undefined ? (
        <List
          label={texts.schedule.fires}
          rows={fires}
          columns={columns}
          idOf={(fire) => fire.id}
          textOf={(fire) => `${moment(Date.parse(fire.fireTime))} ${sayOutcome(fire)} ${whyOf(fire)}`}
          empty={<Empty title={said.none}>{said.noneHint}</Empty>}
        />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure error={error} again={() => void refetch()} />
      )}
    </Page>
  );
}
