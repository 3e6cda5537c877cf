import { together, type CsvFound, type CsvPart } from './csv-part.ts';

type Look = (part: CsvPart) => Promise<CsvFound | undefined>;

/**
 * Looks through a file in stretches (`stretchOf`) that are cut at these bytes, at most `ahead` of them at a time. A
 * stretch has begun where a line begins if the one before it ends between lines; if that ends in a quoted cell, the rest
 * is looked through in one go. `undefined` where only a look at the whole file can tell.
 */
export async function inStretches(
  whole: CsvPart,
  cuts: readonly number[],
  look: Look,
  ahead: number,
): Promise<CsvFound | undefined> {
  if (cuts.length === 0) return undefined;
  const stretches = [...cuts, whole.to].map((to, i) => ({
    ...whole,
    from: i === 0 ? whole.from : (cuts[i - 1] ?? 0),
    to,
  }));
  const looks: ReturnType<Look>[] = [];
  const parts: CsvFound[] = [];
  for (const [i, stretch] of stretches.entries()) {
    for (const next of stretches.slice(looks.length, i + ahead)) {
      const looking = look(next);
      // the first failure is told, not those behind it
      looking.catch(() => undefined);
      looks.push(looking);
    }
    const found = await looks[i];
    if (found === undefined) return undefined;
    const isCell = !found.isBetweenLines && stretch.to < whole.to;
    const part = isCell ? await look({ ...stretch, to: whole.to }) : found;
    if (part === undefined) return undefined;
    parts.push(part);
    if (isCell) break;
  }
  return together(parts);
}
