import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** The longest tag: a name may be longer. */
const maxLength = 100;

/** A text as Spark takes it for a tag: without commas, and not empty. */
export const tagOf = (text: string): string =>
  text
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
    .slice(0, maxLength) || '-';

/** Does work whose operations on a cluster carry a tag: Spark's page shows it. */
export const withTag = <T>(text: string, work: () => T): T => current.run(tagOf(text), work);

/** The tags of the work that asks. */
export function currentTags(): readonly string[] {
  const tag = current.getStore();
  return tag === undefined ? [] : [tag];
}
