/** What a person may be allowed to do. */
export const permissions = [
  'users.manage',
  'groups.manage',
  'roles.manage',
  'projects.manage',
  'configurations.manage',
  'enable.projectShare',
  'connections.manage',
  'enable.tokenGeneration',
  'tokens.deleteAllTokens',
  'datasets.view',
  'datasets.modify',
  'dashboard.view',
  'dashboard.modify',
  'workflows.view',
  'workflows.modify',
  'workflows.execute',
  'workflows.code',
  'data.view',
  'data.write',
  'variables.view',
  'variables.modify',
  'cleanup.data.manage',
  'audit.report.manage',
  'serverLogs.view',
  'diagnostics.manage',
  'database.backup.manage',
] as const;

export type Permission = (typeof permissions)[number];

const views = permissions.filter((name) => name.endsWith('.view') && name !== 'serverLogs.view');

/** The roles of a new service. */
export const firstRoles: Readonly<Record<'ADMIN' | 'ANALYST' | 'VIEWER', readonly Permission[]>> = {
  ADMIN: permissions,
  ANALYST: [
    ...views,
    'datasets.modify',
    'dashboard.modify',
    'workflows.modify',
    'workflows.execute',
    'workflows.code',
    'data.write',
    'variables.modify',
    'connections.manage',
    'projects.manage',
    'enable.projectShare',
    'enable.tokenGeneration',
  ],
  VIEWER: views,
};
