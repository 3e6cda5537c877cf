import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { datasetQuery, datasetsChanged, saveDataset, type DatasetRecord } from '../../api/datasets.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { useWrongFocus } from '../../ui/use-wrong-focus.ts';
import { bodyOf, draftOf, type Draft } from './draft.ts';
import { previewOf } from './use-file-preview.ts';

export type DatasetEditing = ReturnType<typeof useDatasetForm>;

/** The draft of a dataset, its save, and the ways out of a conflict with another user's changes. */
export function useDatasetForm(draftKey: string, record: DatasetRecord, onRenew: () => void) {
  const { id, version } = record;
  const { draft, isChanged, isRestored, change, discard } = useDraft<Draft>(draftKey, draftOf(record));
  const isLeaving = useRef(false);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (over: number) => {
      const isComplete = draft.kind !== '' && draft.header !== '' && draft.delimiter !== '' && draft.columns.length > 0;
      const preview = isComplete ? undefined : await previewOf(client, draft);
      return saveDataset({ ...bodyOf(draft, preview, id), version: over });
    },
    onSuccess: async () => {
      discard();
      await Promise.all([client.refetchQueries({ ...datasetQuery(id), exact: true }), datasetsChanged(client)]);
      onRenew();
    },
  });
  const edit = (part: Partial<Draft>): void => {
    // the error belongs to an earlier draft
    save.reset();
    change(part);
  };
  useEffect(() => {
    // another user saved it, and there are no changes to lose
    if (!isChanged && draft.version !== version) onRenew();
  }, [isChanged, draft.version, version, onRenew]);
  const { form } = useWrongFocus(save.isError);
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  const errors = fieldErrors(isStale ? null : save.error);
  const theirs = async (): Promise<void> => {
    discard();
    await client.refetchQueries({ ...datasetQuery(id), exact: true });
    onRenew();
  };
  const mine = async (): Promise<void> => {
    const latest = await client.fetchQuery({ ...datasetQuery(id), staleTime: 0 });
    save.mutate(latest.version);
  };
  return { draft, isChanged, isRestored, isLeaving, isStale, errors, form, save, edit, discard, theirs, mine };
}
