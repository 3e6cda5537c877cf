import type { Principal } from '../../access/principal.ts';
import { visible } from '../../access/projects.ts';
import { statuses } from '../../executions/status.ts';
import { Problem } from '../../http/problems.ts';
import type { Db } from '../../store/database.ts';
import { outputsOf } from '../results/read.ts';
import type { OutputObject } from '../results/output-object.ts';

export interface ItemResult {
  readonly itemId: number | null;
  readonly nodeId: string;
  readonly workflowId: string;
  readonly executionId: number | null;
  readonly endedAt: number | null;
  readonly outputs: readonly OutputObject[];
  /** Why there is nothing to show. */
  readonly message: string | null;
}

interface Item {
  readonly id?: unknown;
  readonly nodeId?: unknown;
  readonly workflowId?: unknown;
}

/** What each item of a sheet shows: the outputs of its node in the latest completed run of its workflow. */
export async function sheetResults(
  db: Db,
  who: Principal,
  content: string,
  sheetId: number,
): Promise<readonly ItemResult[]> {
  const { sheets } = JSON.parse(content) as { sheets: { idx: string; items: Item[] }[] };
  const sheet = sheets.find(({ idx }) => Number(idx) === sheetId);
  if (sheet === undefined) throw new Problem('NOT_FOUND', `the dashboard has no sheet ${sheetId}`);
  const latest = new Map<string, Promise<Latest | undefined>>();
  return Promise.all(
    sheet.items.map(async (item): Promise<ItemResult> => {
      const [nodeId, workflowId] = [String(item.nodeId ?? ''), String(item.workflowId ?? '')];
      const itemId = Number.isInteger(Number(item.id)) && item.id != null ? Number(item.id) : null;
      const run = latest.get(workflowId) ?? latestRun(db, who, workflowId);
      latest.set(workflowId, run);
      const found = await run;
      const base = { itemId, nodeId, workflowId };
      if (found === undefined)
        return {
          ...base,
          executionId: null,
          endedAt: null,
          outputs: [],
          message: 'the workflow has not completed a run yet',
        };
      const outputs = await outputsOf(db, found.id, nodeId);
      const message = outputs.length === 0 ? 'the node has shown nothing in the latest run' : null;
      return { ...base, executionId: found.id, endedAt: found.endedAt, outputs, message };
    }),
  );
}

type Latest = { id: number; endedAt: number | null };

const latestRun = async (db: Db, who: Principal, workflowId: string): Promise<Latest | undefined> =>
  /^\d{1,15}$/.test(workflowId)
    ? db
        .selectFrom('executions')
        .select(['id', 'endedAt'])
        .where('workflowId', '=', Number(workflowId))
        .where('status', '=', statuses.COMPLETED)
        .where(visible(who, 'executions.projectId'))
        .orderBy('id', 'desc')
        .executeTakeFirst()
    : undefined;
