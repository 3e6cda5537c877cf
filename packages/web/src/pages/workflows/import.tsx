import { Button, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState, useSyncExternalStore } from 'react';
import { useMay } from '../../api/may.ts';
import { meQuery, projectsQuery, type Project } from '../../api/queries.ts';
import { workflowsQuery, type UuidOption } from '../../api/queries-of-workflows.ts';
import { workflowImportTexts } from '../../texts/workflow-import.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { Choices } from '../../ui/choices.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileChooser } from '../../ui/file-chooser.tsx';
import { count, size } from '../../ui/format.ts';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { FileReport } from './file-report.tsx';
import { imports, type ImportedFile } from './imports.ts';
import classes from './import.module.css';

const texts = workflowImportTexts;

/** Imports workflows from files, and says of each node whether it can run. */
export function ImportWorkflows() {
  const { files, phase } = useSyncExternalStore(imports.subscribe, imports.snapshot);
  const may = useMay();
  const { data: projects } = useQuery(projectsQuery);
  const open = projects?.filter(({ id }) => may('workflows.modify', 'EDIT', id)) ?? [];
  const take = (fileList: readonly File[]): void => imports.choose(fileList);
  return (
    <DropZone
      isOpen={phase !== 'going' && open.length > 0}
      label={workflowsTexts.drop}
      onDrop={({ files }) => take([...files])}
    >
      <Page title={texts.title} aside={<Link to="/workflows">{texts.back}</Link>}>
        {projects !== undefined && open.length === 0 ? (
          <Empty title={texts.notAllowed}>{texts.notAllowedHint}</Empty>
        ) : (
          <div className={classes.body}>
            {phase === 'choosing' ? <Chooser files={files} onFiles={take} /> : null}
            {phase === 'choosing' && files.length > 0 ? <ImportForm projects={open} many={files.length} /> : null}
            {phase === 'choosing' ? null : <Outcome files={files} isGoing={phase === 'going'} />}
          </div>
        )}
      </Page>
    </DropZone>
  );
}

interface ChooserProps {
  readonly files: readonly ImportedFile[];
  readonly onFiles: (files: readonly File[]) => void;
}

function Chooser({ files, onFiles }: ChooserProps) {
  return (
    <>
      <FileChooser
        label={texts.chooseLabel}
        title={texts.choose}
        hint={texts.chooseHint}
        accept=".json,application/json"
        isMultiple
        onFiles={(selection) => onFiles([...selection])}
      />
      {files.length === 0 ? null : (
        <ul className={classes.files} aria-label={texts.chosen}>
          {files.map(({ file }, i) => (
            <li key={`${file.name}/${i}`}>
              <span className={classes.name}>{file.name}</span>
              <span className="soft">{size(file.size)}</span>
              <button type="button" aria-label={texts.leaveOut(file.name)} onClick={() => imports.leaveOut(file)}>
                <span aria-hidden>×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ImportForm({ projects, many }: { readonly projects: readonly Project[]; readonly many: number }) {
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const { projectId: dropped } = imports.snapshot();
  const first = [dropped, me?.currentProjectId, projects[0]?.id].find((id) => projects.some((one) => one.id === id));
  const [picked, setPicked] = useState<number>();
  const [option, setOption] = useState<UuidOption>('createNewUUIDIfExist');
  const id = useId();
  const project = picked ?? first ?? undefined;
  const go = async (): Promise<void> => {
    if (project === undefined) return;
    await imports.start(project, option);
    await client.invalidateQueries({ queryKey: workflowsQuery.queryKey });
  };
  return (
    <div className={classes.wishes}>
      <div className={classes.field}>
        <label htmlFor={id}>{texts.project}</label>
        <select id={id} value={project ?? ''} onChange={(event) => setPicked(Number(event.currentTarget.value))}>
          {projects.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <Choices label={texts.known} options={texts.uuidOptions} selected={option} onPick={setOption} />
      <div>
        <Button onClick={() => void go()} disabled={project === undefined}>
          {texts.submit(count(many), many)}
        </Button>
      </div>
    </div>
  );
}

function Outcome({ files, isGoing }: { readonly files: readonly ImportedFile[]; readonly isGoing: boolean }) {
  const done = files.filter(({ state }) => state === 'done' || state === 'failed').length;
  const reports = files.flatMap(({ reports: all }) => all ?? []);
  const figures = {
    came: reports.length,
    run: reports.filter(({ canRun }) => canRun).length,
    failed: files.filter(({ state }) => state === 'failed').length,
  };
  return (
    <>
      {isGoing ? (
        <div role="status" className={classes.progress}>
          <Progress value={(100 * done) / files.length} aria-label={texts.progress} />
          {texts.going(count(done), count(files.length))}
        </div>
      ) : (
        <div className={classes.sum} role="status">
          <h2>{texts.sum(count(figures.came), figures.came)}</h2>
          {figures.run > 0 ? <span data-tone="good">{texts.canRun(count(figures.run))}</span> : null}
          {figures.came > figures.run ? <span>{texts.cannotRun(count(figures.came - figures.run))}</span> : null}
          {figures.failed > 0 ? (
            <span data-tone="bad">✕ {texts.failed(count(figures.failed), figures.failed)}</span>
          ) : null}
          <Button size="compact-sm" variant="default" onClick={() => imports.clear()}>
            {texts.more}
          </Button>
        </div>
      )}
      {files.map((one, i) => (
        <FileReport key={`${one.file.name}/${i}`} imported={one} />
      ))}
    </>
  );
}
