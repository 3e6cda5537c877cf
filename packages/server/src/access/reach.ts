import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { permissionsOf, type Principal } from './principal.ts';

/** Fails with FORBIDDEN where these permissions go beyond those of who wants to give or take them. */
export function requireWithin(who: Principal, permissions: Iterable<string>): void {
  if (who.isSuperuser) return;
  const beyond = [...permissions].filter((name) => !who.permissions.has(name)).sort();
  if (beyond.length > 0)
    throw new Problem('FORBIDDEN', `you cannot grant permissions that you do not have: ${beyond.join(', ')}`);
}

/**
 * Fails if a user may not act on a user: a superuser, or one who may do more than they. A user who sets a password can sign in
 * with it.
 */
export async function requireReach(
  db: Db,
  who: Principal,
  { id, isSuperuser }: { id: number; isSuperuser: number },
): Promise<void> {
  if (who.isSuperuser) return;
  if (isSuperuser === 1) throw new Problem('FORBIDDEN', 'only a superuser can change a superuser');
  requireWithin(who, await permissionsOf(db, id));
}
