import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between two looks: a test that looks all the time takes a core from what it waits for. */
const between = 20;

/** Resolves when something holds; a test that waits in vain ends with the limit of its file. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(between);
}

/** Asks until an answer is as wanted, and returns it. */
export async function answerUntil<T>(ask: () => Promise<T>, isExpected: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isExpected(answer)) return answer;
    await delay(between);
  }
}
