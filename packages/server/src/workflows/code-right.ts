import { runsCode } from '@millrace/processors/runs-code';
import type { Db } from '../store/database.ts';
import { may, type Principal } from '../access/principal.ts';
import { permissionRequired } from '../refusals.ts';

/** What is read of a node of a stored graph or of a graph that came in. */
interface CodeNode {
  readonly id: string;
  readonly nodeClass: string;
}

const nodesOf = (graph: unknown): readonly CodeNode[] =>
  ((graph as { readonly nodes?: readonly CodeNode[] } | null)?.nodes ?? []).filter(({ nodeClass }) =>
    runsCode(String(nodeClass)),
  );

/** A node without what does not change what it runs: its place, its name, its id. */
const textOf = (node: CodeNode): string => JSON.stringify([node.nodeClass, 'fields' in node ? node.fields : []]);

/**
 * Fails with FORBIDDEN if a caller who may not write code brings code that was not there before.
 * `content`: the JSON of the graph; `before`: that of the graph that it replaces, if there is one.
 */
export function requireCodeRight(who: Principal, content: string, before?: string): void {
  if (may(who, 'workflows.code')) return;
  const nodes = nodesOf(JSON.parse(content));
  if (nodes.length === 0) return;
  const known = new Set(before === undefined ? [] : nodesOf(JSON.parse(before)).map(textOf));
  const added = nodes.find((node) => !known.has(textOf(node)));
  if (added !== undefined) throw permissionRequired('workflows.code', `changing the code of node ${added.id}`);
}

/** The same for a graph that is only looked at: what its saved workflow in the project has may run. */
export async function requireCodeRightForDraft(
  db: Db,
  who: Principal,
  { uuid, content, projectId }: { readonly uuid: string; readonly content: () => string; readonly projectId: number },
): Promise<void> {
  if (may(who, 'workflows.code')) return;
  const saved = await db
    .selectFrom('workflows')
    .select('content')
    .where('projectId', '=', projectId)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  requireCodeRight(who, content(), saved?.content);
}
