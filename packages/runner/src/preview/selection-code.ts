import { FieldError, type Processor, type RunContext } from '@millrace/processors';
import { runsCode } from '@millrace/processors/runs-code';
import { DataFrame } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { relationsOf } from '@millrace/spark-connect/visit';
import { fieldText, indexGraph, parametersOf, substitute, type WorkflowNode } from '@millrace/workflow';
import { runError } from '@millrace/errors';
import { planOf, type ComposedNode, type ComposedOutput } from '../explain/compose-workflow.ts';
import { functionCode, type FunctionShape, type OutputRef } from '../explain/python/function-code.ts';
import { partOf } from '../plan/part-of-graph.ts';
import { plansOf } from '../plan/plans-of.ts';
import { prepareFor } from '../plan/prepare.ts';
import { noVariables } from '../plan/variables.ts';
import { tablesOf } from '../plan/registered-tables.ts';
import { storedFields } from '../plan/stored-fields.ts';
import { draftOf, nodeIn, processorOf, type Draft } from './draft.ts';
import type { EditingSession } from './editing-session.ts';
import { PlansOnly } from './plans-only.ts';
import { explainErrors, PreviewError, requireNodes, type EditedGraph } from './preview-node.ts';
import { NodeError, noOutput, type PreviewGraph } from './sampled-node.ts';
import type { SampledNodes } from './sampled-nodes.ts';
import { dependsOnRows, refusal, selectionOf, type NodeSelection } from './selection.ts';

/** An output of a node with its name. */
export interface NamedOutput extends OutputRef {
  /** As in `sourceAnchor` of edges; null for the only output. */
  readonly name: string | null;
}

/** A code node that gives the rows of selected nodes. */
export interface SelectionCode {
  readonly nodeClass: string;
  readonly code: string;
  /** Outputs of other nodes, in the order in which the code takes them. */
  readonly inputs: readonly NamedOutput[];
  /** Outputs of the selected nodes, in the order of the outputs of the code. */
  readonly outputs: readonly NamedOutput[];
}

type ComposedStep = Extract<ComposedNode, { readonly kind: 'composed' }>;

const classes: Readonly<Record<FunctionShape, string>> = {
  one: 'fire.nodes.etl.NodePySpark',
  many: 'fire.nodes.code.NodeMultiInputPySpark',
  lists: 'fire.nodes.code.NodeMultiInputToMultiOutputPySpark',
};

/**
 * Selected nodes as the code of one node with the same rows. The nodes above them are composed on samples, for their
 * columns; of the selected nodes nothing runs. Fails with PreviewError for nodes that cannot become code.
 */
export async function selectionCode(
  session: EditingSession,
  options: EditedGraph,
  ids: readonly string[],
): Promise<SelectionCode> {
  requireNodes(options.workflow, ids);
  options.files.fetchUntil(options.signal);
  const draft = await draftOf(options);
  return explainErrors(draft.to, async () => {
    const selection = selectionOf(draft, ids);
    for (const id of selection.nodes) refuseBySettings(draft, options, id);
    const part = partWith(draft, selection);
    const { result } = await session.inspect(part, (nodes) => codeOn(nodes, draft, part, selection));
    const { values } = parametersOf(options.workflow, options.variables, options.catalogue);
    if (substitute(result.code, values).text !== result.code)
      throw refusal(selection.nodes[0] ?? '', 'its code would mention a parameter of the workflow');
    return result;
  });
}

/** The part of a graph that the selection needs. Fails with PreviewError if it has an error. */
function partWith({ to, problems }: Draft, { nodes }: NodeSelection): PreviewGraph {
  const part = partOf(to.graph.workflow, to.catalogue, nodes);
  const ids = new Set(part.workflow.nodes.map(({ id }) => id));
  const errors = [...part.problems, ...problems].filter(
    ({ severity, nodeId }) => severity === 'error' && nodeId !== undefined && ids.has(nodeId),
  );
  if (errors.length > 0) throw new PreviewError(errors);
  return { ...to, graph: indexGraph(part.workflow) };
}

/** Refuses a node that cannot become code, as far as its settings show. */
function refuseBySettings(draft: Draft, { workflow }: EditedGraph, id: string): void {
  const node = nodeIn(draft.to.graph, id);
  const processor = processorOf(draft, id);
  const reason = reasonOfSettings(node, processor, workflow.nodes.find((one) => one.id === id) ?? node);
  if (reason !== undefined) throw refusal(id, reason);
}

