import type { Expr } from '../ast/ast.ts';
import { family, type SparkType, unknownType } from '../ast/types.ts';
import { describePattern, patternArguments } from '../patterns/literal-patterns.ts';
import type { Scope } from './scope.ts';

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

/** Functions whose branches become one type: a decimal literal with a double must be a double on Sail. */
export const branches: Record<string, number> = {
  coalesce: 0,
  nvl: 0,
  ifnull: 0,
  greatest: 0,
  least: 0,
  if: 1,
  nvl2: 1,
};

/** An argument as keys name it: its type's family, `#` behind a literal's, for engines fold literals apart. */
export function describeArgument(expr: Expr, type: SparkType): string {
  const literal = expr.kind === 'literal' && type.kind !== 'void' && type.kind !== 'boolean';
  return family(type) + (literal ? '#' : '');
}

/** Positions and lengths below one are where functions of text and arrays part: their sign belongs to the key. */
const signOf = (arg: Expr): string =>
  arg.kind !== 'literal' || arg.type.kind !== 'integer'
    ? ''
    : arg.value === '0'
      ? '0'
      : arg.value?.startsWith('-')
        ? '-'
        : '';

export function signature(name: string, args: Expr[], types: SparkType[], scope: Scope, isCall = false): string {
  const patterns = (Object.hasOwn(patternArguments, name) ? (patternArguments[name] ?? []) : []).filter(
    () => !/^date_?diff$/.test(name) || args.length === 3,
  );
  const hasSigns = isCall && !variadic.has(name) && !Object.hasOwn(branches, name);
  const texts = args.map((arg, i) => {
    const kind = patterns.find(([index]) => index === i)?.[1];
    const pattern = kind && describePattern(name, kind, arg);
    for (const key of pattern ? pattern.keys : []) scope.notes.keys.add(key);
    return pattern ? pattern.text : describeArgument(arg, types[i] ?? unknownType) + (hasSigns ? signOf(arg) : '');
  });
  if (anyArguments.has(name)) return texts.some((t) => t.includes('unknown')) ? 'unknown' : args.length ? 'any' : '';
  if (!variadic.has(name)) return texts.join(',');
  const [first = '', ...rest] = texts;
  const head = ['in', 'not in', 'concat_ws', 'elt', 'format_string', 'printf'].includes(name);
  return head ? [first, [...new Set(rest)].toSorted().join('|')].join(';') : [...new Set(texts)].toSorted().join('|');
}
