import type { Dataset } from '@millrace/workflow';
import type { Kysely } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { librariesOf } from '../libraries/project-libraries.ts';
import type { Tables } from '../store/tables.ts';
import type { ExecutionRow } from './transitions.ts';

type Person = Pick<Principal, 'username' | 'isSuperuser'>;

/** Whose files a run reads and writes: of homes, what all of them see. */
export interface RunAccessScope {
  /** Who has asked for the run. */
  readonly owner: Person;
  /** The other users who have defined what it does; none if its owner has requested the run, and so has seen that. */
  readonly authors: readonly Person[];
}

/**
 * The access scope of a run. One of a schedule begins while no user looks at what it does: a user who has saved the workflow, a dataset
 * or a variable that it names, or the libraries of its project, must not read the home of the schedule's owner by it.
 */
export async function accessScopeOf(
  db: Kysely<Tables>,
  execution: ExecutionRow,
  datasets: ReadonlyMap<string, Dataset>,
): Promise<RunAccessScope> {
  const { userId, scheduleId, projectId, workflowId, workflowVersion } = execution;
  const owner = await db
    .selectFrom('users')
    .select(['username', 'isSuperuser'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (scheduleId === null) return { owner: person(owner), authors: [] };
  const ids = new Set<number | null>();
  const version = await db
    .selectFrom('workflowVersions')
    .select('userId')
    .where('workflowId', '=', workflowId)
    .where('version', '=', workflowVersion)
    .executeTakeFirst();
  ids.add(version?.userId ?? null);
  const uuids = [...datasets.keys()];
  if (uuids.length > 0) {
    const saved = await db
      .selectFrom('datasets')
      .leftJoin('datasetVersions', (join) =>
        join
          .onRef('datasetVersions.datasetId', '=', 'datasets.id')
          .onRef('datasetVersions.version', '=', 'datasets.version'),
      )
      .select('datasetVersions.userId')
      .where('datasets.projectId', '=', projectId)
      .where('datasets.uuid', 'in', uuids)
      .execute();
    for (const one of saved) ids.add(one.userId);
  }
  const { libraries, editor } = await librariesOf(db, projectId);
  if (libraries.length > 0) ids.add(editor);
  for (const id of await editorsOf(db, execution, datasets)) ids.add(id);
  ids.delete(userId);
  const users = await db
    .selectFrom('users')
    .select(['id', 'username', 'isSuperuser'])
    .where('id', 'in', [0, ...[...ids].filter((id) => id !== null)])
    .execute();
  return {
    owner: person(owner),
    authors: [...ids].map((id) => {
      const user = users.find((one) => one.id === id);
      return user === undefined ? formerUser : person(user);
    }),
  };
}

/** Who has set the variables of the project whose names stand in what the run reads, as far as that was noted. */
async function editorsOf(
  db: Kysely<Tables>,
  { projectId, graph, parameters }: ExecutionRow,
  datasets: ReadonlyMap<string, Dataset>,
): Promise<readonly number[]> {
  const variables = await db
    .selectFrom('variables')
    .select(['name', 'value', 'editedBy'])
    .where('projectId', '=', projectId)
    .execute();
  const texts = [graph, parameters, JSON.stringify([...datasets.values()]), ...variables.map(({ value }) => value)];
  return variables.flatMap(({ name, editedBy }) =>
    editedBy !== null && texts.some((text) => mentions(text, name)) ? [editedBy] : [],
  );
}

/** `$name` or `${name}`: names of parameters have letters, digits and _. */
const mentions = (text: string, name: string): boolean =>
  [`$${name}`, `\${${name}}`].some((form) => text.includes(form));

const person = ({ username, isSuperuser }: { username: string; isSuperuser: number }): Person => ({
  username,
  isSuperuser: isSuperuser === 1,
});

/** A user who is not known any more: no folder can be called that. */
const formerUser: Person = { username: '', isSuperuser: false };

/** What to do about a file that a run does not find; undefined for a run that sees what its owner sees. */
export function remedyOf({ owner, authors }: RunAccessScope): string | undefined {
  if (authors.length === 0) return undefined;
  const names = authors.map(({ username }) => username || 'a deleted user').join(', ');
  return (
    `a scheduled run can access only the home folders that are visible to ${owner.username}, who owns the schedule, and to ${names}, ` +
    `who last saved the workflow, its datasets, its variables or the libraries of its project: ${owner.username} can review and save them`
  );
}
