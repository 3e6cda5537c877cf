import type { Call, Expr, SortItem, WindowSpec } from '../ast/ast.ts';
import { analyseSubquery } from './subquery.ts';
import { widest } from './coerce.ts';
import { decimalForSail, decimalText, isOddText, triedDecimal } from '../rewrite/decimal-texts.ts';
import { doublesFor, literalsBeside } from '../rewrite/double-literals.ts';
import { callType, isAggregate, isKnown } from './function-types.ts';
import {
  aggregateForSail,
  averagedDecimals,
  isNumbersAlone,
  isWidened,
  soughtForNaN,
} from '../rewrite/fraction-aggregates.ts';
import { generators, unrepeatable, windowRules } from './functions.ts';
import { fractionIn, hasOneZero, isFraction, oneZeroAround } from '../rewrite/one-zero.ts';
import { operatorType } from './operators.ts';
import { describePattern, patternArguments } from '../patterns/literal-patterns.ts';
import { resolve, type Scope } from './scope.ts';
import { daysAsInteger, formForSail, nanOrFalse } from '../rewrite/spark-forms.ts';
import { newNotes, type Splice } from './notes.ts';
import { squaresForSail, squaresWrittenSo } from '../rewrite/sums-of-squares.ts';
import { family, hasUnknown, simple, type SparkType, unknownType } from '../ast/types.ts';
import {
  boundedProduct,
  boundSum,
  isBoundedProduct,
  isBoundedSum,
  isRounded,
  quotientRoundedBy,
  roundedQuotient,
} from '../rewrite/wide-decimals.ts';
import { joinedForSail, textForSail, valueForSail, valueWrittenSo } from '../rewrite/value-forms.ts';
import { visitExpression } from '../ast/visit.ts';

/** Operators and functions to which the types of their arguments make no difference. */
const anyArguments = new Set([
  'is null',
  'is not null',
  'isnull',
  'isnotnull',
  'count',
  'struct',
  'named_struct',
  'row',
]);
/** Those over any number of arguments of one meaning: their key names each type once. */
const variadic = new Set(
  'concat coalesce greatest least array map concat_ws hash xxhash64 elt map_concat format_string printf'.split(' '),
)
  .add('in')
  .add('not in');
/** Functions whose branches become one type: a decimal literal beside a double must be a double on Sail. */
const branches: Record<string, number> = {
  coalesce: 0,
  nvl: 0,
  ifnull: 0,
  greatest: 0,
  least: 0,
  if: 1,
  nvl2: 1,
};

/**
 * The type of an expression in a scope. Its constructs are noted by key on the way; a construct that is not known
 * gives type `unknown` and a key that no proof can hold.
 */
