import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { COMPATIBILITIES, isCompatibility } from '@millrace/workflow';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import type { Project } from '../../api/queries.ts';
import { createProject, updateProject } from '../../api/queries-of-projects.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { filesTexts } from '../../texts/files.ts';
import { editorTexts } from '../../texts/editor.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAnswers } from '../../ui/form-answers.tsx';
import { Fault } from '../files/fault.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import classes from './projects.module.css';

const texts = projectsTexts;

export type EditedProject = Pick<Project, 'id' | 'name' | 'description' | 'tag' | 'compatibility'>;

interface ProjectFormProps {
  /** Undefined for a new one. */
  readonly project?: EditedProject;
  readonly isOpen: boolean;
  readonly onLeave: () => void;
  /** Receives the id of the saved project. */
  readonly onSaved: (id: number) => void;
}

/** Creates a project, or changes its settings. */
export const ProjectForm = ({ project, isOpen, onLeave, onSaved }: ProjectFormProps) => (
  <Dialog
    isOpen={isOpen}
    title={project === undefined ? texts.new : texts.edit}
    leave={filesTexts.cancel}
    onLeave={onLeave}
  >
    <Fields {...(project === undefined ? {} : { project })} onLeave={onLeave} onSaved={onSaved} />
  </Dialog>
);

function Fields({ project, onLeave, onSaved }: Omit<ProjectFormProps, 'isOpen'>) {
  const { draft, change, discard, isRestored, save } = useProjectDraft(project, onSaved);
  const { name, description, tag, compatibility } = draft;
  const errors = fieldErrors(save.error);
  const leave = (): void => {
    discard();
    onLeave();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <TextInput
        label={texts.name}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.get('name')}
        maxLength={200}
        data-autofocus
      />
      <Textarea
        label={texts.description}
        rows={3}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={errors.get('description')}
      />
      <TextInput
        label={texts.tag}
        description={texts.tagHint}
        value={tag}
        onChange={(event) => change({ tag: event.currentTarget.value })}
        error={errors.get('tag')}
      />
      <NativeSelect
        label={texts.compatibility}
        description={texts.compatibilityHint}
        data={COMPATIBILITIES.map((value) => ({ value, label: editorTexts.compatibility.names[value] }))}
        value={compatibility}
        onChange={(event) => change({ compatibility: event.currentTarget.value })}
        error={errors.get('compatibility')}
      />
      {save.error === null || errors.size > 0 ? null : <Fault error={save.error} />}
      <FormAnswers
        className={classes.answers}
        cancel={filesTexts.cancel}
        submit={texts.save}
        isBusy={save.isPending}
        onLeave={leave}
      />
    </form>
  );
}

/** The draft of a project's settings, and their save. */
function useProjectDraft(project: EditedProject | undefined, onSaved: (id: number) => void) {
  const client = useQueryClient();
  const saved = {
    name: project?.name ?? '',
    description: project?.description ?? '',
    tag: project?.tag ?? '',
    compatibility: project?.compatibility ?? 'spark4',
  };
  const { draft, change, discard, isRestored } = useDraft(useDraftKey(`project.${project?.id ?? 'new'}`), saved);
  const { name, description, tag, compatibility } = draft;
  const save = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') throw new ApiError(422, { errors: [{ field: 'name', message: texts.nameMissing }] });
      const optional = isCompatibility(compatibility) ? { compatibility } : {};
      const words = { name: name.trim(), description, tag, ...optional };
      const { id } = project === undefined ? await createProject(words) : await updateProject(project.id, words);
      await client.invalidateQueries({ queryKey: ['projects'] });
      return id;
    },
    onSuccess: (id) => {
      discard();
      onSaved(id);
    },
  });
  return { draft, change, discard, isRestored, save };
}
