import type { Db } from '../store/database.ts';

/**
 * Ends the sessions of a user, but for the one that is named by its hash, and deletes the user's access tokens: whatever
 * was let in by what does not hold any more signs in again.
 */
export async function endAccess(db: Db, userId: number, keptSession?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(keptSession !== undefined, (query) => query.where('hash', '!=', keptSession ?? ''))
    .execute();
  await db.deleteFrom('tokens').where('userId', '=', userId).execute();
}
