import type { NodeDecision } from './decide.ts';

/** The kinds of constructs, in the words of a reader of a graph. */
const kinds: Readonly<Record<string, string>> = {
  fn: 'the function',
  agg: 'the aggregate',
  op: 'the operator',
  cast: 'the cast',
  try_cast: 'the cast',
  window: 'the window function',
  generator: 'the generator',
  read: 'reading',
  join: 'the join',
  sort: 'sorting by',
  format: 'the date format',
  regex: 'the pattern with',
  'regex-cut': 'the pattern with',
  group: 'grouping by',
  distinct: 'distinct values of',
  set: 'the set operation',
  case: 'CASE over',
  name: 'the name of the column that gives',
};

/** A reason why a node does not run on Sail, in words for its author. */
export function inWords({ key, reason }: NodeDecision['missing'][number]): string {
  if (key === 'processor') return reason;
  const what = nameOf(key);
  if (reason === 'not in the compatibility matrix') return `${what}: not verified to give Spark's rows on Sail`;
  const differs = /^differs: (.*)$/s.exec(reason);
  if (differs !== null) return `${what}: the result on Sail differs from Spark (${differs[1]})`;
  const fails = /^Sail fails: (.*)$/s.exec(reason);
  return fails === null ? `${what}: ${reason}` : `${what}: fails on Sail (${fails[1]})`;
}

/** `fn:abs(double#)` is "the function abs(double)": a `#` marks a literal. */
function nameOf(key: string): string {
  const colon = key.indexOf(':');
  const kind = kinds[key.slice(0, colon)];
  return kind === undefined ? key.replaceAll('#', '') : `${kind} ${key.slice(colon + 1).replaceAll('#', '')}`;
}
