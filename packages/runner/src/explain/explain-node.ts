import type { DocumentLayout, Processor, Result, Save, TableSave } from '@millrace/processors';
import type { Relation } from '@millrace/spark-connect/proto';
import type { Dataset, DatasetDetail } from '@millrace/workflow';
import type { NodeDecision } from '@millrace/parity';
import { columnsOf } from '../results/cells.ts';
import type { Choice } from '../plan/choose-engine.ts';
import type { ColumnInfo, NodeFailure } from '../results/events.ts';
import type { ComposedNode } from './compose-workflow.ts';
import { settingsOf, type Setting } from './settings.ts';
import { drawPlan } from './tree/draw-plan.ts';

export interface OutputExplanation {
  /** Name of the output where a node has several. */
  readonly name?: string;
  readonly columns: readonly ColumnInfo[];
  /** The plan as a drawn tree, the last step first; it ends at the outputs of other nodes. */
  readonly plan: readonly string[];
}

export interface NodeExplanation {
  readonly id: string;
  readonly name: string;
  readonly nodeClass: string;
  readonly description: string;
  readonly settings: readonly Setting[];
  readonly inputs: readonly { readonly nodeId: string; readonly output: number }[];
  readonly outputs: readonly OutputExplanation[];
  /** What it shows and saves, one line each. */
  readonly effects: readonly string[];
  /** What of the node is verified to give Spark's rows on Sail; absent if the engine was asked for. */
  readonly proof?: { readonly proven: boolean } & Pick<NodeDecision, 'keys' | 'missing'>;
  readonly failure?: NodeFailure;
  /** The node before it that has no plan. */
  readonly because?: string;
}

/** Says what a composed node does, among all nodes of its workflow. */
export function explainNode(
  nodes: readonly ComposedNode[],
  choice: Pick<Choice, 'perNode'>,
  dataset: (uuid: string) => Dataset | DatasetDetail | undefined,
): (composed: ComposedNode) => NodeExplanation {
  const byId = new Map(nodes.map((one) => [one.node.id, one]));
  const decisions = new Map(choice.perNode?.map((one) => [one.nodeId, one]));
  return (composed) => {
    const { node, processor, inputs } = composed;
    const base = {
      id: node.id,
      name: node.name,
      nodeClass: node.nodeClass,
      description: processor?.description ?? '',
      settings: settingsOf(node, processor, dataset),
      inputs: inputs.map(({ nodeId, output }) => ({ nodeId, output })),
      ...proofOf(decisions.get(node.id)),
    };
    if (composed.kind === 'failed') return { ...base, outputs: [], effects: [], failure: composed.failure };
    if (composed.kind === 'skipped') return { ...base, outputs: [], effects: [], because: composed.because };
    const { outcome, outputs } = composed;
    const inputName = inputNames(composed, byId);
    return {
      ...base,
      outputs: outputs.map(({ df, schema }, i) => ({
        ...outputName(processor, outputs.length, i),
        columns: columnsOf(schema),
        plan: drawPlan((outcome.outputs[i] ?? df).relation, inputName),
      })),
      effects: [...(outcome.results ?? []).map(resultLine), ...(outcome.saves ?? []).map(saveLine)],
    };
  };
}

function proofOf(decision: NodeDecision | undefined): Pick<NodeExplanation, 'proof'> {
  if (decision === undefined) return {};
  const { verified, keys, missing } = decision;
  return { proof: { proven: verified, keys, missing } };
}

const outputName = (processor: Processor | undefined, count: number, index: number): { name?: string } =>
  count === 1 ? {} : { name: processor?.outputs[index] ?? String(index + 1) };

/** How the plan names what comes from other nodes. */
function inputNames(
  { inputs }: ComposedNode,
  byId: ReadonlyMap<string, ComposedNode>,
): (relation: Relation) => string | undefined {
  const names = new Map<Relation, string>();
  for (const { nodeId, output } of inputs) {
    const source = byId.get(nodeId);
    if (source?.kind !== 'composed') continue;
    const relation = source.outputs[output]?.df.relation;
    const { name } = outputName(source.processor, source.outputs.length, output);
    if (relation !== undefined) names.set(relation, `← node ${nodeId}${name === undefined ? '' : ` (${name})`}`);
  }
  return (relation) => names.get(relation);
}

const resultLine = (result: Result): string => {
  if (result.type === 'chart') return `shows a ${result.chart.kind} chart "${result.title}"`;
  return result.type === 'variable' ? `sets the variable ${result.name}` : `shows the ${result.type} "${result.title}"`;
};

const saveLine = (save: Save): string => {
  const { format, path, mode } = save;
  if ('write' in save) return `saves its model to ${path} (${mode})`;
  const what = 'documents' in save ? `, one ${documentsPer[save.documents.per]}` : partitionLine(save);
  return `saves ${format} to ${path} (${mode}${what})`;
};

const partitionLine = ({ partitionBy = [] }: TableSave): string =>
  partitionBy.length === 0 ? '' : `, partitioned by ${partitionBy.join(', ')}`;

const documentsPer: Readonly<Record<DocumentLayout['per'], string>> = {
  all: 'document of all rows',
  name: 'document a file name',
  page: 'document a page number',
  row: 'document a row',
};
