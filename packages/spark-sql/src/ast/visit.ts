import type { Body, Call, Expr, Query, Relation, SortItem, Span, WindowSpec } from './ast.ts';

/** What a walk reports. `ctes` holds the lower-case names that WITH clauses around the place define. */
export type Visitor = {
  table?: (name: string[], span: Span, ctes: ReadonlySet<string>) => void;
  tableFunction?: (call: Call) => void;
  expression?: (expr: Expr) => void;
  /** A part that the parser left as text. */
  opaque?: (text: string) => void;
};

const none: ReadonlySet<string> = new Set();

/** Walks a query, its nested queries and all expressions, in the order of the text. */
export function visitQuery(query: Query, visitor: Visitor, outer: ReadonlySet<string> = none): void {
  let ctes = outer;
  for (const cte of query.with) {
    const own = query.recursive ? new Set([...ctes, cte.name.toLowerCase()]) : ctes;
    visitQuery(cte.query, visitor, own);
    ctes = new Set([...ctes, cte.name.toLowerCase()]);
  }
  visitBody(query.body, visitor, ctes);
  visitSort(query.order, visitor, ctes);
  visitAll([query.limit, query.offset], visitor, ctes);
}

function visitBody(body: Body, visitor: Visitor, ctes: ReadonlySet<string>): void {
  switch (body.kind) {
    case 'nested':
      return visitQuery(body.query, visitor, ctes);
    case 'set':
      visitQuery(body.left, visitor, ctes);
      return visitQuery(body.right, visitor, ctes);
    case 'values':
      return visitAll(body.rows.flat(), visitor, ctes);
    case 'relation':
      return visitRelation(body.relation, visitor, ctes);
    case 'unknown':
      return visitor.opaque?.(body.text);
    case 'select':
      visitAll(body.items, visitor, ctes);
      for (const relation of body.from) visitRelation(relation, visitor, ctes);
      for (const { call } of body.laterals) {
        visitor.tableFunction?.(call);
        visitAll(call.args, visitor, ctes);
      }
      visitAll(
        [body.where, ...(body.group?.keys ?? []), ...(body.group?.sets.flat() ?? []), body.having],
        visitor,
        ctes,
      );
      for (const window of body.windows) visitWindow(window.spec, visitor, ctes);
  }
}

function visitRelation(relation: Relation, visitor: Visitor, ctes: ReadonlySet<string>): void {
  switch (relation.kind) {
    case 'table':
      return visitor.table?.(relation.name, relation.span, ctes);
    case 'derived':
      return visitQuery(relation.query, visitor, ctes);
    case 'function':
      visitor.tableFunction?.(relation.call);
      return visitAll(relation.call.args, visitor, ctes);
    case 'values':
      return visitAll(relation.rows.flat(), visitor, ctes);
    case 'join':
      visitRelation(relation.left, visitor, ctes);
      visitRelation(relation.right, visitor, ctes);
      return visitAll([relation.on], visitor, ctes);
    case 'pivot':
    case 'unpivot':
    case 'sample':
      visitor.opaque?.(relation.text);
      return visitRelation(relation.input, visitor, ctes);
    case 'given':
      return;
    case 'unknown':
      visitor.opaque?.(relation.text);
  }
}

/** Walks an expression with the queries inside it. */
export function visitExpression(expr: Expr, visitor: Visitor, ctes: ReadonlySet<string> = none): void {
  visitor.expression?.(expr);
  const all = (exprs: (Expr | undefined)[]): void => visitAll(exprs, visitor, ctes);
  switch (expr.kind) {
    case 'op':
      return all(expr.args);
    case 'call':
      all([...expr.args, expr.filter]);
      visitSort(expr.within ?? [], visitor, ctes);
      return expr.over && visitWindow(expr.over, visitor, ctes);
    case 'cast':
    case 'field':
    case 'alias':
      return all([expr.arg]);
    case 'index':
      return all([expr.arg, expr.index]);
    case 'lambda':
      return all([expr.body]);
    case 'case':
      return all([expr.operand, ...expr.branches.flatMap((b) => [b.when, b.then]), expr.otherwise]);
    case 'in-query':
      all(expr.args);
      return visitQuery(expr.query, visitor, ctes);
    case 'subquery':
      return visitQuery(expr.query, visitor, ctes);
    case 'literal':
    case 'column':
    case 'star':
      return;
    case 'unknown':
      visitor.opaque?.(expr.text);
  }
}

function visitAll(exprs: (Expr | undefined)[], visitor: Visitor, ctes: ReadonlySet<string>): void {
  for (const expr of exprs) if (expr) visitExpression(expr, visitor, ctes);
}

function visitSort(items: SortItem[], visitor: Visitor, ctes: ReadonlySet<string>): void {
  visitAll(items.map((item) => item.arg), visitor, ctes); // prettier-ignore
}

function visitWindow(spec: WindowSpec, visitor: Visitor, ctes: ReadonlySet<string>): void {
  visitAll(spec.partition, visitor, ctes);
  visitSort(spec.order, visitor, ctes);
}
