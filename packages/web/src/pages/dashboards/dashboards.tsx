import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { dashboardsQuery } from '../../api/queries-of-dashboards.ts';
import { projectsQuery } from '../../api/queries.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { projectNames } from '../../ui/project-names.ts';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { dashboardColumns } from './dashboard-columns.tsx';
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
  const projectOf = projectNames(projects);
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
            columns={dashboardColumns(projectOf, may)}
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
