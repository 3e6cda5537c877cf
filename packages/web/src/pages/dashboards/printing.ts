import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed; it changes before components measure their size. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => flushSync(() => setPrinting(false));
    // charts are drawn again by these events too: their new size comes first
    globalThis.addEventListener('beforeprint', begin, { capture: true });
    globalThis.addEventListener('afterprint', end, { capture: true });
    return () => {
      globalThis.removeEventListener('beforeprint', begin, { capture: true });
      globalThis.removeEventListener('afterprint', end, { capture: true });
    };
  }, []);
  return isPrinting;
}
