import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { exportProjects, type ExportOptions } from '../../api/queries-of-projects.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { filesTexts } from '../../texts/files.ts';
import { fileName, saveFile } from '../../ui/save-file.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../files/fault.tsx';
import classes from './projects.module.css';

const texts = projectsTexts.export;

interface ExportDialogProps {
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  readonly isOpen: boolean;
  readonly onLeave: () => void;
}

/** The permission for reading each kind. */
const kinds = [
  ['workflow', ['workflows.view', 'variables.view']],
  ['dataset', ['datasets.view']],
  ['report', ['dashboard.view']],
  ['model', ['workflows.view']],
] as const;

/** Exports projects as a ZIP archive, with selected kinds of records. */
export const ExportDialog = (props: ExportDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    title={texts.title(props.projects.length)}
    leave={filesTexts.cancel}
    onLeave={props.onLeave}
  >
    <ExportForm {...props} />
  </Dialog>
);

function ExportForm({ projects, onLeave }: ExportDialogProps) {
  const may = useMay();
  const open = kinds.filter(([, needed]) => needed.every((permission) => may(permission)));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isWanted = (kind: keyof ExportOptions): boolean => open.some(([one]) => one === kind) && !left.has(kind);
  const save = useMutation({
    mutationFn: async () => {
      const options = {
        workflow: isWanted('workflow'),
        dataset: isWanted('dataset'),
        report: isWanted('report'),
        model: isWanted('model'),
      };
      const archive = await exportProjects(
        projects.map(({ id }) => id),
        options,
      );
      saveFile(archive, fileName(projects.length === 1 ? (projects[0]?.name ?? '') : 'projects', 'zip'));
    },
    onSuccess: onLeave,
  });
  const isNothing = open.every(([kind]) => left.has(kind));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p className={classes.text}>{projects.map(({ name }) => name).join(', ')}</p>
      {open.map(([kind]) => (
        <Checkbox
          key={kind}
          label={texts.kinds[kind]}
          checked={!left.has(kind)}
          onChange={({ currentTarget: { checked } }) =>
            setLeft((before) => new Set(checked ? [...before].filter((one) => one !== kind) : [...before, kind]))
          }
        />
      ))}
      <p className={classes.soft}>{texts.hint}</p>
      {save.error === null ? null : <Fault error={save.error} />}
      <div className={classes.answers}>
        <Button variant="default" onClick={onLeave}>
          {filesTexts.cancel}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={isNothing}>
          {texts.submit}
        </Button>
      </div>
    </form>
  );
}
