import type { Call, Expr } from '../ast/ast.ts';
import { isNumber, wider, widest } from './coerce.ts';
import { aggregateRules, scalarRules, windowRules } from './functions.ts';
import { avgType, operatorType, sumType } from './operators.ts';
import { columnsOfText, typeOfText } from '../parse/type.ts';
import { arrayOf, decimal, mapOf, simple, type SparkType, structOf, unknownType } from '../ast/types.ts';
import { adjustedRound } from './round.ts';

type TypeRule = (types: SparkType[], args: Expr[], names: string[]) => SparkType;

const long = simple('long');
const at = (types: SparkType[], i: number): SparkType => types[i] ?? unknownType;
const doubleOr = (types: SparkType[]): SparkType => avgType(at(types, 0));
const text = (expr: Expr | undefined): string | undefined =>
  expr?.kind === 'literal' && expr.type.kind === 'string' ? (expr.value ?? undefined) : undefined;
const integer = (expr: Expr | undefined): number | undefined =>
  expr?.kind === 'literal' && expr.value !== null && /^-?\d+$/.test(expr.value) ? Number(expr.value) : undefined;
const entryParts = (type: SparkType): [SparkType, SparkType] | undefined => {
  const entry = type.kind === 'array' && type.element.kind === 'struct' ? type.element.fields : [];
  return entry[0] && entry[1] ? [entry[0].type, entry[1].type] : undefined;
};
const elementOf = (type: SparkType): SparkType =>
  type.kind === 'array' ? type.element : type.kind === 'map' ? type.value : unknownType;
const pair = (names: [string, string], a: SparkType, b: SparkType): SparkType =>
  structOf([{ name: names[0], type: a }, { name: names[1], type: b }]); // prettier-ignore
const arithmetic =
  (op: string): TypeRule =>
  (types, args) =>
    operatorType(op, types.map((type, i) => ({ type, expr: args[i] }))); // prettier-ignore
const rounding =
  (mode: 'round' | 'up'): TypeRule =>
  (types, args) => {
    const type = at(types, 0);
    const scale = args.length > 1 ? integer(args[1]) : 0;
    return scale === undefined ? unknownType : adjustedRound(type, scale, mode, args.length > 1);
  };
const parse: TypeRule = (_, args) => {
  const schema = text(args[1]);
  const fields = schema === undefined ? undefined : columnsOfText(schema);
  return fields ? structOf(fields) : schema === undefined ? unknownType : typeOfText(schema);
};
const numberFormat: TypeRule = (_, args) => {
  const format = text(args[1]) ?? '';
  const [whole = '', fraction = ''] = format.split(/[.D]/);
  const digits = (part: string): number => part.replace(/[^09]/g, '').length;
  return format ? decimal(digits(whole) + digits(fraction), digits(fraction)) : unknownType;
};
const dateTrunc: TypeRule = () => simple('timestamp');
const dateDiff: TypeRule = (types) => simple(types.length === 3 ? 'long' : 'integer');
const datePart: TypeRule = (_, args) => {
  const part = text(args[0])?.toLowerCase() ?? '';
  return /^s(ec|econds?)?$/.test(part) ? decimal(8, 6) : part ? simple('integer') : unknownType;
};
const shift: TypeRule = (types) => {
  const from = at(types, 2);
  return types.length === 2 ? simple('date') : from.kind === 'date' ? simple('timestamp') : from;
};
const concat: TypeRule = (types) => {
  const first = at(types, 0);
  return first.kind === 'array' || types.every((t) => t.kind === 'binary') ? widest(types) : simple('string');
};
const struct: TypeRule = (types, _, names) =>
  structOf(types.map((type, i) => ({ name: names[i] ?? `col${i + 1}`, type })));

/** The names that ARRAYS_ZIP gives its fields: those of columns, and the places of other arguments, from 0. */
const zipNames = (args: Expr[], names: string[]): string[] =>
  args.map((arg, i) => (arg.kind === 'column' ? (names[i] ?? '') : String(i)));

