/** A mistake of the user or the data, with its place and what to do; the text may be shown to anyone. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly code: string;
  readonly remedy: string;
  readonly field: string | undefined;

  constructor(code: string, message: string, remedy: string, field?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.remedy = remedy;
    this.field = field;
  }
}
