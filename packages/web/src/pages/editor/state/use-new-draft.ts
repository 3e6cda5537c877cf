import { useEffect, useState } from 'react';
import { newDrafts } from '../model/drafts.ts';

/** Milliseconds that the page before a reload has to release its draft. */
const patience = 500;

/**
 * The name of the draft of a new graph in this tab: its own from before a reload, else the latest that no other tab has
 * open, else a new one. No other tab takes it while this page is open. Undefined until known, and for no user.
 */
export function useNewDraft(userId: number | undefined): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (userId === undefined) return;
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    let isHere = true;
    void take(userId, isLeft).then((draftName) => {
      if (isHere) setName(draftName);
    });
    return () => {
      isHere = false;
      leave();
      setName(undefined);
    };
  }, [userId]);
  return name;
}

async function take(userId: number, isLeft: Promise<void>): Promise<string> {
  const own = `millrace.draft.${userId}.new`;
  const last = inTab(own);
  const fresh = `new-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
  const drafts = newDrafts(userId);
  for (const name of new Set([...drafts.filter((one) => one === last), ...drafts, fresh]))
    if (await holds(`${own}.${name}`, isLeft, name === last ? patience : 0)) {
      storeInTab(own, name);
      return name;
    }
  return fresh;
}

/**
 * Whether this page has the lock, which it holds until it is left. Without locks (plain HTTP) tabs are independent of
 * each other.
 */
async function holds(lock: string, isLeft: Promise<void>, wait: number): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onLock = async (lock: Lock | null): Promise<void> => {
    resolve(lock !== null);
    if (lock !== null) await isLeft;
  };
  const how = wait > 0 ? { signal: AbortSignal.timeout(wait) } : { ifAvailable: true };
  navigator.locks.request(lock, how, onLock).catch(() => resolve(false));
  return promise;
}

function inTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // without storage
    return null;
  }
}

function storeInTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // as above
  }
}
