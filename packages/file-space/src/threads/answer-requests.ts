import { parentPort, type Transferable } from 'node:worker_threads';

/** An error as it goes between threads: of one of a class of ours, the text, the stack and the cause alone come through. */
export interface Failure {
  readonly error: unknown;
  /** What else the error has: its name, what the system has said, the remedy. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export type Answer<Done> = { readonly done: Done } | { readonly failed: Failure };

/** Answers, in this thread, what the one that has started it asks, one request after the other; each gets one answer. */
export function answerRequests<Request, Done>(
  answer: (request: Request) => Done | Promise<Done>,
  transferredOf: (done: Done) => readonly Transferable[] = () => [],
): void {
  let before: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (request: Request) => {
    before = before.then(async () => {
      const response = await respond(() => answer(request));
      parentPort?.postMessage(response, 'done' in response ? transferredOf(response.done) : []);
    });
  });
}

async function respond<Done>(work: () => Done | Promise<Done>): Promise<Answer<Done>> {
  try {
    return { done: await work() };
  } catch (error) {
    return { failed: { error, fields: error instanceof Error ? { ...error, name: error.name } : {} } };
  }
}