export function analyse(expr: Expr, scope: Scope): SparkType {
  const note = (key: string): void => void scope.notes.keys.add(key);
  switch (expr.kind) {
    case 'literal':
      if (expr.spelling) note(`literal:${expr.spelling}`);
      return expr.type;
    case 'column':
      return column(expr.path, scope, expr.plan);
    case 'star':
      note('star:in-expression');
      return unknownType;
    case 'alias':
      if (expr.names.length > 1) note('alias:several');
      return analyse(expr.arg, scope);
    case 'op':
      return operation(expr, scope);
    case 'call':
      return call(expr, scope);
    case 'cast': {
      const averaged = averagedDecimals(expr);
      if (averaged && isWidened(analyse(averaged, scope), expr.to)) {
        note('agg:avg(decimal):rounded');
        return expr.to;
      }
      const rounded = roundedType(expr, scope);
      if (rounded) return rounded;
      const days = daysAsInteger(expr);
      if (days) {
        noteForm(days, 'as-int', scope);
        return expr.to;
      }
      const text = decimalText(expr);
      if (text) {
        note(`cast:${family(analyse(text, scope))}->decimal:trimmed`);
        return expr.to;
      }
      const castTo = expr.mode === 'cast' ? expr.to : undefined;
      const from = expr.arg.kind === 'op' ? operation(expr.arg, scope, castTo) : analyse(expr.arg, scope);
      note(`${expr.mode}:${isOddText(expr) ? family(from) : described(expr.arg, from)}->${family(expr.to)}`);
      scope.notes.splices.push(...textForSail(expr, from), ...decimalForSail(expr, from));
      return expr.to;
    }
    case 'case':
      return caseType(expr, scope);
    case 'field':
      return field(analyse(expr.arg, scope), expr.name, scope);
    case 'index': {
      const value = valueWrittenSo(expr);
      if (value) {
        const type = analyse(value.arg, scope);
        note(value.form.key(type));
        return value.form.result(type);
      }
      const container = analyse(expr.arg, scope);
      if (container.kind === 'struct' && expr.index.kind === 'literal' && expr.index.value !== null) {
        return field(container, expr.index.value, scope);
      }
      const index = analyse(expr.index, scope);
      note(`access:${family(container)}[${described(expr.index, index)}]`);
      if (container.kind === 'array') return container.element;
      return container.kind === 'map' ? container.value : unknownType;
    }
    case 'lambda':
      note('unknown:lambda');
      return unknownType;
    case 'subquery':
    case 'in-query':
      return analyseSubquery(expr, scope);
    case 'unknown':
      note(`unknown:${expr.text.slice(0, 60)}`);
      return unknownType;
  }
}

function column(path: string[], scope: Scope, plan?: bigint): SparkType {
  const found = resolve(path, scope, plan);
  const { keys } = scope.notes;
  if (!found) {
    keys.add(`column:not-found:${path.join('.')}`);
    return unknownType;
  }
  if (found.how === 'alias') keys.add('column:lateral-alias');
  if (!found.exact) keys.add('column:case-differs');
  if (hasUnknown(found.type)) keys.add('column:unknown-type');
  return found.rest.reduce((type, name) => field(type, name, scope), found.type);
}

function field(type: SparkType, name: string, scope: Scope): SparkType {
  scope.notes.keys.add(`access:${type.kind}.field`);
  if (type.kind === 'map') return type.value;
  if (type.kind !== 'struct') return unknownType;
  const fields = type.fields.filter((f) => f.name.toLowerCase() === name.toLowerCase());
  if (fields[0] && fields[0].name !== name) scope.notes.keys.add('column:case-differs');
  return fields.length === 1 && fields[0] ? fields[0].type : unknownType;
}

/** An argument as keys name it: its type's family, `#` behind a literal's, for engines fold literals apart. */
export function described(expr: Expr, type: SparkType): string {
  const literal = expr.kind === 'literal' && !['null', 'boolean'].includes(type.kind);
  return family(type) + (literal ? '#' : '');
}

/** Positions and lengths below one are where functions of text and arrays part: their sign belongs to the key. */
const signOf = (arg: Expr): string =>
  arg.kind !== 'literal' || arg.type.kind !== 'int'
    ? ''
    : arg.value === '0'
      ? '0'
      : arg.value?.startsWith('-')
        ? '-'
        : '';

function signature(name: string, args: Expr[], types: SparkType[], scope: Scope, called = false): string {
  const patterns = (Object.hasOwn(patternArguments, name) ? (patternArguments[name] ?? []) : []).filter(
    () => !/^date_?diff$/.test(name) || args.length === 3,
  );
  const signed = called && !variadic.has(name) && !Object.hasOwn(branches, name);
  const texts = args.map((arg, i) => {
    const kind = patterns.find(([index]) => index === i)?.[1];
    const pattern = kind && describePattern(name, kind, arg);
    for (const key of pattern ? pattern.keys : []) scope.notes.keys.add(key);
    return pattern ? pattern.text : described(arg, types[i] ?? unknownType) + (signed ? signOf(arg) : '');
  });
  if (anyArguments.has(name)) return texts.some((t) => t.includes('unknown')) ? 'unknown' : args.length ? 'any' : '';
  if (!variadic.has(name)) return texts.join(',');
  const [first = '', ...rest] = texts;
  const head = ['in', 'not in', 'concat_ws', 'elt', 'format_string', 'printf'].includes(name);
  return head ? [first, [...new Set(rest)].toSorted().join('|')].join(';') : [...new Set(texts)].toSorted().join('|');
}

