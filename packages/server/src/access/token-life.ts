import { sql, type Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

const day = 86_400_000;

/** The longest life of a token, in ms. */
export const longestLife = ({ MILLRACE_TOKEN_DAYS: days }: { readonly MILLRACE_TOKEN_DAYS: number }): number =>
  days * day;

/** Shortens tokens that would live longer than the settings allow, and returns how many those were. */
export async function shortenTokens(
  db: Kysely<Tables>,
  settings: { readonly MILLRACE_TOKEN_DAYS: number },
): Promise<number> {
  const longest = longestLife(settings);
  const end = sql<number>`created_at + ${sql.lit(longest)}`;
  const { numUpdatedRows } = await db
    .updateTable('tokens')
    .set({ expiresAt: end })
    .where('expiresAt', '>', end)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
