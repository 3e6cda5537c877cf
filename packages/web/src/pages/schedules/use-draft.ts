import { useEffect, useState } from 'react';
import type { Draft } from './draft.ts';

/** What of a draft lies in the tab's own store; undefined for none, or one that this page does not understand. */
function kept(key: string, like: Draft): Draft | undefined {
  try {
    const text = sessionStorage.getItem(key);
    if (text === null) return undefined;
    const found = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const fits = Object.entries(like).every(
      ([name, value]) => typeof found[name] === typeof value && Array.isArray(found[name]) === Array.isArray(value),
    );
    return fits ? (found as unknown as Draft) : undefined;
  } catch {
    // nothing can be kept here: the draft lives as long as the page
    return undefined;
  }
}

function keep(key: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // as above
  }
}

/** A draft that a reload does not lose: it is kept in this tab until it is saved or discarded. */
export function useDraft(key: string, saved: Draft) {
  const [before] = useState(saved);
  const [draft, setDraft] = useState(() => kept(key, before) ?? before);
  const [isRestored, setRestored] = useState(draft !== before);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  useEffect(() => keep(key, isChanged ? draft : undefined), [key, draft, isChanged]);
  return {
    draft,
    isChanged,
    /** Whether it comes from before a reload. */
    isRestored: isRestored && isChanged,
    change: (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part })),
    discard: () => {
      keep(key, undefined);
      setRestored(false);
      setDraft(before);
    },
  };
}
