import { randomBytes, randomUUID } from 'node:crypto';
import { isNote, parseParameterText, type Workflow } from '@millrace/workflow';
import type { Selectable } from 'kysely';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { compatibilityFor } from '../compatibility.ts';
import { referencedDatasets } from '../datasets/referenced-datasets.ts';
import { requireRunsOn } from './switched-on.ts';
import { enqueue, type NewExecution } from './enqueue.ts';
import { settingsOf } from './run-settings.ts';
import { needsSpark } from './spark-request.ts';
import { detailsOf, Problem, type ProblemDetail } from '../problems.ts';
import { requireAddresses } from '../mail-addresses.ts';
import { inTurns, pace } from '../timing/pace.ts';
import { readStoredGraph } from '../stored-graph.ts';
import { variablesOf } from '../variables/records.ts';
import type { WorkflowTable } from '../store/tables/project-records.ts';
import { workflowFor } from '../workflows/save.ts';
import { unreadableGraph, workflowCannotRun } from '../refusals.ts';

/** How a run is asked for. */
export interface ExecutionRequest {
  readonly workflowId: number;
  /** Values of parameters, by name; or a text of them, as clients write it. */
  readonly parameters: ReadonlyMap<string, string> | string;
  readonly sparkConfig: string;
  readonly libJars: string;
  readonly emailOnSuccess: string | null;
  readonly emailOnFailure: string | null;
  /** Nodes that are to run with all that they need; the whole workflow if not given. */
  readonly nodes?: readonly string[];
  readonly scheduleId?: number;
  /** Runs of one lane work one after the other. */
  readonly lane?: string;
}

/** Checks that a workflow can run, puts a run of it into the queue and returns the run's id. */
export async function execute(
  context: Pick<Context, 'db' | 'catalogue' | 'settings' | 'now' | 'runs'>,
  who: Principal,
  request: ExecutionRequest,
): Promise<number> {
  const { emailOnSuccess, emailOnFailure } = request;
  requireAddresses({ emailOnSuccess, emailOnFailure });
  const id = await queueRun(context, who, request);
  context.runs.wake();
  return id;
}

/**
 * As `execute`, in the transaction of its caller, who wakes the queue once that is committed. Others are served while a large graph
 * is checked.
 */
export async function queueRun(
  { db, catalogue, settings, now }: Pick<Context, 'db' | 'catalogue' | 'settings' | 'now'>,
  who: Principal,
  request: ExecutionRequest,
): Promise<number> {
  const row = await workflowFor(db, who, request.workflowId, 'EXECUTE');
  await requireRunsOn(db);
  const breathe = pace();
  const parsed = await readStoredGraph(row.content, breathe);
  if (!parsed.ok) throw new Problem('INVALID_WORKFLOW', parsed.problems[0]?.message ?? unreadableGraph);
  requireNodes(parsed.workflow, request.nodes ?? []);
  const { values, problems } = valuesOf(request);
  const [wrong] = problems;
  if (wrong !== undefined) throw new Problem('UNPROCESSABLE', `programParameters: ${wrong.message}`);
  const variables = await variablesOf(db, row.projectId);
  const datasets = await referencedDatasets(db, row.projectId, parsed.workflow, { ...variables, execution: values });
  await breathe();
  const { preparingRun } = await import('@millrace/runner');
  const preparing = preparingRun({
    workflow: parsed.workflow,
    catalogue: await catalogue(),
    datasets,
    parameters: values,
    variables,
    ...(request.nodes === undefined ? {} : { nodes: request.nodes }),
  });
  const prepared = await inTurns(preparing, breathe);
  if (!prepared.ok) throw cannotRun(prepared.problems);
  const { engine: engineName, compatibility: requestedCompatibility } = settingsOf(request.sparkConfig);
  const requestedEngine = request.libJars.trim() === '' ? (engineName ?? settings.MILLRACE_ENGINE) : 'spark';
  const { projectId } = row;
  const compatibility = await compatibilityFor(db, {
    workflow: parsed.workflow,
    projectId,
    requested: requestedCompatibility,
  });
  if (engineName === 'sail' && compatibility !== 'spark4')
    throw new Problem(
      'UNPROCESSABLE',
      `sparkConfig: millrace.engine=sail cannot run a workflow with compatibility ${compatibility}: set millrace.engine to auto or spark`,
    );
  const engine = requestedEngine === 'auto' && needsSpark(request) ? 'spark' : requestedEngine;
  return enqueue(db, { ...runOf(row, who.id, request, now()), wish: engine });
}

/** A run of a workflow as it is asked for; the engine is not chosen yet. */
export const runOf = (
  row: Selectable<WorkflowTable>,
  userId: number,
  request: ExecutionRequest,
  queuedAt: number,
): NewExecution => ({
  ...newRun(queuedAt),
  workflowId: row.id,
  workflowVersion: row.version,
  projectId: row.projectId,
  userId,
  scheduleId: request.scheduleId ?? null,
  lane: request.lane ?? null,
  name: row.name,
  category: row.category,
  description: row.description,
  graph: row.content,
  nodes: request.nodes === undefined ? null : JSON.stringify(request.nodes),
  parameters: textOf(valuesOf(request).values),
  wish: 'auto',
  libJars: request.libJars,
  sparkConfig: request.sparkConfig,
  emailOnSuccess: request.emailOnSuccess,
  emailOnFailure: request.emailOnFailure,
});

/** What is another one for each run. */
function newRun(queuedAt: number): Pick<NewExecution, 'jobId' | 'runKey' | 'clock' | 'seed' | 'resumes' | 'queuedAt'> {
  const jobId = randomUUID();
  const seed = String(randomBytes(8).readBigUInt64BE() >> 1n);
  return { jobId, runKey: jobId, clock: queuedAt, seed, resumes: null, queuedAt };
}

const valuesOf = ({ parameters }: ExecutionRequest): ReturnType<typeof parseParameterText> =>
  typeof parameters === 'string' ? parseParameterText(parameters) : { values: parameters, problems: [], unread: [] };

const textOf = (values: ReadonlyMap<string, string>): string => JSON.stringify(Object.fromEntries(values));

/** Fails with UNPROCESSABLE for nodes that the graph does not have, or that never run. */
function requireNodes({ nodes }: Workflow, ids: readonly string[]): void {
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const errors = ids.flatMap((nodeId, at): ProblemDetail[] => {
    const node = nodesById.get(nodeId);
    const path = `/nodes/${at}`;
    if (node === undefined)
      return [{ path, code: 'UNKNOWN_NODE', nodeId, message: `node "${nodeId}" not found in the workflow` }];
    if (!isNote(node)) return [];
    return [{ path, code: 'NOT_RUN', nodeId, message: `node "${nodeId}" is a note and cannot be run` }];
  });
  const [first] = errors;
  if (first !== undefined) throw new Problem('UNPROCESSABLE', `nodes: ${first.message}`, { errors });
}

function cannotRun(problems: readonly (ProblemDetail & { readonly severity: string })[]): Problem {
  const errors = detailsOf(problems.filter(({ severity }) => severity === 'error'));
  return new Problem('INVALID_WORKFLOW', errors[0]?.message ?? workflowCannotRun, { errors });
}
