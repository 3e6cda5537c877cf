import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { DatasetRecord } from '../../api/datasets.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { FormFoot, RefusalNotice } from '../../ui/form-foot.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { nameFor } from './draft.ts';
import { DatasetTabs } from './dataset-tabs.tsx';
import { TabPart } from './tab-part.tsx';
import { useDatasetForm, type DatasetEditing } from './use-dataset-form.ts';
import classes from './dataset.module.css';

const texts = datasetTexts;

interface DatasetFormProps {
  readonly draftKey: string;
  readonly record: DatasetRecord;
  readonly mayChange: boolean;
  /** Begins again with the saved record. */
  readonly onRenew: () => void;
}

/** A saved dataset: its columns, rows, profile, uses and settings, which are saved together. */
export function DatasetForm({ draftKey, record, mayChange, onRenew }: DatasetFormProps) {
  const { tab = 'schema' } = useSearch({ from: '/datasets/$id' });
  const editing = useDatasetForm(draftKey, record, onRenew);
  const { draft, isChanged, isRestored, discard, save, form, isLeaving } = editing;
  return (
    <Page
      title={record.name}
      aside={
        mayChange ? <DatasetActions record={record} onDeleted={() => ((isLeaving.current = true), discard())} /> : null
      }
    >
      <p className={classes.facts}>
        {record.datasetType} · <span className="data">{record.path}</span> · {texts.version(String(record.version))} ·{' '}
        <Time at={record.dateLastUpdated} />
      </p>
      <DatasetTabs id={record.id} tab={tab} />
      <form
        ref={form}
        className={classes.record}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isChanged) save.mutate(draft.version);
        }}
      >
        {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
        <TabPart tab={tab} record={record} mayChange={mayChange} editing={editing} />
        {isChanged || save.isPending ? <Foot editing={editing} /> : null}
      </form>
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={discard} />
    </Page>
  );
}

/** Saves or discards the changes; after a conflict, the user decides whose changes stay. */
function Foot({ editing }: { readonly editing: DatasetEditing }) {
  const { draft, save, isStale, discard, theirs, mine } = editing;
  return (
    <FormFoot>
      <Button type="submit" loading={save.isPending}>
        {texts.save}
      </Button>
      <Button
        variant="default"
        onClick={() => {
          save.reset();
          discard();
        }}
      >
        {texts.discard}
      </Button>
      {isStale ? (
        <span role="alert" className={classes.stale}>
          {texts.stale}
          <Button size="compact-xs" variant="default" onClick={() => void theirs()}>
            {texts.theirs}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void mine()}>
            {texts.mine}
          </Button>
        </span>
      ) : save.error === null ? (
        <span className="soft" role="status">
          {texts.unsaved(nameFor(draft))}
        </span>
      ) : (
        <RefusalNotice says={texts.refused} error={save.error} />
      )}
    </FormFoot>
  );
}