/** The type of a cast that rounds a quotient as Spark does, whose constructs are then noted; undefined for others. */
function roundedType(expr: Expr & { kind: 'cast' }, scope: Scope): SparkType | undefined {
  const quotient = quotientRoundedBy(expr);
  const wide = expr.arg.kind === 'op' ? expr.arg.args[0] : undefined;
  if (quotient === undefined || wide?.kind !== 'cast') return undefined;
  const { keys, splices } = scope.notes;
  const notes = newNotes();
  const types = quotient.args.map((arg) => analyse(arg, { ...scope, notes }));
  const operands = quotient.args.map((arg, i) => ({ expr: arg, type: types[i] ?? unknownType }));
  if (!isRounded(types[0] ?? unknownType, operatorType('/', operands), wide.to, expr.to)) return undefined;
  for (const key of notes.keys) keys.add(key);
  splices.push(...notes.splices);
  keys.add(`op:/(${signature('/', quotient.args, types, scope)}):rounded`);
  return expr.to;
}

/** `castTo`: the type of a cast that stands around it. */
function operation(expr: Expr & { kind: 'op' }, scope: Scope, castTo?: SparkType): SparkType {
  const types = expr.args.map((arg) => analyse(arg, scope));
  const operands = expr.args.map((arg, i) => ({ expr: arg, type: types[i] ?? unknownType }));
  const result = operatorType(expr.op, operands);
  const bounded = isBoundedProduct(expr, types, result, castTo);
  const wide = result.kind === 'decimal' && result.precision === 38 ? `:38-digits${bounded ? ':bounded' : ''}` : '';
  scope.notes.keys.add(`op:${expr.op}(${signature(expr.op, expr.args, types, scope)})${wide}`);
  scope.notes.splices.push(...literalsBeside(expr.op, expr.args, types));
  if (!bounded) scope.notes.splices.push(...boundedProduct(expr, types, result));
  scope.notes.splices.push(...roundedQuotient(expr, types, result), ...joinedForSail(expr.op, expr.args, types));
  return result;
}

function caseType(expr: Expr & { kind: 'case' }, scope: Scope): SparkType {
  const squares = squaresWrittenSo(expr);
  if (squares) {
    const types = squares.args.map((arg) => analyse(arg, scope));
    const shown = `${signature(squares.name, squares.args, types, scope, true)}:guarded`;
    if (squares.over) overWindow(squares, shown, scope);
    else aggregate(squares, shown, '', scope);
    return simple('double');
  }
  const operand = expr.operand && analyse(expr.operand, scope);
  // whether ISNAN makes null of null is all the same where null follows
  for (const { when } of isNumbersAlone(expr) ? [] : expr.branches) {
    const type = analyse(when, scope);
    if (expr.operand && operand)
      scope.notes.keys.add(`op:=(${described(expr.operand, operand)},${described(when, type)})`);
  }
  const results = expr.branches.map((b) => b.then).concat(expr.otherwise ?? []);
  const types = results.map((result) => analyse(result, scope));
  const shown = new Set(results.map((result, i) => described(result, types[i] ?? unknownType)));
  if (!expr.otherwise) shown.add('null');
  scope.notes.keys.add(`case:${[...shown].toSorted().join('|')}`);
  if (expr.operand) scope.notes.keys.add('case:with-operand');
  const type = widest(types);
  scope.notes.splices.push(...doublesFor(results, type));
  return type;
}

