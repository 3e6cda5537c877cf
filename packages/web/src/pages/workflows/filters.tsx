import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Project } from '../../api/queries.ts';
import type { ListedWorkflow } from '../../api/queries-of-workflows.ts';
import { ProjectFilters } from '../../ui/project-filters.tsx';
import type { WorkflowSearch } from './search.ts';
import { categoryOf } from './workflow-columns.tsx';

interface FiltersProps {
  readonly workflows: readonly ListedWorkflow[];
  readonly projects: readonly Project[];
}

/** Filters the list by project and category; the address stores both. */
export function Filters({ workflows, projects }: FiltersProps) {
  const { project, category } = useSearch({ from: '/workflows' });
  const navigate = useNavigate({ from: '/workflows' });
  const setSearch = (next: Partial<Record<'project' | 'category', string>>): void =>
    void navigate({
      to: '.',
      search: ({ project: p, category: c, ...others }: WorkflowSearch) => {
        const { project: projectText = p === undefined ? '' : String(p), category: categoryText = c ?? '' } = next;
        return {
          ...others,
          ...(projectText === '' ? {} : { project: Number(projectText) }),
          ...(categoryText === '' ? {} : { category: categoryText }),
        };
      },
      replace: true,
    });
  return (
    <ProjectFilters
      projects={projects}
      categories={workflows.map(categoryOf)}
      project={project}
      category={category}
      onChange={setSearch}
    />
  );
}
