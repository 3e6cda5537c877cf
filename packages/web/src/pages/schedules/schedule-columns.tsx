import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { firesQuery } from '../../api/queries-of-schedules.ts';
import type { Schedule } from '../../api/queries.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { momentOf } from '../../ui/format.ts';
import type { Column } from '../../ui/list-columns.tsx';
import { Time } from '../../ui/time.tsx';
import { Outcome } from './outcome.tsx';
import { ScheduleActions, type useActive } from './schedule-actions.tsx';
import classes from './schedules.module.css';

const texts = scheduleTexts;

interface ColumnsProps extends Pick<ReturnType<typeof useActive>, 'Active'> {
  readonly mayChange: (schedule: Schedule) => boolean;
  readonly workflowOf: (schedule: Schedule) => string;
  /** The rule of a schedule in words. */
  readonly words: (schedule: Schedule) => string;
}

export const scheduleColumns = ({
  Active,
  mayChange,
  workflowOf,
  words,
}: ColumnsProps): readonly Column<Schedule>[] => [
  {
    key: 'active',
    title: columnsTexts.active,
    sortBy: ({ isActive }) => (isActive ? 0 : 1),
    cell: (schedule) => <Active schedule={schedule} mayChange={mayChange(schedule)} />,
  },
  {
    key: 'name',
    title: columnsTexts.name,
    sortBy: ({ name }) => name,
    cell: (schedule) => (
      <Link to="/schedules/$id" params={{ id: String(schedule.id) }}>
        {schedule.name || workflowOf(schedule) || schedule.id}
      </Link>
    ),
  },
  { key: 'workflow', title: texts.workflow, sortBy: workflowOf, cell: workflowOf, wideOnly: true },
  {
    key: 'when',
    title: columnsTexts.pattern,
    sortBy: words,
    cell: (schedule) => <span title={schedule.cronPattern || undefined}>{words(schedule)}</span>,
  },
  {
    key: 'zone',
    title: texts.zone,
    sortBy: ({ timeZone }) => timeZone,
    cell: ({ timeZone }) => <span className="soft">{timeZone}</span>,
    wideOnly: true,
  },
  {
    key: 'next',
    title: columnsTexts.next,
    sortBy: ({ nextFireTime }) => momentOf(nextFireTime),
    cell: ({ nextFireTime }) => {
      const at = momentOf(nextFireTime);
      return at === null ? <span className="soft">–</span> : <Time at={at} />;
    },
  },
  {
    key: 'last',
    title: texts.lastFire,
    sortBy: ({ firedTime }) => momentOf(firedTime),
    cell: ({ id }) => <LastFire id={id} />,
  },
  {
    key: 'actions',
    title: columnsTexts.actions,
    cell: (schedule) => <ScheduleActions schedule={schedule} mayChange={mayChange(schedule)} />,
    align: 'end',
  },
];
/** The newest fire and its outcome; requested when its row becomes visible. */
function LastFire({ id }: { readonly id: number }) {
  const { data: fires } = useQuery(firesQuery(id, 1));
  const [fire] = fires ?? [];
  if (fires === undefined) return null;
  if (fire === undefined) return <span className="soft">{texts.neverFired}</span>;
  return (
    <span className={classes.last}>
      <Outcome fire={fire} />
      <span className="soft">
        <Time at={Date.parse(fire.fireTime)} />
      </span>
    </span>
  );
}
