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
