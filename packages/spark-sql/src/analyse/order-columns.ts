import type { Body, Expr } from '../ast/ast.ts';
import { generators, unrepeatable } from './functions.ts';
import { fractionIn } from '../rewrite/one-zero.ts';
import { parseQuery } from '../parse/parse.ts';
import { visitExpression } from '../ast/visit.ts';

/** A key of ORDER BY: a column of the result by its name or its place, from 1. */
export interface SortColumn {
  readonly column: string | number;
  readonly descending: boolean;
  readonly nulls?: 'first' | 'last';
}

/** The keys of a query's ORDER BY; undefined without one, and if a key is no column of the result. */
export function columnsOfOrder(text: string): readonly SortColumn[] | undefined {
  const { body, order, partitionOrder } = parseQuery(text);
  if (order.length === 0 || partitionOrder !== undefined) return undefined;
  const keys: SortColumn[] = [];
  for (const { arg, descending, nulls } of order) {
    const key = fractionIn(arg) ?? arg;
    const column = ordinalInList(key, body) ?? ordinalOf(key) ?? nameOf(key);
    if (column === undefined) return undefined;
    keys.push({ column, descending, ...(nulls === undefined ? {} : { nulls }) });
  }
  return keys;
}

const nameOf = (key: Expr): string | undefined =>
  key.kind === 'column' && key.path.length === 1 ? key.path[0] : undefined;

const ordinalOf = (key: Expr): number | undefined =>
  key.kind === 'literal' && key.type.kind === 'integer' ? Number(key.value) : undefined;

/**
 * The place, from 1, of the item of the select list that a key of ORDER BY says once more, such as `c.name` of
 * `select c.name as customer` or `count(*)` of `select k, count(*) as n`. Undefined for the name of a column alone, which
 * may be that of a result, and if it gives another value each time.
 */
export function ordinalInList(key: Expr, body: Body): number | undefined {
  if (body.kind !== 'select' || key.kind === 'literal' || nameOf(key) !== undefined || !isRepeatable(key))
    return undefined;
  const keyShape = shapeOf(key);
  for (const [at, item] of body.items.entries()) {
    // how many columns it gives is not known
    if (item.kind === 'star' || hasSeveralColumns(item)) return undefined;
    if (shapeOf(item.kind === 'alias' ? item.arg : item) === keyShape) return at + 1;
  }
  return undefined;
}

const hasSeveralColumns = (item: Expr): boolean => {
  const inner = item.kind === 'alias' ? item.arg : item;
  return inner.kind === 'call' && generators.has(inner.name);
};

function isRepeatable(key: Expr): boolean {
  let isSame = true;
  visitExpression(key, {
    expression: (expr) => {
      if (expr.kind === 'call' && unrepeatable.has(expr.name)) isSame = false;
      if (expr.kind === 'subquery' || expr.kind === 'in-query' || expr.kind === 'unknown') isSame = false;
    },
  });
  return isSame;
}

/** An expression but for its place in the text; names of columns in lower case, as they are found. */
const shapeOf = (expr: Expr): string =>
  JSON.stringify(expr, (name, value: unknown) => {
    if (name === 'span') return undefined;
    if (name === 'path' && Array.isArray(value)) return value.map((part) => String(part).toLowerCase());
    return typeof value === 'bigint' ? String(value) : value;
  });
