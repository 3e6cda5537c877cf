import { randomUUID } from 'node:crypto';
import { ConnectionLostError, InterruptedError, SparkError } from './errors.ts';
import { StatusError, TransportError } from './grpc/status.ts';
import { InterruptRequest_InterruptType, SparkConnectService, type ExecutePlanResponse, type Plan } from './proto.ts';
import { errorClassOf, isTransient, pauseBefore, type Wire } from './wire.ts';

export interface ExecuteOptions {
  /** The operation can be interrupted by these: `session.interrupt({ tag })`. */
  readonly tags?: readonly string[];
  /** Aborting interrupts the operation on the engine and ends the stream with an `InterruptedError`. */
  readonly signal?: AbortSignal;
  /** A UUID by which the operation can be interrupted; made up when absent. */
  readonly operationId?: string;
}

type Answers = AsyncGenerator<ExecutePlanResponse, void, undefined>;

/** How a stream of answers ended before the result was complete: cleanly (no error), or with one. */
interface Ending {
  readonly error: unknown;
}

/** The longest time that an engine may take to end an interrupted operation before the client stops waiting, in ms. */
const interruptGraceMs = 3000;
/** A plan that ends the connection so many times before its first answer is not tried again. */
const maxBegins = 3;
/** How long leaving an operation may take, in ms. */
const releaseTimeoutMs = 2000;

const { executePlan, reattachExecute, releaseExecute, interrupt } = SparkConnectService.method;

/**
 * Runs a plan and yields the engine's answers until the engine has said that the result is complete. A stream that
 * breaks or ends early is taken up again after the last answer received: none is lost, none is given twice. Ends in the
 * whole result or throws a `SparkError` (`InterruptedError`, `ConnectionLostError`). Leaving the loop early interrupts
 * the operation on the engine.
 */
export async function* execute(wire: Wire, plan: Plan, options: ExecuteOptions = {}): Answers {
  const { signal, operationId = randomUUID() } = options;
  if (signal?.aborted) throw new InterruptedError('the operation was interrupted before it began', { operationId });
  const execution = new Execution(wire, plan, operationId, options);
  signal?.addEventListener('abort', execution.interrupt, { once: true });
  let left = true;
  try {
    yield* execution.answers();
    left = false;
  } catch (error) {
    left = false;
    throw error;
  } finally {
    signal?.removeEventListener('abort', execution.interrupt);
    const release = execution.end({ interrupt: left });
    if (left) await release;
  }
}

class Execution {
  readonly #wire: Wire;
  readonly #plan: Plan;
  readonly #id: string;
  readonly #tags: readonly string[];
  readonly #signal: AbortSignal | undefined;
  readonly #stopWaiting = new AbortController();
  readonly #responseIds = new Set<string>();
  #last: string | undefined;
  #grace: NodeJS.Timeout | undefined;
  #attempt = 0;
  #deadline: number | undefined;
  #wasRefused = false;
  #attempts = 0;

  constructor(wire: Wire, plan: Plan, id: string, { tags = [], signal }: ExecuteOptions) {
    this.#wire = wire;
    this.#plan = plan;
    this.#id = id;
    this.#tags = tags;
    this.#signal = signal;
  }

