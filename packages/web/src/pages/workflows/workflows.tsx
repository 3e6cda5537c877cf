import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery } from '../../api/queries.ts';
import { workflowsQuery, type ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { trashTexts } from '../../texts/trash.ts';
import { workflowsTexts } from '../../texts/workflows.ts';
import { commonTexts } from '../../texts/common.ts';
import { homePageTexts } from '../../texts/home-page.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { projectNames } from '../../ui/project-names.ts';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { Filters } from './filters.tsx';
import { imports } from './imports.ts';
import { useActions, type Actions } from './use-actions.ts';
import { workflowColumns } from './workflow-columns.tsx';
import classes from './workflows.module.css';

const texts = workflowsTexts;

/** All workflows visible to the user: state of their last runs, and actions. */
export function Workflows() {
  const query = useQuery(workflowsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { project, category } = useSearch({ from: '/workflows' });
  const navigate = useNavigate();
  const may = useMay();
  const { say, element: notice } = useNotice();
  const [cloned, setCloned] = useState<ListedWorkflow>();
  const actions = useActions(say);
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const projectOf = projectNames(projects);
  const mayEdit = may('workflows.modify', 'EDIT');
  const homes = projects.filter(({ id }) => may('workflows.modify', 'EDIT', id));
  const columns = workflowColumns({ projectOf, may, actions, homes, onCloneInto: setCloned });
  const only = (one: ListedWorkflow): boolean =>
    (project === undefined || one.projectId === project) && (category === undefined || one.category === category);
  const take = (files: readonly File[]): void => {
    imports.choose(files, project);
    void navigate({ to: '/workflows/import' });
  };
  return (
    <DropZone isOpen={mayEdit} label={texts.drop} onDrop={({ files }) => take([...files])}>
      <Page title={commonTexts.workflows} aside={<Ways project={project} mayEdit={mayEdit} />}>
        {notice}
        <CloneDialog
          workflow={cloned}
          projects={homes.filter(({ id }) => id !== cloned?.projectId)}
          onLeave={() => setCloned(undefined)}
          onCloned={(id, project) => {
            const name = cloned?.name ?? '';
            const open = (): void => void navigate({ to: '/workflows/$id', params: { id: String(id) } });
            setCloned(undefined);
            say({ text: texts.clonedInto(name, project.name), action: { title: texts.openClone, onDo: open } });
          }}
        />
        <Loaded query={query}>
          {(all) => (
            <List
              label={commonTexts.workflows}
              rows={all}
              columns={columns}
              idOf={({ id }) => id}
              textOf={(one) => `${one.name} ${projectOf(one)} ${one.category} ${one.description}`}
              filtering={{
                element: <Filters workflows={all} projects={projects} />,
                only,
                keys: ['project', 'category'],
              }}
              selection={{ selected, onChange: setSelected, nameOf: ({ name }) => name }}
              actions={(selection) => (
                <SelectionActions {...{ selection, may, actions }} onDone={() => setSelected(new Set())} />
              )}
              empty={<Nothing mayEdit={mayEdit} />}
            />
          )}
        </Loaded>
      </Page>
    </DropZone>
  );
}

interface SelectionActionsProps {
  readonly selection: readonly ListedWorkflow[];
  readonly may: ReturnType<typeof useMay>;
  readonly actions: Actions;
  readonly onDone: () => void;
}

/** The actions for all selected workflows. */
function SelectionActions({ selection, may, actions, onDone }: SelectionActionsProps) {
  if (selection.length === 0) return null;
  const act = (work: Actions['run']) => () => {
    work(selection);
    onDone();
  };
  const each = (permission: string, right: 'EXECUTE' | 'EDIT'): boolean =>
    selection.every(({ projectId }) => may(permission, right, projectId));
  return (
    <>
      {each('workflows.execute', 'EXECUTE') ? (
        <Button size="compact-sm" variant="default" onClick={act(actions.run)}>
          {texts.runMany(selection.length)}
        </Button>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={act(actions.save)}>
        {texts.exportMany(selection.length)}
      </Button>
      {each('workflows.modify', 'EDIT') ? (
        <Button size="compact-sm" variant="default" onClick={act(actions.trash)}>
          {texts.trashMany(selection.length)}
        </Button>
      ) : null}
    </>
  );
}

const NewWorkflow = ({ project }: { readonly project: number | undefined }) => (
  <Button
    size="compact-sm"
    renderRoot={(props) => (
      <Link {...props} to="/workflows/$id" params={{ id: 'new' }} search={project === undefined ? {} : { project }} />
    )}
  >
    {texts.new}
  </Button>
);

const Nothing = ({ mayEdit }: { readonly mayEdit: boolean }) => (
  <Empty title={homePageTexts.noWorkflows}>
    {mayEdit ? (
      <>
        {texts.noneHint}
        <p className={classes.way}>
          <NewWorkflow project={undefined} />
          <Button component={Link} to="/workflows/import" size="compact-sm" variant="default">
            {texts.import}
          </Button>
        </p>
      </>
    ) : (
      texts.noneSeen
    )}
  </Empty>
);

interface WaysProps {
  /** The project that the list shows. */
  readonly project: number | undefined;
  readonly mayEdit: boolean;
}

/** The ways to the trash and to new workflows. */
const Ways = ({ project, mayEdit }: WaysProps) => (
  <>
    <Link to="/workflows/trash">{trashTexts.title}</Link>
    {mayEdit ? (
      <Button component={Link} to="/workflows/import" size="compact-sm" variant="default">
        {texts.import}
      </Button>
    ) : null}
    {mayEdit ? <NewWorkflow project={project} /> : null}
  </>
);
