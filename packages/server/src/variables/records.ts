import type { Kysely } from 'kysely';
import type { Tables } from '../store/tables.ts';

/** The variables that hold in a project, by layer. */
export async function variablesOf(
  db: Kysely<Tables>,
  projectId: number,
): Promise<{ readonly project: ReadonlyMap<string, string>; readonly global: ReadonlyMap<string, string> }> {
  const rows = await db
    .selectFrom('variables')
    .select(['projectId', 'name', 'value'])
    .where((eb) => eb.or([eb('projectId', '=', projectId), eb('projectId', 'is', null)]))
    .execute();
  const layer = (isGlobal: boolean) =>
    new Map(rows.filter((row) => (row.projectId === null) === isGlobal).map(({ name, value }) => [name, value]));
  return { project: layer(false), global: layer(true) };
}
