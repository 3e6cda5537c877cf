import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const turn = 8;

/** Where much is computed at once: a function to call between its parts, which lets waiting requests through now and then. */
export function pace(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < turn) return;
    await others();
    since = performance.now();
  };
}
