import type { Kysely } from 'kysely';
import type { Vault } from '../access/vault.ts';
import type { Tables } from '../store/tables.ts';
import { about } from './records.ts';

export interface Resealed {
  /** Number of connections whose secrets are sealed with another key now. */
  readonly resealed: number;
  /** Connections whose secrets no key opens. */
  readonly lost: readonly number[];
}

/** Seals the secrets of connections with the present key. */
export async function resealSecrets(db: Kysely<Tables>, vault: Vault): Promise<Resealed> {
  const rows = await db.selectFrom('connections').select(['id', 'secrets']).where('secrets', 'is not', null).execute();
  let resealed = 0;
  const lost: number[] = [];
  for (const { id, secrets } of rows) {
    let resealedText: string | undefined;
    try {
      resealedText = vault.reseal(secrets ?? '', about(id));
    } catch {
      lost.push(id);
    }
    if (resealedText === undefined) continue;
    const { numUpdatedRows } = await db
      .updateTable('connections')
      .set({ secrets: resealedText })
      .where('id', '=', id)
      // what has been saved in the meantime is sealed with the present key
      .where('secrets', '=', secrets)
      .executeTakeFirst();
    resealed += Number(numUpdatedRows);
  }
  return { resealed, lost };
}
