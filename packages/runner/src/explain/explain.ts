import type { WorkflowNode } from '@millrace/workflow';
import type { EngineKind } from '@millrace/engines';
import { type EngineSession, sparkOnlyBy } from '@millrace/engines/host';
import { chooseEngine, opening } from '../plan/choose-engine.ts';
import { consumersOf } from '../plan/consumers.ts';
import { learns } from '../execute/outputs.ts';
import { prepareFor } from '../plan/prepare.ts';
import { inputBytes } from '../execute/input-bytes.ts';
import type { PreparedRun } from '../execute/prepare-run.ts';
import type { RunRequest, RunServices } from '../execute/run-request.ts';
import { composeWorkflow, type ComposedNode } from './compose-workflow.ts';
import { explainNode, type NodeExplanation } from './explain-node.ts';
import { pythonScript, type Script } from './python/script.ts';

export type ExplainOptions = Pick<RunServices, 'catalogue' | 'datasets' | 'files' | 'host'> &
  Pick<RunRequest, 'engine' | 'compatibility' | 'libraries' | 'now' | 'seed'>;

/** What a program is written with; all that is asked of the host is a session. */
export type CodeOptions = Omit<ExplainOptions, 'host'> & {
  readonly host: Pick<ExplainOptions['host'], 'open'>;
  /** What FILES, the folder of the file space, is in the program; that of this machine by default. */
  readonly filesAt?: string;
};

export interface Explanation {
  readonly event: 'explained';
  readonly workflow: string;
  readonly engine: EngineKind;
  readonly why: string;
  /** The engine that worked out the schemas. */
  readonly schemasFrom: EngineKind;
  readonly nodes: readonly NodeExplanation[];
}

interface FixedTimeAndSeed {
  readonly now: string;
  readonly seed: bigint;
}

const fixTimeAndSeed = (options: Pick<ExplainOptions, 'now' | 'seed'>): FixedTimeAndSeed => ({
  now: options.now ?? new Date().toISOString(),
  seed: options.seed ?? BigInt(Date.now()),
});

const datasetOf = ({ datasets }: Pick<ExplainOptions, 'datasets'>, { workflow }: PreparedRun) => {
  const own = new Map(workflow.dataSetDetails.map((d) => [d.uuid, d]));
  return (uuid: string) => datasets.get(uuid) ?? own.get(uuid);
};

const surroundings = (options: Omit<ExplainOptions, 'host'>, prepared: PreparedRun) => {
  const [same, dataset] = [fixTimeAndSeed(options), datasetOf(options, prepared)];
  return (session: EngineSession, engine: EngineKind = session.kind) => ({
    session: session.session,
    engine,
    compatibility: session.compatibility,
    onePartition: session.keepsOrder,
    files: options.files,
    dataset,
    code: session.code.composing,
    parameters: prepared.parameters,
    ...same,
  });
};

/** How a workflow is composed on a session, in the words for an engine. */
const composingOf = (options: Omit<ExplainOptions, 'host'>, prepared: PreparedRun) => {
  const around = surroundings(options, prepared);
  return (session: EngineSession, engine: EngineKind = session.kind) => ({
    ...prepared,
    catalogue: options.catalogue,
    around: around(session, engine),
    prepare: prepareFor(session),
  });
};

/** Every node with its plan and columns, by Sail, or by Spark where Sail does not know a construct. */
export async function schemasOf(
  options: ExplainOptions,
  prepared: PreparedRun,
  except: (node: WorkflowNode) => boolean,
): Promise<readonly ComposedNode[]> {
  const composing = composingOf(options, prepared);
  const composedOn = async (kind: EngineKind): Promise<readonly ComposedNode[]> => {
    await using session = await options.host.open(kind, opening(options));
    return await composeWorkflow({ ...composing(session), except });
  };
  const sparkOnly = sparkOnlyBy(options.compatibility) !== undefined;
  const learn = prepared.order.some((id) => {
    const processor = options.catalogue.get(prepared.graph.nodes.get(id)?.nodeClass ?? '');
    return processor !== undefined && learns(processor);
  });
  if (learn || sparkOnly) return composedOn('spark');
  const nodes = await composedOn('sail');
  return couldNot(nodes) ? await composedOn('spark') : nodes;
}

const couldNot = (nodes: readonly ComposedNode[]): boolean =>
  nodes.some((n) => n.kind === 'failed' && n.failure.code === 'ENGINE_ERROR');

/** Says what each node does, its plan and schema, and which engine would run the workflow and why. Runs nothing. */
export async function explainWorkflow(options: ExplainOptions, prepared: PreparedRun): Promise<Explanation> {
  const { graph, order, workflow } = prepared;
  const around = surroundings(options, prepared);
  const bytes = await inputBytes(options, prepared);
  const composing = composingOf(options, prepared);
  const choice = await chooseEngine({ ...options, graph, order, around, bytes });
  await using session = choice.session;
  let nodes = await composeWorkflow(composing(session));
  let schemasFrom = session.kind;
  if (session.kind === 'sail' && options.engine !== 'sail' && couldNot(nodes)) {
    await using spark = await options.host.open('spark', opening({ ...options, bytes }));
    nodes = await composeWorkflow(composing(spark));
    schemasFrom = 'spark';
  }
  const explain = explainNode(nodes, choice, datasetOf(options, prepared));
  return {
    event: 'explained',
    workflow: workflow.name,
    engine: choice.session.kind,
    why: choice.why,
    schemasFrom,
    nodes: nodes.map(explain),
  };
}

/** The workflow as a PySpark program. Plans are composed as for Spark, whichever engine works out the schemas. */
export async function workflowCode(options: CodeOptions, prepared: PreparedRun): Promise<Script> {
  const composing = composingOf(options, prepared);
  const title = prepared.workflow.name;
  const { root } = options.files;
  const { filesAt = root } = options;
  const urlOf = (file: string): string | undefined => options.files.urlOf(file);
  const write = async (session: EngineSession): Promise<{ nodes: readonly ComposedNode[]; script: Script }> => {
    const nodes = await composeWorkflow(composing(session, 'spark'));
    const inputs = new Map(nodes.map((one) => [one.node.id, one.inputs]));
    const { wantModel: wantsModel } = consumersOf(prepared.graph, options.catalogue, inputs);
    const { session: on, compatibility } = session;
    const around = { session: on, compatibility, root, filesAt, urlOf, wantsModel };
    return { nodes, script: await pythonScript({ title, nodes, ...around }) };
  };
  const { engine, compatibility } = options;
  const first = engine === 'spark' || sparkOnlyBy(compatibility) !== undefined ? 'spark' : 'sail';
  await using session = await options.host.open(first, opening(options));
  const { nodes, script } = await write(session);
  if (session.kind === 'spark' || engine === 'sail' || !couldNot(nodes)) return script;
  await using spark = await options.host.open('spark', opening(options));
  return (await write(spark)).script;
}
