import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cloneDataset, datasetsChanged, type DatasetRecord } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { DeleteQuestion } from './delete-question.tsx';
import classes from './dataset.module.css';

const texts = datasetTexts;

interface DatasetActionsProps {
  readonly record: DatasetRecord;
  readonly onDeleted: () => void;
}

/** The actions for a dataset as a whole. */
export function DatasetActions({ record, onDeleted }: DatasetActionsProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const clone = useMutation({
    mutationFn: () => cloneDataset(record.id, texts.copyOf(record.name)),
    onSuccess: async (id) => {
      await datasetsChanged(client);
      await navigate({ to: '/datasets/$id', params: { id: String(id) } });
    },
  });
  return (
    <>
      {clone.error === null ? null : (
        <span role="alert" className={classes.refused}>
          {clone.error.message}
        </span>
      )}
      <Button size="compact-sm" variant="default" loading={clone.isPending} onClick={() => clone.mutate()}>
        {texts.clone}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {texts.delete}
      </Button>
      <DeleteQuestion
        datasets={isAsked ? [record] : undefined}
        onNo={() => setAsked(false)}
        onDeleted={async () => {
          onDeleted();
          await navigate({ to: '/datasets' });
        }}
      />
    </>
  );
}
