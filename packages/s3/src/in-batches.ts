/** Does something with each of many, a batch at a time; the first failure is thrown when its batch has ended. */
export async function inBatches<T>(items: readonly T[], size: number, work: (item: T) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += size) {
    const results = await Promise.allSettled(items.slice(i, i + size).map(work));
    const broken = results.find((one) => one.status === 'rejected');
    if (broken !== undefined) throw broken.reason;
  }
}
