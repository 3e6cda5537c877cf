import { Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { fieldErrors } from '../../api/problem.ts';
import { dashboardsQuery, type DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { projectsQuery } from '../../api/queries.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormAnswers } from '../../ui/form-answers.tsx';
import { Fault } from '../files/fault.tsx';
import { usePin } from './use-pin.ts';
import { ProjectField, projectIdOf } from '../../ui/project-field.tsx';
import form from '../../ui/dialog-form.module.css';
import classes from './pin.module.css';

const texts = dashboardsTexts;

/** An output of a node of a workflow. */
interface PinProps {
  readonly workflowId: number;
  readonly workflowName: string;
  readonly nodeId: string;
  readonly title: string;
  /** Of the output: table, chart, … */
  readonly type: string;
}

/** Adds an output to a dashboard, from the page that shows it. */
export function PinButton(props: PinProps) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may('dashboard.modify', 'EDIT')) return null;
  return (
    <>
      <button type="button" className={classes.pin} onClick={() => setOpen(true)}>
        {texts.pin}…<VisuallyHidden>: {props.title}</VisuallyHidden>
      </button>
      <Dialog isOpen={isOpen} title={texts.pin} leave={texts.close} onLeave={() => setOpen(false)}>
        <PinForm {...props} onLeave={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function PinForm({ onLeave, ...from }: PinProps & { readonly onLeave: () => void }) {
  const may = useMay();
  const { data: all } = useQuery(dashboardsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const mayEdit = (projectId: number): boolean => may('dashboard.modify', 'EDIT', projectId);
  const open = (all ?? []).filter(({ projectId }) => mayEdit(projectId));
  const editableProjects = projects.filter(({ id }) => mayEdit(id));
  const [picked, setPicked] = useState<string>();
  // the most recently changed one is preselected
  const dashboardId = picked ?? String(open[0]?.id ?? '');
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const newProjectId = projectIdOf(editableProjects, project);
  const pin = usePin(from, dashboardId, { name: name.trim(), projectId: newProjectId });
  const errors = fieldErrors(pin.error);
  if (pin.data !== undefined) return <PinConfirmation {...pin.data} onLeave={onLeave} />;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // the forms around the dialog in the tree are not meant
    event.stopPropagation();
    pin.mutate();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <DashboardSelect dashboards={open} value={dashboardId} onChange={setPicked} />
      {dashboardId === '' ? (
        <>
          <TextInput
            label={texts.name}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errors.get('name')}
          />
          <ProjectField
            projects={editableProjects}
            value={newProjectId}
            onChange={(id) => setProject(String(id ?? ''))}
            error={errors.get('project')}
          />
        </>
      ) : null}
      {pin.error === null || errors.size > 0 ? null : <Fault error={pin.error} />}
      <FormAnswers
        className={form.answers}
        cancel={texts.cancel}
        submit={texts.pinYes}
        isBusy={pin.isPending || all === undefined}
        onLeave={onLeave}
      />
    </form>
  );
}

interface DashboardSelectProps {
  readonly dashboards: readonly DashboardRecord[];
  /** The id of one; empty for a new one. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const DashboardSelect = ({ dashboards, value, onChange }: DashboardSelectProps) => (
  <NativeSelect
    label={texts.pinWhich}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data-autofocus
  >
    {dashboards.map(({ id, name }) => (
      <option key={id} value={id}>
        {name || texts.noName(id)}
      </option>
    ))}
    <option value="">{texts.pinNew}</option>
  </NativeSelect>
);

interface PinConfirmationProps {
  readonly id: number;
  readonly name: string;
  readonly onLeave: () => void;
}

/** Says that the output was added, and leads to the dashboard. */
const PinConfirmation = ({ id, name, onLeave }: PinConfirmationProps) => (
  <div className={form.form}>
    <p role="status" className={classes.done}>
      {texts.pinned(name)}
    </p>
    <div className={form.answers}>
      <Button variant="default" onClick={onLeave}>
        {texts.close}
      </Button>
      <Button renderRoot={(props) => <Link {...props} to="/dashboards/$id" params={{ id: String(id) }} />}>
        {texts.toDashboard}
      </Button>
    </div>
  </div>
);
