/**
 * The candidate that a mistyped name most likely means: the one with the smallest edit distance (Levenshtein,
 * case ignored), if that is at most a third of the name's length and at most 4; undefined when none is near.
 */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const text = name.trim().toLowerCase();
  let best: string | undefined;
  let limit = Math.min(4, Math.max(1, Math.floor(text.length / 3)));
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate.toLowerCase(), limit);
    if (distance > limit) continue;
    if (distance === 0) return candidate;
    best = candidate;
    limit = distance - 1;
  }
  return best;
}

/** Levenshtein distance; any number above `limit` when it is more than that. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
    if (Math.min(...row) > limit) return limit + 1;
  }
  return row[b.length] ?? 0;
}
