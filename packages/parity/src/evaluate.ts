import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CollectedTable, DataFrame, SparkSession } from '@millrace/spark-connect';
import { SparkError, typeName } from '@millrace/spark-connect';
import type { Value } from '@millrace/spark-connect';
import type { Case, CaseInput } from './cases/case.ts';

/** A column of a result: name, type as Spark prints it, values in the order of the rows. */
export type ResultColumn = { name: string; type: string; values: Value[] };

/** What an engine made of a case. */
export type Evaluation = { kind: 'rows'; columns: ResultColumn[] } | { kind: 'error'; message: string };

/** How many expressions stand in one select list. */
const together = 40;

/** Runs cases on an engine: expressions over the same table in one select list, split where one of them fails. */
export async function evaluate(
  cases: readonly Case[],
  session: SparkSession,
  folder: string,
  engine: 'sail' | 'spark',
): Promise<Map<Case, Evaluation>> {
  const results = new Map<Case, Evaluation>();
  const inputs = new Map<CaseInput, DataFrame>();
  const dataFrames = (c: Case): Record<string, DataFrame> =>
    Object.fromEntries(
      Object.entries(c.inputs).map(([name, input]) => {
        const df = inputs.get(input) ?? session.createDataFrame(input.rows, input.schema);
        inputs.set(input, df);
        return [name, df];
      }),
    );
  for (const group of groups(cases)) await evaluateGroup(group, session, dataFrames, results, folder, engine);
  return results;
}

function groups(cases: readonly Case[]): Case[][] {
  const by = Map.groupBy(cases, (c) => (c.expression && !c.fails ? `${c.expression.key} ${c.expression.from}` : ''));
  const alone = (by.get('') ?? []).map((c) => [c]);
  by.delete('');
  const lists = [...by.values()].flatMap((list) => [...Map.groupBy(list, (c) => c.inputs).values()]);
  return [...alone, ...lists.flatMap((list) => chunks(list, together))];
}

const chunks = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

async function evaluateGroup(
  group: Case[],
  session: SparkSession,
  dataFrames: (c: Case) => Record<string, DataFrame>,
  results: Map<Case, Evaluation>,
  folder: string,
  engine: 'sail' | 'spark',
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const key = first.expression?.key;
  const list = group.map(({ expression }) => (engine === 'spark' && expression?.asWritten) || expression?.sql);
  const sql = first.expression
    ? `select ${[...(key ? [key] : []), ...list].join(', ')} from ${first.expression.from}`
    : first.sql;
  const outcome = await attempt(() => composePlan(first, sql, session, dataFrames(first), folder, engine).table());
  if (outcome instanceof SparkError && group.length > 1) {
    const half = Math.ceil(group.length / 2);
    await evaluateGroup(group.slice(0, half), session, dataFrames, results, folder, engine);
    return evaluateGroup(group.slice(half), session, dataFrames, results, folder, engine);
  }
  if (outcome instanceof SparkError) {
    results.set(first, { kind: 'error', message: outcome.message.replace(/\s+/g, ' ').trim() });
    return;
  }
  const columns = columnsOf(outcome, key !== undefined);
  if (!first.expression) results.set(first, { kind: 'rows', columns });
  else
    group.forEach((c, i) =>
      results.set(c, { kind: 'rows', columns: columns.slice(i + (key ? 1 : 0), i + (key ? 2 : 1)) }),
    );
}

/** The plan of a case: its own, or its statement over the inputs by name. */
export function composePlan(
  c: Case,
  sql: string,
  session: SparkSession,
  inputs: Record<string, DataFrame>,
  folder: string,
  engine: 'sail' | 'spark',
): DataFrame {
  if (!c.plan) return session.sql(sql, { inputs });
  const empty = session.range(0);
  return c.plan({
    t: inputs['t'] ?? empty,
    u: inputs['u'] ?? empty,
    session,
    engine,
    folder: join(folder, folderOf(c)),
  });
}

/** Where the files of a case lie inside the folder of all cases. */
export const folderOf = (c: Case): string => createHash('sha256').update(c.sql).digest('hex').slice(0, 16);

async function attempt(run: () => Promise<CollectedTable>): Promise<CollectedTable | SparkError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SparkError) return error;
    throw error;
  }
}

function columnsOf({ schema, rows }: CollectedTable, keyed: boolean): ResultColumn[] {
  const text = (value: Value | undefined): string => (value === null ? '' : `v${String(value)}`);
  const ordered = keyed ? rows.toSorted((a, b) => (text(a[0]) < text(b[0]) ? -1 : 1)) : rows;
  return schema.fields.map((f, i) => ({
    name: f.name,
    type: typeName(f.type),
    values: ordered.map((row) => row[i] ?? null),
  }));
}
