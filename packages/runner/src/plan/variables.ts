import type { Outcome } from '@millrace/processors';
import type { DataFrame } from '@millrace/spark-connect';
import { runError } from '@millrace/errors';
import { applyToNode, fieldList, fieldText, type WorkflowNode } from '@millrace/workflow';
import { cellOf } from '../results/cells.ts';
import type { ReadyNode } from './compose-graph.ts';

/** A value that a node sets for the nodes behind it. What it takes to compute it is done when it is first read. */
export type LateValue = () => Promise<string>;

/** What a node sets, by name. A text is known; a function computes it. */
export type OwnVariables = ReadonlyMap<string, string | LateValue>;

interface Variable {
  readonly value: string | LateValue;
  /** Nodes on the longest way down to the node that sets it. */
  readonly depth: number;
}

/** What the nodes before a node have set, by name. */
export type Variables = ReadonlyMap<string, Variable>;

export const noVariables: Variables = new Map();

/** What several nodes pass on: of values for one name, that of the node with more nodes before it, else of the later edge. */
export function joinVariables(before: readonly Variables[]): Variables {
  const some = before.filter(({ size }) => size > 0);
  if (some.length < 2) return some[0] ?? noVariables;
  const joined = new Map<string, Variable>();
  for (const variables of some)
    for (const [name, variable] of variables)
      if (variable.depth >= (joined.get(name)?.depth ?? 0)) joined.set(name, variable);
  return joined;
}

/** What a node passes on: its own values in the place of those that it has seen. */
export function withOwn(seen: Variables, own: OwnVariables | undefined, depth: number): Variables {
  if (own === undefined || own.size === 0) return seen;
  return new Map([...seen, ...[...own].map(([name, value]) => [name, { value, depth }] as const)]);
}

/** What a node sets, with `read` to compute the first cell of a DataFrame. */
export function variablesOf(
  { variables = {}, results = [] }: Outcome,
  read: (df: DataFrame, name: string) => Promise<string>,
): OwnVariables {
  const own = new Map<string, string | LateValue>();
  for (const result of results)
    if (result.type === 'variable') {
      let value: Promise<string> | undefined;
      const forget = (error: unknown): never => {
        value = undefined;
        throw error;
      };
      own.set(result.name, () => (value ??= read(result.data, result.name).catch(forget)));
    }
  for (const [name, value] of Object.entries(variables)) own.set(name, value);
  return own;
}

/** The first cell of a DataFrame as text; nothing for null. */
export async function firstCellText(df: DataFrame, signal?: AbortSignal): Promise<string> {
  const { rows } = await df.table(signal === undefined ? {} : { signal });
  const cell = cellOf(rows[0]?.[0] ?? null);
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** Instead of a value where no rows are computed: a RunError. */
export const computesNothing = (_: DataFrame, name: string): Promise<string> =>
  Promise.reject(runError('variable-not-computed', { name }));

/** Instead of a value where a graph is composed for Sail: a RunError that asks for Spark. */
export const needsSpark = (_: DataFrame, name: string): Promise<string> =>
  Promise.reject(runError('needs-spark', { reason: `the run computes the variable "${name}"` }));

/** A node with the values of variables in its fields, and the parameters that its code reads. */
export interface SeenNode {
  readonly node: WorkflowNode;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * Puts what earlier nodes have set into the fields of a node, and among the parameters that its code reads. `parameters`,
 * those of the run, come first: they stand in the fields already. A value that has to be computed is computed only if a
 * field mentions it or code has its name.
 */
export async function withVariables(
  {
    node,
    processor,
    variables,
  }: Pick<ReadyNode<{ readonly outputs: readonly unknown[] }>, 'node' | 'processor' | 'variables'>,
  parameters: ReadonlyMap<string, string> = new Map(),
): Promise<SeenNode> {
  if (variables.size === 0) return { node, parameters };
  const isMentioned = mentionedIn(node);
  const isInCode = inCodeOf(
    node,
    processor?.fields.filter(({ kind }) => kind === 'code').map(({ name }) => name) ?? [],
  );
  const values = new Map<string, string>();
  for (const [name, { value }] of variables) {
    if (parameters.has(name)) continue;
    if (typeof value === 'string') values.set(name, value);
    else if (isMentioned(name) || isInCode(name)) values.set(name, await value());
  }
  return { node: applyToNode(node, values).node, parameters: new Map([...values, ...parameters]) };
}

function mentionedIn(node: WorkflowNode): (name: string) => boolean {
  const names = new Set(applyToNode(node, new Map()).unknown.map(({ name }) => name));
  return (name) => names.has(name);
}

function inCodeOf(node: WorkflowNode, fields: readonly string[]): (name: string) => boolean {
  const texts = fields.flatMap((name) => fieldList(node, name) ?? [fieldText(node, name) ?? '']);
  return (name) => texts.some((text) => text.includes(name));
}
