import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { firesQuery, schedulesQuery, workflowsQuery } from '../../api/queries-of-schedules.ts';
import type { Schedule } from '../../api/queries.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { commonTexts } from '../../texts/common.ts';
import { calendarTexts } from '../../texts/calendar.ts';
import { momentOf } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { Outcome } from './outcome.tsx';
import { ScheduleActions, useActive } from './schedule-actions.tsx';
import { inWords, useCronWords } from './when.ts';
import classes from './schedules.module.css';

const texts = scheduleTexts;

/** All schedules: rule, last outcome, and a switch for each. */
export function Schedules() {
  const schedules = useQuery(schedulesQuery);
  const { data } = schedules;
  const { data: workflows } = useQuery(workflowsQuery);
  const cronWords = useCronWords();
  const may = useMay();
  const mayMake = may('workflows.execute', 'EXECUTE');
  const mayChange = ({ projectId }: Schedule): boolean => may('workflows.execute', 'EXECUTE', projectId);
  const { Active, notice } = useActive();
  const names = new Map(workflows?.map(({ id, name }) => [id, name]));
  const workflowOf = ({ analysisFlowId: id }: Schedule): string =>
    names.get(id) ?? (workflows === undefined ? '' : texts.workflowGone(id));
  const words = (schedule: Schedule): string => inWords(schedule, cronWords);
  const columns: readonly Column<Schedule>[] = [
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
  return (
    <Page
      title={commonTexts.schedules}
      aside={
        data === undefined || data.length === 0 ? null : (
          <>
            <Link to="/schedules/calendar">{calendarTexts.open}</Link>
            {mayMake ? (
              <Button component={Link} to="/schedules/new" size="compact-sm">
                {texts.new}
              </Button>
            ) : null}
          </>
        )
      }
    >
      {notice}
      <Loaded query={schedules}>
        {(rows) => (
          <List
            label={commonTexts.schedules}
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            textOf={(one) =>
              `${one.name} ${workflowOf(one)} ${one.description} ${words(one)} ${one.cronPattern} ${one.timeZone}`
            }
            empty={
              <Empty title={texts.none}>
                {texts.noneHint}
                {mayMake ? (
                  <p className={classes.way}>
                    <Button component={Link} to="/schedules/new" size="compact-sm">
                      {texts.noneAction}
                    </Button>
                  </p>
                ) : null}
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

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
