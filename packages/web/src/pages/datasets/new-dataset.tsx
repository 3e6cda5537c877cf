import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { datasetsChanged, saveDataset, type FilePreview } from '../../api/datasets.ts';
import { ApiError } from '../../api/problem.ts';
import { meQuery } from '../../api/queries.ts';
import { datasetTexts } from '../../texts/dataset.ts';
import { scheduleFormTexts } from '../../texts/schedule-form.ts';
import { FormFoot, RefusalNotice } from '../../ui/form-foot.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { LeaveQuestion } from '../../ui/leave-question.tsx';
import { Waiting } from '../../ui/states.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useWrongFocus } from '../../ui/use-wrong-focus.ts';
import { Page } from '../page.tsx';
import { UploadPanel } from '../files/upload-panel.tsx';
import { AboutFields } from './about-fields.tsx';
import { ColumnsEditor } from './columns-editor.tsx';
import { bodyOf, columnsOf, isDelimited, kindOf, newDraft, type Draft } from './draft.ts';
import { IntakeDropZone } from './intake-drop-zone.tsx';
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
    <IntakeDropZone>
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
    </IntakeDropZone>
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
  const { draft, isRestored, isAsked, discard, edit, save } = useNewDraft(draftKey, path);
  const { preview, error, isBehind } = useFilePreview(draft);
  const intake = useIntake();
  const [wasTried, setTried] = useState(false);
  const { form } = useWrongFocus(save.isError);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (draft.path.trim() === '') form.current?.querySelector<HTMLElement>('[name=path]')?.focus();
    else save.mutate();
  };
  const errors = errorsOf(save.error, wasTried && draft.path.trim() === '');
  const fields = { draft, change: edit, errors };
  return (
    <form ref={form} onSubmit={submit} className={classes.form} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <div className={classes.fields}>
        <TitledSection id="reader" title={texts.reader.title}>
          <ReaderFields {...fields} preview={preview} onUpload={onUpload} />
        </TitledSection>
        <TitledSection id="about" title={texts.about.title}>
          <AboutFields {...fields} isNew />
        </TitledSection>
      </div>
      <div className={classes.shown}>
        <TitledSection id="preview" title={texts.preview.title}>
          <Preview
            draft={draft}
            preview={preview}
            error={error}
            isBehind={isBehind}
            waiting={intake.isUnderWay ? texts.preview.arriving : undefined}
          />
        </TitledSection>
        <SchemaSection
          draft={draft}
          preview={intake.isUnderWay ? undefined : preview}
          error={errors.get('datasetSchema')}
          onEdit={edit}
        />
      </div>
      <FormFoot>
        <Button type="submit" loading={save.isPending} disabled={intake.isUnderWay}>
          {texts.create}
        </Button>
        <Link to="/datasets">{scheduleFormTexts.cancel}</Link>
        {save.error === null ? null : <RefusalNotice says={texts.refused} error={save.error} />}
      </FormFoot>
      <LeaveQuestion hint={texts.leaveHint} isAsked={isAsked} onLeave={discard} />
    </form>
  );
}

/** The draft of a new dataset, which follows the files that arrive, and its creation. */
function useNewDraft(draftKey: string, path: string) {
  const { draft, isChanged, isRestored, change, discard } = useDraft<Draft>(draftKey, { ...newDraft, path });
  const isLeaving = useRef(false);
  const save = useCreation(draft, () => {
    isLeaving.current = true;
    discard();
  });
  useArrival(draft, change);
  const edit = (part: Partial<Draft>): void => {
    intakes.touch();
    // the error belongs to an earlier draft
    save.reset();
    const isOther = part.path !== undefined && part.path !== draft.path;
    change(isOther ? { columns: [], ...part } : part);
  };
  return { draft, isRestored, isAsked: () => isChanged && !isLeaving.current, discard, edit, save };
}

/** Creates the dataset, and goes to its page. */
function useCreation(draft: Draft, onCreated: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => saveDataset(bodyOf(draft, await previewOf(client, draft))),
    onSuccess: async (id) => {
      onCreated();
      await datasetsChanged(client);
      await navigate({ to: '/datasets/$id', params: { id: String(id) } });
    },
  });
}

/** Takes a file that arrives into the draft; a file that is coming makes room for itself. */
function useArrival(draft: Draft, change: (part: Partial<Draft>) => void): void {
  const intake = useIntake();
  const { path: arrived } = intake;
  const clearsFile = intake.isUnderWay && intake.isFresh && draft.path !== '';
  useEffect(() => {
    if (clearsFile) change(ofNoFile);
  }, [clearsFile, change]);
  // the file may have arrived before the form was mounted
  const isOthers = intake.isFresh && draft.path !== '';
  useEffect(() => {
    if (arrived === undefined) return;
    change({ ...(isOthers ? ofNoFile : { columns: [] }), path: arrived });
    intakes.forget();
  }, [arrived, isOthers, change]);
}

interface SchemaSectionProps {
  readonly draft: Draft;
  /** The columns of the file; undefined while there are none. */
  readonly preview: FilePreview | undefined;
  readonly error: string | undefined;
  readonly onEdit: (part: Partial<Draft>) => void;
}

function SchemaSection({ draft, preview, error, onEdit }: SchemaSectionProps) {
  const columns = columnsOf(draft, preview);
  if (preview === undefined || columns.length === 0) return null;
  return (
    <TitledSection id="schema" title={texts.schema.title}>
      <ColumnsEditor
        columns={columns}
        preview={preview}
        isOwn={isDelimited(kindOf(draft, preview))}
        onChange={(changed) => onEdit({ columns: changed })}
        onReset={draft.columns.length > 0 ? () => onEdit({ columns: [] }) : undefined}
        error={error}
      />
    </TitledSection>
  );
}

function errorsOf(refused: Error | null, lacksPath: boolean): ReadonlyMap<string, string> {
  const messages = refused instanceof ApiError ? [...refused.byField] : [];
  return new Map([...messages, ...(lacksPath ? [['path', texts.reader.pathMissing] as const] : [])]);
}
