import { isLeftToSpark } from '@millrace/processors';
import {
  Expression_Cast_EvalMode,
  type Expression,
  type Expression_Cast,
  type Relation,
} from '@millrace/spark-connect/proto';
import { expressionsIn, expressionsOf, relationsOf } from '@millrace/spark-connect/visit';
import { tokenize } from '@millrace/spark-sql';

/** What a node has that Sail may compute for rows or values that Spark leaves out. */
export interface Eager {
  /** Conditions that leave rows out. */
  readonly filters: number;
  /** True if one of them may fail at a value. */
  readonly hasRiskyFilter: boolean;
  /** True if a part of an expression counts only if another part says so. */
  readonly hasConditions: boolean;
  /** True if a processor checks every row (`failUnless`). */
  readonly checks: boolean;
  /** True if values are taken out of others by an index: Sail takes the name of a column there for a text. */
  readonly hasIndex: boolean;
  /** Messages of errors that its own SQL raises: of each the parts that are written down, in their order. */
  readonly raises: readonly (readonly string[])[];
  /** The same of errors that its processor raises. */
  readonly refuses: readonly (readonly string[])[];
  /** The same of those by which its processor leaves a value to Spark. */
  readonly leaves: readonly (readonly string[])[];
}

/** Functions that look at later arguments only where earlier ones do not decide; Sail may look at all of them. */
const conditional: ReadonlySet<string> = new Set(['and', 'or']);
const raising: ReadonlySet<string> = new Set(['raise_error', 'assert_true']);
const filtering: ReadonlySet<string> = new Set(['where', 'having', 'filter', 'qualify']);
/** Functions and words before a bracket that fail at no value. */
const sure: ReadonlySet<string> = new Set([
  ...['=', '==', '<', '<=', '>', '>=', '<>', '!=', '<=>', '!', 'not', 'in', 'isnull', 'isnotnull', 'isnan', 'between'],
  ...['like', 'startswith', 'endswith', 'contains', 'upper', 'lower', 'trim', 'length', 'and', 'or', 'coalesce'],
]);

/** What plans have of it, down to the inputs of their node. */
export function eagerIn(plans: readonly Relation[], inputs: readonly Relation[]): Eager {
  const counts = { filters: 0, hasRiskyFilter: false, hasConditions: false, checks: false, hasIndex: false };
  const [raises, refuses, leaves]: [string[][], string[][], string[][]] = [[], [], []];
  const ofText = (text: string): void => {
    const words = wordsIn(text);
    const filters = words.filter((word) => filtering.has(word)).length;
    counts.filters += filters;
    counts.hasRiskyFilter ||= filters > 0 && isRiskyText(text.slice(text.search(/\b(where|having|filter|qualify)\b/i)));
    counts.hasConditions ||= words.some((word) => conditional.has(word));
    counts.hasIndex ||= text.includes('[');
    raises.push(...raisedIn(text));
  };
  const below = new Set(inputs);
  for (const relation of new Set(plans.flatMap((plan) => relationsOf(plan, below)))) {
    const { relType } = relation;
    for (const expression of expressionsOf(relation))
      (isLeftToSpark(expression) ? leaves : refuses).push(...raisedBy(expression));
    if (relType.case === 'filter' && isCheck(relType.value.condition)) {
      counts.checks = true;
      continue;
    }
    if (relType.case === 'filter') {
      counts.filters++;
      counts.hasRiskyFilter ||= relType.value.condition !== undefined && isRisky(relType.value.condition);
    }
    if (relType.case === 'sql') ofText(relType.value.query);
    for (const { exprType } of expressionsOf(relation)) {
      counts.hasIndex ||= exprType.case === 'unresolvedExtractValue';
      if (exprType.case === 'expressionString') ofText(exprType.value.expression);
      if (exprType.case === 'unresolvedFunction' && conditional.has(exprType.value.functionName.toLowerCase()))
        counts.hasConditions ||= exprType.value.arguments.some(mayFail);
    }
  }
  return { ...counts, raises, refuses, leaves };
}

/** The message of a call that raises an error, if it is one. */
function raisedBy({ exprType }: Expression): string[][] {
  if (exprType.case !== 'unresolvedFunction' || !raising.has(exprType.value.functionName)) return [];
  const message = exprType.value.arguments.at(-1);
  return message === undefined ? [] : [partsOf(message)];
}