/** `stored`: the node before the values of parameters were put into it. */
function reasonOfSettings(
  node: WorkflowNode,
  processor: Processor | undefined,
  stored: WorkflowNode,
): string | undefined {
  if (processor === undefined) return `the processor ${node.nodeClass} is not available here`;
  if (runsCode(node.nodeClass)) return 'it runs code already';
  if (processor.type.startsWith('ml-')) return 'it belongs to a model, which code does not pass on';
  if (node.fields.some(({ name }) => fieldText(node, name) !== fieldText(stored, name)))
    return 'it uses parameters of the workflow, whose values code would fix';
  return undefined;
}

/** True if a node may depend on the time or the seed of a run; false for fields that composing reports. */
function mayVary(draft: Draft, id: string): boolean {
  try {
    return (processorOf(draft, id)?.varies(storedFields(nodeIn(draft.to.graph, id))) ?? []).length > 0;
  } catch (error) {
    if (error instanceof FieldError) return false;
    throw error;
  }
}

/** The part of a run that another run has otherwise. */
type Moment = Pick<RunContext, 'now' | 'seed'>;

const moments: readonly [Moment, Moment] = [
  { now: '2001-02-03T04:05:06.007Z', seed: 1n },
  { now: '2022-11-10T19:18:17.516Z', seed: 2n },
];

/** The code, composed in the session of an engine. */
async function codeOn(
  sampled: SampledNodes,
  draft: Draft,
  part: PreviewGraph,
  selection: NodeSelection,
): Promise<SelectionCode> {
  const sources = await sourcesOf(sampled, part, selection);
  const at = (moment: Moment) => composed(sampled, draft, part, { selection, sources, moment });
  const nodes = await at(moments[0]);
  for (const one of nodes) refuseByPlan(one, [...sources, ...nodes]);
  const { inputs } = selection;
  const outputs = outputsOfCode(selection, nodes);
  const shape = outputs.length > 1 ? 'lists' : inputs.length > 1 ? 'many' : 'one';
  requireEnds(draft, selection, shape, outputs.length);
  const { session } = sampled.engine;
  const ends = { shape, sources, inputs, outputs, session } as const;
  const { code, ofNodes, unwritten } = await functionCode({ ...ends, nodes });
  for (const [id, needed] of unwritten) throw refusal(id, `PySpark cannot express ${needed}`);
  if (selection.nodes.some((id) => mayVary(draft, id))) {
    const later = await functionCode({ ...ends, nodes: await at(moments[1]) });
    const varying = selection.nodes.find((id) => later.ofNodes.get(id) !== ofNodes.get(id));
    if (varying !== undefined) throw refusal(varying, 'its rows depend on the time or the seed of the run');
  }
  const named = ({ nodeId, output }: OutputRef): NamedOutput => {
    const names = processorOf(draft, nodeId)?.outputs ?? [];
    return { nodeId, output, name: names.length > 1 ? (names[output] ?? null) : null };
  };
  return { nodeClass: classes[shape], code, inputs: inputs.map(named), outputs: outputs.map(named) };
}

/** The nodes that the selection reads, on samples: only their columns count. */
async function sourcesOf(
  sampled: SampledNodes,
  part: PreviewGraph,
  { inputs }: NodeSelection,
): Promise<ComposedStep[]> {
  const { catalogue, graph } = part;
  const session = new PlansOnly(sampled.engine.session.client);
  const sources: ComposedStep[] = [];
  for (const id of new Set(inputs.map(({ nodeId }) => nodeId))) {
    const { outputs } = await sampled.node(part, id);
    const node = nodeIn(graph, id);
    sources.push({
      kind: 'composed',
      node,
      processor: catalogue.get(node.nodeClass),
      inputs: [],
      outcome: { outputs: [] },
      outputs: outputs.map(({ df, ...output }) => ({ ...output, df: new DataFrame(session, df.relation) })),
    });
  }
  return sources;
}

interface StepsToCompose {
  readonly selection: NodeSelection;
  readonly sources: readonly ComposedStep[];
  readonly moment: Moment;
}

