import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useReducer } from 'react';
import { useMay } from '../../api/may.ts';
import { meQuery, projectsQuery } from '../../api/queries.ts';
import { scheduleQuery } from '../../api/queries-of-schedules.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { commonTexts } from '../../texts/common.ts';
import { Failure, Waiting } from '../../ui/states.tsx';
import { useIsCurrent } from '../../ui/use-is-current.ts';
import { Page } from '../page.tsx';
import { draftOf, newDraft } from './draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** Drafts are separate for each user. */
function useDraftKey(of: string): string | undefined {
  const { data: me } = useQuery(meQuery);
  return me === undefined ? undefined : `millrace.draft.${me.id}.schedule.${of}`;
}

export function NewSchedule() {
  const { workflow } = useSearch({ from: '/schedules/new' });
  const key = useDraftKey('new');
  return (
    <Page title={scheduleTexts.new}>
      {key === undefined ? <Waiting /> : <ScheduleForm draftKey={key} saved={newDraft(workflow)} mayChange />}
    </Page>
  );
}

export function SchedulePage() {
  const { id } = useParams({ from: '/schedules/$id' });
  const query = useQuery(scheduleQuery(Number(id)));
  const { data: record, error, refetch } = query;
  const isCurrent = useIsCurrent(id, query);
  const key = useDraftKey(id);
  const may = useMay();
  const projects = useQuery(projectsQuery);
  const problem = error ?? projects.error;
  // the form begins again with changes of other users
  const [turn, renew] = useReducer((count: number) => count + 1, 0);
  return (
    <Page title={record === undefined || record.name === '' ? commonTexts.schedules : record.name}>
      {record !== undefined && isCurrent && key !== undefined && projects.data !== undefined ? (
        <ScheduleForm
          key={`${id} ${turn}`}
          draftKey={key}
          saved={draftOf(record)}
          record={record}
          mayChange={may('workflows.execute', 'EXECUTE', record.projectId)}
          onRenew={renew}
        />
      ) : problem === null ? (
        <Waiting />
      ) : (
        <Failure error={problem} again={() => void Promise.all([refetch(), projects.refetch()])} />
      )}
    </Page>
  );
}
