import { useDeferredValue, type ReactNode } from 'react';

/** Draws its children after everything else: for parts without urgency. */
export function Later({ children }: { readonly children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null;
}
