import { FieldError } from '../../kit/field-error.ts';

/** Weights of classes as scikit-learn takes them: `balanced`, or a weight for each class. Throws a `FieldError`. */
export function classWeight(
  value: string | undefined,
  field: string,
): string | Readonly<Record<string, number>> | null {
  const word = value?.trim() ?? '';
  if (word === '' || word.toLowerCase() === 'none') return null;
  if (word.toLowerCase() === 'balanced') return 'balanced';
  try {
    // as Python writes it, too: {0: 1, 1: 5}
    const weights: unknown = JSON.parse(word.replaceAll("'", '"').replace(/([{,]\s*)(-?[\d.]+)\s*:/g, '$1"$2":'));
    if (isWeights(weights)) return weights;
  } catch {
    // refused below
  }
  throw new FieldError(
    field,
    `invalid value "${word}" for field "${field}": must be balanced or a JSON object of class weights`,
    'enter balanced, or weights such as {"0": 1, "1": 5}',
  );
}

const isWeights = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((one) => typeof one === 'number' && one >= 0);

/** A whole number of rows (`2`), or a share of them (`0.1`), as scikit-learn distinguishes them. Throws a `FieldError`. */
export function rowsOrShare(value: number, field: string, min: number): number {
  const fits = Number.isInteger(value) ? value >= min : value > 0 && value < 1;
  if (fits) return value;
  throw new FieldError(
    field,
    `invalid value ${value} for field "${field}": must be a whole number of ${min} or greater, or a share between 0 and 1`,
    `enter ${min} or greater, or a share such as 0.1`,
  );
}

/** What scikit-learn no longer has. Throws a `FieldError` if it is asked for. */
export function refuseNormalize(normalize: boolean): void {
  if (normalize)
    throw new FieldError(
      'normalize',
      'invalid value true for field "normalize": scikit-learn no longer supports it',
      'set it to false, and add a Sklearn StandardScalar node before this node',
    );
}
