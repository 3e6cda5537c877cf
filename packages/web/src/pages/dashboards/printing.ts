import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed, known before anything that is drawn looks at its size. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => flushSync(() => setPrinting(false));
    // charts are drawn anew by these events too: the room that they have comes first
    globalThis.addEventListener('beforeprint', begin, { capture: true });
    globalThis.addEventListener('afterprint', end, { capture: true });
    return () => {
      globalThis.removeEventListener('beforeprint', begin, { capture: true });
      globalThis.removeEventListener('afterprint', end, { capture: true });
    };
  }, []);
  return isPrinting;
}
