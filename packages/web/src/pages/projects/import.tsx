import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery, type Project } from '../../api/queries.ts';
import { importArchive, importArchives, type ImportedProjects } from '../../api/queries-of-projects.ts';
import { projectImportTexts } from '../../texts/project-import.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { workflowImportTexts } from '../../texts/workflow-import.ts';
import { Choices } from '../../ui/choices.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FileChooser } from '../../ui/file-chooser.tsx';
import { count, size } from '../../ui/format.ts';
import { Question } from '../../ui/question.tsx';
import { Empty } from '../../ui/states.tsx';
import { Fault } from '../files/fault.tsx';
import { Page } from '../page.tsx';
import classes from './projects.module.css';

const texts = projectImportTexts;

type Way = keyof typeof texts.ways;

type Outcome = { readonly one: ImportedProjects } | { readonly many: readonly string[] };

/** Imports projects from a ZIP archive. */
export function ImportProject() {
  const may = useMay();
  const { data: projects } = useQuery(projectsQuery);
  const open = projects?.filter(({ id }) => may('workflows.modify', 'EDIT', id)) ?? [];
  const mayMake = may('projects.manage') && may('workflows.modify');
  const [file, setFile] = useState<File>();
  const [outcome, setOutcome] = useState<Outcome>();
  const take = ([archive]: readonly File[]): void => {
    setOutcome(undefined);
    setFile(archive);
  };
  const mayImport = mayMake || open.length > 0;
  return (
    <DropZone isOpen={mayImport} label={texts.drop} onDrop={({ files }) => take([...files])}>
      <Page title={texts.title} aside={<Link to="/projects">{projectsTexts.all}</Link>}>
        <div className={classes.import}>
          {projects !== undefined && !mayImport ? (
            <Empty title={workflowImportTexts.notAllowed}>{workflowImportTexts.notAllowedHint}</Empty>
          ) : outcome !== undefined ? (
            <Report outcome={outcome} onMore={() => setOutcome(undefined)} />
          ) : (
            <>
              <FileChooser
                label={texts.chooseLabel}
                title={file === undefined ? texts.choose : file.name}
                hint={file === undefined ? texts.chooseHint : size(file.size)}
                accept=".zip,application/zip"
                onFiles={(files) => take([...files])}
              />
              {file === undefined ? null : (
                <ImportForm
                  file={file}
                  projects={open}
                  mayMake={mayMake}
                  onDone={(done) => {
                    setFile(undefined);
                    setOutcome(done);
                  }}
                />
              )}
            </>
          )}
        </div>
      </Page>
    </DropZone>
  );
}

interface ImportFormProps {
  readonly file: File;
  readonly projects: readonly Project[];
  readonly mayMake: boolean;
  readonly onDone: (outcome: Outcome) => void;
}

const ofNew: readonly Way[] = ['CREATE_NEW', 'ALL'];

function ImportForm({ file, projects, mayMake, onDone }: ImportFormProps) {
  const ways = Object.entries(texts.ways).filter(([way]) =>
    ofNew.includes(way as Way) ? mayMake : projects.length > 0,
  );
  const [way, setWay] = useState((ways[0]?.[0] ?? 'CREATE_NEW') as Way);
  const [name, setName] = useState('');
  const [project, setProject] = useState(projects[0]?.id);
  const [isAsked, setAsked] = useState(false);
  const send = useImport({ file, way, name, project }, onDone, () => setAsked(false));
  const target = projects.find((one) => one.id === project)?.name ?? '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (way === 'DELETE_ALL') setAsked(true);
        else send.mutate();
      }}
    >
      <Choices
        label={texts.how}
        options={Object.fromEntries(ways) as Readonly<Record<Way, readonly [string, string]>>}
        selected={way}
        onPick={(next) => {
          send.reset();
          setWay(next);
        }}
      />
      {way === 'CREATE_NEW' ? (
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : way === 'ALL' ? null : (
        <ProjectSelect projects={projects} value={project} onChange={setProject} />
      )}
      {send.error === null ? null : <Fault error={send.error} />}
      <div>
        <Button type="submit" loading={send.isPending}>
          {texts.submit}
        </Button>
      </div>
      <Question
        isOpen={isAsked}
        title={texts.replaceTitle(target)}
        yes={texts.replace}
        no={projectsTexts.delete.keep}
        isBusy={send.isPending}
        onYes={() => send.mutate()}
        onNo={() => setAsked(false)}
      >
        {texts.replaceHint}
      </Question>
    </form>
  );
}

interface ProjectSelectProps {
  readonly projects: readonly Project[];
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
}

function ProjectSelect({ projects, value, onChange }: ProjectSelectProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{workflowImportTexts.project}</label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {projects.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface Import {
  readonly file: File;
  readonly way: Way;
  readonly name: string;
  readonly project: number | undefined;
}

function useImport({ file, way, name, project }: Import, onDone: (outcome: Outcome) => void, onSettled: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Outcome> => {
      if (way === 'ALL') return { many: await importArchives(file) };
      const projectId = way === 'CREATE_NEW' ? null : (project ?? null);
      return { one: await importArchive({ file, projectId, name: projectId === null ? name : '', option: way }) };
    },
    onSuccess: async (outcome) => {
      await client.invalidateQueries();
      onDone(outcome);
    },
    onSettled,
  });
}

const kinds = ['workflows', 'datasets', 'dashboards', 'schedules', 'variables', 'models'] as const;

function Report({ outcome, onMore }: { readonly outcome: Outcome; readonly onMore: () => void }) {
  const messages = 'one' in outcome ? (outcome.one.messages ?? []) : outcome.many;
  return (
    <section aria-label={texts.report} className={classes.form} role="status">
      <h2>
        <span className={classes.good}>✓</span> {texts.done}
      </h2>
      {'one' in outcome ? (
        <>
          <dl className={classes.counts}>
            {kinds.map((kind) => (
              <div key={kind}>
                <dt>{texts.kinds[kind]}</dt>
                <dd>{count(outcome.one[kind])}</dd>
              </div>
            ))}
          </dl>
          <Link to="/projects/$id" params={{ id: String(outcome.one.projectId) }}>
            {texts.toProject}
          </Link>
          {messages.length === 0 ? null : <h3>{texts.messages}</h3>}
        </>
      ) : null}
      {messages.length === 0 ? null : (
        <ul className={classes.messages}>
          {messages.map((message, i) => (
            <li key={i}>{message}</li>
          ))}
        </ul>
      )}
      <div>
        <Button size="compact-sm" variant="default" onClick={onMore}>
          {texts.more}
        </Button>
      </div>
    </section>
  );
}
