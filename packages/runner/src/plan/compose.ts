import { FieldError, versionName, type Outcome, type Processor, type RunContext } from '@millrace/processors';
import type { WorkflowNode } from '@millrace/workflow';
import type { Output } from '../execute/outputs.ts';
import { storedFields } from './stored-fields.ts';

/** What composing needs to know of an input. */
export type ComposeInput = Pick<Output, 'df' | 'schema' | 'learned' | 'known'>;

/** Composes a node on its inputs; `trains`: a model that it makes is asked for. */
export const compose = (
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
