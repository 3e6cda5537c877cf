import { createRoute } from '@tanstack/react-router';
import { datasetQuery, datasetsQuery } from '../../api/datasets.ts';
import { folderQuery } from '../../api/files.ts';
import { queryClient } from '../../api/queries.ts';
import { datasetSearch } from '../../pages/datasets/search.ts';
import { folderAt } from '../../pages/files/paths.ts';
import { fileSearch } from '../../pages/files/search.ts';
import { listSearch } from '../../ui/list-search.ts';
import { asking, askingOf, page, root } from './route.tsx';

/** The file of a new dataset, if the link named one. */
const ofPath = ({ path }: Record<string, unknown>): { readonly path?: string } =>
  typeof path === 'string' && path !== '' ? { path } : {};

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: listSearch,
  ...asking(() => void queryClient.prefetchQuery(datasetsQuery)),
  component: page(() => import('../../pages/datasets/datasets.tsx'), 'Datasets'),
});

const newDataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/new',
  validateSearch: ofPath,
  component: page(() => import('../../pages/datasets/new-dataset.tsx'), 'NewDataset'),
});

const dataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$id',
  validateSearch: datasetSearch,
  ...askingOf((id) => void queryClient.prefetchQuery(datasetQuery(id))),
  component: page(() => import('../../pages/datasets/dataset.tsx'), 'DatasetPage'),
});

const files = createRoute({
  getParentRoute: () => root,
  path: '/files/$',
  validateSearch: fileSearch,
  preload: false,
  loaderDeps: ({ search: { show } }) => ({ show }),
  loader: ({ params: { _splat = '' }, deps: { show }, cause }) => {
    if (show !== undefined && cause === 'enter')
      void queryClient.prefetchQuery({ ...folderQuery(folderAt(_splat)), staleTime: 0 });
  },
  component: page(() => import('../../pages/files/files.tsx'), 'Files'),
});

/** Pages of datasets and files. */
export const dataRoutes = [datasets, newDataset, dataset, files] as const;
