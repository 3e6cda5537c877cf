import { useSyncExternalStore } from 'react';
import { ago, exactTime } from './format.ts';

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 5_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** A time as a person says it, with the exact one on hover. */
export function Time({ at }: { readonly at: number }) {
  const seen = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {ago(at, Math.max(seen, Date.now() - 5_000))}
    </time>
  );
}
