/** What can be wrong with a request: status and title by code. */
export const problemTable = {
  MALFORMED: [400, 'Bad request'],
  UNAUTHENTICATED: [401, 'Unauthorized'],
  FORBIDDEN: [403, 'Forbidden'],
  CROSS_SITE: [403, 'Cross-site request'],
  NOT_FOUND: [404, 'Not found'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  TOO_SLOW: [408, 'Request timeout'],
  CONFLICT: [409, 'Conflict'],
  STALE_VERSION: [409, 'Version conflict'],
  WRONG_STATE: [409, 'Invalid state'],
  WRONG_VERSION: [412, 'Unsupported protocol version'],
  TOO_LARGE: [413, 'Content too large'],
  ADDRESS_TOO_LONG: [414, 'URI too long'],
  WRONG_MEDIA_TYPE: [415, 'Unsupported media type'],
  UNPROCESSABLE: [422, 'Unprocessable content'],
  INVALID_WORKFLOW: [422, 'Invalid workflow'],
  TOO_MANY: [429, 'Too many requests'],
  HEAD_TOO_LARGE: [431, 'Request header fields too large'],
  INTERNAL: [500, 'Internal server error'],
  UNAVAILABLE: [503, 'Service unavailable'],
  FULL: [507, 'Insufficient storage'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemName = keyof typeof problemTable;

/** One of several things that are wrong, with its place. */
export interface ProblemDetail {
  readonly message: string;
  readonly code: string;
  readonly path?: string;
  readonly nodeId?: string;
  readonly field?: string;
}

/** What is wrong with a graph, as its caller reads it: the message and code of each problem, and the place if it has one. */
export const detailsOf = (problems: readonly ProblemDetail[]): ProblemDetail[] =>
  problems.map(({ message, code, nodeId, field }) => ({
    message,
    code,
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(field === undefined ? {} : { field }),
  }));

/** A mistake of the caller: its text goes to them. */
export class Problem extends Error {
  readonly code: ProblemName;
  readonly errors: readonly ProblemDetail[] | undefined;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemName,
    detail: string,
    more: { errors?: readonly ProblemDetail[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
  }
  get status(): number {
    return problemTable[this.code][0];
  }
}

/** Too many wrong passwords: `waitMs` until the next try. */
export const tooMany = (waitMs: number): Problem =>
  new Problem('TOO_MANY', 'too many failed sign-in attempts: try again later', { retryAfter: waitMs / 1_000 });
