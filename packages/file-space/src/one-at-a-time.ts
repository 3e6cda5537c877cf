/** The last work on each key in this process. */
const last = new Map<string, Promise<unknown>>();

/** Does what concerns one key one after the other, in the order in which it was asked for. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const now = Promise.allSettled([last.get(key)]).then(work);
  last.set(key, now);
  try {
    return await now;
  } finally {
    if (last.get(key) === now) last.delete(key);
  }
}
