import { boundedRegex } from './bounded-regex.ts';
import type { Expr } from '../ast/ast.ts';

/** What a literal argument is, where its content decides what engines do. */
export type PatternKind =
  | 'format'
  | 'parse'
  | 'exact'
  | 'regex'
  | 'replacement'
  | 'json-path'
  | 'zone'
  | 'like'
  | 'schema';

/** Which argument of which function is a pattern (counted from 0). */
export const patternArguments: Record<string, [index: number, kind: PatternKind][]> = {
  date_format: [[1, 'format']],
  from_unixtime: [[1, 'format']],
  to_date: [[1, 'parse']],
  try_to_date: [[1, 'parse']],
  to_timestamp: [[1, 'parse']],
  try_to_timestamp: [[1, 'parse']],
  to_timestamp_ltz: [[1, 'parse']],
  to_timestamp_ntz: [[1, 'parse']],
  unix_timestamp: [[1, 'parse']],
  to_unix_timestamp: [[1, 'parse']],
  trunc: [[1, 'exact']],
  date_trunc: [[0, 'exact']],
  extract: [[0, 'exact']],
  date_part: [[0, 'exact']],
  datepart: [[0, 'exact']],
  dateadd: [[0, 'exact']],
  timestampadd: [[0, 'exact']],
  timestampdiff: [[0, 'exact']],
  datediff: [[0, 'exact']],
  date_diff: [[0, 'exact']],
  to_char: [[1, 'exact']],
  to_varchar: [[1, 'exact']],
  to_number: [[1, 'exact']],
  try_to_number: [[1, 'exact']],
  format_string: [[0, 'exact']],
  printf: [[0, 'exact']],
  encode: [[1, 'exact']],
  decode: [[1, 'exact']],
  to_binary: [[1, 'exact']],
  try_to_binary: [[1, 'exact']],
  sha2: [[1, 'exact']],
  next_day: [[1, 'exact']],
  parse_url: [[1, 'exact']],
  try_parse_url: [[1, 'exact']],
  from_utc_timestamp: [[1, 'zone']],
  to_utc_timestamp: [[1, 'zone']],
  convert_timezone: [[0, 'zone'], [1, 'zone']], // prettier-ignore
  split: [[1, 'regex']],
  regexp_replace: [[1, 'regex'], [2, 'replacement']], // prettier-ignore
  regexp_extract: [[1, 'regex']],
  regexp_extract_all: [[1, 'regex']],
  regexp_count: [[1, 'regex']],
  regexp_instr: [[1, 'regex']],
  regexp_substr: [[1, 'regex']],
  regexp_like: [[1, 'regex']],
  regexp: [[1, 'regex']],
  rlike: [[1, 'regex']],
  'not rlike': [[1, 'regex']],
  like: [[1, 'like']],
  'not like': [[1, 'like']],
  ilike: [[1, 'like']],
  'not ilike': [[1, 'like']],
  get_json_object: [[1, 'json-path']],
  from_json: [[1, 'schema']],
  from_csv: [[1, 'schema']],
  percentile_cont: [[0, 'exact']],
};

/** The text that stands in a function's key for a pattern argument, and the keys that its parts need. */
export function describePattern(
  name: string,
  kind: PatternKind,
  arg: Expr,
): { text: string; keys: string[] } | undefined {
  if (arg.kind !== 'literal' || arg.value === null) return undefined;
  const value = arg.value;
  // replacing and splitting also depend on where empty matches are seen
  const cuts = name === 'regexp_replace' || name === 'split';
  switch (kind) {
    case 'format':
      return { text: 'format', keys: formatParts(value).map((part) => `format:${part}`) };
    case 'parse':
    case 'exact':
      return {
        text: `'${/^[a-z]+$/i.test(value) && kind === 'exact' ? value.toLowerCase() : value}'`,
        keys: [],
      };
    case 'regex':
      if (value === '') return { text: "''", keys: [] };
      return { text: 'regex', keys: regexKeys(value, cuts) };
    case 'replacement':
      return {
        text: 'string#',
        keys: /[$\\]/.test(value) ? [`regex-replacement:${value.replace(/[^$\\0-9{]/g, '').slice(0, 4)}`] : [],
      };
    case 'like':
      return { text: 'pattern', keys: value.includes('\\') ? ['like:escape'] : [] };
    case 'json-path':
      return {
        text: `'${value
          .replace(/[A-Za-z_]\w*/g, 'x')
          .replace(/\d+/g, 'n')
          .replace(/(\.x)+/g, '.x')}'`,
        keys: [],
      };
    case 'zone':
      return { text: /^[+-]/.test(value) ? 'offset' : value.includes('/') ? 'zone' : `'${value}'`, keys: [] };
    case 'schema':
      return { text: 'schema', keys: [] };
  }
}

