import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { modelsChanged, registerModel } from '../../api/models.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { projectsQuery } from '../../api/queries.ts';
import { modelsTexts } from '../../texts/models.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { ProjectField, wantedProject } from '../../ui/project-field.tsx';
import { FileDialog } from '../datasets/file-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { nameOf } from '../files/paths.ts';
import { Restored } from '../../ui/restored.tsx';
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
  const client = useQueryClient();
  const may = useMay();
  const { data: projects = [] } = useQuery(projectsQuery);
  const [isBrowsing, setBrowsing] = useState(false);
  const saved = { name: '', path: '', project: project === undefined ? '' : String(project) };
  const { draft, change, discard, isRestored } = useDraft(useDraftKey('model.new'), saved);
  const { name, path } = draft;
  const open = projects.filter(({ id }) => may('workflows.modify', 'EDIT', id));
  const wanted = wantedProject(open, draft.project);
  const make = useMutation({
    mutationFn: () => {
      const errors = [
        ...(name.trim() === '' ? [{ field: 'name', message: texts.nameMissing }] : []),
        ...(name.includes('/') ? [{ field: 'name', message: texts.nameSlash }] : []),
        ...(path.trim() === '' ? [{ field: 'path', message: texts.pathMissing }] : []),
        ...(wanted === undefined ? [{ field: 'project', message: texts.projectMissing }] : []),
      ];
      if (errors.length > 0 || wanted === undefined) throw new ApiError(422, { errors });
      return registerModel(wanted, name.trim(), path.trim());
    },
    onSuccess: async ({ id }) => {
      discard();
      await modelsChanged(client);
      onMade(id);
    },
  });
  const errors = fieldErrors(make.error);
  const leave = (): void => {
    discard();
    make.reset();
    onLeave();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  const pick = (folder: string): void => {
    setBrowsing(false);
    change({ path: folder, ...(name === '' ? { name: nameOf(folder) } : {}) });
  };
  return (
    <>
      <Dialog isOpen={isOpen && !isBrowsing} title={texts.title} leave={texts.cancel} onLeave={leave}>
        <form className={form.form} onSubmit={submit} noValidate>
          {isRestored ? <Restored onDiscard={discard} /> : null}
          <p className={classes.hint}>{texts.hint}</p>
          <ProjectField
            projects={open}
            value={wanted}
            onChange={(id) => change({ project: String(id ?? '') })}
            error={errors.get('project')}
          />
          <div className={classes.path}>
            <TextInput
              label={texts.path}
              spellCheck={false}
              value={path}
              onChange={(event) => change({ path: event.currentTarget.value })}
              error={errors.get('path')}
              data-autofocus
            />
            <Button variant="default" onClick={() => setBrowsing(true)}>
              {texts.browse}
            </Button>
          </div>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={errors.get('name')}
            maxLength={200}
          />
          {make.error === null || errors.size > 0 ? null : <Fault error={make.error} />}
          <div className={form.answers}>
            <Button variant="default" onClick={leave}>
              {texts.cancel}
            </Button>
            <Button type="submit" loading={make.isPending}>
              {texts.submit}
            </Button>
          </div>
        </form>
      </Dialog>
      <FileDialog
        isOpen={isOpen && isBrowsing}
        path={path}
        folders={{ title: texts.browseTitle, hint: texts.browseHint }}
        onPick={pick}
        onEnd={() => setBrowsing(false)}
      />
    </>
  );
}