const typeRules: Record<string, TypeRule> = {
  concat,
  struct,
  named_struct: (types, args) =>
    structOf(args.flatMap((arg, i) => (i % 2 === 0 ? [{ name: text(arg) ?? '', type: at(types, i + 1) }] : []))),
  map: (types) => mapOf(widest(types.filter((_, i) => i % 2 === 0)), widest(types.filter((_, i) => i % 2 === 1))),
  map_from_arrays: (types) => mapOf(elementOf(at(types, 0)), elementOf(at(types, 1))),
  map_from_entries: (types) => {
    const parts = entryParts(at(types, 0));
    return parts ? mapOf(...parts) : unknownType;
  },
  map_entries: (types) => {
    const map = at(types, 0);
    return map.kind === 'map' ? arrayOf(pair(['key', 'value'], map.key, map.value)) : unknownType;
  },
  element_at: (types) => elementOf(at(types, 0)),
  try_element_at: (types) => elementOf(at(types, 0)),
  get: (types) => elementOf(at(types, 0)),
  array_prepend: (types) => at(types, 0),
  sequence: (types) => arrayOf(wider(at(types, 0), at(types, 1))),
  transform: (types) => arrayOf(at(types, 1)),
  transform_values: (types) => (types[0]?.kind === 'map' ? mapOf(types[0].key, at(types, 1)) : unknownType),
  transform_keys: (types) => (types[0]?.kind === 'map' ? mapOf(at(types, 1), types[0].value) : unknownType),
  aggregate: (types) => at(types, types.length > 3 ? 3 : 1),
  reduce: (types) => at(types, types.length > 3 ? 3 : 1),
  zip_with: (types) => arrayOf(at(types, 2)),
  map_zip_with: (types) => (types[0]?.kind === 'map' ? mapOf(types[0].key, at(types, 2)) : unknownType),
  arrays_zip: (types, args, names) => arrayOf(struct(types.map(elementOf), args, zipNames(args, names))),
  to_number: numberFormat,
  try_to_number: numberFormat,
  div: () => long,
  from_json: parse,
  from_csv: parse,
  extract: datePart,
  date_part: datePart,
  datepart: datePart,
  date_trunc: dateTrunc,
  datediff: dateDiff,
  date_diff: dateDiff,
  dateadd: shift,
  date_add: shift,
  timestampadd: shift,
  lpad: (types) => (at(types, 0).kind === 'binary' ? simple('binary') : simple('string')),
  rpad: (types) => (at(types, 0).kind === 'binary' ? simple('binary') : simple('string')),
  substring: (types) => (at(types, 0).kind === 'binary' ? simple('binary') : simple('string')),
  substr: (types) => (at(types, 0).kind === 'binary' ? simple('binary') : simple('string')),
  reverse: (types) => (at(types, 0).kind === 'array' ? at(types, 0) : simple('string')),
  ceil: rounding('up'),
  ceiling: rounding('up'),
  floor: rounding('up'),
  round: rounding('round'),
  bround: rounding('round'),
  mod: arithmetic('%'),
  try_mod: arithmetic('%'),
  pmod: arithmetic('%'),
  try_add: arithmetic('+'),
  try_subtract: arithmetic('-'),
  try_multiply: arithmetic('*'),
  try_divide: arithmetic('/'),
  sign: (types) => (isNumber(at(types, 0)) || at(types, 0).kind === 'string' ? simple('double') : unknownType),
  signum: (types) => (isNumber(at(types, 0)) || at(types, 0).kind === 'string' ? simple('double') : unknownType),
  nanvl: (types) => (types.every((t) => t.kind === 'float') ? simple('float') : simple('double')),
  sum: (types) => sumType(at(types, 0)),
  try_sum: (types) => sumType(at(types, 0)),
  avg: doubleOr,
  mean: doubleOr,
  try_avg: doubleOr,
  regr_avgx: (types) => avgType(at(types, 1)),
  regr_avgy: doubleOr,
  median: (types) => (isNumber(at(types, 0)) ? simple('double') : at(types, 0)),
  percentile: (types) => (at(types, 1).kind === 'array' ? arrayOf(simple('double')) : simple('double')),
  percentile_cont: () => simple('double'),
  percentile_disc: () => unknownType,
  approx_percentile: (types) => (at(types, 1).kind === 'array' ? arrayOf(at(types, 0)) : at(types, 0)),
  percentile_approx: (types) => (at(types, 1).kind === 'array' ? arrayOf(at(types, 0)) : at(types, 0)),
  string: () => simple('string'),
  int: () => simple('integer'),
  bigint: () => long,
  double: () => simple('double'),
  float: () => simple('float'),
  boolean: () => simple('boolean'),
  decimal: () => decimal(10, 0),
};

const typesOfRules = new Map<string, SparkType>();

/** The type that a rule names. */
function ofRule(rule: string): SparkType {
  const type = typesOfRules.get(rule) ?? typeOfText(rule);
  typesOfRules.set(rule, type);
  return type;
}

function byRule(rule: string, types: SparkType[]): SparkType {
  const first = at(types, 0);
  if (rule.startsWith('$')) return at(types, Number(rule.slice(1)));
  if (rule === 'wide') return widest(types);
  if (rule === 'wide1') return widest(types.slice(1));
  if (rule === 'elem') return elementOf(first);
  if (rule === 'array<wide>') return arrayOf(widest(types));
  if (rule === 'array<$0>') return arrayOf(first);
  if (rule === 'array<key>') return arrayOf(first.kind === 'map' ? first.key : unknownType);
  if (rule === 'array<value>') return arrayOf(first.kind === 'map' ? first.value : unknownType);
  return ofRule(rule);
}

/**
 * The result type of a call over typed arguments; `names` are the names that the arguments bear as columns.
 * `unknown` for a function that is not in the tables.
 */
export function callType(call: Call, types: SparkType[], names: string[]): SparkType {
  const own = Object.hasOwn(typeRules, call.name) ? typeRules[call.name] : undefined;
  if (own) return own(types, call.args, names);
  const rule = scalarRules.get(call.name) ?? aggregateRules.get(call.name) ?? windowRules.get(call.name);
  return rule === undefined ? unknownType : byRule(rule, types);
}

export const isAggregate = (name: string): boolean => aggregateRules.has(name) || computedAggregates.has(name);

const computedAggregates: ReadonlySet<string> = new Set(
  'sum try_sum avg mean try_avg median percentile percentile_cont percentile_disc histogram_numeric regr_avgx regr_avgy'.split(
    ' ',
  ),
);

/** True for functions whose result type this package can tell. */
export const isKnown = (name: string): boolean =>
  Object.hasOwn(typeRules, name) || scalarRules.has(name) || aggregateRules.has(name) || windowRules.has(name);
