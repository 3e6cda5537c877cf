import type { Db } from '../store/database.ts';

/**
 * Ends the sessions of a user, but for the one that is named by its hash, and deletes the user's access tokens: whatever
 * was let in by what does not hold any more signs in again.
 */
export async function endAccess(db: Db, userId: number, ownSession?: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(ownSession !== undefined, (query) => query.where('hash', '!=', ownSession ?? ''))
    .execute();
  await db.deleteFrom('tokens').where('userId', '=', userId).execute();
}
