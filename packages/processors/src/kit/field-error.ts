/** A field's value cannot be used. `field` is the stored field's name; the runner adds the node. */
export class FieldError extends Error {
  override readonly name = 'FieldError';
  readonly field: string;
  readonly remedy: string;

  constructor(field: string, message: string, remedy: string) {
    super(message);
    this.field = field;
    this.remedy = remedy;
  }
}

/** The error of a value that breaks a rule of its field. `rule` goes on behind a colon: `must be 0 or greater`. */
export const invalidValue = (field: string, value: string, rule: string, remedy: string): FieldError =>
  new FieldError(field, `invalid value "${value}" for field "${field}": ${rule}`, remedy);
