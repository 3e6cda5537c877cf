import { FieldError } from '../../kit/field-error.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';
import { ofFeatures, summary } from '../kit/model-results.ts';
import type { Context } from '../../contract/context.ts';

/** What a model of time series gives of itself: `series.py` gives it. */
export interface FittedSeries {
  readonly rows: number;
  readonly numbers: Readonly<Record<string, number | null>>;
  readonly names: readonly string[];
  /** Parameters with what is known of them, in the order of their names. */
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>;
  /** Of a search: the orders that were found, and how many were tried. */
  readonly order?: string;
  readonly tried?: number;
}

/** Numbers of the model as a whole, and its parameters. */
export function showSeries(session: Context<Record<never, never>>['session'], series: FittedSeries): Shown {
  const { rows, numbers, names, columns: all, order, tried } = series;
  const finiteNumbers = Object.fromEntries(
    Object.entries(numbers).flatMap(([name, one]) => (one === null ? [] : [[name, one]])),
  );
  const { value = [], ...more } = Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name, values.map((one) => one ?? Number.NaN)]),
  );
  const parameters = ofFeatures(session, 'Parameters', (at) => names[at] ?? '', { value }, more);
  return {
    metrics: finiteNumbers,
    results: [
      ...(order === undefined ? [] : [{ type: 'text' as const, title: 'Orders', text: order }]),
      summary(session, { rows, ...(tried === undefined ? {} : { 'models tried': tried }), ...finiteNumbers }),
      ...parameters,
    ],
  };
}

/** Whole numbers as users write them: `1,0,0`. Throws a `FieldError` for another count of numbers. */
export function wholeNumbers(text: string, field: string, count: number): readonly number[] {
  const numbers = text
    .replaceAll(/[()[\]\s]/g, '')
    .split(',')
    .map(Number);
  if (numbers.length === count && numbers.every((one) => Number.isInteger(one) && one >= 0)) return numbers;
  const such = Array.from({ length: count }, (_, i) => (i === 0 ? 1 : 0)).join(',');
  throw new FieldError(
    field,
    `invalid value "${text}" for field "${field}": must be ${count} whole numbers, 0 or greater`,
    `enter ${count} whole numbers such as ${such}`,
  );
}

/** The error for a series that is also among the exogenous columns. */
export const seriesIsExogenous = (target: string): FieldError =>
  new FieldError(
    'exogenous',
    `column "${target}" in field "exogenous" is the series: must be another column`,
    'remove it from the exogenous columns',
  );