/** The messages of the calls in a text that raise errors. */
function raisedIn(sql: string): string[][] {
  const { tokens } = tokenize(sql);
  return tokens.flatMap(({ kind, key }, at) => {
    const isCall = kind === 'word' && raising.has(key.toLowerCase()) && tokens[at + 1]?.key === '(';
    if (!isCall) return [];
    const args: string[][] = [[]];
    let depth = 0;
    for (const token of tokens.slice(at + 1)) {
      if (token.key === '(') depth++;
      else if (token.key === ')' && --depth === 0) break;
      else if (token.key === ',' && depth === 1) args.push([]);
      else if (token.kind === 'string') args.at(-1)?.push(token.value);
    }
    // without a message Spark makes one of the condition
    return key.toLowerCase() === 'assert_true' && args.length < 2 ? [] : args.slice(-1);
  });
}

/** The parts of a message that are written down; values stand between them. */
function partsOf({ exprType }: Expression): string[] {
  if (exprType.case === 'literal')
    return exprType.value.literalType.case === 'string' ? [exprType.value.literalType.value] : [];
  const isJoined = exprType.case === 'unresolvedFunction' && exprType.value.functionName === 'concat';
  return isJoined ? exprType.value.arguments.flatMap(partsOf) : [];
}

/** True for a filter that lets all rows pass or fails. */
function isCheck(condition: Expression | undefined): boolean {
  if (condition?.exprType.case !== 'unresolvedFunction') return false;
  const { functionName, arguments: of } = condition.exprType.value;
  const [inner] = of;
  return (
    functionName.toLowerCase() === 'isnull' &&
    inner?.exprType.case === 'unresolvedFunction' &&
    inner.exprType.value.functionName === 'assert_true'
  );
}

/** True if an expression may fail at a value. */
const isRisky = (condition: Expression): boolean =>
  expressionsIn(condition).some(({ exprType }) => {
    switch (exprType.case) {
      case 'literal':
      case 'unresolvedAttribute':
        return false;
      case 'unresolvedFunction':
        return !sure.has(exprType.value.functionName.toLowerCase());
      case 'expressionString':
        return isRiskyText(exprType.value.expression);
      default:
        return true;
    }
  });

/** Functions that refuse values in the ways that `faults-of-data.ts` knows. */
const refusing: ReadonlySet<string> = new Set([
  ...['/', '%', 'mod', 'pmod', 'div', 'element_at', 'elt', 'to_date', 'to_timestamp', 'unix_timestamp', ...raising],
  ...['int', 'bigint', 'smallint', 'tinyint', 'double', 'float', 'decimal', 'date', 'timestamp', 'boolean'],
]);

/** True if an expression that a processor has made may fail at a value; texts of users may. */
const mayFail = (root: Expression): boolean =>
  expressionsIn(root).some(({ exprType }) => {
    if (exprType.case === 'unresolvedFunction') return refusing.has(exprType.value.functionName.toLowerCase());
    if (exprType.case === 'cast')
      return exprType.value.evalMode !== Expression_Cast_EvalMode.TRY && !isText(exprType.value);
    return exprType.case === 'expressionString' || exprType.case === 'unresolvedExtractValue';
  });

const isText = ({ castToType }: Expression_Cast): boolean =>
  castToType.case === 'type' && castToType.value.kind.case === 'string';

/** The same for text of SQL. */
function isRiskyText(sql: string): boolean {
  const { tokens } = tokenize(sql);
  return tokens.some(({ kind, key }, i) => {
    if (kind === 'symbol') return ['/', '%', '[', '::'].includes(key);
    if (kind !== 'word' || key === 'DIV') return key === 'DIV';
    return tokens[i + 1]?.key === '(' && !sure.has(key.toLowerCase()) && !filtering.has(key.toLowerCase());
  });
}

/** The words of SQL in lower case, but for the AND of BETWEEN. */
function wordsIn(sql: string): string[] {
  let between = 0;
  return tokenize(sql).tokens.flatMap(({ kind, key }) => {
    if (kind !== 'word') return [];
    if (key === 'BETWEEN') between++;
    if (key === 'AND' && between > 0) {
      between--;
      return [];
    }
    return [key.toLowerCase()];
  });
}

/**
 * True if a value that fails on Sail may be one that Spark never computes, in nodes that are computed together: one
 * condition may guard another one, and Sail looks at several filters at once.
 */
export const mayBeEager = (together: readonly Eager[]): boolean =>
  together.some(({ hasConditions }) => hasConditions) ||
  (together.some(({ hasRiskyFilter }) => hasRiskyFilter) &&
    together.reduce((sum, { filters }) => sum + filters, 0) > 1);

/** The same for a processor's check of every row, where filters before it may leave rows out; each node behind those that it reads. */
export function mayCheckEarly(together: readonly Eager[]): boolean {
  let filtered = false;
  for (const { filters, checks } of together) {
    if (filtered && checks) return true;
    filtered ||= filters > 0;
  }
  return false;
}