/** Notes a function that is written so that Sail gives what Spark does. */
function noteForm(expr: Call, form: string, scope: Scope): void {
  const types = expr.args.map((arg) => analyse(arg, scope));
  scope.notes.keys.add(`fn:${expr.name}(${signature(expr.name, expr.args, types, scope, true)}):${form}`);
}

function call(expr: Call, scope: Scope): SparkType {
  const { keys, splices } = scope.notes;
  const nan = nanOrFalse(expr);
  if (nan) {
    noteForm(nan, 'or-false', scope);
    return simple('boolean');
  }
  const decimal = triedDecimal(expr);
  if (decimal) {
    keys.add(`try_cast:${family(analyse(decimal.text, scope))}->decimal:trimmed`);
    return decimal.to;
  }
  const sought = soughtForNaN(expr);
  if (sought) analyse(sought, scope);
  const types = expr.args.map((arg, i) =>
    sought
      ? simple('boolean')
      : arg.kind === 'lambda'
        ? lambda(arg, lambdaTypes(expr, i, scope), scope)
        : argument(expr, arg, scope),
  );
  const names = expr.args.map((arg, i) =>
    arg.kind === 'alias' ? (arg.names[0] ?? '') : arg.kind === 'column' ? (arg.path.at(-1) ?? '') : `col${i + 1}`,
  );
  const shown = signature(expr.name, expr.args, types, scope, true);
  if (!isKnown(expr.name) && !generators.has(expr.name)) keys.add(`unknown:function ${expr.name}`);
  if (unrepeatable.has(expr.name)) keys.add(`unrepeatable:${expr.name}`);
  const type = callType(expr, types, names);
  const digits = type.kind === 'decimal' && type.precision === 38 ? ':38-digits' : '';
  const wide = isBoundedSum(expr, types) && !expr.over ? ':of-28-digits' : digits;
  if (expr.over) overWindow(expr, shown + wide, scope);
  else if (isAggregate(expr.name)) {
    aggregate(expr, shownOf(expr, shown, types), wide, scope);
    splices.push(...aggregateForSail(expr, types));
    boundSum(expr, types, splices);
  } else if (windowRules.has(expr.name)) keys.add(`unknown:${expr.name} without OVER`);
  else keys.add(`${generators.has(expr.name) ? 'generator' : 'fn'}:${expr.name}(${shown})`);
  if (expr.within) {
    keys.add(`agg:${expr.name}:within-group`);
    sortKeys(expr.within, scope, 'within');
  }
  splices.push(
    ...formForSail(expr, types),
    ...valueForSail(expr, types),
    ...joinedForSail(expr.name, expr.args, types),
  );
  splices.push(...squaresForSail(expr, types, (key) => analyse(key, { ...scope, notes: newNotes() })));
  if (expr.name === 'nullif') splices.push(...literalsBeside(expr.name, expr.args, types));
  const from = Object.hasOwn(branches, expr.name) ? branches[expr.name] : undefined;
  if (from !== undefined) splices.push(...doublesFor(expr.args.slice(from), type));
  return type;
}

/** An aggregate's arguments as its key names them: where fractions part engines, the key says that there are some. */
function shownOf({ name, args, distinct }: Call, shown: string, types: readonly SparkType[]): string {
  if (name === 'count' && distinct && types.some(isFraction)) return 'fraction';
  return (name === 'min' || name === 'max') && isNumbersAlone(args[0]) ? `${shown}:numbers` : shown;
}

function argument(expr: Call, arg: Expr, scope: Scope): SparkType {
  if (arg.kind === 'star' && expr.name === 'count') return simple('bigint');
  if (arg.kind === 'alias' && !['struct', 'named_struct'].includes(expr.name))
    scope.notes.keys.add('alias:in-argument');
  return analyse(arg, scope);
}

/** Aggregates whose value hangs on the order in which rows come. */
const orderDependent = new Set(
  'first first_value last last_value any_value collect_list collect_set array_agg listagg string_agg mode max_by min_by'.split(
    ' ',
  ),
);

