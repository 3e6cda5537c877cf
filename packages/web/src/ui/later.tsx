import { useDeferredValue, type ReactNode } from 'react';

/** Draws what is within once everything else stands: for parts that nobody waits for. */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