/** The parts of a date pattern: runs of one letter, quoted text, optional sections; other characters are the same everywhere. */
export function formatParts(pattern: string): string[] {
  const parts = pattern.match(/'(?:[^']|'')*'|([A-Za-z])\1*|[[\]{}#]/g) ?? [];
  return [...new Set(parts.map((part) => (part.startsWith("'") ? 'quoted' : part)))];
}

function regexKeys(pattern: string, cuts: boolean): string[] {
  const parts = regexParts(pattern).map((part) => `${cuts ? 'regex-cut' : 'regex'}:${part}`);
  return cuts && matchesEmpty(pattern) ? [...parts, 'regex-cut:empty-match'] : parts;
}

/** Letters that mean themselves: nothing is repeated, left out or looked at. */
const plainText = /^(?:[^\\.*+?^$()[\]{}|]|\\[^A-Za-z0-9])+$/u;

/** True when the pattern may match between characters; also if bounded time does not decide. */
function matchesEmpty(pattern: string): boolean {
  if (plainText.test(pattern)) return false;
  const regex = boundedRegex(pattern.replace(/\\[AzZGbB]/g, ''));
  return !regex.ok || regex.regex.matcher('').find();
}

const regexSyntax = new RegExp(
  [
    String.raw`\\[pP]\{\w+\}`,
    String.raw`\\Q[\s\S]*?\\E`,
    String.raw`\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}`,
    String.raw`\\[0-9]`,
    String.raw`\\[A-Za-z]`,
    String.raw`\\.`,
    String.raw`\(\?<[A-Za-z]\w*>`,
    String.raw`\(\?(?:<?[=!]|>|:|[a-zA-Z-]+[:)])`,
    String.raw`\[(?:\\.|[^\]\\])*\]`,
    String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?`,
    String.raw`[()|.^$\[\]{}]`,
  ].join('|'),
  'g',
);

/** The features of a Java regular expression that an engine may read differently; plain text has none. */
export function regexParts(pattern: string): string[] {
  const parts = new Set<string>();
  let plain = '';
  let from = 0;
  for (const match of pattern.matchAll(regexSyntax)) {
    plain += pattern.slice(from, match.index);
    from = match.index + match[0].length;
    parts.add(regexFeature(match[0]));
  }
  plain += pattern.slice(from);
  if (/[^\x20-\x7e]/.test(plain)) parts.add('non-ascii');
  parts.delete('');
  return [...parts];
}

function regexFeature(syntax: string): string {
  if (syntax.startsWith('[')) {
    const inner = (syntax.match(/\\[A-Za-z]|&&|\[:?|[^\x20-\x7e]/g) ?? []).map((s) =>
      /[^\x20-\x7e]/.test(s) ? 'non-ascii' : s,
    );
    const kind = syntax.startsWith('[^') ? 'negated-class' : 'class';
    return inner.length ? `${kind} with ${[...new Set(inner)].join(' ')}` : kind;
  }
  if (/^\\[^A-Za-z0-9]/.test(syntax)) return 'escaped-symbol';
  if (/^\\[0-9]/.test(syntax)) return 'back-reference';
  if (syntax.startsWith('\\Q')) return 'quotation';
  if (/^\{\d/.test(syntax)) return `repeat${/[+?]$/.test(syntax) ? syntax.slice(-1) : ''}`;
  if (syntax === ')' || syntax === ']' || syntax === '}') return syntax === ')' ? '' : 'bare-bracket';
  if (syntax.startsWith('(?<') && !/[=!]$/.test(syntax)) return 'named-group';
  return syntax;
}
