import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import { permissionsOf, type Principal } from './principal.ts';

/** Fails with FORBIDDEN where these permissions go beyond those of who wants to give or take them. */
export function requireWithin(who: Principal, given: Iterable<string>): void {
  if (who.isSuperuser) return;
  const beyond = [...given].filter((name) => !who.permissions.has(name)).sort();
  if (beyond.length > 0)
    throw new Problem('FORBIDDEN', `you do not have these permissions yourself: ${beyond.join(', ')}`);
}

/**
 * Fails where someone may not act on a user: a superuser, or who may do more than they. Whoever sets a password can sign in
 * with it.
 */
export async function requireReach(
  db: Db,
  who: Principal,
  { id, isSuperuser }: { id: number; isSuperuser: number },
): Promise<void> {
  if (who.isSuperuser) return;
  if (isSuperuser === 1) throw new Problem('FORBIDDEN', 'only a superuser may change a superuser');
  requireWithin(who, await permissionsOf(db, id));
}
