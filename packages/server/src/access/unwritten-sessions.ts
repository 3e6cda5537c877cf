import type { Db } from '../store/database.ts';
import { hashOf, principalOfUser, type Principal } from './principal.ts';

interface Unwritten {
  readonly userId: number;
  /** When the user was changed last as the session began: a change of any kind ends it. */
  readonly changedAt: number;
  readonly expiresAt: number;
}

/** More sessions than these end the oldest. */
const maxSessions = 1_000;

/** Sessions that the store could not take because its disk was full: they last as long as this process. */
export class UnwrittenSessions {
  readonly #sessions = new Map<string, Unwritten>();

  async add(db: Db, secret: string, userId: number, expiresAt: number): Promise<void> {
    const { dateLastUpdated: changedAt } = await db
      .selectFrom('users')
      .select('dateLastUpdated')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    this.#sessions.set(hashOf(secret), { userId, changedAt, expiresAt });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxSessions && oldest !== undefined) this.#sessions.delete(oldest);
  }

  /** The user of a session that has not ended, if their account is active and has not been changed since. */
  async principalOf(db: Db, secret: string, now: number): Promise<Principal | undefined> {
    const session = this.#sessions.get(hashOf(secret));
    if (session === undefined) return undefined;
    const user = await db
      .selectFrom('users')
      .select('dateLastUpdated')
      .where('id', '=', session.userId)
      .executeTakeFirst();
    if (session.expiresAt <= now || user?.dateLastUpdated !== session.changedAt) {
      this.end(secret);
      return undefined;
    }
    const who = await principalOfUser(db, session.userId);
    return who && { ...who, by: 'cookie', until: session.expiresAt };
  }

  end(secret: string): void {
    this.#sessions.delete(hashOf(secret));
  }
}
