import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useReducer } from 'react';
import { datasetQuery } from '../../api/datasets.ts';
import { useMay } from '../../api/may.ts';
import { meQuery } from '../../api/queries.ts';
import { commonTexts } from '../../texts/common.ts';
import { Failure, Waiting } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { DatasetForm } from './dataset-form.tsx';

/** The page of a dataset. */
export function DatasetPage() {
  const { id } = useParams({ from: '/datasets/$id' });
  const { data: record, error, refetch } = useQuery(datasetQuery(Number(id)));
  const { data: me } = useQuery(meQuery);
  const may = useMay();
  // the form begins again with each new version
  const [turn, renew] = useReducer((count: number) => count + 1, 0);
  if (record !== undefined && me !== undefined)
    return (
      <DatasetForm
        key={`${id} ${turn}`}
        draftKey={`millrace.draft.${me.id}.dataset.${id}`}
        record={record}
        mayChange={may('datasets.modify', 'EDIT', record.projectId)}
        onRenew={renew}
      />
    );
  return (
    <Page title={commonTexts.datasets}>
      {error === null ? <Waiting /> : <Failure error={error} again={() => void refetch()} />}
    </Page>
  );
}
