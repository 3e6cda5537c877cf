import { permissionsTexts } from '../../texts/admin/permissions.ts';

const texts = permissionsTexts;

const groups = {
  work: [
    'workflows.view',
    'workflows.modify',
    'workflows.execute',
    'workflows.code',
    'datasets.view',
    'datasets.modify',
    'dashboard.view',
    'dashboard.modify',
    'data.view',
    'data.write',
    'variables.view',
    'variables.modify',
  ],
  share: ['projects.manage', 'enable.projectShare', 'connections.manage', 'enable.tokenGeneration'],
  people: ['users.manage', 'groups.manage', 'roles.manage', 'tokens.deleteAllTokens'],
  operate: [
    'audit.report.manage',
    'configurations.manage',
    'cleanup.data.manage',
    'serverLogs.view',
    'diagnostics.manage',
    'database.backup.manage',
  ],
} as const;

export interface PermissionInWords {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
}

/** A permission in words; a permission without a text is shown by its name. */
export function permissionText(name: string): PermissionInWords {
  const [title, sentence] = texts.words[name] ?? [name, ''];
  return { name, title, sentence };
}

/** Permissions in words, in groups; empty groups are left out. */
export function permissionGroups(
  names: readonly string[],
): readonly { readonly title: string; readonly permissions: readonly PermissionInWords[] }[] {
  const grouped: readonly string[] = Object.values(groups).flat();
  return [
    ...Object.entries(groups).map(
      ([key, list]) => [texts.groups[key as keyof typeof groups], list.filter((one) => names.includes(one))] as const,
    ),
    [texts.groups.other, names.filter((one) => !grouped.includes(one))] as const,
  ].flatMap(([title, list]) => (list.length === 0 ? [] : [{ title, permissions: list.map(permissionText) }]));
}
