import { SparkError } from '@millrace/spark-connect';
import type { MlRelation_Transform, Relation } from '@millrace/spark-connect/proto';
import { childMessages } from '@millrace/spark-connect/visit';
import type { EngineKind } from '../index.ts';
import { runError } from '@millrace/errors';
import {
  checkExpression,
  checkExpressionText,
  checkQuery,
  sailRefusal,
  readExpression,
  readQuery,
} from '@millrace/spark-sql';
import { functions as reachOut } from '@millrace/spark-sql/check';

/** The error condition of texts that Sail does not get; `remedies.ts` says what to do. */
export const unsureOnSail = 'UNSURE_ON_SAIL';

type Message = Record<string, unknown> & { readonly $typeName?: string };

/** Looks at texts of a plan, which may read these tables. Throws. */
interface Texts {
  query(sql: string, tables: readonly string[]): void;
  expression(sql: string, tables: readonly string[]): void;
}

/**
 * Looks at every plan of a session before it is sent (`ConnectionSettings.inspect`) and refuses SQL that is no plain
 * query over its inputs: statements with effects, paths read past the file space, calls into the JVM. Throws a
 * `RunError`. Sail has no wall of its own: what it might read in another way throws a `SparkError`, as if Sail refused it,
 * so that Spark gets it where the engine is free. What was looked at once is not looked at again.
 */
export function guardPlans(kind: EngineKind): (plan: object) => void {
  const visited = new WeakSet<object>();
  const texts: Texts = {
    query: (sql, tables) => {
      const query = readQuery(sql);
      refuse(checkQuery(query, [...tables]));
      if (kind === 'sail') refuseOnSail(sailRefusal(query));
    },
    expression: (sql, tables) => {
      const expression = readExpression(sql);
      refuse(checkExpressionText(expression, [...tables]));
      if (kind === 'sail') refuseOnSail(sailRefusal(expression));
    },
  };
  return (plan) => walk(plan as Message, visited, [], texts);
}

function walk(message: Message, visited: WeakSet<object>, tables: readonly string[], texts: Texts): void {
  if (visited.has(message)) return;
  let inner = tables;
  switch (message.$typeName) {
    case 'spark.connect.WithRelations':
      inner = [...tables, ...aliases(message['references'])];
      break;
    case 'spark.connect.SQL':
      texts.query(String(message['query']), tables);
      break;
    case 'spark.connect.Expression.ExpressionString':
      texts.expression(String(message['expression']), tables);
      break;
    case 'spark.connect.SqlCommand':
      if (message['sql'] !== '') texts.query(String(message['sql']), tables);
      break;
    case 'spark.connect.Expression.UnresolvedFunction':
    case 'spark.connect.CallFunction':
      if (reachOut.has(String(message['functionName']).toLowerCase()))
        refuse(checkExpression(`${String(message['functionName'])}()`, [...tables]));
      break;
    case 'spark.connect.MlRelation.Transform':
      for (const sql of statementsIn(message)) texts.query(sql, [inMl]);
      break;
    case 'spark.connect.Read.NamedTable':
      texts.query(`select * from ${String(message['unparsedIdentifier'])}`, tables);
      break;
    default:
  }
  for (const child of childMessages(message)) walk(child as Message, visited, inner, texts);
  // a message that names tables is checked against the tables that it may name
  if (tables.length === 0) visited.add(message);
}

/** What the rows are called in the SQL of a stage. */
const inMl = '__THIS__';

/** The SQL that a stage turns rows with, if it is one that does. */
function statementsIn({ operator, params }: Message): string[] {
  const { value } = operator as MlRelation_Transform['operator'];
  if (value?.$typeName !== 'spark.connect.MlOperator' || !value.name.endsWith('.SQLTransformer')) return [];
  const statement = (params as MlRelation_Transform['params'])?.params['statement']?.literalType;
  return statement?.case === 'string' ? [statement.value] : [];
}

const aliases = (references: unknown): string[] =>
  (references as Relation[]).flatMap(({ relType }) => (relType.case === 'subqueryAlias' ? [relType.value.alias] : []));

function refuse(problems: ReturnType<typeof checkQuery>): void {
  const [problem] = problems;
  if (problem !== undefined) throw runError('unsafe-sql', problem);
}

function refuseOnSail(refusal: ReturnType<typeof sailRefusal>): void {
  if (refusal === undefined) return;
  throw new SparkError(refusal.message, refusal.why === 'unsure' ? { errorClass: unsureOnSail } : {});
}
