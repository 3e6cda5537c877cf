import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { dashboardsQuery, type DashboardRecord } from '../../api/queries-of-dashboards.ts';
import { projectsQuery } from '../../api/queries.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { columnsTexts } from '../../texts/columns.ts';
import { List } from '../../ui/list.tsx';
import type { Column } from '../../ui/list-columns.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Page } from '../page.tsx';
import { DashboardActions } from './dashboard-actions.tsx';
import { DashboardForm } from './dashboard-form.tsx';
import { Filters } from './filters.tsx';
import classes from './dashboards.module.css';

const texts = dashboardsTexts;

/** All dashboards visible to the user. */
export function Dashboards() {
  const query = useQuery(dashboardsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const may = useMay();
  const navigate = useNavigate();
  const { project, category } = useSearch({ from: '/dashboards' });
  const [isMaking, setMaking] = useState(false);
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const projectOf = ({ projectId }: DashboardRecord): string => names.get(projectId) ?? '';
  const columns: readonly Column<DashboardRecord>[] = [
    {
      key: 'name',
      title: columnsTexts.name,
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to="/dashboards/$id" params={{ id: String(id) }} title={name}>
          {name || texts.noName(id)}
        </Link>
      ),
    },
    { key: 'project', title: columnsTexts.project, sortBy: projectOf, cell: projectOf, wideOnly: true },
    {
      key: 'category',
      title: columnsTexts.category,
      sortBy: (one) => one.category,
      cell: (one) => one.category,
      wideOnly: true,
    },
    {
      key: 'description',
      title: texts.description,
      sortBy: ({ description }) => description,
      cell: ({ description }) => <span className="soft">{description}</span>,
      wideOnly: true,
    },
    {
      key: 'changed',
      title: columnsTexts.changed,
      sortBy: ({ dateLastUpdated }) => dateLastUpdated,
      cell: ({ dateLastUpdated }) => <Time at={dateLastUpdated} />,
    },
    {
      key: 'actions',
      title: columnsTexts.actions,
      isTitleHidden: true,
      cell: (one) => <DashboardActions dashboard={one} mayEdit={may('dashboard.modify', 'EDIT', one.projectId)} />,
      align: 'end',
    },
  ];
  const mayMake = may('dashboard.modify', 'EDIT');
  const make = mayMake ? (
    <Button size="compact-sm" onClick={() => setMaking(true)}>
      {texts.new}
    </Button>
  ) : null;
  return (
    <Page title={texts.title} aside={query.data === undefined || query.data.length === 0 ? null : make}>
      <Loaded query={query}>
        {(rows) => (
          <List
            label={texts.title}
            rows={rows}
            columns={columns}
            idOf={({ id }) => id}
            textOf={(one) => `${one.name} ${projectOf(one)} ${one.category} ${one.description}`}
            filtering={{
              element: <Filters dashboards={rows} projects={projects} />,
              only: (one) =>
                (project === undefined || one.projectId === project) &&
                (category === undefined || one.category === category),
              keys: ['project', 'category'],
            }}
            empty={
              <Empty title={texts.none}>
                {mayMake ? texts.noneHint : texts.noneSeen}
                {make === null ? null : <p className={classes.way}>{make}</p>}
              </Empty>
            }
          />
        )}
      </Loaded>
      <DashboardForm
        isOpen={isMaking}
        project={project}
        onLeave={() => setMaking(false)}
        onMade={(id) => void navigate({ to: '/dashboards/$id', params: { id: String(id) }, search: { edit: true } })}
      />
    </Page>
  );
}
