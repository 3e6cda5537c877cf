import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { meQuery } from '../../api/queries.ts';
import { scheduleQuery } from '../../api/queries-of-schedules.ts';
import { texts } from '../../texts.ts';
import { Failure, Waiting } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { draftOf, newDraft } from './draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

/** What people leave half done is kept apart for each of them. */
function useDraftKey(of: string): string | undefined {
  const { data: me } = useQuery(meQuery);
  return me === undefined ? undefined : `millrace.draft.${me.id}.schedule.${of}`;
}

export function NewSchedule() {
  const { workflow } = useSearch({ from: '/schedules/new' });
  const key = useDraftKey('new');
  return (
    <Page title={texts.schedule.new}>
      {key === undefined ? <Waiting /> : <ScheduleForm draftKey={key} saved={newDraft(workflow)} />}
    </Page>
  );
}

export function SchedulePage() {
  const { id } = useParams({ from: '/schedules/$id' });
  const { data: record, error, refetch, isFetchedAfterMount } = useQuery(scheduleQuery(Number(id)));
  const key = useDraftKey(id);
  return (
    <Page title={record === undefined || record.name === '' ? texts.schedules : record.name}>
      {record !== undefined && isFetchedAfterMount && key !== undefined ? (
        <ScheduleForm key={id} draftKey={key} saved={draftOf(record)} record={record} />
      ) : error === null ? (
        <Waiting />
      ) : (
        <Failure error={error} again={() => void refetch()} />
      )}
    </Page>
  );
}
