import { useState, useSyncExternalStore } from 'react';
import { ago, exactTime } from './format.ts';

const step = 5_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // the clock paused while the page was hidden
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const one of listeners) one();
    }, step);
  }
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
  const pageTime = useNow();
  // formatting takes a while the first time, so it is deferred
  const [isHovered, setIsHovered] = useState(false);
  // the page's clock goes by steps: a recent time is not in the future
  const now = at > pageTime && at - pageTime <= step ? at : pageTime;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={isHovered ? exactTime(at) : undefined}
      onPointerEnter={() => setIsHovered(true)}
    >
      {ago(at, now)}
    </time>
  );
}