  async *answers(): Answers {
    let stream = this.#begin();
    let before: Ending | undefined;
    for (;;) {
      const ending: Ending = { error: undefined };
      try {
        for await (const answer of stream) {
          if (!this.#isNew(answer)) continue;
          yield answer;
          if (answer.responseType.case === 'resultComplete') return;
        }
      } catch (error) {
        Object.assign(ending, { error });
      }
      const next = await this.#afterwards(ending, before);
      stream = next === 'begin' ? this.#begin() : this.#reattach();
      before = ending;
    }
  }

  /** Tells the engine to stop; if its answers do not end soon, they are no longer waited for. */
  readonly interrupt = (): void => {
    void this.#sendInterrupt();
    this.#grace = setTimeout(() => this.#stopWaiting.abort(), interruptGraceMs);
  };

  /** Lets the engine forget the operation; an engine that is gone has forgotten it. */
  async end(options: { interrupt: boolean }): Promise<void> {
    clearTimeout(this.#grace);
    if (this.#wire.isClosed) return;
    if (options.interrupt) await this.#sendInterrupt();
    const release = { case: 'releaseAll' as const, value: {} };
    await this.#wire.channel
      .unary(releaseExecute, { ...this.#wire.base, operationId: this.#id, release }, { timeoutMs: releaseTimeoutMs })
      .catch(() => undefined);
  }

  async #sendInterrupt(): Promise<void> {
    const request = {
      interruptType: InterruptRequest_InterruptType.OPERATION_ID,
      interrupt: { case: 'operationId' as const, value: this.#id },
    };
    // best effort: the caller that waits for the operation sees how it ends
    await this.#wire.channel
      .unary(interrupt, { ...this.#wire.base, ...request }, { timeoutMs: releaseTimeoutMs })
      .catch(() => undefined);
  }

  #begin(): Answers {
    this.#attempts++;
    const request = {
      ...this.#wire.base,
      operationId: this.#id,
      plan: this.#plan,
      tags: [...this.#tags],
      requestOptions: [{ requestOption: { case: 'reattachOptions' as const, value: { reattachable: true } } }],
    };
    return this.#wire.channel.stream(executePlan, [request], { signal: this.#stopWaiting.signal });
  }

  #reattach(): Answers {
    const request = { ...this.#wire.base, operationId: this.#id, lastResponseId: this.#last };
    return this.#wire.channel.stream(reattachExecute, [request], { signal: this.#stopWaiting.signal });
  }

  #isNew(answer: ExecutePlanResponse): boolean {
    this.#wire.observe(answer);
    if (answer.responseId !== '' && this.#responseIds.has(answer.responseId)) return false;
    this.#responseIds.add(answer.responseId);
    this.#last = answer.responseId;
    this.#attempt = 0;
    this.#deadline = undefined;
    return this.#signal?.aborted !== true;
  }

  /** After a stream that did not complete: the next step, or the error that ends the operation. */
  async #afterwards({ error }: Ending, before: Ending | undefined): Promise<'begin' | 'reattach'> {
    const wire = this.#wire;
    const details = { operationId: this.#id };
    if (this.#signal?.aborted) throw new InterruptedError('the operation was interrupted', details, error);
    if (wire.isClosed) throw wire.lossError(error, this.#id);
    if (isRefusal(error)) this.#wasRefused = true;
    let next: 'begin' | 'reattach' = 'reattach';
    if (error !== undefined && !isTransient(error)) {
      const status = error instanceof StatusError ? standing(error) : 'other';
      const absent = status === 'unknown' || status === 'unknown or crashed';
      if (status === 'exists') next = 'reattach';
      else if (absent && before !== undefined && before.error === undefined)
        // Sail ends an interrupted stream cleanly and has forgotten the operation when asked again
        throw new InterruptedError('the operation was interrupted on the engine', details, error);
      else if (absent && this.#last === undefined && !(wire.isEstablished && this.#wasRefused)) {
        // it seems that the request never reached the server
        if (wasReset(before) || this.#attempts === maxBegins)
          throw new SparkError(
            'the engine aborted the operation without an error: it may have crashed on this plan; see its log',
            details,
            before?.error,
          );
        if (status === 'unknown or crashed' && this.#plan.opType.case === 'command')
          throw new ConnectionLostError(
            `the connection to the engine at ${wire.address} was lost, and the engine cannot tell whether the command ran`,
            details,
            before?.error,
          );
        next = 'begin';
      } else if (absent || status === 'spent')
        throw new ConnectionLostError(
          `the connection to the engine at ${wire.address} was lost, and the engine can no longer return the rest of the result`,
          details,
          error,
        );
      else throw await wire.explain(error, this.#id);
    }
    const now = performance.now();
    this.#deadline ??= now + wire.reconnectForMs;
    if (now > this.#deadline) {
      if (error instanceof StatusError) throw await wire.explain(error, this.#id);
      if (error !== undefined) throw wire.lossError(error, this.#id);
      throw new SparkError('the engine repeatedly ended its response before the result was complete', details);
    }
    await pause(pauseBefore(this.#attempt++), this.#signal);
    return next;
  }
}

/**
 * What the server's refusal says of the operation: it has it already; it never had it; it never had it or crashed on it
 * (Sail, which says so only in words); it has given its answers away; something else.
 */
function standing(error: StatusError): 'exists' | 'unknown' | 'unknown or crashed' | 'spent' | 'other' {
  switch (errorClassOf(error)) {
    case 'INVALID_HANDLE.OPERATION_ALREADY_EXISTS':
      return 'exists';
    case 'INVALID_HANDLE.OPERATION_NOT_FOUND':
    case 'INVALID_HANDLE.SESSION_NOT_FOUND':
      return 'unknown';
    case 'INVALID_CURSOR.POSITION_NOT_FOUND':
    case 'INVALID_CURSOR.POSITION_NOT_AVAILABLE':
      return 'spent';
    default:
      if (/\boperation not found: /.test(error.message)) return 'unknown or crashed';
      return /\btask context not found for operation\b/.test(error.message) ? 'spent' : 'other';
  }
}

const wasReset = (ending: Ending | undefined): boolean =>
  ending?.error instanceof TransportError && ending.error.fault === 'reset';

/** The port refuses connections: a server that answers there later is another one. */
const isRefusal = (error: unknown): boolean =>
  error instanceof TransportError && /\bECONNREFUSED\b/.test(error.message);

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
