import { useNavigate, useSearch } from '@tanstack/react-router';
import type { DashboardRecord } from '../../api/queries-of-dashboards.ts';
import type { Project } from '../../api/queries.ts';
import { ProjectFilters } from '../../ui/project-filters.tsx';
import { dashboardsSearch } from './search.ts';

interface FiltersProps {
  readonly dashboards: readonly DashboardRecord[];
  readonly projects: readonly Project[];
}

/** Filters the list by project and category; the address stores both. */
export function Filters({ dashboards, projects }: FiltersProps) {
  const { project, category } = useSearch({ from: '/dashboards' });
  const navigate = useNavigate({ from: '/dashboards' });
  const setSearch = ({
    project: projectText,
    ...next
  }: {
    readonly project?: string;
    readonly category?: string;
  }): void => {
    const search =
      projectText === undefined ? next : { ...next, project: projectText === '' ? undefined : Number(projectText) };
    void navigate({ to: '.', search: (all) => dashboardsSearch({ ...all, ...search }), replace: true });
  };
  return (
    <ProjectFilters
      projects={projects}
      categories={dashboards.map((one) => one.category)}
      project={project}
      category={category}
      onChange={setSearch}
    />
  );
}
