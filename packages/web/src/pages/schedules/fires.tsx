import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { firesQuery, scheduleQuery, type Fire } from '../../api/queries-of-schedules.ts';
import { firesTexts } from '../../texts/fires.ts';
import { commonTexts } from '../../texts/common.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Empty, Failure, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { Outcome } from './outcome.tsx';
import { momentsIn, ownZone } from './zones.ts';
import classes from './schedules.module.css';

const texts = firesTexts;

/** The reason why it did not fire, or why its run failed. */
const whyOf = ({ message, executionStatus, executionMessage }: Fire): string =>
  message ?? (executionStatus === 2 ? '' : (executionMessage ?? ''));
const sayOutcome = ({ outcome, executionStatus }: Fire): string =>
  (outcome === 'FIRED' && executionStatus !== null ? commonTexts.status[executionStatus] : texts.outcomes[outcome]) ??
  outcome;

/** `moment`: a time in words, in the zone of the user. */
const fireColumns = (moment: (at: number) => string): readonly Column<Fire>[] => [
  {
    key: 'due',
    title: texts.due,
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
    title: texts.outcome,
    sortBy: sayOutcome,
    cell: (fire) => <Outcome fire={fire} />,
  },
  {
    key: 'reason',
    title: texts.reason,
    sortBy: whyOf,
    cell: (fire) => <span title={whyOf(fire)}>{whyOf(fire)}</span>,
  },
  {
    key: 'run',
    title: texts.run,
    sortBy: ({ executionId }) => executionId,
    cell: ({ executionId }) =>
      executionId === null ? null : (
        <Link to="/executions/$id" params={{ id: String(executionId) }}>
          {texts.toRun(executionId)}
        </Link>
      ),
  },
];

/** Each fire of a schedule, the newest first, with its outcome and the reason. */
export function Fires() {
  const { id: text } = useParams({ from: '/schedules/$id/fires' });
  const id = Number(text);
  const { data: schedule } = useQuery(scheduleQuery(id));
  const { data: fires, error, refetch } = useQuery(firesQuery(id, 1_000));
  const moment = momentsIn(
    ownZone(),
    (fires ?? []).map(({ fireTime }) => Date.parse(fireTime)),
  );
  return (
    <Page
      title={schedule === undefined ? texts.title('…') : texts.title(schedule.name)}
      aside={
        <>
          <Link to="/schedules">{texts.back}</Link>
          <Link to="/schedules/$id" params={{ id: text }}>
            {texts.edit}
          </Link>
        </>
      }
    >
      {fires !== undefined ? (
        <List
          label={scheduleTexts.fires}
          rows={fires}
          columns={fireColumns(moment)}
          idOf={(fire) => fire.id}
          textOf={(fire) => `${moment(Date.parse(fire.fireTime))} ${sayOutcome(fire)} ${whyOf(fire)}`}
          empty={<Empty title={texts.none}>{texts.noneHint}</Empty>}
        />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure error={error} again={() => void refetch()} />
      )}
    </Page>
  );
}
