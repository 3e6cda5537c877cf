import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { modelsQuery } from '../../api/models.ts';
import { projectsQuery } from '../../api/queries.ts';
import { modelsTexts } from '../../texts/models.ts';
import { List } from '../../ui/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProjectFilters } from '../../ui/project-filters.tsx';
import { projectNames } from '../../ui/project-names.ts';
import { Empty } from '../../ui/states.tsx';
import { Page } from '../page.tsx';
import { modelColumns, textOfModel } from './model-columns.tsx';
import { RegisterDialog } from './register-dialog.tsx';
import { modelsSearch } from './search.ts';
import classes from './models.module.css';

const texts = modelsTexts;

/** All registered models visible to the user. */
export function Models() {
  const query = useQuery(modelsQuery);
  const { data: projects = [] } = useQuery(projectsQuery);
  const { project } = useSearch({ from: '/models' });
  const navigate = useNavigate();
  const may = useMay();
  const [isRegistering, setRegistering] = useState(false);
  const projectOf = projectNames(projects);
  const mayMake = may('workflows.modify', 'EDIT');
  const register = mayMake ? (
    <Button size="compact-sm" variant="default" onClick={() => setRegistering(true)}>
      {texts.register}
    </Button>
  ) : null;
  return (
    <Page title={texts.title} aside={query.data === undefined || query.data.length === 0 ? null : register}>
      <Loaded query={query}>
        {(rows) => (
          <List
            label={texts.title}
            rows={rows}
            columns={modelColumns(projectOf)}
            idOf={({ id }) => id}
            textOf={(one) => `${textOfModel(one)} ${projectOf(one)}`}
            filtering={{
              element: <Filters />,
              only: (one) => project === undefined || one.projectId === project,
              keys: ['project'],
            }}
            empty={
              <Empty title={texts.none}>
                {mayMake ? texts.noneHint : texts.noneSeen}
                {register === null ? null : (
                  <p className={classes.way}>
                    <Button component={Link} to="/workflows" size="compact-sm">
                      {texts.toWorkflows}
                    </Button>
                    {register}
                  </p>
                )}
              </Empty>
            }
          />
        )}
      </Loaded>
      <RegisterDialog
        isOpen={isRegistering}
        project={project}
        onLeave={() => setRegistering(false)}
        onMade={(id) => void navigate({ to: '/models/$id', params: { id: String(id) } })}
      />
    </Page>
  );
}

/** Shows the models of one project. */
function Filters() {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { project } = useSearch({ from: '/models' });
  const navigate = useNavigate({ from: '/models' });
  return (
    <ProjectFilters
      projects={projects}
      categories={[]}
      project={project}
      category={undefined}
      onChange={({ project: projectText = '' }) =>
        void navigate({
          to: '.',
          search: (all) => modelsSearch({ ...all, project: projectText === '' ? undefined : Number(projectText) }),
          replace: true,
        })
      }
    />
  );
}
