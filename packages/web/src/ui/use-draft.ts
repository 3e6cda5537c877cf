import { useEffect, useState } from 'react';

/** The draft in the tab's storage; undefined for none, or an invalid one. */
function storedDraft<D extends object>(key: string, like: D): D | undefined {
  try {
    const text = sessionStorage.getItem(key);
    if (text === null) return undefined;
    const parsed = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const fits = Object.entries(like).every(
      ([name, value]) => typeof parsed[name] === typeof value && Array.isArray(parsed[name]) === Array.isArray(value),
    );
    return fits ? (parsed as unknown as D) : undefined;
  } catch {
    // without storage the draft lives as long as the page
    return undefined;
  }
}

function storeDraft(key: string, draft: object | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // as above
  }
}

/** A draft that survives a reload: it is stored in this tab until it is saved or discarded. */
export function useDraft<D extends object>(key: string, saved: D) {
  const [before] = useState(saved);
  const [draft, setDraft] = useState(() => storedDraft(key, before) ?? before);
  const [isRestored, setRestored] = useState(draft !== before);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before);
  useEffect(() => storeDraft(key, isChanged ? draft : undefined), [key, draft, isChanged]);
  return {
    draft,
    isChanged,
    /** Whether it comes from before a reload. */
    isRestored: isRestored && isChanged,
    change: (part: Partial<D>) => setDraft((now) => ({ ...now, ...part })),
    discard: () => {
      storeDraft(key, undefined);
      setRestored(false);
      setDraft(before);
    },
  };
}
