import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { projectsQuery, type Project } from '../../api/queries.ts';
import { countsQuery, type Counts } from '../../api/queries-of-projects.ts';
import { projectImportTexts } from '../../texts/project-import.ts';
import { projectsTexts } from '../../texts/projects.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { commonTexts } from '../../texts/common.ts';
import { count } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ProjectForm } from './project-form.tsx';
import { rightsInWords } from './rights.ts';
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
  const byId = new Map(counts?.map((one) => [one.projectId, one]));
  const numbered = (key: keyof Counts, title: string): Column<Project> => ({
    key,
    title,
    sortBy: ({ id }) => byId.get(id)?.[key] ?? null,
    cell: ({ id }) => {
      const many = byId.get(id)?.[key];
      return many === undefined ? '' : count(many);
    },
    align: 'end',
    wideOnly: true,
  });
  const columns: readonly Column<Project>[] = [
    {
      key: 'name',
      title: columnsTexts.name,
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to="/projects/$id" params={{ id: String(id) }} title={name}>
          {name}
        </Link>
      ),
    },
    {
      key: 'description',
      title: texts.description,
      sortBy: ({ description }) => description,
      cell: ({ description }) => <span className="soft">{description}</span>,
      wideOnly: true,
    },
    { key: 'tag', title: texts.tag, sortBy: ({ tag }) => tag, cell: ({ tag }) => tag, wideOnly: true },
    numbered('workflows', commonTexts.workflows),
    numbered('datasets', commonTexts.datasets),
    {
      key: 'owner',
      title: columnsTexts.owner,
      sortBy: ({ createdBy }) => createdBy,
      cell: ({ createdBy }) => createdBy,
      wideOnly: true,
    },
    {
      key: 'rights',
      title: texts.mine,
      sortBy: ({ rights }) => rights.length,
      cell: ({ rights }) => rightsInWords(rights),
    },
    {
      key: 'changed',
      title: columnsTexts.changed,
      sortBy: ({ dateLastUpdated }) => dateLastUpdated,
      cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
      wideOnly: true,
    },
  ];
  const mayMake = may('projects.manage');
  return (
    <Page
      title={texts.title}
      aside={
        <>
          {mayMake || may('workflows.modify', 'EDIT') ? (
            <Button component={Link} to="/projects/import" size="compact-sm" variant="default">
              {projectImportTexts.open}
            </Button>
          ) : null}
          {mayMake ? (
            <Button size="compact-sm" onClick={() => setMaking(true)}>
              {texts.new}
            </Button>
          ) : null}
        </>
      }
    >
      <Loaded query={query}>
        {(rows) => (
          <>
            <List
              label={texts.title}
              rows={rows}
              columns={columns}
              idOf={({ id }) => id}
              textOf={({ name, description, tag, createdBy }) => `${name} ${description} ${tag} ${createdBy}`}
              selection={{ selected, onChange: setSelected, nameOf: ({ name }) => name }}
              actions={(chosen) =>
                chosen.length === 0 ? null : (
                  <Button size="compact-sm" variant="default" onClick={() => setExported(chosen)}>
                    {texts.export.many(chosen.length)}
                  </Button>
                )
              }
              empty={
                <Empty title={texts.none}>
                  {mayMake ? texts.noneHint : texts.noneSeen}
                  {mayMake ? (
                    <p className={classes.way}>
                      <Button size="compact-sm" onClick={() => setMaking(true)}>
                        {texts.new}
                      </Button>
                    </p>
                  ) : null}
                </Empty>
              }
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
