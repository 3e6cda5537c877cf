import type { Principal } from '../access/principal.ts';
import { visible } from '../access/projects.ts';
import { Problem } from '../problems.ts';
import type { Db } from '../store/database.ts';
import type { ModelRecord } from '../models/record.ts';
import {
  modelFor,
  versionByWord,
  versionSummary,
  type ModelRow,
  type VersionRow,
  type VersionSummary,
} from '../models/records.ts';
import { completedRun, outputsOf } from '../results/read.ts';
import type { OutputObject } from '../results/output-object.ts';

/**
 * What becomes of an item: it is `shown`; its node has shown `nothing` in the run; the workflow has `never` completed one, or
 * is `gone` (what it showed last may be there still); or it is `text` of its own, of no workflow.
 */
export const itemStates = ['shown', 'nothing', 'never', 'gone', 'text'] as const;

type ItemState = (typeof itemStates)[number];

export interface ItemResult {
  readonly itemId: number | null;
  readonly type: string;
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
  /** Of an item of the type MODEL: the registered model that it shows. */
  readonly model: ModelOnSheet | null;
}

/** A version of a registered model, with the model that it is one of. */
export type ModelOnSheet = VersionSummary & { readonly modelId: number; readonly name: string };

interface Item {
  readonly id?: unknown;
  readonly nodeId?: unknown;
  readonly workflowId?: unknown;
  readonly type?: unknown;
  /** Of an item that shows a registered model, whatever run has saved it. */
  readonly modelId?: unknown;
  /** Number of the version; the champion if not given, or else the newest. */
  readonly version?: unknown;
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
  if (sheet === undefined) throw new Problem('NOT_FOUND', `sheet ${sheetId} not found in the dashboard`);
  const workflows = new Map<string, Promise<SheetWorkflow>>();
  return Promise.all(
    sheet.items.map(async (item): Promise<ItemResult> => {
      const [nodeId, workflowId] = [String(item.nodeId ?? ''), String(item.workflowId ?? '')];
      const itemId = Number.isInteger(Number(item.id)) && item.id != null ? Number(item.id) : null;
      const type = String(item.type).toUpperCase();
      const isModel = type === 'MODEL';
      const base = {
        itemId,
        type,
        nodeId,
        workflowId,
        executionId: null,
        endedAt: null,
        outputs: [],
        latest: null,
        model: null,
      };
      if (isModel && item.modelId != null && item.modelId !== '')
        return { ...base, ...(await modelResult(db, who, item)) };
      if (workflowId === '' && type === 'TEXT') return { ...base, state: 'text', message: null };
      const workflowState = workflows.get(workflowId) ?? sheetWorkflowOf(db, who, workflowId);
      workflows.set(workflowId, workflowState);
      const { isThere, latest } = await workflowState;
      if (latest === null)
        return {
          ...base,
          state: isThere ? 'never' : 'gone',
          message: isThere ? messages.never : messages.gone,
        };
      const run = await completedRun(db, who, Number(workflowId), nodeId);
      if (run === undefined)
        return {
          ...base,
          latest,
          state: isThere ? 'never' : 'gone',
          message: isThere ? messages.never : messages.gone,
        };
      const all = await outputsOf(db, run.id, nodeId);
      // 2: what describes models
      const outputs = isModel ? all.filter(({ resultType }) => resultType === 2) : all;
      const model = isModel ? await savedBy(db, run.id, nodeId) : null;
      const state = isThere ? (outputs.length === 0 && model === null ? 'nothing' : 'shown') : 'gone';
      const message = state === 'shown' ? null : messages[state];
      return { ...base, executionId: run.id, endedAt: run.endedAt, outputs, latest, state, message, model };
    }),
  );
}

/** The registered model that an item names. */
async function modelResult(
  db: Db,
  who: Principal,
  { modelId, version }: Item,
): Promise<Pick<ItemResult, 'state' | 'message' | 'model'>> {
  const missingModel = (message: string) => ({ state: 'gone' as const, message, model: null });
  if (!/^\d{1,15}$/.test(String(modelId))) return missingModel(messages.noModel);
  const model = await modelFor(db, who, Number(modelId), 'VIEW').catch(orAbsent);
  if (model === undefined) return missingModel(messages.noModel);
  const word = version == null || version === '' ? undefined : String(version);
  const row = await versionByWord(db, model, word).catch(orAbsent);
  if (row === undefined) return missingModel(messages.noVersion);
  return { state: 'shown', message: null, model: onSheet(row, model) };
}

/** What is not there, or not for this person, or not what it should be, is nothing to show. */
function orAbsent(error: unknown): undefined {
  if (!(error instanceof Problem)) throw error;
  return undefined;
}

/** The model that a node has made or saved in a run. */
async function savedBy(db: Db, executionId: number, nodeId: string): Promise<ModelOnSheet | null> {
  const versions = await db
    .selectFrom('modelVersions')
    .selectAll()
    .where('executionId', '=', executionId)
    .orderBy('id', 'desc')
    .execute();
  const version = versions.find((one) => one.nodeId === nodeId || makerOf(one) === nodeId);
  if (version === undefined) return null;
  const model = await db.selectFrom('models').selectAll().where('id', '=', version.modelId).executeTakeFirstOrThrow();
  return onSheet(version, model);
}

const makerOf = ({ record }: VersionRow): string | undefined => (JSON.parse(record) as ModelRecord).maker?.nodeId;

const onSheet = (version: VersionRow, { id, name, champion }: ModelRow): ModelOnSheet => ({
  ...versionSummary(version, champion),
  modelId: id,
  name,
});

const messages = {
  never: 'the workflow has no completed run yet',
  nothing: 'the node produced no output in the latest run',
  gone: 'the workflow no longer exists',
  noModel: 'the model no longer exists',
  noVersion: 'this version of the model no longer exists',
} as const;

interface Latest {
  readonly executionId: number;
  readonly status: number;
  /** When it was asked for. */
  readonly startedAt: number;
}

interface SheetWorkflow {
  readonly isThere: boolean;
  readonly latest: Latest | null;
}

async function sheetWorkflowOf(db: Db, who: Principal, workflowId: string): Promise<SheetWorkflow> {
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
