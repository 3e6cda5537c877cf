import { arrange } from './arrange.ts';
import { rowTexts, type Arrangeable, type ArrangedPage } from './arranged-page.ts';
import { planOf, type Arrangement } from './arrangement.ts';

/**
 * A page of a small table in this thread: its rows that pass, in their order. They have `mostText` characters at most, or are
 * one. Fails with a RunError where the table has no such columns or values.
 */
export async function arrangeRows(
  table: Arrangeable,
  arrangement: Arrangement,
  [from, to]: readonly [number, number],
  maxText: number,
): Promise<ArrangedPage> {
  const order = await arrange(table, planOf(table.schema, arrangement));
  const texts = await rowTexts(table, order, [from, to], maxText);
  return { found: order.length, rows: texts.length, json: new TextEncoder().encode(texts.join(',')) };
}