/** True for `mode(x, true)`: of the values that are the most frequent it gives the least. */
const isLeastMode = ({ name, args: [, isLeast] }: Call): boolean =>
  name === 'mode' && isLeast?.kind === 'literal' && isLeast.type.kind === 'boolean' && isLeast.value === 'true';

function mentions(expr: Call, names: ReadonlySet<string> | undefined): boolean {
  let found = false;
  const look = (e: Expr): void =>
    void (found ||= e.kind === 'column' && names?.has(e.path.at(-1)?.toLowerCase() ?? '') === true);
  for (const arg of names ? expr.args : []) visitExpression(arg, { expression: look });
  return found;
}

function aggregate(expr: Call, shown: string, wide: string, scope: Scope): void {
  const { keys } = scope.notes;
  if (orderDependent.has(expr.name) && !expr.within && !isLeastMode(expr)) keys.add(`order-dependent:${expr.name}`);
  const star = expr.args.find((arg) => arg.kind === 'star');
  const several = expr.args.length > 1 && expr.name === 'count' ? 'several' : shown;
  const text = star ? (star.kind === 'star' && star.qualifier.length ? 't.*' : '*') : several;
  keys.add(`agg:${expr.name}(${expr.distinct ? 'distinct ' : ''}${text})${wide}`);
  if (expr.nulls) keys.add(`agg:${expr.name}:${expr.nulls}-nulls`);
  if (scope.groupingSets) keys.add(`grouping-sets:${expr.name}`);
  if (mentions(expr, scope.groupingSets) && !/^grouping/.test(expr.name)) keys.add('grouping-sets:of-key');
  if (expr.filter) {
    keys.add(`agg:filter${expr.distinct ? ' distinct' : ''}`);
    analyse(expr.filter, scope);
  }
}

const positional = new Set('row_number ntile lag lead nth_value'.split(' '));

function overWindow(expr: Call, shown: string, scope: Scope): void {
  const { keys } = scope.notes;
  const spec = windowSpec(expr, scope);
  const framed =
    spec.frame !== undefined && !/unbounded preceding and (current row|unbounded following)$/.test(spec.frame);
  const reach = !spec.order.length && !spec.frame ? 'whole' : framed ? 'framed' : 'running';
  const text = expr.args.some((arg) => arg.kind === 'star') ? '*' : shown;
  const kind = windowRules.has(expr.name) || expr.name === 'count' ? '' : isAggregate(expr.name) ? '' : 'unknown ';
  keys.add(`window:${kind}${expr.name}(${expr.distinct ? 'distinct ' : ''}${text}):${reach}`);
  if (expr.nulls) keys.add(`window:${expr.name}:${expr.nulls}-nulls`);
  if (expr.filter) keys.add('window:filter');
  if (expr.filter) analyse(expr.filter, scope);
  keys.add(spec.partition.length ? 'over:partition' : 'over:everything');
  for (const key of spec.partition) {
    const type = analyse(key, scope);
    if (isFraction(type) && !hasOneZero(key) && !changed(oneZeroAround(key, type.kind), scope))
      keys.add('over:partition:fraction');
  }
  for (const item of spec.order) {
    const type = analyse(item.arg, scope);
    sortKey(item, type, scope, 'over');
    if (!isFraction(type) || hasOneZero(item.arg)) continue;
    if (item.message !== undefined) scope.notes.oneZero.set(item.message, type.kind);
    else if (!changed(oneZeroAround(item.arg, type.kind), scope)) keys.add('over:two-zeros');
  }
  if (spec.frame) keys.add(`frame:${spec.frame}`);
  const countsRows = positional.has(expr.name) || orderDependent.has(expr.name) || spec.frame?.startsWith('rows');
  if (!countsRows || tellsApart(spec, scope)) return;
  const apart = spec.order.length === 0 ? undefined : columnsOf(spec, scope);
  if (apart === undefined || scope.rowsOf === undefined) keys.add(`over:${spec.order.length ? 'ties' : 'unordered'}`);
  else scope.notes.apart.push({ input: scope.rowsOf, columns: apart });
}

