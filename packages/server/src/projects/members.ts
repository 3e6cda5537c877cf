import type { Kysely } from 'kysely';
import { rightNames, rights } from '../access/rights.ts';
import { Problem } from '../problems.ts';
import type { Tables } from '../store/tables.ts';

/** What a user, or the users of a group, may do in a project, by the names of the rights. */
export interface NamedMember {
  readonly userId?: number | null | undefined;
  readonly groupId?: number | null | undefined;
  readonly rights: readonly string[];
}

/** The members of a project. */
export async function membersOf(db: Kysely<Tables>, id: number) {
  const members = await db
    .selectFrom('projectMembers')
    .select(['userId', 'groupId', 'rights'])
    .where('projectId', '=', id)
    .orderBy('id')
    .execute();
  return members.map((member) => ({
    ...member,
    rights: [...rightNames(member.rights)],
  }));
}

/** Replaces the members of a project. Fails with UNPROCESSABLE for one that is no user and no group, or is named twice. */
export async function saveMembers(db: Kysely<Tables>, id: number, members: readonly NamedMember[]): Promise<void> {
  const rows = members.map(({ userId = null, groupId = null, rights: names }) => {
    if ((userId === null) === (groupId === null))
      throw new Problem('UNPROCESSABLE', 'a member must be a user or a group: send either userId or groupId');
    return {
      projectId: id,
      userId,
      groupId,
      rights: names.reduce((sum, name) => sum | rights[name as keyof typeof rights], 0),
    };
  });
  const [users, groups] = [rows.flatMap((row) => row.userId ?? []), rows.flatMap((row) => row.groupId ?? [])];
  if (new Set(users).size < users.length || new Set(groups).size < groups.length)
    throw new Problem('UNPROCESSABLE', 'a member is listed twice');
  await db.transaction().execute(async (tx) => {
    const userRows =
      users.length === 0 ? [] : await tx.selectFrom('users').select('id').where('id', 'in', users).execute();
    const groupRows =
      groups.length === 0 ? [] : await tx.selectFrom('groups').select('id').where('id', 'in', groups).execute();
    if (userRows.length < users.length || groupRows.length < groups.length)
      throw new Problem('UNPROCESSABLE', 'unknown user or group');
    await tx.deleteFrom('projectMembers').where('projectId', '=', id).execute();
    if (rows.length > 0) await tx.insertInto('projectMembers').values(rows).execute();
  });
}
