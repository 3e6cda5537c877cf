import { createRoute } from '@tanstack/react-router';
import { accountSearch } from '../../pages/account/search.ts';
import { listSearch } from '../../ui/list-search.ts';
import { page, root } from './route.tsx';

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: page(() => import('../../pages/home.tsx'), 'Home'),
});

const processors = createRoute({
  getParentRoute: () => root,
  path: '/processors',
  validateSearch: listSearch,
  component: page(() => import('../../pages/processors/processors.tsx'), 'Processors'),
});

const processor = createRoute({
  getParentRoute: () => root,
  path: '/processors/$nodeClass',
  component: page(() => import('../../pages/processors/processor.tsx'), 'ProcessorPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: accountSearch,
  component: page(() => import('../../pages/account/account.tsx'), 'AccountPage'),
});

/** Pages outside the other areas: home, processors and the user's account. */
export const generalRoutes = [home, processors, processor, account] as const;
