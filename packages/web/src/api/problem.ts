import { errorTexts } from '../texts/error.ts';

/** The service's description of a refused request (RFC 9457). */
export interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly field?: string;
  readonly remedy?: string;
  readonly errors?: readonly ProblemDetail[];
}

/** One of several errors; `path` is a pointer into the request body. */
export interface ProblemDetail {
  readonly message: string;
  readonly field?: string;
  readonly path?: string;
  readonly nodeId?: string;
}

/** A request that the service refused, or that never reached it (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? errorTexts.answered(status));
    this.status = status;
    this.problem = problem;
  }

  /** The errors by field. */
  get byField(): ReadonlyMap<string, string> {
    const messages = (this.problem.errors ?? []).map(
      ({ field, path = '', message }) => [field ?? path.replace(/^\//, ''), message] as const,
    );
    return new Map(messages.filter(([field]) => field !== ''));
  }

  get remedy(): string | undefined {
    return this.problem.remedy;
  }
}

/** The errors by field of a refused request; none for another error. */
export const fieldErrors = (error: Error | null): ReadonlyMap<string, string> =>
  error instanceof ApiError ? error.byField : new Map();

/** The message for a request that did not arrive. */
export const unreached = (): ApiError => new ApiError(0, { detail: errorTexts.unreached });

/** Reads an error's body; those of older calls are plain text. */
export function problemOf(status: number, body: unknown): ApiError {
  if (typeof body === 'string' && body !== '') return new ApiError(status, { detail: body });
  return new ApiError(status, body !== null && typeof body === 'object' ? (body as Problem) : {});
}
