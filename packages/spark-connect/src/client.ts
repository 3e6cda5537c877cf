import { randomUUID } from 'node:crypto';
import { create, fromBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError, createClient, type Client } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { ErrorInfoSchema } from '../gen/google/rpc/error_details_pb.js';
import { ConnectionLostError, InterruptedError, SparkError, type SparkErrorDetails } from './errors.ts';
import {
  InterruptRequest_InterruptType,
  PlanSchema,
  SparkConnectService,
  type AnalyzePlanRequestSchema,
  type AnalyzePlanResponse,
  type ConfigRequest_OperationSchema,
  type ExecutePlanResponse,
  type Plan,
} from './proto.ts';
import type { Remote } from './url.ts';

export interface ExecuteOptions {
  readonly tags?: readonly string[];
  /** Aborting interrupts the operation on the engine and ends the stream with an {@link InterruptedError}. */
  readonly signal?: AbortSignal;
  readonly operationId?: string;
}

type AnalyzeInit = NonNullable<MessageInitShape<typeof AnalyzePlanRequestSchema>['analyze']>;
type ConfigInit = MessageInitShape<typeof ConfigRequest_OperationSchema>;

/** Waits between two attempts to come back to a server, in ms; their sum bounds how long a dead one is waited for. */
const backoff = [20, 50, 100, 200, 400, 800, 1600];

/**
 * The wire: one gRPC connection, one session id. Knows reattachable execution, retries and error details; nothing
 * of DataFrames.
 */
export class SparkConnectClient {
  readonly remote: Remote;
  readonly #client: Client<typeof SparkConnectService>;
  readonly #connection: Http2SessionManager;
  readonly #base: { readonly sessionId: string; readonly userContext: { userId: string; userName: string }; readonly clientType: string };
  #closed = false;

