import { Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { projectsQuery } from '../../api/queries.ts';
import { workflowsQuery } from '../../api/queries-of-schedules.ts';
import { scheduleFormTexts } from '../../texts/schedule-form.ts';
import { scheduleTexts } from '../../texts/schedule.ts';
import { Choices } from '../../ui/choices.tsx';
import { byWords, type FieldsProps } from './when-fields.tsx';
import classes from './schedule.module.css';

const texts = scheduleFormTexts;

/** The workflow and the name of a schedule; `name`: the default. */
export function WhatFields({ draft, change, errors, name }: FieldsProps & { readonly name: string }) {
  const { data: workflows = [], isPending } = useQuery(workflowsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const options = workflows.map(({ id, name: label, projectId }) => ({
    value: String(id),
    label,
    project: projects.find((project) => project.id === projectId)?.name ?? '',
  }));
  const isKnown = isPending || draft.workflow === '' || options.some(({ value }) => value === draft.workflow);
  const missing = { value: draft.workflow, label: scheduleTexts.workflowGone(Number(draft.workflow)), project: '' };
  return (
    <>
      <Select
        label={texts.workflow}
        name="workflow"
        placeholder={texts.workflowHint}
        data={isKnown ? options : [missing, ...options]}
        value={draft.workflow === '' ? null : draft.workflow}
        onChange={(workflow) => change({ workflow: workflow ?? '' })}
        searchable
        allowDeselect={false}
        limit={60}
        filter={byWords}
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        classNames={{ options: classes.options }}
        nothingFoundMessage={texts.noWorkflow}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            <span className="soft">{'project' in option ? String(option.project) : ''}</span>
          </span>
        )}
        error={errors.get('analysisFlowId')}
      />
      <TextInput
        label={texts.name}
        placeholder={name}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.get('name')}
      />
      <Textarea
        label={texts.description}
        rows={2}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={errors.get('description')}
      />
    </>
  );
}

/** The rules for overlapping runs and missed fires. */
export const MannerFields = ({ draft, change, errors }: FieldsProps) => (
  <>
    <Choices
      label={texts.overlap}
      options={texts.overlaps}
      selected={draft.overlap}
      onPick={(overlap) => change({ overlap })}
    />
    <Choices
      label={texts.misfire}
      options={texts.misfires}
      selected={draft.misfire}
      onPick={(misfire) => change({ misfire })}
    />
    {draft.misfire === 'FIRE_ALL' ? (
      <TextInput
        type="number"
        inputMode="numeric"
        label={texts.maxCatchUp}
        value={draft.maxCatchUp}
        onChange={(event) => change({ maxCatchUp: event.currentTarget.value })}
        error={errors.get('maxCatchUp')}
        className={classes.half}
      />
    ) : null}
  </>
);

/** The receivers of mail, and the parameters of the runs. */
export const MailFields = ({ draft, change, errors }: FieldsProps) => (
  <>
    <div className={classes.row}>
      <TextInput
        label={texts.onSuccess}
        description={texts.mailHint}
        value={draft.onSuccess}
        onChange={(event) => change({ onSuccess: event.currentTarget.value })}
        error={errors.get('emailonSuccess')}
      />
      <TextInput
        label={texts.onFailure}
        description={texts.mailHint}
        value={draft.onFailure}
        onChange={(event) => change({ onFailure: event.currentTarget.value })}
        error={errors.get('emailonFailure')}
      />
    </div>
    <Textarea
      label={texts.parameters}
      description={texts.parametersHint}
      rows={2}
      spellCheck={false}
      value={draft.parameters}
      onChange={(event) => change({ parameters: event.currentTarget.value })}
      error={errors.get('programParameters')}
      classNames={{ input: 'data' }}
    />
  </>
);
