import { createRoute } from '@tanstack/react-router';
import { projectQuery } from '../../api/queries-of-projects.ts';
import { queryClient } from '../../api/queries.ts';
import { projectSearch } from '../../pages/projects/search.ts';
import { listSearch } from '../../ui/list-search.ts';
import { askingOf, page, root } from './route.tsx';

const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  validateSearch: listSearch,
  component: page(() => import('../../pages/projects/projects.tsx'), 'Projects'),
});

const importProject = createRoute({
  getParentRoute: () => root,
  path: '/projects/import',
  component: page(() => import('../../pages/projects/import.tsx'), 'ImportProject'),
});

const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$id',
  validateSearch: projectSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(projectQuery(id))),
  component: page(() => import('../../pages/projects/project.tsx'), 'ProjectPage'),
});

/** Pages of projects. */
export const projectRoutes = [projects, importProject, project] as const;
