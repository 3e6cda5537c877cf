import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { modelsChanged, registerModel } from '../../api/models.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { projectsQuery } from '../../api/queries.ts';
import { modelsTexts } from '../../texts/models.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { ProjectField, projectIdOf } from '../../ui/project-field.tsx';
import { FileDialog } from '../datasets/file-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAnswers } from '../../ui/form-answers.tsx';
import { Fault } from '../files/fault.tsx';
import { nameOf } from '../files/paths.ts';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import form from '../../ui/dialog-form.module.css';
import classes from './models.module.css';

const texts = modelsTexts.registration;

interface RegisterDialogProps {
  readonly isOpen: boolean;
  /** The preselected project. */
  readonly project: number | undefined;
  readonly onLeave: () => void;
  /** Receives the id of the model. */
  readonly onMade: (id: number) => void;
}

/** Registers a folder of the file space as a version of a model. */
export function RegisterDialog({ isOpen, project, onLeave, onMade }: RegisterDialogProps) {
  const [isBrowsing, setBrowsing] = useState(false);
  const registration = useRegistration({ project, onMade, onLeave });
  const { draft, change, leave } = registration;
  const pick = (folder: string): void => {
    setBrowsing(false);
    change({ path: folder, ...(draft.name === '' ? { name: nameOf(folder) } : {}) });
  };
  return (
    <>
      <Dialog isOpen={isOpen && !isBrowsing} title={texts.title} leave={texts.cancel} onLeave={leave}>
        <RegisterForm registration={registration} onBrowse={() => setBrowsing(true)} />
      </Dialog>
      <FileDialog
        isOpen={isOpen && isBrowsing}
        path={draft.path}
        folders={{ title: texts.browseTitle, hint: texts.browseHint }}
        onPick={pick}
        onEnd={() => setBrowsing(false)}
      />
    </>
  );
}

interface RegisterFormProps {
  readonly registration: ReturnType<typeof useRegistration>;
  readonly onBrowse: () => void;
}

function RegisterForm({ registration, onBrowse }: RegisterFormProps) {
  const { projects, projectId, draft, change, discard, isRestored, make, leave } = registration;
  const errors = fieldErrors(make.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <p className={classes.hint}>{texts.hint}</p>
      <ProjectField
        projects={projects}
        value={projectId}
        onChange={(id) => change({ project: String(id ?? '') })}
        error={errors.get('project')}
      />
      <PathField
        path={draft.path}
        error={errors.get('path')}
        onChange={(next) => change({ path: next })}
        onBrowse={onBrowse}
      />
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.get('name')}
        maxLength={200}
      />
      {make.error === null || errors.size > 0 ? null : <Fault error={make.error} />}
      <FormAnswers
        className={form.answers}
        cancel={texts.cancel}
        submit={texts.submit}
        isBusy={make.isPending}
        onLeave={leave}
      />
    </form>
  );
}

interface PathFieldProps {
  readonly path: string;
  readonly error: string | undefined;
  readonly onChange: (path: string) => void;
  readonly onBrowse: () => void;
}

/** The folder of the model: typed, or selected in the file space. */
const PathField = ({ path, error, onChange, onBrowse }: PathFieldProps) => (
  <div className={classes.path}>
    <TextInput
      label={texts.path}
      spellCheck={false}
      value={path}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      data-autofocus
    />
    <Button variant="default" onClick={onBrowse}>
      {texts.browse}
    </Button>
  </div>
);

/** The draft of a model in one of the projects where the user may create it. */
function useRegistration({ project, onMade, onLeave }: Omit<RegisterDialogProps, 'isOpen'>) {
  const client = useQueryClient();
  const may = useMay();
  const { data: all = [] } = useQuery(projectsQuery);
  const saved = { name: '', path: '', project: project === undefined ? '' : String(project) };
  const { draft, change, discard, isRestored } = useDraft(useDraftKey('model.new'), saved);
  const projects = all.filter(({ id }) => may('workflows.modify', 'EDIT', id));
  const projectId = projectIdOf(projects, draft.project);
  const make = useMutation({
    mutationFn: () => register(draft, projectId),
    onSuccess: async ({ id }) => {
      discard();
      await modelsChanged(client);
      onMade(id);
    },
  });
  const leave = (): void => {
    discard();
    make.reset();
    onLeave();
  };
  return { projects, projectId, draft, change, discard, isRestored, make, leave };
}

interface Registration {
  readonly name: string;
  readonly path: string;
}

async function register({ name, path }: Registration, projectId: number | undefined) {
  const errors = [
    ...(name.trim() === '' ? [{ field: 'name', message: texts.nameMissing }] : []),
    ...(name.includes('/') ? [{ field: 'name', message: texts.nameSlash }] : []),
    ...(path.trim() === '' ? [{ field: 'path', message: texts.pathMissing }] : []),
    ...(projectId === undefined ? [{ field: 'project', message: texts.projectMissing }] : []),
  ];
  if (errors.length > 0 || projectId === undefined) throw new ApiError(422, { errors });
  return registerModel(projectId, name.trim(), path.trim());
}
