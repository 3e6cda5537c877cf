import type { EditingSession, EditedGraph } from '@millrace/runner';
import type * as interactive from '@millrace/runner/interactive';
import { EngineStartError } from '@millrace/engines';
import { RunError } from '@millrace/errors';
import { runsCode } from '@millrace/processors/runs-code';
import { serialiseWorkflow } from '@millrace/workflow';
import type { FastifyReply } from 'fastify';
import { projectFor } from '../access/projects.ts';
import type { Principal } from '../access/principal.ts';
import type { Right } from '../access/rights.ts';
import type { Context } from '../context.ts';
import { compatibilityFor } from '../compatibility.ts';
import { referencedDatasets } from '../datasets/referenced-datasets.ts';
import { detailsOf, Problem } from '../problems.ts';
import { withFileProblems } from '../datasets/file-problems.ts';
import { filesOf } from '../files/home.ts';
import { ProjectModels } from '../models/registry.ts';
import { pace } from '../timing/pace.ts';
import { variablesOf } from '../variables/records.ts';
import { requireCodeRight } from './code-right.ts';
import { readGraph } from './save.ts';

/** Milliseconds that a look at a graph may take. */
const longest = 60_000;

/** What looks at graphs; read with the first look. */
type InteractiveModule = typeof interactive;

export interface GraphRequest {
  /** The graph, or an object that holds it as `workflow`. */
  readonly body: unknown;
  readonly projectId?: number | undefined;
  /** Most rows that are taken of each source; 1,000 if not given. */
  readonly sampleRows?: number;
  readonly reply: FastifyReply;
  /** What the caller must be allowed to do in the project; EXECUTE if not given. */
  readonly right?: Right;
}

/**
 * Does something with a graph in the session of who draws it, with all that the graph may name. Fails with INVALID_WORKFLOW,
 * UNPROCESSABLE after a minute, UNAVAILABLE, TOO_MANY.
 */
export async function inspectGraph<T>(
  { db, catalogue, editing, files: space, libraries: ofProjects }: Context,
  who: Principal,
  { body, projectId: requestedProject, sampleRows: maxRows = 1_000, reply, right = 'EXECUTE' }: GraphRequest,
  work: (session: EditingSession, options: EditedGraph, read: InteractiveModule) => Promise<T>,
): Promise<T> {
  const breathe = pace();
  const workflow = await readGraph(body, breathe);
  const projectId = await projectFor(db, who, requestedProject, right);
  const saved = db
    .selectFrom('workflows')
    .select('content')
    .where('projectId', '=', projectId)
    .where('uuid', '=', workflow.uuid);
  await requireCodeRight(
    who,
    () => JSON.stringify(serialiseWorkflow(workflow, { complete: true })),
    () => saved.executeTakeFirst(),
  );
  await using files = await withFileProblems(() => filesOf(space, who));
  const hasCode = workflow.nodes.some(({ nodeClass }) => runsCode(nodeClass));
  using libraries = hasCode ? await withFileProblems(() => ofProjects.open(db, projectId)) : undefined;
  const read = await import('@millrace/runner/interactive');
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  const tooLong = AbortSignal.timeout(longest);
  const variables = await variablesOf(db, projectId);
  await breathe();
  const datasets = await referencedDatasets(db, projectId, workflow, variables);
  await breathe();
  const options: EditedGraph = {
    workflow,
    catalogue: await catalogue(),
    datasets,
    variables,
    files,
    models: new ProjectModels(db, projectId),
    sampleRows: maxRows,
    signal: AbortSignal.any([closed.signal, tooLong]),
  };
  try {
    const compatibility = await compatibilityFor(db, { workflow, projectId });
    const labels = { user: who.username, description: `editing in project ${projectId}` };
    const owner = { owner: `project ${projectId}`, view: files.engineView, libraries, compatibility, labels };
    return await editing.use(`${who.id}/${projectId}`, owner, (session) => work(session, options, read));
  } catch (error) {
    if (closed.signal.aborted) throw new Problem('UNPROCESSABLE', 'the request was canceled', { cause: error });
    if (tooLong.aborted)
      throw new Problem(
        'UNPROCESSABLE',
        `the preview exceeded ${longest / 1_000} s on a sample of ${maxRows} rows: use a smaller sample, or run the workflow`,
      );
    throw problemOf(error, read);
  }
}

function problemOf(error: unknown, { PreviewError }: InteractiveModule): unknown {
  if (error instanceof PreviewError)
    return new Problem('INVALID_WORKFLOW', error.message, {
      errors: detailsOf(error.problems),
    });
  if (error instanceof EngineStartError) return new Problem('UNAVAILABLE', error.message);
  if (error instanceof RunError && error.code === 'TOO_MANY_SESSIONS')
    return new Problem('TOO_MANY', `${error.message}: ${error.remedy}`, { retryAfter: 1 });
  return error;
}
