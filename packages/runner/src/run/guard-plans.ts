import type { Relation } from '@millrace/spark-connect/proto';
import { RunError } from '../errors.ts';
import { checkExpression, checkSql } from '../sql/index.ts';
import { functions as reachOut } from '../sql/refused.ts';

type Message = Record<string, unknown> & { readonly $typeName?: string };

/**
 * Looks at every plan of a session before it is sent (`ConnectionSettings.inspect`) and refuses SQL that is no plain
 * query over its inputs: statements with effects, paths read past the file space, calls into the JVM. Throws a
 * `RunError`. What was looked at once is not looked at again.
 */
export function guardPlans(): (plan: object) => void {
  const seen = new WeakSet<object>();
  return (plan) => walk(plan as Message, seen, []);
}

function walk(message: Message, seen: WeakSet<object>, tables: readonly string[]): void {
  if (seen.has(message)) return;
  let inner = tables;
  switch (message.$typeName) {
    case 'spark.connect.WithRelations':
      inner = [...tables, ...aliases(message['references'])];
      break;
    case 'spark.connect.SQL':
      refuse(checkSql(String(message['query']), [...tables]));
      break;
    case 'spark.connect.Expression.ExpressionString':
      refuse(checkExpression(String(message['expression']), [...tables]));
      break;
    case 'spark.connect.SqlCommand':
      if (message['sql'] !== '') refuse(checkSql(String(message['sql']), [...tables]));
      break;
    case 'spark.connect.Expression.UnresolvedFunction':
    case 'spark.connect.CallFunction':
      if (reachOut.has(String(message['functionName']).toLowerCase()))
        refuse(checkExpression(`${String(message['functionName'])}()`, [...tables]));
      break;
    case 'spark.connect.Read.NamedTable':
      refuse(checkSql(`select * from ${String(message['unparsedIdentifier'])}`, [...tables]));
      break;
    default:
  }
  for (const value of Object.values(message)) {
    if (value === null || typeof value !== 'object' || value instanceof Uint8Array) continue;
    if (Array.isArray(value))
      for (const item of value) if (typeof item === 'object' && item !== null) walk(item as Message, seen, inner);
    if (!Array.isArray(value)) walk(value as Message, seen, inner);
  }
  // what names tables is judged by the tables that it may name
  if (tables.length === 0) seen.add(message);
}

const aliases = (references: unknown): string[] =>
  (references as Relation[]).flatMap(({ relType }) => (relType.case === 'subqueryAlias' ? [relType.value.alias] : []));

function refuse(problems: ReturnType<typeof checkSql>): void {
  const [problem] = problems;
  if (problem === undefined) return;
  throw new RunError('UNSAFE_SQL', problem.message, problem.remedy);
}