  constructor(remote: Remote) {
    this.remote = remote;
    const address = `${remote.tls ? 'https' : 'http'}://${remote.host}:${remote.port}`;
    this.#connection = new Http2SessionManager(address, { pingIntervalMs: 20_000, pingTimeoutMs: 10_000 });
    const transport = createGrpcTransport({
      baseUrl: address,
      sessionManager: this.#connection,
      readMaxBytes: 0x7fff_ffff,
      writeMaxBytes: 0x7fff_ffff,
      interceptors: [
        (next) => (request) => {
          if (remote.token !== undefined) request.header.set('authorization', `Bearer ${remote.token}`);
          for (const [name, value] of Object.entries(remote.headers)) request.header.set(name, value);
          return next(request);
        },
      ],
    });
    this.#client = createClient(SparkConnectService, transport);
    this.#base = {
      sessionId: remote.sessionId,
      userContext: { userId: remote.userId, userName: remote.userId },
      clientType: remote.userAgent,
    };
  }

  /**
   * Runs a plan and yields the engine's answers until the engine has said that the result is complete. A stream that
   * breaks or ends early is taken up again after the last answer received; what was received is never repeated.
   */
  async *execute(plan: Plan, options: ExecuteOptions = {}): AsyncGenerator<ExecutePlanResponse, void, undefined> {
    const operationId = options.operationId ?? randomUUID();
    const { signal } = options;
    signal?.throwIfAborted();
    const start = () =>
      this.#client.executePlan({
        ...this.#base,
        operationId,
        plan,
        tags: [...(options.tags ?? [])],
        requestOptions: [{ requestOption: { case: 'reattachOptions', value: { reattachable: true } } }],
      });
    let lastResponseId: string | undefined;
    const reattach = () => this.#client.reattachExecute({ ...this.#base, operationId, lastResponseId });
    const onAbort = () => void this.interrupt({ operationId }).catch(() => undefined);
    signal?.addEventListener('abort', onAbort, { once: true });
    let stream = start();
    let attempt = 0;
    let finished = false;
    try {
      for (;;) {
        let failure: unknown;
        try {
          for await (const response of stream) {
            attempt = 0;
            if (response.responseId !== '') lastResponseId = response.responseId;
            if (response.responseType.case === 'resultComplete') {
              finished = true;
              yield response;
              return;
            }
            yield response;
          }
        } catch (error) {
          failure = error;
        }
        if (signal?.aborted) {
          finished = true;
          throw new InterruptedError('the operation was interrupted', { operationId });
        }
        if (failure !== undefined && !isTransient(failure)) {
          if (isUnknownOperation(failure) && lastResponseId === undefined && attempt === 0) {
            // the request never reached the server: begin again under the same id
            attempt++;
            stream = start();
            continue;
          }
          finished = true;
          throw await this.#explain(failure, operationId, lastResponseId !== undefined);
        }
        // a stream that ended without "complete" is not an end: Spark closes long ones on purpose, Sail ends
        // interrupted ones like this
        const wait = failure === undefined && attempt === 0 ? 0 : backoff[attempt];
        if (wait === undefined || this.#closed) {
          finished = true;
          throw this.#lost(failure, operationId);
        }
        attempt++;
        await sleep(wait, signal);
        stream = lastResponseId === undefined && failure !== undefined ? start() : reattach();
      }
    } finally {
      signal?.removeEventListener('abort', onAbort);
      if (finished) this.#release(operationId);
      else void this.interrupt({ operationId }).then(() => this.#release(operationId), () => undefined);
    }
  }

  async analyze(analyze: AnalyzeInit): Promise<AnalyzePlanResponse['result']> {
    const response = await this.#retry(() => this.#client.analyzePlan({ ...this.#base, analyze }));
    return response.result;
  }

  async config(operation: ConfigInit): Promise<ReadonlyMap<string, string | undefined>> {
    const response = await this.#retry(() => this.#client.config({ ...this.#base, operation }));
    return new Map(response.pairs.map((pair) => [pair.key, pair.value]));
  }

  /** Interrupts by operation, by tag, or everything of this session; gives the ids of the operations it reached. */
  async interrupt(what: { operationId: string } | { tag: string } | 'all'): Promise<readonly string[]> {
    const request =
      what === 'all'
        ? { interruptType: InterruptRequest_InterruptType.ALL }
        : 'tag' in what
          ? {
              interruptType: InterruptRequest_InterruptType.TAG,
              interrupt: { case: 'operationTag' as const, value: what.tag },
            }
          : {
              interruptType: InterruptRequest_InterruptType.OPERATION_ID,
              interrupt: { case: 'operationId' as const, value: what.operationId },
            };
    const response = await this.#retry(() => this.#client.interrupt({ ...this.#base, ...request }));
    return response.interruptedIds;
  }

  /** Ends the session on the engine: its views, caches and running operations go with it. */
  async releaseSession(): Promise<void> {
    await this.#client.releaseSession(this.#base, { timeoutMs: 5000 });
  }

  close(): void {
    this.#closed = true;
    this.#connection.abort();
  }

  #release(operationId: string): void {
    if (this.#closed) return;
    this.#client
      .releaseExecute({ ...this.#base, operationId, release: { case: 'releaseAll', value: {} } })
      // the engine forgets finished operations by itself after a while; a lost release costs memory, not rows
      .catch(() => undefined);
  }

  async #retry<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        const wait = backoff[attempt];
        if (!isTransient(error)) throw await this.#explain(error);
        if (wait === undefined || this.#closed) throw this.#lost(error);
        await sleep(wait);
      }
    }
  }

  #lost(cause: unknown, operationId?: string): SparkError {
    const { host, port } = this.remote;
    const why = cause === undefined ? 'its answer ended before the result was complete' : plainMessage(cause);
    return new ConnectionLostError(`the engine at ${host}:${port} is gone: ${why}`, { operationId }, cause);
  }

  /** Turns a gRPC error into ours, with what FetchErrorDetails adds. */
  async #explain(error: unknown, operationId?: string, started = false): Promise<Error> {
    if (!(error instanceof ConnectError)) return error instanceof Error ? error : new Error(String(error));
    const info = errorInfo(error);
    const details: SparkErrorDetails = {
      status: Code[error.code],
      operationId,
      errorClass: info.get('errorClass'),
      sqlState: info.get('sqlState'),
    };
    const message = error.rawMessage;
    if (details.errorClass === 'OPERATION_CANCELED' || (started && isUnknownOperation(error)))
      return new InterruptedError(message, details, error);
    const errorId = info.get('errorId');
    if (errorId === undefined) return new SparkError(message, details, error);
    try {
      const full = await this.#client.fetchErrorDetails({ ...this.#base, errorId }, { timeoutMs: 5000 });
      const root = full.errors[full.rootErrorIdx ?? 0];
      const thrown = root?.sparkThrowable;
      return new SparkError(
        root?.message ?? message,
        {
          ...details,
          errorClass: thrown?.errorClass ?? details.errorClass,
          sqlState: thrown?.sqlState ?? details.sqlState,
          parameters: thrown?.messageParameters,
          contexts: thrown?.queryContexts.map((c) => ({
            fragment: c.fragment,
            start: c.startIndex,
            stop: c.stopIndex,
            summary: c.summary,
          })),
        },
        error,
      );
    } catch {
      // the details are an extra; the error itself is what must not be lost
      return new SparkError(message, details, error);
    }
  }
}

export const planOfCommand = (commandType: NonNullable<import('./proto.ts').Command['commandType']>): Plan =>
  create(PlanSchema, { opType: { case: 'command', value: { $typeName: 'spark.connect.Command', commandType } } });

function errorInfo(error: ConnectError): ReadonlyMap<string, string> {
  for (const detail of error.details) {
    if ('type' in detail && detail.type === ErrorInfoSchema.typeName)
      return new Map(Object.entries(fromBinary(ErrorInfoSchema, detail.value).metadata));
  }
  return new Map();
}

const plainMessage = (error: unknown): string =>
  error instanceof ConnectError ? error.rawMessage : error instanceof Error ? error.message : String(error);

/** Faults of the way, not of the query: worth another try. */
const isTransient = (error: unknown): boolean =>
  error instanceof ConnectError
    ? error.code === Code.Unavailable ||
      error.code === Code.Aborted ||
      (error.code === Code.Canceled && errorInfo(error).get('errorClass') === undefined) ||
      (error.code === Code.Internal && /stream|http2|session|socket|ECONN|protocol error/i.test(error.rawMessage) && errorInfo(error).size === 0) ||
      error.rawMessage.includes('INVALID_CURSOR.DISCONNECTED')
    : error instanceof Error && /ECONNRESET|ECONNREFUSED|EPIPE/.test(`${error.message}`);

const isUnknownOperation = (error: unknown): boolean =>
  error instanceof ConnectError &&
  (/INVALID_HANDLE\.(OPERATION|SESSION)_NOT_FOUND/.test(error.rawMessage) || error.code === Code.NotFound);

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms === 0 || signal?.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
