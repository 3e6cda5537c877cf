/** Maximum number of records of one response. */
export const pageSize = 1_000;

/** All pages of a list, one after the other. */
export async function allPages<T extends { readonly id: number }>(
  page: (number: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const all = new Map<number, T>();
  for (let number = 0; ; number++) {
    const some = await page(number);
    // changes in the meantime move records between pages
    for (const one of some) all.set(one.id, one);
    if (some.length < pageSize) return [...all.values()];
  }
}

/**
 * Milliseconds between refreshes of a list; a list with several pages is refreshed only when the user returns to it.
 */
export const everySoOften =
  (ms: number) =>
  ({ state: { data } }: { readonly state: { readonly data?: readonly unknown[] | undefined } }): number | false =>
    (data?.length ?? 0) > 5 * pageSize ? false : ms;