/** The selected nodes, composed for Spark: code for Spark runs on Sail, too, if its plan is verified there. */
async function composed(
  { engine }: SampledNodes,
  { inputs }: Draft,
  { graph, catalogue, files, dataset }: PreviewGraph,
  { selection: { nodes }, sources, moment }: StepsToCompose,
): Promise<readonly ComposedStep[]> {
  const context: RunContext = {
    session: new PlansOnly(engine.session.client),
    engine: 'spark',
    compatibility: engine.compatibility,
    onePartition: false,
    files,
    dataset,
    tablesOf: (id) => tablesOf(graph, id),
    ...moment,
  };
  const all = new Map(sources.map((one) => [one.node.id, one]));
  for (const id of nodes) {
    const node = nodeIn(graph, id);
    const references = inputs.get(id) ?? [];
    const rows = references.map((reference): ComposedOutput => {
      const output = all.get(reference.nodeId)?.outputs[reference.output];
      if (output === undefined) throw noOutput(reference);
      return output;
    });
    const base = { node, processor: catalogue.get(node.nodeClass), inputs: references };
    try {
      const plan = await planOf({ ...base, inputs: rows, variables: noVariables }, context, prepareFor(engine));
      all.set(id, { ...base, kind: 'composed', ...plan });
    } catch (error) {
      throw new NodeError(id, error);
    }
  }
  return nodes.flatMap((id) => all.get(id) ?? []);
}

/** A pivot whose columns are the values that its rows have. */
const isOpenPivot = ({ relType }: Relation): boolean =>
  relType.case === 'aggregate' && relType.value.pivot !== undefined && relType.value.pivot.values.length === 0;

/** Refuses a node that cannot become code, as its plan shows. */
function refuseByPlan({ node, inputs, outcome, outputs }: ComposedStep, all: readonly ComposedStep[]): void {
  const nodes = new Map(all.map((one) => [one.node.id, one]));
  const below = new Set(inputs.flatMap(({ nodeId, output }) => nodes.get(nodeId)?.outputs[output]?.df.relation ?? []));
  const relations = plansOf(outcome).flatMap((plan) => relationsOf(plan, below));
  const { saves = [], results = [], rejects } = outcome;
  const other = results.find(({ type }) => type === 'chart' || type === 'variable');
  const reasons: readonly (readonly [applies: boolean, reason: string])[] = [
    [saves.length > 0, 'it saves rows, which code does not'],
    [relations.some(({ relType }) => relType.case === 'read'), 'it reads files'],
    [relations.some(isOpenPivot), dependsOnRows],
    [outputs.some(({ learned }) => learned !== undefined), 'it belongs to a model, which code does not pass on'],
    [rejects !== undefined, 'it reports rejected rows, which code does not'],
    [other !== undefined, `it shows the ${other?.type} "${other?.title}", which code does not`],
  ];
  const reason = reasons.find(([applies]) => applies)?.[1];
  if (reason !== undefined) throw refusal(node.id, reason);
}

/** What the code returns: what other nodes read, and rows that nothing reads yet, unless their node only shows something. */
function outputsOfCode({ outputs, ends }: NodeSelection, nodes: readonly ComposedStep[]): readonly OutputRef[] {
  const showing = new Set(nodes.flatMap(({ node, outcome: { results = [] } }) => (results.length > 0 ? node.id : [])));
  const all = [...outputs, ...ends.filter(({ nodeId }) => !showing.has(nodeId))];
  return all.length === 0 ? ends : all;
}

/** Fails with a NodeError if the code node cannot have so many inputs or outputs. */
function requireEnds({ to }: Draft, { nodes, inputs }: NodeSelection, shape: FunctionShape, outputCount: number): void {
  const processor = to.catalogue.get(classes[shape]);
  if (processor === undefined) return;
  const { min, max } = processor.inputs;
  const at = nodes[0] ?? '';
  const most = Math.max(1, processor.outputs.length);
  if (inputs.length < min || inputs.length > max) {
    const rule = inputs.length < min ? `at least ${min}` : `at most ${max}`;
    throw new NodeError(at, runError('selection-ends', { ends: 'inputs', count: inputs.length, rule }));
  }
  if (outputCount > most)
    throw new NodeError(
      at,
      runError('selection-ends', { ends: 'outputs', count: outputCount, rule: `at most ${most}` }),
    );
}
