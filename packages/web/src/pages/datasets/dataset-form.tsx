import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, type FormEvent } from 'react';
import { datasetQuery, datasetsChanged, profileQuery, saveDataset, type DatasetRecord } from '../../api/datasets.ts';
import { ApiError } from '../../api/problem.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { FormFoot, Refused } from '../../ui/form-foot.tsx';
import { Restored } from '../../ui/restored.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Time } from '../../ui/time.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Page } from '../page.tsx';
import { AboutFields } from './about-fields.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { DatasetActions } from './dataset-actions.tsx';
import { bodyOf, columnsOf, draftOf, isDelimited, nameFor, type Draft } from './draft.ts';
import { Preview } from './preview.tsx';
import { ProfileList } from './profile-list.tsx';
import { ReaderFields } from './reader-fields.tsx';
import { DatasetTabs } from './dataset-tabs.tsx';
import { previewOf, useFilePreview } from './use-file-preview.ts';
import { Uses } from './uses.tsx';
import { Versions } from './versions.tsx';
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
  const { id, version } = record;
  const { tab = 'schema' } = useSearch({ from: '/datasets/$id' });
  const { draft, isChanged, isRestored, change, discard } = useDraft<Draft>(draftKey, draftOf(record));
  const { seen, error, isBehind } = useFilePreview(draft);
  const wantsProfile = tab === 'schema' || tab === 'rows' || tab === 'profile';
  const profile = useQuery({ ...profileQuery(id, version), enabled: wantsProfile });
  const form = useRef<HTMLFormElement>(null);
  const isLeaving = useRef(false);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (over: number) => {
      const isComplete = draft.kind !== '' && draft.header !== '' && draft.delimiter !== '' && draft.columns.length > 0;
      const shown = isComplete ? undefined : await previewOf(client, draft);
      return saveDataset({ ...bodyOf(draft, shown, id), version: over });
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
  useEffect(() => {
    if (save.isError) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [save.isError]);
  const isStale = save.error instanceof ApiError && save.error.status === 409;
  const errors = save.error instanceof ApiError && !isStale ? save.error.byField : new Map<string, string>();
  const fields = { draft, change: edit, errors };
  const columns = columnsOf(draft, seen);
  const isOwn = isDelimited(draft.kind);
  const byName = new Map(profile.data?.columns.map((column) => [column.name, column]));
  const summaries =
    profile.data && columns.map(({ colName }, i) => (isOwn ? profile.data.columns[i] : byName.get(colName)));
  const preview = <Preview draft={draft} seen={seen} error={error} isBehind={isBehind} summaries={summaries} />;
  const theirs = async (): Promise<void> => {
    discard();
    await client.refetchQueries({ ...datasetQuery(id), exact: true });
    onRenew();
  };
  const mine = async (): Promise<void> => {
    const latest = await client.fetchQuery({ ...datasetQuery(id), staleTime: 0 });
    save.mutate(latest.version);
  };
  return (
    <Page
      title={record.name}
      aside={
        mayChange ? <DatasetActions record={record} onDeleted={() => ((isLeaving.current = true), discard())} /> : null
      }
    >
      <p className={classes.facts}>
        {record.datasetType} · <span className="data">{record.path}</span> · {texts.version(String(version))} ·{' '}
        <Time at={record.dateLastUpdated} />
      </p>
      <DatasetTabs id={id} tab={tab} />
      <form
        ref={form}
        className={classes.record}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isChanged) save.mutate(draft.version);
        }}
      >
        {isRestored ? <Restored onDiscard={discard} /> : null}
        {tab === 'schema' ? (
          <>
            {error === null ? null : preview}
            <ColumnsEditor
              columns={columns}
              seen={seen}
              isOwn={isOwn}
              onChange={mayChange ? (changed) => edit({ columns: changed }) : undefined}
              onReset={mayChange && seen !== undefined ? () => edit({ columns: seen.schemaColList }) : undefined}
              summaries={summaries}
              error={errors.get('datasetSchema')}
            />
          </>
        ) : null}
        {tab === 'rows' ? preview : null}
        {tab === 'profile' ? <ProfileList query={profile} isOfSaved={isChanged} /> : null}
        {tab === 'uses' ? <Uses id={id} /> : null}
        {tab === 'versions' ? (
          <Versions
            id={id}
            version={version}
            onBringBack={
              mayChange
                ? (then) => edit({ ...draftOf(then), project: draft.project, version: draft.version })
                : undefined
            }
          />
        ) : null}
        {tab === 'settings' ? (
          <fieldset disabled={!mayChange} className={classes.settings}>
            <div className={classes.fields}>
              <section aria-labelledby="about">
                <h2 id="about">{texts.about.title}</h2>
                <AboutFields {...fields} isNew={false} />
              </section>
              <section aria-labelledby="reader">
                <h2 id="reader">{texts.reader.title}</h2>
                <ReaderFields {...fields} seen={seen} />
              </section>
            </div>
            <section aria-labelledby="preview">
              <h2 id="preview">{texts.preview.title}</h2>
              {preview}
            </section>
          </fieldset>
        ) : null}
        {isChanged || save.isPending ? (
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
              <Refused says={texts.refused} error={save.error} />
            )}
          </FormFoot>
        ) : null}
      </form>
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={discard} />
    </Page>
  );
}
