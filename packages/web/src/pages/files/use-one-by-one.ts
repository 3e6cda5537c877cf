import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { filesChanged, type Entry } from '../../api/files.ts';

interface OneByOne {
  /** Number of finished entries; undefined if idle. */
  readonly done: number | undefined;
  /** The error of the first remaining entry. */
  readonly fault: Error | undefined;
  readonly go: (entries: readonly Entry[]) => Promise<void>;
  /** While running, stops before the next entry; else closes, with nothing remaining. */
  readonly leave: () => void;
}

/**
 * Applies an action to many entries, in turn; one that fails does not stop the others. `onLeft` receives the remaining
 * ones.
 */
export function useOneByOne(
  act: (entry: Entry) => Promise<unknown>,
  onLeft: (rest: readonly Entry[]) => void,
): OneByOne {
  const client = useQueryClient();
  const [done, setDone] = useState<number>();
  const [fault, setFault] = useState<Error>();
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  // it cannot be stopped any more
  useEffect(() => stop, []);
  const go = async (entries: readonly Entry[]): Promise<void> => {
    isStopped.current = false;
    setFault(undefined);
    const rest: Entry[] = [];
    let first: Error | undefined;
    for (const [i, entry] of entries.entries()) {
      setDone(i - rest.length);
      try {
        if (!isStopped.current) await act(entry);
        else rest.push(entry);
      } catch (error) {
        rest.push(entry);
        first ??= error as Error;
      }
    }
    setDone(undefined);
    setFault(first);
    onLeft(rest);
    await filesChanged(client);
  };
  const leave = (): void => {
    if (done !== undefined) return stop();
    setFault(undefined);
    onLeft([]);
  };
  return { done, fault, go, leave };
}
