import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import type { Project } from '../../api/queries.ts';
import { cloneWorkflow, workflowsQuery, type ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { filesTexts } from '../../texts/files.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAnswers } from '../../ui/form-answers.tsx';
import { ProjectSelect, projectIdOf } from '../../ui/project-field.tsx';
import { Fault } from '../files/fault.tsx';
import form from '../../ui/dialog-form.module.css';

const texts = workflowsTexts;

interface CloneDialogProps {
  /** The workflow to clone; undefined while the dialog is closed. */
  readonly workflow: ListedWorkflow | undefined;
  /** The other projects in which the user may create workflows. */
  readonly projects: readonly Project[];
  readonly onLeave: () => void;
  /** Receives the id of the clone, and its project. */
  readonly onCloned: (id: number, project: Project) => void;
}

/** Asks for the project and the name of a clone. */
export const CloneDialog = ({ workflow, ...props }: CloneDialogProps) => (
  <Dialog
    isOpen={workflow !== undefined}
    title={texts.cloneIntoTitle(workflow?.name ?? '')}
    leave={filesTexts.cancel}
    onLeave={props.onLeave}
  >
    {workflow === undefined ? null : <Fields key={workflow.id} workflow={workflow} {...props} />}
  </Dialog>
);

function Fields({ workflow, projects, onLeave, onCloned }: CloneDialogProps & { readonly workflow: ListedWorkflow }) {
  const client = useQueryClient();
  const [name, setName] = useState(workflow.name);
  const [projectText, setProjectText] = useState('');
  const projectId = projectIdOf(projects, projectText);
  const project = projects.find(({ id }) => id === projectId);
  const clone = useMutation({
    mutationFn: async () => {
      const errors = [
        ...(name.trim() === '' ? [{ field: 'name', message: texts.cloneNameMissing }] : []),
        ...(project === undefined ? [{ field: 'project', message: texts.cloneProjectMissing }] : []),
      ];
      if (errors.length > 0 || project === undefined) throw new ApiError(422, { errors });
      const id = await cloneWorkflow(workflow.id, { name: name.trim(), projectId: project.id });
      await client.invalidateQueries({ queryKey: workflowsQuery.queryKey });
      return { id, project };
    },
    onSuccess: (clone) => onCloned(clone.id, clone.project),
  });
  const errors = fieldErrors(clone.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    clone.mutate();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <ProjectSelect
        projects={projects}
        value={projectId}
        onChange={(id) => setProjectText(String(id ?? ''))}
        error={errors.get('project')}
        isFirst
      />
      <TextInput
        label={texts.cloneName}
        value={name}
        maxLength={500}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={errors.get('name')}
      />
      {clone.error === null || errors.size > 0 ? null : <Fault error={clone.error} />}
      <FormAnswers
        className={form.answers}
        cancel={filesTexts.cancel}
        submit={texts.clone}
        isBusy={clone.isPending}
        onLeave={onLeave}
      />
    </form>
  );
}
