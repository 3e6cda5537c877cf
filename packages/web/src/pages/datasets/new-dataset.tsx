import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { datasetsChanged, saveDataset } from '../../api/datasets.ts';
import { ApiError } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { scheduleFormTexts } from '../../texts/schedule-form.ts';
import { FormFoot, Refused } from '../../ui/form-foot.tsx';
import { Restored } from '../../ui/restored.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Waiting } from '../../ui/states.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Page } from '../page.tsx';
import { UploadPanel } from '../files/upload-panel.tsx';
import { AboutFields } from './about-fields.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { bodyOf, columnsOf, isDelimited, kindOf, newDraft, type Draft } from './draft.ts';
import { IntakePlace } from './intake-place.tsx';
import { intakes, useIntake } from './intake.ts';
import { Preview } from './preview.tsx';
import { ReaderFields } from './reader-fields.tsx';
import { previewOf, useFilePreview } from './use-file-preview.ts';
import classes from './dataset.module.css';

const texts = datasetTexts;

/** Creates a dataset from files: they are dropped or selected, previewed, and get a name. */
export function NewDataset() {
  const { path = '' } = useSearch({ from: '/datasets/new' });
  const { data: me } = useQuery(meQuery);
  return (
    <IntakePlace>
      {(take) => (
        <Page title={texts.new}>
          {me === undefined ? (
            <Waiting />
          ) : (
            <NewForm key={path} draftKey={`millrace.draft.${me.id}.dataset.new`} path={path} onUpload={take} />
          )}
          <UploadPanel />
        </Page>
      )}
    </IntakePlace>
  );
}

/** Input for another file does not hold for the next one. */
const ofNoFile = (({ name, path, kind, header, delimiter, linesWithout, options, columns }: Draft) => {
  return { name, path, kind, header, delimiter, linesWithout, options, columns };
})(newDraft);

interface NewFormProps {
  readonly draftKey: string;
  readonly path: string;
  readonly onUpload: Parameters<typeof ReaderFields>[0]['onUpload'];
}

function NewForm({ draftKey, path, onUpload }: NewFormProps) {
  const { draft, isChanged, isRestored, change, discard } = useDraft<Draft>(draftKey, { ...newDraft, path });
  const { seen, error, isBehind } = useFilePreview(draft);
  const intake = useIntake();
  const form = useRef<HTMLFormElement>(null);
  const isLeaving = useRef(false);
  const [wasTried, setTried] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: async () => saveDataset(bodyOf(draft, await previewOf(client, draft))),
    onSuccess: async (id) => {
      isLeaving.current = true;
      discard();
      await datasetsChanged(client);
      await navigate({ to: '/datasets/$id', params: { id: String(id) } });
    },
  });
  const { path: arrived } = intake;
  const makesRoom = intake.isUnderWay && intake.isFresh && draft.path !== '';
  useEffect(() => {
    if (makesRoom) change(ofNoFile);
  }, [makesRoom, change]);
  const edit = (part: Partial<Draft>): void => {
    intakes.touch();
    // the error belongs to an earlier draft
    save.reset();
    const isOther = part.path !== undefined && part.path !== draft.path;
    change(isOther ? { columns: [], ...part } : part);
  };
  // the file may have arrived before the form was mounted
  const isOthers = intake.isFresh && draft.path !== '';
  useEffect(() => {
    if (arrived === undefined) return;
    change({ ...(isOthers ? ofNoFile : { columns: [] }), path: arrived });
    intakes.forget();
  }, [arrived, isOthers, change]);
  useEffect(() => {
    if (save.isError) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [save.isError]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (draft.path.trim() === '') form.current?.querySelector<HTMLElement>('[name=path]')?.focus();
    else save.mutate();
  };
  const errors = errorsOf(save.error, wasTried && draft.path.trim() === '');
  const fields = { draft, change: edit, errors };
  const columns = columnsOf(draft, seen);
  return (
    <form ref={form} onSubmit={submit} className={classes.form} noValidate>
      {isRestored ? <Restored onDiscard={discard} /> : null}
      <div className={classes.fields}>
        <section aria-labelledby="reader">
          <h2 id="reader">{texts.reader.title}</h2>
          <ReaderFields {...fields} seen={seen} onUpload={onUpload} />
        </section>
        <section aria-labelledby="about">
          <h2 id="about">{texts.about.title}</h2>
          <AboutFields {...fields} isNew />
        </section>
      </div>
      <div className={classes.shown}>
        <section aria-labelledby="preview">
          <h2 id="preview">{texts.preview.title}</h2>
          <Preview
            draft={draft}
            seen={seen}
            error={error}
            isBehind={isBehind}
            waiting={intake.isUnderWay ? texts.preview.arriving : undefined}
          />
        </section>
        {seen === undefined || columns.length === 0 || intake.isUnderWay ? null : (
          <section aria-labelledby="schema">
            <h2 id="schema">{texts.schema.title}</h2>
            <ColumnsEditor
              columns={columns}
              seen={seen}
              isOwn={isDelimited(kindOf(draft, seen))}
              onChange={(changed) => edit({ columns: changed })}
              onReset={draft.columns.length > 0 ? () => edit({ columns: [] }) : undefined}
              error={errors.get('datasetSchema')}
            />
          </section>
        )}
      </div>
      <FormFoot>
        <Button type="submit" loading={save.isPending} disabled={intake.isUnderWay}>
          {texts.create}
        </Button>
        <Link to="/datasets">{scheduleFormTexts.cancel}</Link>
        {save.error === null ? null : <Refused says={texts.refused} error={save.error} />}
      </FormFoot>
      <LeaveQuestion hint={texts.leaveHint} isAsked={() => isChanged && !isLeaving.current} onLeave={discard} />
    </form>
  );
}

function errorsOf(refused: Error | null, lacksPath: boolean): ReadonlyMap<string, string> {
  const messages = refused instanceof ApiError ? [...refused.byField] : [];
  return new Map([...messages, ...(lacksPath ? [['path', texts.reader.pathMissing] as const] : [])]);
}
