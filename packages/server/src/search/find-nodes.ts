import type { WorkflowNode } from '@millrace/workflow';
import { sql } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { visible } from '../access/projects.ts';
import { pace } from '../timing/pace.ts';
import type { Db } from '../store/database.ts';
import { readStoredGraph } from '../stored-graph.ts';
import { patternOf } from './pattern.ts';

/** A node of a graph that holds a text: the record is that of its workflow, but for `name` and `description`. */
export interface NodeMatch {
  readonly id: number;
  readonly uuid: string;
  readonly nodeId: string;
  /** The node's. */
  readonly name: string;
  /** The workflow's name, and the field that holds the text, if that is not the node's own name. */
  readonly description: string;
  readonly projectId: number;
  readonly dateLastUpdated: number;
}

/** Graphs that are looked through at once. */
const atOnce = 200;

/** Characters around what was found that show where it stands. */
const contextLength = 40;

/** Nodes whose name, class or settings hold a text: those of the newest workflows that this person may see, at most `max`. */
export async function findNodes(db: Db, who: Principal, text: string, max: number): Promise<readonly NodeMatch[]> {
  const ids = await db
    .selectFrom('workflows')
    .select('id')
    .where(visible(who, 'workflows.projectId'))
    .orderBy('dateLastUpdated', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const words = text.toLowerCase();
  // databases fold other alphabets in ways of their own, and a class has no spaces: anything will do in their place
  const pattern = patternOf(JSON.stringify(words).slice(1, -1)).replaceAll(/[^!-~]+/gu, '%');
  const matches: NodeMatch[] = [];
  const breathe = pace();
  for (let at = 0; at < ids.length && matches.length < max; at += atOnce) {
    const rows = await db
      .selectFrom('workflows')
      .select(['id', 'uuid', 'name', 'projectId', 'dateLastUpdated', 'content'])
      .where(
        'id',
        'in',
        ids.slice(at, at + atOnce).map(({ id }) => id),
      )
      .where(sql<boolean>`lower(content) like ${pattern} escape '\\'`)
      .orderBy('dateLastUpdated', 'desc')
      .orderBy('id', 'desc')
      .execute();
    for (const { content, name: workflow, ...row } of rows) {
      const parsed = await readStoredGraph(content, breathe);
      for (const node of parsed.ok ? parsed.workflow.nodes : []) {
        const where = whereIn(node, words);
        if (where === undefined) continue;
        const description = where === '' ? workflow : `${workflow} · ${where}`;
        matches.push({ ...row, nodeId: node.id, name: node.name, description });
      }
      await breathe();
    }
    await breathe();
  }
  const matchesName = ({ name }: NodeMatch): boolean => name.toLowerCase().includes(words);
  return [...matches.filter(matchesName), ...matches.filter((node) => !matchesName(node))].slice(0, max);
}

/** Where a node holds a text: empty for its own name or class, else its field; undefined if it does not. */
function whereIn({ name, nodeClass, fields }: WorkflowNode, words: string): string | undefined {
  if (name.toLowerCase().includes(words) || nodeClass.toLowerCase().includes(words.replaceAll(' ', ''))) return '';
  for (const field of fields) {
    const value = String(field.value ?? '');
    const at = value.toLowerCase().indexOf(words);
    if (at < 0) continue;
    const [from, to] = [Math.max(0, at - contextLength), at + words.length + contextLength];
    const part = `${from > 0 ? '…' : ''}${value.slice(from, to)}${to < value.length ? '…' : ''}`;
    return `${field.name}: ${part.replaceAll(/\s+/g, ' ')}`;
  }
  return undefined;
}
