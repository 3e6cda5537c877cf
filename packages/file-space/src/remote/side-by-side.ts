/** Does something with each of many, some at a time. After a failure nothing more is begun; it is thrown when all have ended. */
export async function sideBySide<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  const broken = results.find((one) => one.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}
