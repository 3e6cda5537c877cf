import { setImmediate as others } from 'node:timers/promises';
import type { Steps } from '@millrace/workflow';

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

/** Does all steps of some work, and lets waiting requests through between them. */
export async function inTurns<T>(steps: Steps<T>, breathe = pace()): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await breathe();
  }
}
