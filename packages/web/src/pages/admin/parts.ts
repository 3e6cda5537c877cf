import type { May } from '../../api/may.ts';

/** The parts of administration with the permission that each needs. */
export const parts = [
  ['users', '/admin/users', 'users.manage'],
  ['groups', '/admin/groups', 'groups.manage'],
  ['roles', '/admin/roles', 'roles.manage'],
  ['variables', '/admin/variables', 'configurations.manage'],
  ['connections', '/admin/connections', 'connections.manage'],
  ['audit', '/admin/audit', 'audit.report.manage'],
  ['service', '/admin/service', 'configurations.manage'],
  ['settings', '/admin/settings', 'configurations.manage'],
] as const;

export type Part = (typeof parts)[number][0];

export const partsFor = (may: May) => parts.filter(([, , permission]) => may(permission));
