import { createRoute } from '@tanstack/react-router';
import { auditSearch } from '../../pages/admin/search.ts';
import { listSearch } from '../../ui/list-search.ts';
import { ofOne, page, root } from './route.tsx';

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: page(() => import('../../pages/admin/admin-page.tsx'), 'Administration'),
});

const adminUsers = createRoute({
  getParentRoute: () => root,
  path: '/admin/users',
  validateSearch: listSearch,
  component: page(() => import('../../pages/admin/users.tsx'), 'Users'),
});

const adminNewUser = createRoute({
  getParentRoute: () => root,
  path: '/admin/users/new',
  component: page(() => import('../../pages/admin/user.tsx'), 'NewUser'),
});

const adminUser = createRoute({
  getParentRoute: () => root,
  path: '/admin/users/$id',
  ...ofOne,
  component: page(() => import('../../pages/admin/user.tsx'), 'UserPage'),
});

const adminGroups = createRoute({
  getParentRoute: () => root,
  path: '/admin/groups',
  validateSearch: listSearch,
  component: page(() => import('../../pages/admin/groups.tsx'), 'Groups'),
});

const adminRoles = createRoute({
  getParentRoute: () => root,
  path: '/admin/roles',
  validateSearch: listSearch,
  component: page(() => import('../../pages/admin/roles.tsx'), 'Roles'),
});

const adminAudit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: auditSearch,
  component: page(() => import('../../pages/admin/audit.tsx'), 'Audit'),
});

const adminVariables = createRoute({
  getParentRoute: () => root,
  path: '/admin/variables',
  validateSearch: listSearch,
  component: page(() => import('../../pages/admin/variables.tsx'), 'VariablesOfAll'),
});

const adminConnections = createRoute({
  getParentRoute: () => root,
  path: '/admin/connections',
  validateSearch: listSearch,
  component: page(() => import('../../pages/admin/connections.tsx'), 'Connections'),
});

const adminService = createRoute({
  getParentRoute: () => root,
  path: '/admin/service',
  component: page(() => import('../../pages/admin/service.tsx'), 'ServicePage'),
});

const adminSettings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  validateSearch: listSearch,
  component: page(() => import('../../pages/admin/settings.tsx'), 'Settings'),
});

/** Pages of administration. */
export const adminRoutes = [
  admin,
  adminUsers,
  adminNewUser,
  adminUser,
  adminGroups,
  adminRoles,
  adminAudit,
  adminVariables,
  adminConnections,
  adminService,
  adminSettings,
] as const;
