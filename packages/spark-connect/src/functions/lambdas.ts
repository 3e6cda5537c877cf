import { callFunction, Column, type ColumnLike } from '../column.ts';
import { columnOf, type ColumnArgument } from './table.ts';

let lastVariable = 0;

/** A function of columns as Spark's lambda; its variables get names that nothing else has. */
function lambda(body: (...variables: Column[]) => Column, arity: number): Column {
  const names = Array.from({ length: arity }, (_, i) => `${'xyz'[i] ?? 'w'}_${++lastVariable}`);
  const variables = names.map((name) => ({ nameParts: [name] }));
  const columns = variables.map((value) => new Column({ exprType: { case: 'unresolvedNamedLambdaVariable', value } }));
  const result = body(...columns);
  return new Column({
    exprType: { case: 'lambdaFunction', value: { function: result.expression, arguments: variables } },
  });
}

const higher = (name: string, ...args: ColumnLike[]): Column => callFunction(name, args, false);

type One = (value: Column) => Column;
type Two = (a: Column, b: Column) => Column;

const oneOrTwo = (body: One | Two): Column =>
  lambda(body as (...variables: Column[]) => Column, Math.min(2, Math.max(1, body.length)));

/** Functions that take functions: `F.transform('xs', (x) => x.plus(1))`. */
export const lambdas = {
  /** The array with each element replaced; the second variable is the element's index. */
  transform: (array: ColumnArgument, body: One | Two) => higher('transform', columnOf(array), oneOrTwo(body)),
  /** The elements for which the condition holds; the second variable is the element's index. */
  filter: (array: ColumnArgument, body: One | Two) => higher('filter', columnOf(array), oneOrTwo(body)),
  exists: (array: ColumnArgument, body: One) => higher('exists', columnOf(array), lambda(body, 1)),
  forall: (array: ColumnArgument, body: One) => higher('forall', columnOf(array), lambda(body, 1)),
  /** Folds an array: `merge` of the value so far and each element, then `finish`. */
  aggregate: (array: ColumnArgument, start: ColumnArgument, merge: Two, finish?: One) =>
    higher('aggregate', columnOf(array), columnOf(start), lambda(merge, 2), ...(finish ? [lambda(finish, 1)] : [])),
  reduce: (array: ColumnArgument, start: ColumnArgument, merge: Two, finish?: One) =>
    higher('reduce', columnOf(array), columnOf(start), lambda(merge, 2), ...(finish ? [lambda(finish, 1)] : [])),
  /** Sorts an array, by a comparator that gives a negative, zero or positive int where one is given. */
  arraySort: (array: ColumnArgument, compare?: Two) =>
    higher('array_sort', columnOf(array), ...(compare ? [lambda(compare, 2)] : [])),
  zipWith: (left: ColumnArgument, right: ColumnArgument, body: Two) =>
    higher('zip_with', columnOf(left), columnOf(right), lambda(body, 2)),
  transformKeys: (map: ColumnArgument, body: Two) => higher('transform_keys', columnOf(map), lambda(body, 2)),
  transformValues: (map: ColumnArgument, body: Two) => higher('transform_values', columnOf(map), lambda(body, 2)),
  mapFilter: (map: ColumnArgument, body: Two) => higher('map_filter', columnOf(map), lambda(body, 2)),
  mapZipWith: (
    left: ColumnArgument,
    right: ColumnArgument,
    body: (key: Column, left: Column, right: Column) => Column,
  ) => higher('map_zip_with', columnOf(left), columnOf(right), lambda(body as (...v: Column[]) => Column, 3)),
} as const;
