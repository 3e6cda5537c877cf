import { randomUUID } from 'node:crypto';
import type { ProcessorCatalogue } from '@millrace/processors';
import {
  parsingWorkflow,
  readJsonInSlices,
  withCompatibility,
  type Compatibility,
  type Problem as GraphProblem,
  type Workflow,
} from '@millrace/workflow';
import type { Kysely, Transaction } from 'kysely';
import type { Principal } from '../access/principal.ts';
import { projectFor } from '../access/projects.ts';
import { Problem } from '../problems.ts';
import type { TextFile } from '../http/text-files.ts';
import { inTurns, pace } from '../timing/pace.ts';
import { idsByUuid } from '../store/ids-by-uuid.ts';
import type { Tables } from '../store/tables.ts';
import type { FindLenientDates } from '../datasets/lenient-dates.ts';
import { adaptations, type Adaptation } from './adaptations.ts';
import { draftOf, redraft, withoutVersion, type WorkflowDraft } from './draft.ts';
import { olderSparkIn, type OlderSpark } from './older-spark.ts';
import { insertWorkflows, saveOver, type NewWorkflow } from './save.ts';
import { notJsonFile, nothingToImport } from '../refusals.ts';

/** What becomes of a workflow whose uuid is there already. */
export const uuidOptions = ['createNewUUID', 'createNewUUIDIfExist', 'overwriteWorkflowIfUUIDExistInProject'] as const;

export type UuidOption = (typeof uuidOptions)[number];

export interface WorkflowImportReport {
  readonly file: string;
  readonly id: number;
  readonly name: string;
  /** True if a workflow of this uuid got a new version. */
  readonly overwritten: boolean;
  /** True if its uuid was taken, or it had none, so that it has a new one. */
  readonly renewed: boolean;
  /** What was read as something else than it says. */
  readonly adapted: readonly Adaptation[];
  /** Why it may be better run as an older Spark ran it. */
  readonly older: readonly OlderSpark[];
  readonly graph: Workflow;
  readonly projectId: number;
}

export interface WorkflowImportRequest {
  readonly files: readonly TextFile[];
  readonly projectId: number | null;
  readonly uuidOption: UuidOption;
  /** Written into all that is imported; if absent each has what it says. */
  readonly compatibility?: Compatibility | undefined;
}

interface WorkflowImportContext {
  readonly now: number;
  readonly catalogue: ProcessorCatalogue;
  readonly lenientDates: FindLenientDates;
}

/**
 * Imports workflow files into a project: graphs, records with a `workflow`, arrays of either, and what the export gives.
 * All or none: a file that is no workflow stops the import and is named.
 */
export async function importWorkflows(
  db: Kysely<Tables>,
  who: Principal,
  { files, projectId, uuidOption, compatibility }: WorkflowImportRequest,
  { now, catalogue, lenientDates }: WorkflowImportContext,
): Promise<readonly WorkflowImportReport[]> {
  await projectFor(db, who, projectId, 'EDIT');
  const drafts: FileDraft[] = [];
  const breathe = pace();
  for (const file of files)
    for await (const { workflow, problems } of readGraphs(file, breathe)) {
      const graph = withCompatibility(withoutVersion(workflow), compatibility);
      const adapted = adaptations(workflow, problems);
      const older = await olderSparkIn(graph, catalogue, { isOld: adapted.length > 0, lenientDates });
      drafts.push({ file: file.name, graph, draft: await draftOf(graph, breathe), adapted, older });
      await breathe();
    }
  if (drafts.length === 0) throw nothingToImport('workflow');
  return db.transaction().execute(async (tx) => {
    const project = await projectFor(tx, who, projectId, 'EDIT');
    return store(tx, who, { drafts, project, uuidOption }, now);
  });
}

interface FileDraft {
  readonly file: string;
  readonly graph: Workflow;
  readonly draft: WorkflowDraft;
  readonly adapted: readonly Adaptation[];
  readonly older: readonly OlderSpark[];
}

async function store(
  tx: Transaction<Tables>,
  who: Principal,
  { drafts, project, uuidOption }: { drafts: readonly FileDraft[]; project: number; uuidOption: UuidOption },
  now: number,
): Promise<readonly WorkflowImportReport[]> {
  const uuids = drafts.map(({ draft }) => draft.columns.uuid);
  const existingIds = await idsByUuid(tx, 'workflows', project, uuids);
  const waiting = new Map<string, NewWorkflow>();
  const insert = async (): Promise<void> => {
    const ids = await insertWorkflows(tx, who, project, [...waiting.values()], now);
    for (const [uuid, id] of ids) existingIds.set(uuid, id);
    waiting.clear();
  };
  const done: (Omit<WorkflowImportReport, 'id'> & { readonly uuid: string })[] = [];
  for (const { file, graph, draft, adapted, older } of drafts) {
    const { uuid: uuidInFile, name } = draft.columns;
    const comment = `imported from ${file}`.slice(0, 1_000);
    // of two files with one uuid the second one meets the first
    if (waiting.has(uuidInFile)) await insert();
    const id = uuidInFile === '' ? undefined : existingIds.get(uuidInFile);
    const overwritten = id !== undefined && uuidOption === 'overwriteWorkflowIfUUIDExistInProject';
    if (overwritten) await saveOver(tx, who, id, { columns: draft.columns, comment, over: null }, now);
    const renewed = uuidInFile === '' || uuidOption === 'createNewUUID' || id !== undefined;
    const { columns } = overwritten || !renewed ? draft : await redraft(draft, draft.graph, randomUUID());
    if (!overwritten) waiting.set(columns.uuid, { columns, comment });
    const outcome = { overwritten, renewed: !overwritten && renewed, adapted, older, graph, projectId: project };
    done.push({ file, name, uuid: columns.uuid, ...outcome });
  }
  await insert();
  return done.map(({ uuid, ...one }) => ({ ...one, id: existingIds.get(uuid)! }));
}

/** The graphs of a file, be it one, a record that holds one, or an array of either. Others are served while they are read. */
export async function* graphsOf(file: TextFile, breathe: () => Promise<void>): AsyncGenerator<Workflow> {
  for await (const { workflow } of readGraphs(file, breathe)) yield workflow;
}

/** The graphs of a file, each with what reading it has remarked. */
async function* readGraphs(
  { name, text }: TextFile,
  breathe: () => Promise<void>,
): AsyncGenerator<{ readonly workflow: Workflow; readonly problems: readonly GraphProblem[] }> {
  const read = await readJsonInSlices(text, breathe);
  if (!read.ok) throw notJsonFile(`"${name}"`, read);
  const documents = Array.isArray(read.value) ? read.value : [read.value];
  for (const document of documents) {
    // an export is an array of texts, each a document of its own
    const inner =
      typeof document === 'string' ? await readJsonInSlices(document, breathe) : { ok: true as const, value: document };
    const value = inner.ok ? inner.value : null;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Problem('UNPROCESSABLE', `file "${name}" holds no workflow`);
    const graph = (
      typeof value['workflow'] === 'object' && value['workflow'] !== null ? value['workflow'] : value
    ) as Record<string, unknown>;
    const parsed = await inTurns(parsingWorkflow(graph), breathe);
    if (!parsed.ok || !Array.isArray(graph['nodes']))
      throw new Problem(
        'UNPROCESSABLE',
        `file "${name}" is not a workflow: ${(parsed.ok ? undefined : parsed.problems[0])?.message ?? 'it has no nodes'}`,
      );
    yield parsed;
  }
}
