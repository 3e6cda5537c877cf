import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/may.ts';
import { schedulesQuery, workflowsQuery } from '../../api/queries-of-schedules.ts';
import type { Schedule } from '../../api/queries.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { commonTexts } from '../../texts/common.ts';
import { calendarTexts } from '../../texts/calendar.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { useActive } from './schedule-actions.tsx';
import { scheduleColumns } from './schedule-columns.tsx';
import { ruleText, useCronWords } from './when.ts';
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
  const words = (schedule: Schedule): string => ruleText(schedule, cronWords);
  const columns = scheduleColumns({ Active, mayChange, workflowOf, words });
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
