/** Work in steps, between which other work can run. */
export type Steps<T> = Generator<undefined, T>;

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
