import { useState } from 'react';

/** Milliseconds that the way to a page takes at most, once what it shows has been asked for. */
const way = 5_000;

/**
 * Whether a record was read when somebody went to its page or since: what is edited begins with what is there now.
 * `of` names the record; another one begins anew.
 */
export function useIsCurrent(of: string, readAt: number): boolean {
  const [gone, go] = useState({ to: of, at: Date.now() });
  if (gone.to !== of) go({ to: of, at: Date.now() });
  return readAt >= gone.at - way;
}
