import { Problem } from '../problems.ts';
import type { Permission } from './permissions.ts';

/** What an access token may be used for; a session has all of them. */
export const scopes = ['read', 'run', 'write', 'admin'] as const;

export type Scope = (typeof scopes)[number];

export const allScopes: ReadonlySet<Scope> = new Set(scopes);

/** The scope that a token needs to use a permission of its user. */
const scopeOfPermission = {
  'users.manage': 'admin',
  'groups.manage': 'admin',
  'roles.manage': 'admin',
  'projects.manage': 'write',
  'configurations.manage': 'admin',
  'enable.projectShare': 'admin',
  'connections.manage': 'write',
  'enable.tokenGeneration': 'admin',
  'tokens.deleteAllTokens': 'admin',
  'datasets.view': 'read',
  'datasets.modify': 'write',
  'dashboard.view': 'read',
  'dashboard.modify': 'write',
  'workflows.view': 'read',
  'workflows.modify': 'write',
  'workflows.execute': 'run',
  'workflows.code': 'write',
  'data.view': 'read',
  'data.write': 'write',
  'variables.view': 'read',
  'variables.modify': 'write',
  'cleanup.data.manage': 'admin',
  'audit.report.manage': 'admin',
  'serverLogs.view': 'admin',
  'diagnostics.manage': 'admin',
  'database.backup.manage': 'admin',
} as const satisfies Record<Permission, Scope>;

/** Who may call a route: anyone, anyone who is signed in, or who has a permission. */
export type Access = 'public' | 'signed-in' | Permission;

/** The scope that a token needs to use a permission of its user. */
export const scopeOf = (permission: Permission): Scope => scopeOfPermission[permission];

/**
 * The scopes that a token needs to call a route. What changes something with no permission but a sign-in changes the caller's
 * own account. A route whose access does not say what it does names its scopes.
 */
export function scopesOf({
  access,
  changes,
  scopes: routeScopes,
}: {
  readonly access: Access;
  readonly changes: boolean;
  readonly scopes?: readonly Scope[] | undefined;
}): readonly Scope[] {
  if (access === 'public') return [];
  if (routeScopes !== undefined) return routeScopes;
  if (access === 'signed-in') return [changes ? 'admin' : 'read'];
  return [scopeOf(access)];
}

/** Why a caller lacks these scopes, or undefined when the caller has them. */
export function lackingScopes(
  { scopes: has }: { readonly scopes: ReadonlySet<Scope> },
  needed: readonly Scope[],
): Problem | undefined {
  const lacking = needed.filter((scope) => !has.has(scope));
  if (lacking.length === 0) return undefined;
  const [word, which] = [lacking.length === 1 ? 'scope' : 'scopes', lacking.join(', ')];
  return new Problem(
    'FORBIDDEN',
    `Access Denied: this token lacks the ${word} ${which}: create a token with ${lacking.length === 1 ? 'it' : 'them'}`,
  );
}

/** Fails with FORBIDDEN when the caller's token lacks one of these scopes. */
export function requireScopes(who: { readonly scopes: ReadonlySet<Scope> }, needed: readonly Scope[]): void {
  const refusal = lackingScopes(who, needed);
  if (refusal !== undefined) throw refusal;
}

/** Scopes as the store holds them: words with blanks between, in the order of the list. */
export const storedScopes = (requested: Iterable<Scope>): string => {
  const scopeSet = new Set(requested);
  return scopes.filter((scope) => scopeSet.has(scope)).join(' ');
};

/** Scopes that the store holds. */
export const scopesIn = (stored: string): Scope[] => {
  const words = new Set(stored.split(' '));
  return scopes.filter((scope) => words.has(scope));
};
