import { whyUnverifiable } from './unverifiable.ts';
import type { Verdict } from './verdict.ts';

/** What the cases say of one key: verified, or why not. */
export type KeyVerdict = { verified: true; cases: number } | { verified: false; reason: string };

const onlyWithDiffering = 'tested only together with constructs that differ';

/**
 * Draws the verdict of every key from the cases that have it as subject: verified when at least one case covers it and
 * none speaks against it. A case that disagrees speaks against those of its subjects that no other case supports, and
 * against all of them when each has support; unless one of them stands refuted already by a case with fewer subjects,
 * or can never be verified, which explains it. So never are all keys of a case that disagrees verified. What is tolerated says nothing. `before` holds what other areas refute.
 */
export function summarise(
  verdicts: readonly Verdict[],
  before: ReadonlyMap<string, KeyVerdict> = new Map(),
): Map<string, KeyVerdict> {
  const loud = verdicts.filter((v) => !isSilent(v));
  const keys = new Map<string, KeyVerdict>();
  const isName = (key: string): boolean => key.startsWith('name:');
  for (const v of loud) {
    for (const key of v.keys) if (isName(key) ? v.hasNames && !v.names : v.outcome === 'same') count(keys, key);
  }
  const against = loud.flatMap((v) => [
    ...(v.outcome === 'same' ? [] : [{ keys: v.keys.filter((key) => !isName(key)), reason: reasonOf(v) }]),
    ...(v.names ? [{ keys: v.keys.filter(isName), reason: v.names }] : []),
  ]);
  for (const { keys: suspectKeys, reason } of against.toSorted((a, b) => a.keys.length - b.keys.length)) {
    const isExplained = (key: string): boolean =>
      keys.get(key)?.verified === false || isRefuted(before.get(key)) || whyUnverifiable(key) !== undefined;
    if (suspectKeys.some(isExplained)) continue;
    for (const key of suspects(suspectKeys, keys)) keys.set(key, { verified: false, reason });
  }
  for (const key of loud.flatMap((v) => v.keys)) {
    if (!keys.has(key)) keys.set(key, { verified: false, reason: onlyWithDiffering });
  }
  return keys;
}

/**
 * The verdicts of all areas after those of some were evaluated again. What speaks against a construct in one area is not
 * taken back by another; that an area has no case of its own for a construct takes no proof away.
 */
export function mergeVerdicts(
  before: ReadonlyMap<string, KeyVerdict>,
  now: ReadonlyMap<string, KeyVerdict>,
): ReadonlyMap<string, KeyVerdict> {
  const all = new Map(before);
  for (const [key, verdict] of now) if (!outweighs(before.get(key), verdict)) all.set(key, verdict);
  return all;
}

const isRefuted = (current: KeyVerdict | undefined): boolean =>
  current !== undefined && !current.verified && current.reason !== onlyWithDiffering;

function outweighs(current: KeyVerdict | undefined, verdict: KeyVerdict): boolean {
  if (current === undefined) return false;
  if (!current.verified) return current.reason !== onlyWithDiffering;
  return verdict.verified ? current.cases > verdict.cases : verdict.reason === onlyWithDiffering;
}

/** The keys that a disagreement points at. A pattern's features come before the function that reads it. */
function suspects(candidates: string[], keys: ReadonlyMap<string, KeyVerdict>): string[] {
  const features = candidates.filter((key) => key.startsWith('regex'));
  const closest = features.length ? features : candidates;
  const unsupported = closest.filter((key) => !keys.has(key));
  return unsupported.length ? unsupported : closest;
}

const isSilent = ({ case: { tolerated }, outcome }: Verdict): boolean =>
  outcome === 'invalid' || tolerated === 'integer overflow' || (tolerated === 'refused value' && outcome === 'error');

function count(keys: Map<string, KeyVerdict>, key: string): void {
  const current = keys.get(key);
  keys.set(key, { verified: true, cases: current?.verified ? current.cases + 1 : 1 });
}

const reasonOf = ({ case: c, outcome, reason }: Verdict): string =>
  `${outcome === 'error' ? 'Sail fails' : 'differs'}: ${c.expression?.sql ?? c.sql}: ${reason ?? ''}`;
