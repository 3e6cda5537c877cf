import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { filesChanged, type Entry } from '../../api/files.ts';

interface OneByOne {
  /** How many are done; undefined while nothing is at work. */
  readonly done: number | undefined;
  /** What stood against the first that is left. */
  readonly fault: Error | undefined;
  readonly go: (entries: readonly Entry[]) => Promise<void>;
  /** While it is at work, stops it before the next; else ends it, with nothing left. */
  readonly leave: () => void;
}

/**
 * Does one thing to many entries, one after the other; one that fails keeps no other from it. `onLeft` is told of which it
 * is not done.
 */
export function useOneByOne(
  act: (entry: Entry) => Promise<unknown>,
  onLeft: (left: readonly Entry[]) => void,
): OneByOne {
  const client = useQueryClient();
  const [done, setDone] = useState<number>();
  const [fault, setFault] = useState<Error>();
  const isStopped = useRef(false);
  const stop = (): void => {
    isStopped.current = true;
  };
  // nobody could stop it any more
  useEffect(() => stop, []);
  const go = async (entries: readonly Entry[]): Promise<void> => {
    isStopped.current = false;
    setFault(undefined);
    const left: Entry[] = [];
    let first: Error | undefined;
    for (const [i, entry] of entries.entries()) {
      setDone(i - left.length);
      try {
        if (!isStopped.current) await act(entry);
        else left.push(entry);
      } catch (error) {
        left.push(entry);
        first ??= error as Error;
      }
    }
    setDone(undefined);
    setFault(first);
    onLeft(left);
    await filesChanged(client);
  };
  const leave = (): void => {
    if (done !== undefined) return stop();
    setFault(undefined);
    onLeft([]);
  };
  return { done, fault, go, leave };
}
