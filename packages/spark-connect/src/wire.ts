import type { DescMessage, DescMethod, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { ConnectionLostError, InterruptedError, SparkError, type SparkErrorDetails } from './errors.ts';
import { Channel, type CallOptions } from './grpc/channel.ts';
import type { ConnectionOptions, TlsOptions } from './grpc/connection.ts';
import { StatusError, TransportError } from './grpc/status.ts';
import { SparkConnectService } from './proto.ts';
import type { Remote } from './url.ts';

/** How patient a session is with its engine, and whom it trusts. */
export interface ConnectionSettings {
  /** Certificates and name for TLS, if the system's trust is not enough. */
  readonly tls?: TlsOptions;
  /** How long a connection may take to open. Default 10,000 ms. */
  readonly connectTimeoutMs?: number;
  /** How long a call may hear nothing before the engine is asked for a sign of life. Default 5,000 ms. */
  readonly probeAfterMs?: number;
  /** How long that sign may take before the connection counts as dead. Default 10,000 ms. */
  readonly probeTimeoutMs?: number;
  /** How long an operation tries to come back to an engine that cannot be reached. Default 4,000 ms. */
  readonly reconnectForMs?: number;
  /** Sees every plan, to run or to analyse, before it is sent. What it throws refuses the plan. */
  readonly inspect?: (plan: object) => void;
  /** Tags of the operation that begins, in addition to those of its session and its own. */
  readonly tags?: () => readonly string[];
}

const pauses = [0, 50, 100, 200, 400, 800] as const;

/** The pause before the nth attempt (from 0) to come back to a server, in ms. */
export const pauseBefore = (attempt: number): number => pauses[Math.min(attempt, pauses.length - 1)] ?? 0;

interface Answer {
  readonly serverSideSessionId: string;
}

type Method<I extends DescMessage, O extends DescMessage> = DescMethod & { readonly input: I; readonly output: O };

/** How a server is reached, and the headers of each call to it. */
export const channelOptions = (
  remote: Remote,
  settings: ConnectionSettings = {},
): { readonly connection: ConnectionOptions; readonly headers: Readonly<Record<string, string>> } => ({
  connection: {
    host: remote.host,
    port: remote.port,
    unix: remote.unix,
    tls: remote.tls ? (settings.tls ?? {}) : undefined,
    connectTimeoutMs: settings.connectTimeoutMs ?? 10_000,
    probeAfterMs: settings.probeAfterMs ?? 5000,
    probeTimeoutMs: settings.probeTimeoutMs ?? 10_000,
  },
  headers: {
    'user-agent': remote.userAgent,
    ...Object.fromEntries(Object.entries(remote.headers).map(([k, v]) => [k.toLowerCase(), v])),
    ...(remote.token === undefined ? {} : { authorization: `Bearer ${remote.token}` }),
  },
});

/** The calls of one Spark Connect session: what each request carries, retries, and errors in our own words. */
export class Wire {
  readonly remote: Remote;
  readonly channel: Channel;
  readonly reconnectForMs: number;
  #serverSideSessionId: string | undefined;
  #isClosed = false;
  #lossReason: string | undefined;

  constructor(remote: Remote, settings: ConnectionSettings = {}) {
    this.remote = remote;
    this.reconnectForMs = settings.reconnectForMs ?? 4000;
    const { connection, headers } = channelOptions(remote, settings);
    this.channel = new Channel(connection, headers);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
    this.channel.close();
  }

  /** The engine is known to be gone: whatever is under way or comes later fails at once, with these words. */
  abandon(why: string): void {
    if (this.#isClosed) return;
    this.#lossReason = why;
    this.close();
  }

  /** What every request says of itself; Spark refuses it when the session that was seen before is no more. */
  get base() {
    const { sessionId, userId, userAgent } = this.remote;
    return {
      sessionId,
      userContext: { userId, userName: userId },
      clientType: userAgent,
      clientObservedServerSideSessionId: this.#serverSideSessionId,
    };
  }

  /** Whether this session has ever got an answer, and so may have state on the engine. */
  get isEstablished(): boolean {
    return this.#serverSideSessionId !== undefined;
  }

  /** Notes which session of the server answered. */
  observe(answer: Answer): void {
    if (answer.serverSideSessionId !== '') this.#serverSideSessionId ??= answer.serverSideSessionId;
  }

  /** One request, one answer. Repeated while the engine cannot be reached: only for calls that may be repeated. */
  request<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: () => MessageInitShape<I>,
    options: CallOptions = {},
  ): Promise<MessageShape<O>> {
    return this.retry(() => this.channel.unary(method, message(), options));
  }

  /** One request, one answer, one attempt. */
  async once<I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: () => MessageInitShape<I>,
  ): Promise<MessageShape<O>> {
    try {
      return await this.channel.unary(method, message());
    } catch (error) {
      throw await this.explain(error);
    }
  }

  /**
   * Makes a call, again and again while the engine cannot be reached: only for one that may be repeated. Throws a
   * `ConnectionLostError` after `reconnectForMs`, and what the engine says as {@link explain} puts it.
   */
  async retry<T>(call: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.reconnectForMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (error) {
        if (!isTransient(error)) throw await this.explain(error);
        if (this.#isClosed || performance.now() > deadline) throw this.lossError(error);
        await new Promise((resolve) => setTimeout(resolve, pauseBefore(attempt + 1)));
      }
    }
  }

  lossError(cause: unknown, operationId?: string): SparkError {
    if (this.#lossReason !== undefined) return new ConnectionLostError(this.#lossReason, { operationId }, cause);
    if (this.#isClosed) return new InterruptedError('the session was stopped', { operationId }, cause);
    const why = cause instanceof Error ? cause.message : String(cause);
    return new ConnectionLostError(`the engine at ${this.address} cannot be reached: ${why}`, { operationId }, cause);
  }

  get address(): string {
    return `${this.remote.host}:${this.remote.port}`;
  }

  /** Turns what a call threw into our own errors, with what Spark adds on demand (FetchErrorDetails). */
  async explain(error: unknown, operationId?: string): Promise<Error> {
    if (error instanceof TransportError) return this.lossError(error, operationId);
    if (!(error instanceof StatusError)) return error instanceof Error ? error : new Error(String(error));
    const details: SparkErrorDetails = {
      status: error.code,
      operationId,
      errorClass: error.info.get('errorClass'),
      sqlState: error.info.get('sqlState'),
    };
    const message = error.message.trim();
    if (isInterruption(error)) return new InterruptedError(message, details, error);
    if (isRestart(error))
      return new ConnectionLostError(
        `the engine at ${this.address} was restarted: the session and the rows that it held are gone`,
        details,
        error,
      );
    if (this.isEstablished && error.code === 'Unauthenticated')
      return new ConnectionLostError(
        `the engine at ${this.address} no longer accepts the token: it was restarted, or another one answers there`,
        details,
        error,
      );
    if (/\bstopped SparkContext\b|\bSparkContext was (stopped|shut down)/.test(message))
      return new ConnectionLostError(
        `the engine at ${this.address} has lost its application: it was killed, or the cluster has ended it`,
        details,
        error,
      );
    const errorId = error.info.get('errorId');
    if (errorId === undefined) return new SparkError(message, details, error);
    return (await this.#withDetails(errorId, message, details, error)) ?? new SparkError(message, details, error);
  }

  /** undefined when the engine does not give them: they are an extra, the error itself must not be lost. */
  async #withDetails(errorId: string, message: string, details: SparkErrorDetails, cause: StatusError) {
    try {
      const { fetchErrorDetails } = SparkConnectService.method;
      const answer = await this.channel.unary(fetchErrorDetails, { ...this.base, errorId }, { timeoutMs: 5000 });
      const root = answer.errors[answer.rootErrorIdx ?? 0];
      if (root === undefined) return undefined;
      const sparkThrowable = root.sparkThrowable;
      const causes: string[] = [];
      // each error names the place of its cause in the list; the length of the list bounds a chain that is none
      for (let at = root.causeIdx; at !== undefined && causes.length < answer.errors.length;) {
        const cause = answer.errors[at];
        if (cause !== undefined) causes.push(cause.message.trim());
        at = cause?.causeIdx;
      }
      const contexts = sparkThrowable?.queryContexts.map(({ fragment, startIndex, stopIndex, summary }) => ({
        fragment,
        start: startIndex,
        stop: stopIndex,
        summary,
      }));
      return new SparkError(
        root.message.trim() || message,
        {
          ...details,
          errorClass: sparkThrowable?.errorClass ?? details.errorClass,
          sqlState: sparkThrowable?.sqlState ?? details.sqlState,
          parameters: sparkThrowable?.messageParameters,
          contexts,
          causes,
        },
        cause,
      );
    } catch {
      return undefined;
    }
  }
}

/** Spark's error condition of an answer; empty on engines that give none. */
export const errorClassOf = (error: StatusError): string =>
  error.info.get('errorClass') ?? /^\s*\[([A-Z_.]+)\]/.exec(error.message)?.[1] ?? '';

const interruptions = new Set([
  'OPERATION_CANCELED',
  'INVALID_HANDLE.OPERATION_ABANDONED',
  'INVALID_HANDLE.SESSION_CLOSED',
]);

/** Someone ended the operation or its session on purpose. Sail says so only in words. */
export const isInterruption = (error: StatusError): boolean =>
  interruptions.has(errorClassOf(error)) || /\bsession \S+ is not running$/.test(error.message);

const isRestart = (error: StatusError): boolean => errorClassOf(error) === 'INVALID_HANDLE.SESSION_CHANGED';

/** Faults of the way or of the moment: worth another try. */
export const isTransient = (error: unknown): boolean =>
  error instanceof TransportError ||
  (error instanceof StatusError &&
    (error.code === 'Unavailable' || error.retry || errorClassOf(error) === 'INVALID_CURSOR.DISCONNECTED'));
