import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery, type Project } from '../../api/queries.ts';
import { countsQuery } from '../../api/queries-of-projects.ts';
import { projectImportTexts } from '../../texts/project-import.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { projectColumns } from './project-columns.tsx';
import { ProjectForm } from './project-form.tsx';
import classes from './projects.module.css';

const texts = projectsTexts;

/** All projects visible to the user, with numbers of their records. */
export function Projects() {
  const query = useQuery(projectsQuery);
  const { data: counts } = useQuery(countsQuery);
  const may = useMay();
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const [exported, setExported] = useState<readonly Project[]>();
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set());
  const mayMake = may('projects.manage');
  const make = mayMake ? (
    <Button size="compact-sm" onClick={() => setMaking(true)}>
      {texts.new}
    </Button>
  ) : null;
  return (
    <Page
      title={texts.title}
      aside={
        <>
          {mayMake || may('workflows.modify', 'EDIT') ? <ImportLink /> : null}
          {make}
        </>
      }
    >
      <Loaded query={query}>
        {(rows) => (
          <>
            <List
              label={texts.title}
              rows={rows}
              columns={projectColumns(counts)}
              idOf={({ id }) => id}
              textOf={({ name, description, tag, createdBy }) => `${name} ${description} ${tag} ${createdBy}`}
              selection={{ selected, onChange: setSelected, nameOf: ({ name }) => name }}
              actions={(selection) =>
                selection.length === 0 ? null : (
                  <Button size="compact-sm" variant="default" onClick={() => setExported(selection)}>
                    {texts.export.many(selection.length)}
                  </Button>
                )
              }
              empty={<Nothing make={make} />}
            />
            <ExportDialog
              projects={exported ?? []}
              isOpen={exported !== undefined}
              onLeave={() => setExported(undefined)}
            />
          </>
        )}
      </Loaded>
      <ProjectForm
        isOpen={isMaking}
        onLeave={() => setMaking(false)}
        onSaved={(id) => void navigate({ to: '/projects/$id', params: { id: String(id) } })}
      />
    </Page>
  );
}

const ImportLink = () => (
  <Button component={Link} to="/projects/import" size="compact-sm" variant="default">
    {projectImportTexts.open}
  </Button>
);

/** Shown without projects, with the button that creates one for users who may. */
const Nothing = ({ make }: { readonly make: ReactNode }) => (
  <Empty title={texts.none}>
    {make === null ? texts.noneSeen : texts.noneHint}
    {make === null ? null : <p className={classes.way}>{make}</p>}
  </Empty>
);
