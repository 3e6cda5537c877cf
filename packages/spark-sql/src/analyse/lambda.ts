import type { Call, Expr } from '../ast/ast.ts';
import { simple, type SparkType, unknownType } from '../ast/types.ts';
import { newNotes } from './notes.ts';
import type { Scope } from './scope.ts';

export function lambda(expr: Expr & { kind: 'lambda' }, types: SparkType[], scope: Scope): SparkType {
  const variables = new Map(scope.variables);
  expr.params.forEach((name, i) => variables.set(name.toLowerCase(), types[i] ?? unknownType));
  return scope.rules.expression(expr.body, { ...scope, variables });
}

/** The types that a function hands to the parameters of the lambda in position `at`. */
export function lambdaTypes(expr: Call, at: number, scope: Scope): SparkType[] {
  const quiet: Scope = { ...scope, notes: newNotes() };
  const types = expr.args
    .slice(0, at)
    .map((arg) => (arg.kind === 'lambda' ? unknownType : scope.rules.expression(arg, quiet)));
  const [first = unknownType, second = unknownType] = types;
  const element = first.kind === 'array' ? first.element : unknownType;
  if (first.kind === 'map' && expr.name !== 'map_zip_with') return [first.key, first.value];
  if (first.kind === 'map') return [first.key, first.value, second.kind === 'map' ? second.value : unknownType];
  if (expr.name === 'zip_with') return [element, second.kind === 'array' ? second.element : unknownType];
  if (expr.name === 'aggregate' || expr.name === 'reduce') return [second, at === 2 ? element : second];
  if (expr.name === 'array_sort') return [element, element];
  return [element, simple('integer')];
}