/** Notes changes of the text; false if the list is empty. */
function changed(splices: readonly Splice[], { notes }: Scope): boolean {
  notes.splices.push(...splices);
  return splices.length > 0;
}

/** The columns that a window parts and orders rows by; undefined where a key is more than a column. */
function columnsOf(spec: WindowSpec, scope: Scope): string[] | undefined {
  const names = [...spec.partition, ...spec.order.map((item) => item.arg)].map((key) => {
    const column = fractionIn(key) ?? key;
    const name = column.kind === 'column' && column.path.length <= 2 ? column.path.at(-1)?.toLowerCase() : undefined;
    const isOne = scope.columns.filter((c) => !c.hidden && c.name.toLowerCase() === name).length === 1;
    const isOfStruct =
      column.kind === 'column' && column.path.length === 2 && !isQualifier(column.path[0] ?? '', scope);
    return isOne && !isOfStruct ? name : undefined;
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

const isQualifier = (name: string, { columns }: Scope): boolean =>
  columns.some((c) => c.qualifier?.toLowerCase() === name.toLowerCase());

/** True when the partition and order keys leave no two rows equal. */
function tellsApart(spec: WindowSpec, scope: Scope): boolean {
  const names = [...spec.partition, ...spec.order.map((item) => item.arg)].map((key) =>
    key.kind === 'column' ? key.path.at(-1)?.toLowerCase() : undefined,
  );
  return scope.unique?.every((name) => names.includes(name)) ?? false;
}

function windowSpec(expr: Call, scope: Scope): WindowSpec {
  const spec = expr.over ?? { partition: [], order: [] };
  const base = spec.name === undefined ? undefined : scope.windows.get(spec.name.toLowerCase());
  if (spec.name !== undefined) scope.notes.keys.add(base ? 'over:named' : 'unknown:window name');
  if (!base) return spec;
  return {
    partition: spec.partition.length ? spec.partition : base.partition,
    order: spec.order.length ? spec.order : base.order,
    frame: spec.frame ?? base.frame,
  };
}

/** Notes the sort keys: type, direction, and where nulls go when the text says so. */
function sortKeys(items: SortItem[], scope: Scope, place: 'within'): void {
  for (const item of items) sortKey(item, analyse(item.arg, scope), scope, place);
}

export function sortKey(item: SortItem, type: SparkType, scope: Scope, place: string): void {
  const nulls = item.nulls ? `:nulls-${item.nulls}` : '';
  scope.notes.keys.add(`${place}:${family(type)}${item.descending ? ':desc' : ''}${nulls}`);
}

function lambda(expr: Expr & { kind: 'lambda' }, types: SparkType[], scope: Scope): SparkType {
  const variables = new Map(scope.variables);
  expr.params.forEach((name, i) => variables.set(name.toLowerCase(), types[i] ?? unknownType));
  return analyse(expr.body, { ...scope, variables });
}

/** The types that a function hands to the parameters of the lambda in position `at`. */
function lambdaTypes(expr: Call, at: number, scope: Scope): SparkType[] {
  const quiet: Scope = { ...scope, notes: newNotes() };
  const types = expr.args.slice(0, at).map((arg) => (arg.kind === 'lambda' ? unknownType : analyse(arg, quiet)));
  const [first = unknownType, second = unknownType] = types;
  const element = first.kind === 'array' ? first.element : unknownType;
  if (first.kind === 'map' && expr.name !== 'map_zip_with') return [first.key, first.value];
  if (first.kind === 'map') return [first.key, first.value, second.kind === 'map' ? second.value : unknownType];
  if (expr.name === 'zip_with') return [element, second.kind === 'array' ? second.element : unknownType];
  if (expr.name === 'aggregate' || expr.name === 'reduce') return [second, at === 2 ? element : second];
  if (expr.name === 'array_sort') return [element, element];
  return [element, simple('int')];
}
