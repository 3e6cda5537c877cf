/** Most records of one answer. */
export const pageSize = 1_000;

/** All pages of a list, one after the other. */
export async function allPages<T extends { readonly id: number }>(
  page: (number: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const all = new Map<number, T>();
  for (let number = 0; ; number++) {
    const some = await page(number);
    // what is changed meanwhile moves between pages
    for (const one of some) all.set(one.id, one);
    if (some.length < pageSize) return [...all.values()];
  }
}

/** How often a list is asked for anew, in ms: one of many pages is not, unless somebody comes back to it. */
export const everySoOften =
  (ms: number) =>
  ({ state: { data } }: { readonly state: { readonly data?: readonly unknown[] | undefined } }): number | false =>
    (data?.length ?? 0) > 5 * pageSize ? false : ms;
