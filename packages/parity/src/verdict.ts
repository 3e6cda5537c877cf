import {
  parseRemote,
  parseSchema,
  SparkConnectClient,
  SparkSession,
  typeName,
  typeOfName,
  type DataFrame,
  type Value,
} from '@millrace/spark-connect';
import { canonical } from './compare.ts';
import { inferQuery, type Schema } from '@millrace/spark-sql';
import { hasUnknown, sameType } from '@millrace/spark-sql/ast';
import type { Case } from './cases/case.ts';
import { constructsOf } from './constructs.ts';
import { composePlan, type Evaluation, type ResultColumn } from './evaluate.ts';
import { constructsOfPlan, type PlanConstructs } from './plan/index.ts';

/** What a case says about its subject keys. */
export type Verdict = {
  case: Case;
  keys: string[];
  outcome: 'same' | 'differs' | 'error' | 'invalid';
  /** What differs, or the error, in one line. */
  reason?: string;
  /** The columns' names differ: that speaks of the `name:` keys alone. */
  names?: string;
  /** Names could be compared. */
  hasNames: boolean;
  /** The analysis inferred a type that Spark does not give. */
  inference?: string;
};

/** The subject keys of a case. */
export function subjectsOf(c: Case): string[] {
  if (c.subjects !== undefined) return c.subjects;
  const keys = c.plan ? planOf(c).keys : constructsOf(c.sql, schemasOf(c));
  const { about } = c;
  if (about) return keys.filter((key) => about.some((start) => key.startsWith(start)));
  // how a literal is written is the subject only where it stands alone
  const alone = keys.every((key) => key.startsWith('literal:') || key.startsWith('name:'));
  return alone ? keys : withoutPlainSyntax(keys.filter((key) => !key.startsWith('literal:')));
}

/** Of a regular expression with classes such as \\s, only these are the subject, not the repeats around them. */
function withoutPlainSyntax(keys: string[]): string[] {
  const isSpecial = (key: string): boolean => /^regex[^:]*:.*(\\|non-ascii|\(\?|empty)/.test(key);
  return keys.some(isSpecial) ? keys.filter((key) => !key.startsWith('regex') || isSpecial(key)) : keys;
}

/** The plan of a case, composed without an engine. */
function offline(c: Case): DataFrame {
  const session = new SparkSession(new SparkConnectClient(parseRemote('sc://127.0.0.1:1')));
  const inputs = Object.entries(c.inputs).map(([name, input]) => [
    name,
    session.createDataFrame(input.rows, input.schema),
  ]);
  return composePlan(c, c.sql, session, Object.fromEntries(inputs), '', 'sail');
}

const planOf = (c: Case): PlanConstructs =>
  constructsOfPlan(offline(c).relation, { source: () => (c.plainFiles ? { plain: true } : undefined) });

const schemasOf = (c: Case): Record<string, Schema> =>
  Object.fromEntries(Object.entries(c.inputs).map(([name, input]) => [name, parseSchema(input.schema).fields]));

/** Compares what both engines made of a case; Spark's result is what is meant. */
export function judge(c: Case, spark: Evaluation, sail: Evaluation): Verdict {
  const keys = subjectsOf(c);
  if (c.fails) {
    if (spark.kind === 'rows')
      return { case: c, keys, outcome: 'invalid', reason: 'Spark does not reject it', hasNames: false };
    if (sail.kind === 'rows')
      return {
        case: c,
        keys,
        outcome: 'differs',
        reason: 'Spark refuses a value, Sail does not',
        hasNames: false,
      };
    return { case: c, keys, outcome: 'same', hasNames: false };
  }
  if (spark.kind === 'error') return { case: c, keys, outcome: 'invalid', reason: spark.message, hasNames: false };
  const inference = wrongInference(c, spark.columns);
  if (sail.kind === 'error')
    return { case: c, keys, outcome: 'error', reason: sail.message, hasNames: false, inference };
  const reason = difference(c, spark.columns, sail.columns);
  const renamed = spark.columns.find((column, i) => column.name !== sail.columns[i]?.name);
  const names = renamed && `column "${renamed.name}" is named "${sail.columns[spark.columns.indexOf(renamed)]?.name}"`;
  return { case: c, keys, outcome: reason ? 'differs' : 'same', reason, hasNames: true, names, inference };
}

function difference(c: Case, spark: ResultColumn[], sail: ResultColumn[]): string | undefined {
  const ordered = c.ordered === true || c.expression?.key !== undefined;
  const types = (columns: ResultColumn[]): string => columns.map((c) => c.type).join(', ');
  if (types(spark) !== types(sail)) return `type ${types(spark)} is ${types(sail)} on Sail`;
  const show = c.doubles ? round : (value: Value): Value => value;
  const [sparkRows, sailRows] = [rowsOf(spark, show), rowsOf(sail, show)];
  if (sparkRows.length !== sailRows.length) return `${sparkRows.length} rows are ${sailRows.length} on Sail`;
  const [a, b] = ordered ? [sparkRows, sailRows] : [sparkRows.toSorted(), sailRows.toSorted()];
  const at = a.findIndex((row, i) => row !== b[i]);
  return at < 0 ? undefined : `${shorten(a[at])} is ${shorten(b[at])} on Sail`;
}

const rowsOf = (columns: ResultColumn[], show: (value: Value) => Value): string[] =>
  (columns[0]?.values ?? []).map((_, row) => columns.map((c) => canonical(show(c.values[row] ?? null))).join(' | '));

const round = (value: Value): Value => (typeof value === 'number' ? Number(value.toPrecision(11)) : value);

const shorten = (text = ''): string => (text.length > 120 ? `${text.slice(0, 117)}…` : text);

function wrongInference(c: Case, columns: ResultColumn[]): string | undefined {
  const inferred = c.plan ? planOf(c).table.columns : inferQuery(c.sql, schemasOf(c)).columns;
  for (const [i, column] of columns.entries()) {
    const inferredType = inferred[i]?.type;
    if (!inferredType || hasUnknown(inferredType)) continue;
    const real = typeOfName(column.type);
    if (!sameType(inferredType, real) && !hasUnknown(real))
      return `${typeName(inferredType)} was inferred, but Spark gives ${column.type}`;
  }
  return undefined;
}
