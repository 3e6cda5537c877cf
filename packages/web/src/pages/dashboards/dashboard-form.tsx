import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { ApiError, fieldErrors } from '../../api/problem.ts';
import { createDashboard } from '../../api/queries-of-dashboards.ts';
import { projectsQuery } from '../../api/queries.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { FormAnswers } from '../../ui/form-answers.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { RestoredNotice } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { newSheet } from './content.ts';
import { ProjectField, projectIdOf } from '../../ui/project-field.tsx';
import form from '../../ui/dialog-form.module.css';

const texts = dashboardsTexts;

interface DashboardFormProps {
  readonly isOpen: boolean;
  /** The preselected project. */
  readonly project: number | undefined;
  readonly onLeave: () => void;
  /** Receives the id of the new dashboard. */
  readonly onMade: (id: number) => void;
}

/** Creates a dashboard with one empty sheet. */
export const DashboardForm = ({ isOpen, onLeave, ...rest }: DashboardFormProps) => (
  <Dialog isOpen={isOpen} title={texts.new} leave={texts.cancel} onLeave={onLeave}>
    <Fields onLeave={onLeave} {...rest} />
  </Dialog>
);

function Fields({ project, onLeave, onMade }: Omit<DashboardFormProps, 'isOpen'>) {
  const { projects, projectId, draft, change, discard, isRestored, make } = useNewDashboard(project, onMade);
  const errors = fieldErrors(make.error);
  const leave = (): void => {
    discard();
    onLeave();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {isRestored ? <RestoredNotice onDiscard={discard} /> : null}
      <TextInput
        label={texts.name}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.get('name')}
        maxLength={200}
        data-autofocus
      />
      <ProjectField
        projects={projects}
        value={projectId}
        onChange={(id) => change({ project: String(id ?? '') })}
        error={errors.get('project')}
      />
      <TextInput
        label={texts.category}
        value={draft.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
        maxLength={200}
      />
      <Textarea
        label={texts.description}
        rows={2}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {make.error === null || errors.size > 0 ? null : <Fault error={make.error} />}
      <FormAnswers
        className={form.answers}
        cancel={texts.cancel}
        submit={texts.create}
        isBusy={make.isPending}
        onLeave={leave}
      />
    </form>
  );
}

/** The draft of a dashboard in one of the projects where the user may create it. */
function useNewDashboard(project: number | undefined, onMade: (id: number) => void) {
  const client = useQueryClient();
  const may = useMay();
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter(({ id }) => may('dashboard.modify', 'EDIT', id));
  const saved = { name: '', category: '', description: '', project: project === undefined ? '' : String(project) };
  const { draft, change, discard, isRestored } = useDraft(useDraftKey('dashboard.new'), saved);
  const projectId = projectIdOf(projects, draft.project);
  const make = useMutation({
    mutationFn: () => create(draft, projectId),
    onSuccess: async (id) => {
      discard();
      await client.invalidateQueries({ queryKey: ['dashboards'], exact: true });
      onMade(id);
    },
  });
  return { projects, projectId, draft, change, discard, isRestored, make };
}

interface NewDashboard {
  readonly name: string;
  readonly category: string;
  readonly description: string;
}

async function create(draft: NewDashboard, projectId: number | undefined): Promise<number> {
  const name = draft.name.trim();
  const errors = [
    ...(name === '' ? [{ field: 'name', message: texts.nameMissing }] : []),
    ...(projectId === undefined ? [{ field: 'project', message: texts.projectMissing }] : []),
  ];
  if (errors.length > 0 || projectId === undefined) throw new ApiError(422, { errors });
  const sheets = [newSheet([], texts.sheet(1))];
  return createDashboard(projectId, {
    name,
    category: draft.category.trim(),
    description: draft.description,
    sheets,
  });
}
