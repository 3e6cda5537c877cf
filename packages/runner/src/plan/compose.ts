import { FieldError, versionName, type Outcome, type Processor, type RunContext } from '@millrace/processors';
import type { WorkflowNode } from '@millrace/workflow';
import type { Output } from '../execute/outputs.ts';
import { neededBy, queryWithFunctions } from './scala-functions.ts';
import { storedFields } from './stored-fields.ts';

/** What composing needs to know of an input. */
export type ComposeInput = Pick<Output, 'df' | 'schema' | 'learned' | 'known'>;

/** The query of a node that calls functions in Scala of nodes before it; undefined for any other. */
function queryOf(processor: Processor, node: WorkflowNode, { functionsOf }: RunContext) {
  const before = functionsOf?.(node.id) ?? [];
  if (before.length === 0) return undefined;
  const query = processor.query?.(storedFields(node));
  const functions = query === undefined ? [] : neededBy(query.sql, before);
  return query === undefined || functions.length === 0 ? undefined : { ...query, functions };
}

/** Composes a node on its inputs; `trains`: a model that it makes is asked for. */
export const compose = async (
  processor: Processor,
  node: WorkflowNode,
  inputs: readonly ComposeInput[],
  around: RunContext,
  trains = false,
): Promise<Outcome> => {
  const tables = around.tablesOf?.(node.id) ?? [];
  const own = inputs.slice(0, inputs.length - tables.length);
  if (own.length < processor.inputs.min)
    throw new FieldError(
      '',
      `it needs ${processor.inputs.min} inputs and has ${own.length}`,
      'connect the missing inputs',
    );
  const [first] = own;
  const query = around.code === undefined ? undefined : queryOf(processor, node, around);
  if (query !== undefined && around.code !== undefined) {
    const names = [...query.inputs, ...tables];
    const read = Object.fromEntries(inputs.map(({ df }, i) => [names[i] ?? '', df]));
    return queryWithFunctions(around.code, {
      nodeId: node.id,
      sql: query.sql,
      tables: read,
      functions: query.functions,
    });
  }
  return processor.compose({
    ...around,
    nodeId: node.id,
    input: first?.df ?? around.session.range(0),
    inputs: own.map((i) => i.df),
    tables: Object.fromEntries(inputs.slice(own.length).map(({ df }, i) => [tables[i], df])),
    schema: first?.schema ?? { kind: 'struct', fields: [] },
    schemas: own.map((i) => i.schema),
    learned: own.map((i) => i.learned),
    known: first?.known,
    trains,
    version: versionName(around.now, around.earlierVersions?.get(node.id)),
    stored: storedFields(node),
  });
};
