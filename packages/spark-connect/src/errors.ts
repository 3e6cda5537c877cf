/** Where in a query an error arose, as Spark reports it. */
export interface QueryContext {
  readonly fragment: string;
  /** 0-based character positions in the SQL text; -1 where the error arose in a DataFrame's plan. */
  readonly start: number;
  readonly stop: number;
  readonly summary: string;
}

export interface SparkErrorDetails {
  /** Spark's error condition, e.g. `UNRESOLVED_COLUMN.WITH_SUGGESTION`; absent on engines that give none. */
  readonly errorClass?: string;
  readonly sqlState?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly contexts?: readonly QueryContext[];
  /** What the errors say that led to this one, the nearest first; only Spark tells. */
  readonly causes?: readonly string[];
  /** Name of the gRPC status, e.g. `Internal`, `Unauthenticated`; absent when the engine did not answer. */
  readonly status?: string;
  readonly operationId?: string;
}

/** The engine refused or failed an operation; `message` is its own text. */
export class SparkError extends Error {
  override readonly name: string = 'SparkError';
  readonly details: SparkErrorDetails;

  constructor(message: string, details: SparkErrorDetails = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.details = details;
  }

  get errorClass(): string | undefined {
    return this.details.errorClass;
  }

  get sqlState(): string | undefined {
    return this.details.sqlState;
  }
}

/** The engine cannot be reached, or went away and did not come back while the operation waited for it. */
export class ConnectionLostError extends SparkError {
  override readonly name = 'ConnectionLostError';
}

/** The operation was interrupted: by this client, by another, by its signal, or with its session. */
export class InterruptedError extends SparkError {
  override readonly name = 'InterruptedError';
}
