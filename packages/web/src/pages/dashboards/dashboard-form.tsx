import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { ApiError } from '../../api/problem.ts';
import { createDashboard } from '../../api/queries-of-dashboards.ts';
import { projectsQuery } from '../../api/queries.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { Restored } from '../../ui/restored.tsx';
import { useDraftKey } from '../../ui/use-draft-key.ts';
import { newSheet } from './content.ts';
import { ProjectField, wantedProject } from '../../ui/project-field.tsx';
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
  const client = useQueryClient();
  const may = useMay();
  const { data: projects = [] } = useQuery(projectsQuery);
  const open = projects.filter(({ id }) => may('dashboard.modify', 'EDIT', id));
  const saved = { name: '', category: '', description: '', project: project === undefined ? '' : String(project) };
  const { draft, change, discard, isRestored } = useDraft(useDraftKey('dashboard.new'), saved);
  const { name, category, description } = draft;
  const wanted = wantedProject(open, draft.project);
  const make = useMutation({
    mutationFn: () => {
      const errors = [
        ...(name.trim() === '' ? [{ field: 'name', message: texts.nameMissing }] : []),
        ...(wanted === undefined ? [{ field: 'project', message: texts.projectMissing }] : []),
      ];
      if (errors.length > 0 || wanted === undefined) throw new ApiError(422, { errors });
      return createDashboard(wanted, {
        name: name.trim(),
        category: category.trim(),
        description,
        sheets: [newSheet([], texts.sheet(1))],
      });
    },
    onSuccess: async (id) => {
      discard();
      await client.invalidateQueries({ queryKey: ['dashboards'], exact: true });
      onMade(id);
    },
  });
  const errors = make.error instanceof ApiError ? make.error.byField : new Map<string, string>();
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
      {isRestored ? <Restored onDiscard={discard} /> : null}
      <TextInput
        label={texts.name}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.get('name')}
        maxLength={200}
        data-autofocus
      />
      <ProjectField
        projects={open}
        value={wanted}
        onChange={(id) => change({ project: String(id ?? '') })}
        error={errors.get('project')}
      />
      <TextInput
        label={texts.category}
        value={category}
        onChange={(event) => change({ category: event.currentTarget.value })}
        maxLength={200}
      />
      <Textarea
        label={texts.description}
        rows={2}
        value={description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {make.error === null || errors.size > 0 ? null : <Fault error={make.error} />}
      <div className={form.answers}>
        <Button variant="default" onClick={leave}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={make.isPending}>
          {texts.create}
        </Button>
      </div>
    </form>
  );
}
