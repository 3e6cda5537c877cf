import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { modelsOfQuery } from '../../api/models.ts';
import { countsQuery, librariesQuery, membersQuery, projectQuery } from '../../api/queries-of-projects.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { count } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { tabLink, Tabs } from '../../ui/tabs.tsx';
import { Page } from '../page.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { Libraries } from './libraries.tsx';
import { Members } from './members.tsx';
import { Lineage } from './lineage/lineage.tsx';
import { ProjectForm } from './project-form.tsx';
import { DatasetsOf, ModelsOf, SchedulesOf, WorkflowsOf } from './records-of.tsx';
import { rightsInWords } from './rights.ts';
import { tabs, type Tab } from './search.ts';
import { Variables } from './variables.tsx';
import classes from './projects.module.css';

const texts = projectsTexts;

/** A project: its records, variables and members. */
export function ProjectPage() {
  const { id: text } = useParams({ from: '/projects/$id' });
  const id = Number(text);
  const query = useQuery(projectQuery(id));
  const { tab = 'workflows' } = useSearch({ from: '/projects/$id' });
  const [dialog, setDialog] = useState<DialogName>();
  const close = (): void => setDialog(undefined);
  const project = query.data;
  return (
    <Page
      title={project?.name ?? texts.title}
      aside={
        <>
          <Link to="/projects">{texts.all}</Link>
          {project === undefined ? null : <ProjectButtons id={id} onOpen={setDialog} />}
        </>
      }
    >
      <Loaded query={query}>
        {(one) => (
          <>
            {one.description === '' ? null : <p className={classes.about}>{one.description}</p>}
            <p className={classes.facts}>
              <span>{texts.ownedBy(one.createdBy)}</span>
              <span>{texts.youMay(rightsInWords(one.rights))}</span>
              {one.tag === '' ? null : <span>{one.tag}</span>}
            </p>
            <ProjectTabs id={id} tab={tab} />
            <div className={classes.part}>
              <Part id={id} tab={tab} owner={one.createdBy} />
            </div>
            <ProjectForm
              key={one.dateLastUpdated}
              project={one}
              isOpen={dialog === 'edit'}
              onLeave={close}
              onSaved={close}
            />
            <ExportDialog projects={[one]} isOpen={dialog === 'export'} onLeave={close} />
            <DeleteDialog project={one} isOpen={dialog === 'delete'} onLeave={close} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type DialogName = 'edit' | 'export' | 'delete';

interface ProjectButtonsProps {
  readonly id: number;
  readonly onOpen: (dialog: DialogName) => void;
}

/** Open the dialogs of a project that the user may use. */
function ProjectButtons({ id, onOpen }: ProjectButtonsProps) {
  const mayManage = useMay()('projects.manage', 'OWN', id);
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => onOpen('export')}>
        {texts.export.open}
      </Button>
      {mayManage ? (
        <>
          <Button size="compact-sm" variant="default" onClick={() => onOpen('edit')}>
            {texts.editOpen}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen('delete')}>
            {texts.delete.open}
          </Button>
        </>
      ) : null}
    </>
  );
}

interface TabsProps {
  readonly id: number;
  readonly tab: Tab;
}

function ProjectTabs({ id, tab }: TabsProps) {
  const { data: counts } = useQuery(countsQuery);
  const { data: members } = useQuery(membersQuery(id));
  const { data: models } = useQuery(modelsOfQuery(id));
  const { data: libraries } = useQuery(librariesQuery(id));
  const own = counts?.find(({ projectId }) => projectId === id);
  const others = { lineage: undefined, libraries: libraries?.length, members: members?.length, models: models?.length };
  const many = (one: Tab): number | undefined =>
    one in others ? others[one as keyof typeof others] : own?.[one as keyof typeof own];
  return (
    <Tabs label={texts.parts}>
      {tabs.map((one) => {
        const number = many(one);
        return (
          <Link
            key={one}
            to="/projects/$id"
            params={{ id: String(id) }}
            search={one === 'workflows' ? {} : { tab: one }}
            aria-current={one === tab ? 'page' : undefined}
            {...tabLink}
          >
            {texts.tabs[one]}
            {number === undefined ? null : <span className="soft"> {count(number)}</span>}
          </Link>
        );
      })}
    </Tabs>
  );
}

function Part({ id, tab, owner }: TabsProps & { readonly owner: string }) {
  switch (tab) {
    case 'workflows':
      return <WorkflowsOf id={id} />;
    case 'datasets':
      return <DatasetsOf id={id} />;
    case 'models':
      return <ModelsOf id={id} />;
    case 'lineage':
      return <Lineage id={id} />;
    case 'schedules':
      return <SchedulesOf id={id} />;
    case 'variables':
      return <Variables id={id} />;
    case 'libraries':
      return <Libraries id={id} />;
    case 'members':
      return <Members id={id} owner={owner} />;
  }
}
