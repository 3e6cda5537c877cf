import type { Field } from '../contract/fields.ts';
import { invalidValue } from './field-error.ts';
import { orMissing, single, type Common, type Optional, type WithDefault } from './field-shape.ts';

interface Range {
  readonly widget?: string;
  readonly min?: number;
  readonly max?: number;
}

const inRange = (value: number, name: string, { min, max }: Range, valueText = String(value)): number => {
  if (min !== undefined && value < min)
    throw invalidValue(name, valueText, `must be ${min} or greater`, `enter a number of at least ${min}`);
  if (max !== undefined && value > max)
    throw invalidValue(name, valueText, `must be ${max} or less`, `enter a number of at most ${max}`);
  return value;
};

/** Whole numbers that doubles distinguish from their neighbours. */
const exact: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

const numeric =
  (kind: 'integer' | 'number', range: Range) =>
  (value: string, name: string): number => {
    const number = Number(value.trim());
    if (kind === 'integer' && Number.isInteger(number))
      return inRange(number, name, { ...exact, ...range }, value.trim());
    if (!Number.isFinite(number) || kind === 'integer')
      throw kind === 'integer'
        ? invalidValue(name, value, 'must be a whole number', 'enter a whole number such as 10')
        : invalidValue(name, value, 'must be a number', 'enter a number such as 0.8');
    return inRange(number, name, range);
  };

/** A whole number. */
export function integer(options: WithDefault<number> & Range): Field<number>;
export function integer(options: Common & Range & { readonly required: true }): Field<number>;
export function integer(options?: Common & Range): Field<number | undefined>;
export function integer(options: Optional & Range & { readonly default?: number } = {}): Field<number | undefined> {
  return numberField('integer', options);
}

/** A whole number of 64 bits, such as a seed. */
export function long(options: WithDefault<bigint>): Field<bigint>;
export function long(options?: Common): Field<bigint | undefined>;
export function long({ default: fallback, ...options }: Common & { readonly default?: bigint } = {}): Field<
  bigint | undefined
> {
  const fieldOptions = fallback === undefined ? options : { ...options, default: String(fallback) };
  return single(fieldOptions, { kind: 'integer', widget: 'textfield' }, longOf, () => fallback);
}

function longOf(value: string, name: string): bigint {
  const whole = /^\s*([+-]?\d+)(?:\.0*)?\s*$/.exec(value)?.[1];
  const integer = whole === undefined ? undefined : BigInt(whole.replace('+', ''));
  if (integer !== undefined && integer === BigInt.asIntN(64, integer)) return integer;
  throw invalidValue(name, value, 'must be a whole number of 64 bits', 'enter a whole number such as 10');
}

/** A number. */
export function number(options: WithDefault<number> & Range): Field<number>;
export function number(options: Common & Range & { readonly required: true }): Field<number>;
export function number(options?: Common & Range): Field<number | undefined>;
export function number(options: Optional & Range & { readonly default?: number } = {}): Field<number | undefined> {
  return numberField('number', options);
}

function numberField(
  kind: 'integer' | 'number',
  { default: fallback, ...options }: Optional & Range & { readonly default?: number },
): Field<number | undefined> {
  const fieldOptions = fallback === undefined ? options : { ...options, default: String(fallback) };
  const absent = fallback === undefined ? orMissing(options) : () => fallback;
  return single(fieldOptions, { kind, widget: options.widget ?? 'textfield' }, numeric(kind, options), absent);
}
