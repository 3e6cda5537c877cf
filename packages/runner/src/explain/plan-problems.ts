import { isStillToPredict } from '@millrace/processors';
import { typeName } from '@millrace/spark-connect';
import { nodeLabel, problem, validate, type Problem } from '@millrace/workflow';
import { EngineStartError } from '@millrace/engines';
import type { PreparedRun } from '../execute/prepare-run.ts';
import { urlsOf } from '../plan/sources.ts';
import type { ComposedNode } from './compose-workflow.ts';
import { schemasOf, type ExplainOptions } from './explain.ts';

/** What a run would find wanting in the file space, as it may before the data have come. */
const noData: ReadonlySet<string> = new Set(['FILE_MISSING', 'NO_FILES']);

/**
 * Problems that show once the engine has worked out every node's columns: a column that its input does not have, text
 * that is no SQL. Nothing is shown, saved or fetched.
 */
export async function planProblems(options: ExplainOptions, prepared: PreparedRun): Promise<readonly Problem[]> {
  const { catalogue } = options;
  try {
    const nodes = await schemasOf(options, prepared, (node) => urlsOf(node, catalogue).length > 0);
    const columns = validate(prepared.workflow, catalogue, { schemas: inputSchemas(nodes) }).filter(
      ({ code }) => code === 'column-not-found',
    );
    const nodesWithColumns = new Set(columns.map(({ nodeId }) => nodeId));
    return [...columns, ...nodes.flatMap((one) => (nodesWithColumns.has(one.node.id) ? [] : failureOf(one)))];
  } catch (error) {
    if (!(error instanceof EngineStartError)) throw error;
    return [problem('plans-unchecked', { fault: error.message })];
  }
}

/** The columns of each node's inputs, where all are known: an evaluator may name those that a model before it will add. */
function inputSchemas(nodes: readonly ComposedNode[]) {
  const outputs = new Map(nodes.map((one) => [one.node.id, one.kind === 'composed' ? one.outputs : []]));
  return new Map(
    nodes.flatMap(({ node, processor, inputs }) => {
      const sources = inputs.map(({ nodeId, output }) => outputs.get(nodeId)?.[output]);
      const schemas = sources.flatMap((one) => one?.schema ?? []);
      const isModel = processor?.type === 'ml-evaluator' && sources.some((one) => isStillToPredict(one?.learned));
      if (schemas.length < sources.length || isModel) return [];
      return [
        [node.id, schemas.map((s) => s.fields.map(({ name, type }) => ({ name, type: typeName(type) })))] as const,
      ];
    }),
  );
}

function failureOf(one: ComposedNode): Problem[] {
  if (one.kind !== 'failed') return [];
  const { code, message, remedy, field } = one.failure;
  const fault = message.replace(/\.$/, '');
  const node = nodeLabel(one.node);
  const location = { nodeId: one.node.id, ...(field === undefined || field === '' ? {} : { field }) };
  if (noData.has(code)) return [problem('data-not-there', { node, fault }, location)];
  const advice = `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`;
  return [problem('plan-refused', { node, fault, advice }, location)];
}
