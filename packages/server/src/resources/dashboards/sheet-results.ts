import type { Principal } from '../../access/principal.ts';
import { visible } from '../../access/projects.ts';
import { statuses } from '../../executions/status.ts';
import { Problem } from '../../http/problems.ts';
import type { Db } from '../../store/database.ts';
import { outputsOf } from '../results/read.ts';
import type { OutputObject } from '../results/output-object.ts';

/**
 * What becomes of an item: it is `shown`; its node has shown `nothing` in the run; the workflow has `never` completed one, or
 * is `gone` (what it showed last may be there still); or it is `text` of its own, of no workflow.
 */
export const itemStates = ['shown', 'nothing', 'never', 'gone', 'text'] as const;

type ItemState = (typeof itemStates)[number];

export interface ItemResult {
  readonly itemId: number | null;
  readonly nodeId: string;
  readonly workflowId: string;
  readonly executionId: number | null;
  readonly endedAt: number | null;
  readonly outputs: readonly OutputObject[];
  /** The latest run of the workflow, however it went. */
  readonly latest: Latest | null;
  readonly state: ItemState;
  /** Why there is nothing to show. */
  readonly message: string | null;
}

interface Item {
  readonly id?: unknown;
  readonly nodeId?: unknown;
  readonly workflowId?: unknown;
  readonly type?: unknown;
}

/** What each item of a sheet shows: the outputs of its node in the latest completed run of its workflow that ran the node. */
export async function sheetResults(
  db: Db,
  who: Principal,
  content: string,
  sheetId: number,
): Promise<readonly ItemResult[]> {
  const { sheets } = JSON.parse(content) as { sheets: { idx: string; items: Item[] }[] };
  const sheet = sheets.find(({ idx }) => Number(idx) === sheetId);
  if (sheet === undefined) throw new Problem('NOT_FOUND', `the dashboard has no sheet ${sheetId}`);
  const workflows = new Map<string, Promise<Known>>();
  return Promise.all(
    sheet.items.map(async (item): Promise<ItemResult> => {
      const [nodeId, workflowId] = [String(item.nodeId ?? ''), String(item.workflowId ?? '')];
      const itemId = Number.isInteger(Number(item.id)) && item.id != null ? Number(item.id) : null;
      const base = { itemId, nodeId, workflowId, executionId: null, endedAt: null, outputs: [], latest: null };
      if (workflowId === '' && String(item.type).toUpperCase() === 'TEXT')
        return { ...base, state: 'text', message: null };
      const looked = workflows.get(workflowId) ?? knownOf(db, who, workflowId);
      workflows.set(workflowId, looked);
      const { isThere, latest } = await looked;
      if (latest === null)
        return {
          ...base,
          ...(isThere
            ? { state: 'never', message: messages.never }
            : { state: 'gone', message: `${messages.gone}; ${messages.never}` }),
        };
      const run = await completedRun(db, who, Number(workflowId), nodeId);
      if (run === undefined)
        return {
          ...base,
          latest,
          state: isThere ? 'never' : 'gone',
          message: isThere ? messages.never : messages.gone,
        };
      const outputs = await outputsOf(db, run.id, nodeId);
      const state = isThere ? (outputs.length === 0 ? 'nothing' : 'shown') : 'gone';
      const message = state === 'shown' ? null : messages[state];
      return { ...base, executionId: run.id, endedAt: run.endedAt, outputs, latest, state, message };
    }),
  );
}

const messages = {
  never: 'the workflow has not completed a run yet',
  nothing: 'the node has shown nothing in the latest run',
  gone: 'the workflow is not there any more',
} as const;

interface Latest {
  readonly executionId: number;
  readonly status: number;
  /** When it was asked for. */
  readonly startedAt: number;
}

interface Known {
  readonly isThere: boolean;
  readonly latest: Latest | null;
}

async function knownOf(db: Db, who: Principal, workflowId: string): Promise<Known> {
  if (!/^\d{1,15}$/.test(workflowId)) return { isThere: false, latest: null };
  const id = Number(workflowId);
  const workflow = await db
    .selectFrom('workflows')
    .select('id')
    .where('id', '=', id)
    .where(visible(who, 'workflows.projectId'))
    .executeTakeFirst();
  const latest = await db
    .selectFrom('executions')
    .select(['id as executionId', 'status', 'queuedAt as startedAt'])
    .where('workflowId', '=', id)
    .where(visible(who, 'executions.projectId'))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return { isThere: workflow !== undefined, latest: latest ?? null };
}

/** Runs of a part of the workflow count for the nodes that they ran. */
const completedRun = async (
  db: Db,
  who: Principal,
  workflowId: number,
  nodeId: string,
): Promise<{ id: number; endedAt: number | null } | undefined> =>
  db
    .selectFrom('executions')
    .select(['id', 'endedAt'])
    .where('workflowId', '=', workflowId)
    .where('status', '=', statuses.COMPLETED)
    .where(visible(who, 'executions.projectId'))
    .where((where) =>
      where.or([
        where('executions.nodes', 'is', null),
        where.exists(
          where
            .selectFrom('executionNodes')
            .select('executionNodes.nodeId')
            .whereRef('executionNodes.executionId', '=', 'executions.id')
            .where('executionNodes.nodeId', '=', nodeId),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
