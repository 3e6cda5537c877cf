import { toColumn, type ColumnLike } from '../column.ts';
import { literal } from '../literal.ts';
import type { Relation } from '../proto.ts';
import { relation } from '../relation.ts';
import type { InputValue } from '../values.ts';

/** Values for `:name` or `?` markers of a SQL text. */
export type SqlArguments = Readonly<Record<string, InputValue>> | readonly InputValue[];

/** The whole numbers from `start` to before `end`, or from 0 to before `start`. */
export function range(
  start: number | bigint,
  end: number | bigint | undefined,
  step: number | bigint,
  numPartitions: number | undefined,
): Relation {
  const [from, to] = end === undefined ? [0, start] : [start, end];
  return relation({
    case: 'range',
    value: { start: BigInt(from), end: BigInt(to), step: BigInt(step), numPartitions },
  });
}

/** The rows of a table-valued function; plain values are constants. */
export const tableFunction = (functionName: string, args: readonly ColumnLike[]): Relation =>
  relation({
    case: 'unresolvedTableValuedFunction',
    value: { functionName, arguments: args.map((arg) => toColumn(arg).expression) },
  });

/** A query or statement in SQL. */
export const sqlText = (query: string, args: SqlArguments | undefined): Relation =>
  relation({ case: 'sql', value: { query, ...sqlArguments(args) } });

/** A query that may use relations as tables by these names. */
export function withInputs(query: Relation, inputs: readonly (readonly [alias: string, input: Relation])[]): Relation {
  if (inputs.length === 0) return query;
  const references = inputs.map(([alias, input]) => relation({ case: 'subqueryAlias', value: { input, alias } }));
  return relation({ case: 'withRelations', value: { root: query, references } });
}

const sqlArguments = (args: SqlArguments | undefined) => {
  const expression = (value: InputValue) => ({ exprType: { case: 'literal' as const, value: literal(value) } });
  if (args === undefined) return {};
  if (Array.isArray(args)) return { posArguments: (args as readonly InputValue[]).map(expression) };
  return { namedArguments: Object.fromEntries(Object.entries(args).map(([k, v]) => [k, expression(v)])) };
};
