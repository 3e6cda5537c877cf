import { sql } from 'kysely';
import { Type, type Static } from 'typebox';
import type { Permission } from '../access/permissions.ts';
import { may, type Principal } from '../access/principal.ts';
import { visible } from '../access/projects.ts';
import { requirePermission, whoIs } from '../http/authenticate.ts';
import { Id, Millis } from '../http/types.ts';
import type { Db } from '../store/database.ts';
import type { Resource } from '../http/resource.ts';
import { findNodes } from './find-nodes.ts';
import { patternOf } from './pattern.ts';
import { mustBeOneOf, invalidParameter } from '../refusals.ts';

const SearchHit = Type.Object({
  type: Type.String(),
  id: Id,
  uuid: Type.String(),
  name: Type.String(),
  description: Type.String(),
  projectId: Id,
  dateLastUpdated: Millis,
  /** Of a node; its other ids are those of its workflow. */
  nodeId: Type.Optional(Type.String()),
});

type Kind = 'projects' | 'workflows' | 'nodes' | 'datasets' | 'dashboards' | 'models';

/** Kinds of records that are searched, and what it takes to see them. */
const kinds: Readonly<Record<Kind, Permission | 'signed-in'>> = {
  projects: 'signed-in',
  workflows: 'workflows.view',
  nodes: 'workflows.view',
  datasets: 'datasets.view',
  dashboards: 'dashboard.view',
  models: 'workflows.view',
};

/** Most records of each kind. */
const maxNodes = 100;

/** Records by what their name or description holds, and nodes of graphs by what stands in them. */
export const search: Resource =
  ({ db }) =>
  async (app) => {
    app.get(
      '/api/v1/search/:type/:text',
      {
        config: { access: 'signed-in' },
        schema: {
          tags: ['Search'],
          description: `The ${maxNodes} newest records of each kind that match, and nodes by their names and settings; type: all, ${Object.keys(kinds).join(', ')}`,
          params: Type.Object({ type: Type.String({ maxLength: 50 }), text: Type.String({ maxLength: 1_000 }) }),
          response: { 200: Type.Array(SearchHit) },
        },
      },
      async (request) => {
        const who = whoIs(request);
        const { type, text } = request.params;
        const lists: Static<typeof SearchHit>[][] = [];
        for (const kind of kindsOf(who, type)) lists.push(await find(db, who, kind, text));
        return lists.flat();
      },
    );
  };

/** The kinds that a word names, in any case, one or many; `all` are those that this person may see. */
function kindsOf(who: Principal, word: string): readonly Kind[] {
  const all = Object.keys(kinds) as Kind[];
  const name = word.toLowerCase();
  if (name === 'all')
    return all.filter((kind) => {
      const needed = kinds[kind];
      return needed === 'signed-in' || may(who, needed);
    });
  const kind = all.find((one) => one === name || one === `${name}s`);
  if (kind === undefined) throw invalidParameter('type', word, mustBeOneOf(['all', ...all]));
  const needed = kinds[kind];
  if (needed !== 'signed-in') requirePermission(who, needed);
  return [kind];
}

async function find(db: Db, who: Principal, kind: Kind, text: string): Promise<Static<typeof SearchHit>[]> {
  if (kind === 'nodes') return (await findNodes(db, who, text, maxNodes)).map((node) => ({ type: 'node', ...node }));
  const pattern = patternOf(text.toLowerCase());
  const holds = sql<boolean>`(lower(name) like ${pattern} escape '\\' or lower(description) like ${pattern} escape '\\')`;
  const rows =
    kind === 'projects'
      ? await db
          .selectFrom('projects')
          .select(['id', 'uuid', 'name', 'description', 'id as projectId', 'dateLastUpdated'])
          .where(visible(who, 'projects.id'))
          .where(holds)
          .orderBy('dateLastUpdated', 'desc')
          .orderBy('id', 'desc')
          .limit(maxNodes)
          .execute()
      : await db
          .selectFrom(kind)
          .select(['id', 'uuid', 'name', 'description', 'projectId', 'dateLastUpdated'])
          .where(visible(who, `${kind}.projectId`))
          .where(holds)
          .orderBy('dateLastUpdated', 'desc')
          .orderBy('id', 'desc')
          .limit(maxNodes)
          .execute();
  return rows.map((row) => ({ type: kind.slice(0, -1), ...row }));
}
