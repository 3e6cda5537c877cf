/** What can be wrong with a request: status and sentence by code. */
export const problemTable = {
  MALFORMED: [400, 'The request cannot be read'],
  UNAUTHENTICATED: [401, 'Sign in first'],
  FORBIDDEN: [403, 'That is not allowed'],
  CROSS_SITE: [403, 'The request comes from another site'],
  NOT_FOUND: [404, 'There is no such thing'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  TOO_SLOW: [408, 'The request took too long'],
  CONFLICT: [409, 'It is in the way of something else'],
  STALE_VERSION: [409, 'Somebody else has saved it meanwhile'],
  WRONG_STATE: [409, 'Its state does not allow that'],
  WRONG_VERSION: [412, 'That version is not spoken here'],
  TOO_LARGE: [413, 'It is too large'],
  ADDRESS_TOO_LONG: [414, 'The address is too long'],
  WRONG_MEDIA_TYPE: [415, 'That kind of body is not understood here'],
  UNPROCESSABLE: [422, 'It is understood, but wrong'],
  INVALID_WORKFLOW: [422, 'The workflow cannot run'],
  TOO_MANY: [429, 'Too many tries'],
  HEAD_TOO_LARGE: [431, 'The head of the request is too large'],
  INTERNAL: [500, 'A fault of the service'],
  UNAVAILABLE: [503, 'The service cannot do that now'],
  FULL: [507, 'The disk of the service is full'],
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
  new Problem('TOO_MANY', 'too many wrong passwords: try again later', { retryAfter: waitMs / 1_000 });
