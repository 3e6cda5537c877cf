import { randomBytes, randomUUID } from 'node:crypto';
import { isNote, parseParameterText, type Workflow } from '@millrace/workflow';
import type { Selectable } from 'kysely';
import type { Principal } from '../access/principal.ts';
import type { Context } from '../context.ts';
import { compatibilityFor } from '../compatibility.ts';
import { datasetsNamed } from '../datasets/datasets-named.ts';
import { requireRunsOn } from './switched-on.ts';
import { enqueue, type NewExecution } from './enqueue.ts';
import { settingsOf } from './run-settings.ts';
import { needsSpark } from './spark-wishes.ts';
import { detailsOf, Problem, type ProblemDetail } from '../problems.ts';
import { requireAddresses } from '../mail-addresses.ts';
import { inTurns, pace } from '../timing/pace.ts';
import { readStoredGraph } from '../stored-graph.ts';
import { variablesOf } from '../variables/records.ts';
import type { WorkflowTable } from '../store/tables/project-records.ts';
import { workflowFor } from '../workflows/save.ts';

/** How a run is asked for. */
export interface Wish {
  readonly workflowId: number;
  /** Values of parameters, by name; or a text of them, as clients write it. */
  readonly parameters: ReadonlyMap<string, string> | string;
  readonly sparkConfig: string;
  readonly libJars: string;
  readonly emailOnSuccess: string | null;
  readonly emailOnFailure: string | null;
  /** Nodes that are to run with all that they need; the whole workflow where not said. */
  readonly nodes?: readonly string[];
  readonly scheduleId?: number;
  /** Runs of one lane work one after the other. */
  readonly lane?: string;
}

/** Checks that a workflow can run, puts a run of it into the queue and gives the run's id. */
export async function execute(
  context: Pick<Context, 'db' | 'catalogue' | 'settings' | 'now' | 'runs'>,
  who: Principal,
  wish: Wish,
): Promise<number> {
  const { emailOnSuccess, emailOnFailure } = wish;
  requireAddresses({ emailOnSuccess, emailOnFailure });
  const id = await queueRun(context, who, wish);
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
  wish: Wish,
): Promise<number> {
  const row = await workflowFor(db, who, wish.workflowId, 'EXECUTE');
  await requireRunsOn(db);
  const breathe = pace();
  const parsed = await readStoredGraph(row.content, breathe);
  if (!parsed.ok) throw new Problem('INVALID_WORKFLOW', parsed.problems[0]?.message ?? 'the graph cannot be read');
  requireNodes(parsed.workflow, wish.nodes ?? []);
  const { values, problems } = valuesOf(wish);
  const [wrong] = problems;
  if (wrong !== undefined) throw new Problem('UNPROCESSABLE', `programParameters: ${wrong.message}`);
  const variables = await variablesOf(db, row.projectId);
  const datasets = await datasetsNamed(db, row.projectId, parsed.workflow, { ...variables, execution: values });
  await breathe();
  const { preparingRun } = await import('@millrace/runner');
  const preparing = preparingRun({
    workflow: parsed.workflow,
    catalogue: await catalogue(),
    datasets,
    parameters: values,
    variables,
    ...(wish.nodes === undefined ? {} : { nodes: wish.nodes }),
  });
  const prepared = await inTurns(preparing, breathe);
  if (!prepared.ok) throw cannotRun(prepared.problems);
  const { engine: named, compatibility: askedFor } = settingsOf(wish.sparkConfig);
  const asked = wish.libJars.trim() === '' ? (named ?? settings.MILLRACE_ENGINE) : 'spark';
  const { projectId } = row;
  const compatibility = await compatibilityFor(db, { workflow: parsed.workflow, projectId, asked: askedFor });
  if (named === 'sail' && compatibility !== 'spark4')
    throw new Problem(
      'UNPROCESSABLE',
      `sparkConfig: millrace.engine "sail" cannot run a workflow whose compatibility is ${compatibility}: choose auto or spark`,
    );
  const engine = asked === 'auto' && needsSpark(wish) ? 'spark' : asked;
  return enqueue(db, { ...runOf(row, who.id, wish, now()), wish: engine });
}

/** A run of a workflow as it is asked for; the engine is not chosen yet. */
export const runOf = (row: Selectable<WorkflowTable>, userId: number, wish: Wish, queuedAt: number): NewExecution => ({
  ...newRun(queuedAt),
  workflowId: row.id,
  workflowVersion: row.version,
  projectId: row.projectId,
  userId,
  scheduleId: wish.scheduleId ?? null,
  lane: wish.lane ?? null,
  name: row.name,
  category: row.category,
  description: row.description,
  graph: row.content,
  nodes: wish.nodes === undefined ? null : JSON.stringify(wish.nodes),
  parameters: textOf(valuesOf(wish).values),
  wish: 'auto',
  libJars: wish.libJars,
  sparkConfig: wish.sparkConfig,
  emailOnSuccess: wish.emailOnSuccess,
  emailOnFailure: wish.emailOnFailure,
});

/** What is another one for each run. */
function newRun(queuedAt: number): Pick<NewExecution, 'jobId' | 'runKey' | 'clock' | 'seed' | 'resumes' | 'queuedAt'> {
  const jobId = randomUUID();
  const seed = String(randomBytes(8).readBigUInt64BE() >> 1n);
  return { jobId, runKey: jobId, clock: queuedAt, seed, resumes: null, queuedAt };
}

const valuesOf = ({ parameters }: Wish): ReturnType<typeof parseParameterText> =>
  typeof parameters === 'string' ? parseParameterText(parameters) : { values: parameters, problems: [], unread: [] };

const textOf = (values: ReadonlyMap<string, string>): string => JSON.stringify(Object.fromEntries(values));

/** Fails with UNPROCESSABLE for nodes that the graph does not have, or that never run. */
function requireNodes({ nodes }: Workflow, wanted: readonly string[]): void {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const errors = wanted.flatMap((nodeId, at): ProblemDetail[] => {
    const node = known.get(nodeId);
    const path = `/nodes/${at}`;
    if (node === undefined)
      return [{ path, code: 'UNKNOWN_NODE', nodeId, message: `there is no node "${nodeId}" in the workflow` }];
    if (!isNote(node)) return [];
    return [{ path, code: 'NOT_RUN', nodeId, message: `node "${nodeId}" is a note, which is never run` }];
  });
  const [first] = errors;
  if (first !== undefined) throw new Problem('UNPROCESSABLE', `nodes: ${first.message}`, { errors });
}

function cannotRun(problems: readonly (ProblemDetail & { readonly severity: string })[]): Problem {
  const errors = detailsOf(problems.filter(({ severity }) => severity === 'error'));
  return new Problem('INVALID_WORKFLOW', errors[0]?.message ?? 'the workflow cannot run', { errors });
}
