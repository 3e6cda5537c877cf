import { parseQuery } from '../parse/parse.ts';
import { visitQuery } from '../ast/visit.ts';

/**
 * Tables that a query reads by a name of one part, in the order of the text: each once, as it is written there first, for
 * Sail does not take one spelling for another.
 */
export function tablesIn(sql: string): readonly string[] {
  const namesByKey = new Map<string, string>();
  visitQuery(parseQuery(sql), {
    table: ([name = '', ...more], _span, ctes) => {
      const lower = name.toLowerCase();
      if (more.length === 0 && !ctes.has(lower) && !namesByKey.has(lower)) namesByKey.set(lower, name);
    },
  });
  return [...namesByKey.values()];
}
