import { createRoute } from '@tanstack/react-router';
import { workflowQuery, lastRunQuery } from '../../api/queries-of-editor.ts';
import { processorsQuery } from '../../api/queries-of-processors.ts';
import { versionsQuery } from '../../api/queries-of-workflows.ts';
import { queryClient } from '../../api/queries.ts';
import { versionsSearch, workflowSearch } from '../../pages/workflows/search.ts';
import { listSearch } from '../../ui/list-search.ts';
import { askingOf, isNumber, page, root } from './route.tsx';

/** The project of a new record, if the link named one. */
const inProject = ({ project }: Record<string, unknown>): { readonly project?: number } =>
  Number.isInteger(project) ? { project: Number(project) } : {};

/** The project of a new graph, or the node that is selected at first. */
const inEditor = (search: Record<string, unknown>): { readonly project?: number; readonly node?: string | number } => {
  const { node } = search;
  const isId = (typeof node === 'string' && node !== '') || typeof node === 'number';
  return { ...inProject(search), ...(isId ? { node } : {}) };
};

const workflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: workflowSearch,
  component: page(() => import('../../pages/workflows/workflows.tsx'), 'Workflows'),
});

const editor = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id',
  validateSearch: inEditor,
  staticData: { isBare: true },
  // prefetched, so that the graph is present when it is opened
  loader: ({ params: { id: text } }) => {
    void queryClient.prefetchQuery(processorsQuery);
    if (!isNumber(text)) return;
    const id = Number(text);
    void queryClient.prefetchQuery(workflowQuery(id));
    void queryClient.prefetchQuery({ ...lastRunQuery(id), staleTime: 0 });
  },
  component: page(() => import('../../pages/editor/editor-page.tsx'), 'EditorPage'),
});

const importWorkflows = createRoute({
  getParentRoute: () => root,
  path: '/workflows/import',
  component: page(() => import('../../pages/workflows/import.tsx'), 'ImportWorkflows'),
});

const trash = createRoute({
  getParentRoute: () => root,
  path: '/workflows/trash',
  validateSearch: listSearch,
  component: page(() => import('../../pages/workflows/trash.tsx'), 'Trash'),
});

const versions = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/versions',
  validateSearch: versionsSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(versionsQuery(id))),
  component: page(() => import('../../pages/workflows/versions/versions.tsx'), 'Versions'),
});

/** Pages of workflows, and the editor. */
export const workflowRoutes = [workflows, editor, importWorkflows, trash, versions] as const;
