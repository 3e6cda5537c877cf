import { parentPort, type Transferable } from 'node:worker_threads';

/** An error as it goes between threads, which keep neither its class nor what the system has said. */
export interface Failure {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: string;
  readonly syscall?: string;
}

export type Answer<Done> = { readonly done: Done } | { readonly failed: Failure };

/** Answers, in this thread, what the one that has started it asks, one request after the other; each gets one answer. */
export function answerRequests<Request, Done>(
  answer: (request: Request) => Promise<Done>,
  transferredOf: (done: Done) => readonly Transferable[] = () => [],
): void {
  let before: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (request: Request) => {
    before = before.then(async () => {
      const said = await answer(request).then(
        (done): Answer<Done> => ({ done }),
        (error: unknown): Answer<Done> => ({ failed: failureOf(error) }),
      );
      parentPort?.postMessage(said, 'done' in said ? transferredOf(said.done) : []);
    });
  });
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { name, message, stack } = error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return {
    name,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(syscall === undefined ? {} : { syscall }),
  };
}
