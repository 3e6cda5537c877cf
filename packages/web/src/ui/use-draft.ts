import { useEffect, useState } from 'react';

/** What of a draft lies in the tab's own store; undefined for none, or one that this page does not understand. */
function kept<D extends object>(key: string, like: D): D | undefined {
  try {
    const text = sessionStorage.getItem(key);
    if (text === null) return undefined;
    const found = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const fits = Object.entries(like).every(
      ([name, value]) => typeof found[name] === typeof value && Array.isArray(found[name]) === Array.isArray(value),
    );
    return fits ? (found as unknown as D) : undefined;
  } catch {
    // nothing can be kept here: the draft lives as long as the page
    return undefined;
  }
}

function keep(key: string, draft: object | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // as above
  }
}

/** A draft that a reload does not lose: it is kept in this tab until it is saved or discarded. */
export function useDraft<D extends object>(key: string, saved: D) {
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
    change: (part: Partial<D>) => setDraft((now) => ({ ...now, ...part })),
    discard: () => {
      keep(key, undefined);
      setRestored(false);
      setDraft(before);
    },
  };
}
