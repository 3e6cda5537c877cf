import { Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useMay } from '../../api/may.ts';
import { ApiError } from '../../api/problem.ts';
import { createDashboard, dashboardQuery, dashboardsQuery, updateDashboard } from '../../api/queries-of-dashboards.ts';
import { projectsQuery } from '../../api/queries.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import { itemOf, newSheet, sheetsOf, withItem } from './content.ts';
import { ProjectField, wantedProject } from '../../ui/project-field.tsx';
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
  const client = useQueryClient();
  const may = useMay();
  const { data: all } = useQuery(dashboardsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const mayEdit = (projectId: number): boolean => may('dashboard.modify', 'EDIT', projectId);
  const open = (all ?? []).filter(({ projectId }) => mayEdit(projectId));
  const places = projects.filter(({ id }) => mayEdit(id));
  const [picked, setPicked] = useState<string>();
  // the most recently changed one is preselected
  const chosen = picked ?? String(open[0]?.id ?? '');
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const wanted = wantedProject(places, project);
  const pin = useMutation({
    mutationFn: async (): Promise<{ id: number; name: string }> => {
      if (chosen === '') {
        const errors = [
          ...(name.trim() === '' ? [{ field: 'name', message: texts.nameMissing }] : []),
          ...(wanted === undefined ? [{ field: 'project', message: texts.projectMissing }] : []),
        ];
        if (errors.length > 0 || wanted === undefined) throw new ApiError(422, { errors });
        const sheets = [withItem(newSheet([], texts.sheet(1)), itemOf(from))];
        const id = await createDashboard(wanted, { name: name.trim(), category: '', description: '', sheets });
        return { id, name: name.trim() };
      }
      for (;;) {
        const id = Number(chosen);
        const record = await client.fetchQuery({ ...dashboardQuery(id), staleTime: 0 });
        const [first = newSheet([], texts.sheet(1)), ...others] = sheetsOf(record);
        const { dateCreated: _c, dateLastUpdated: _u, id: _i, userId: _o, projectId: _p, ...content } = record;
        try {
          await updateDashboard(id, { ...content, sheets: [withItem(first, itemOf(from)), ...others] });
          return { id, name: record.name };
        } catch (error) {
          // another user saved in between: the item is added to the newer version
          if (!(error instanceof ApiError && error.status === 409)) throw error;
        }
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['dashboards'] }),
  });
  const errors = pin.error instanceof ApiError ? pin.error.byField : new Map<string, string>();
  if (pin.data !== undefined)
    return (
      <div className={form.form}>
        <p role="status" className={classes.done}>
          {texts.pinned(pin.data.name)}
        </p>
        <div className={form.answers}>
          <Button variant="default" onClick={onLeave}>
            {texts.close}
          </Button>
          <Button renderRoot={(props) => <Link {...props} to="/dashboards/$id" params={{ id: String(pin.data.id) }} />}>
            {texts.toDashboard}
          </Button>
        </div>
      </div>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // the forms around the dialog in the tree are not meant
    event.stopPropagation();
    pin.mutate();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <NativeSelect
        label={texts.pinWhich}
        value={chosen}
        onChange={(event) => setPicked(event.currentTarget.value)}
        data-autofocus
      >
        {open.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title || texts.noName(id)}
          </option>
        ))}
        <option value="">{texts.pinNew}</option>
      </NativeSelect>
      {chosen === '' ? (
        <>
          <TextInput
            label={texts.name}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errors.get('name')}
          />
          <ProjectField
            projects={places}
            value={wanted}
            onChange={(id) => setProject(String(id ?? ''))}
            error={errors.get('project')}
          />
        </>
      ) : null}
      {pin.error === null || errors.size > 0 ? null : <Fault error={pin.error} />}
      <div className={form.answers}>
        <Button variant="default" onClick={onLeave}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={pin.isPending || all === undefined}>
          {texts.pinYes}
        </Button>
      </div>
    </form>
  );
}
