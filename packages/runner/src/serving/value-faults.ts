import { runError, type RunError } from '@millrace/errors';
import { typeName, type DataType } from '@millrace/spark-connect';

/** Where a value stands: row, column, and what the places of its vectors are called. */
export interface CellPlace {
  readonly at: number;
  readonly name: string;
  readonly places: readonly (string | null)[] | undefined;
}

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The cell as the caller names it. */
const cellOf = ({ at, name }: CellPlace): { readonly field: string } => ({ field: `rows/${at}/${name}` });

export const missing = (place: CellPlace): RunError =>
  runError('value-missing', { at: place.at, column: place.name, features: place.places }, cellOf(place));

const forms: Readonly<Partial<Record<DataType['kind'], string>>> = {
  date: 'a date such as "2026-01-31"',
  timestamp: 'a time such as "2026-01-31T12:00:00Z"',
  timestamp_ntz: 'a time without a zone, such as "2026-01-31T12:00:00"',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
};

export const unsuited = (value: unknown, type: DataType, place: CellPlace): RunError =>
  runError(
    'value-invalid',
    {
      ...{ at: place.at, column: place.name, value: shown(value), type: typeName(type) },
      expected: forms[type.kind] ?? `a number in the range of type ${typeName(type)}`,
    },
    cellOf(place),
  );

export const noDecimal = (
  value: unknown,
  type: Extract<DataType, { readonly kind: 'decimal' }>,
  place: CellPlace,
): RunError =>
  runError(
    'decimal-invalid',
    {
      ...{ at: place.at, column: place.name, value: shown(value), type: typeName(type) },
      ...{ whole: type.precision - type.scale, scale: type.scale },
    },
    cellOf(place),
  );

/** The error for a type of which rows of JSON have no values. */
export const notInJson = (type: DataType, place: CellPlace): RunError =>
  runError('type-not-in-json', { at: place.at, column: place.name, type: typeName(type) }, cellOf(place));

export const noVector = (place: CellPlace, value: unknown = null): RunError =>
  value === null
    ? runError('vector-null', { at: place.at, column: place.name }, cellOf(place))
    : runError('vector-invalid', { at: place.at, column: place.name, value: shown(value) }, cellOf(place));

export const noNumbers = (place: CellPlace, value: unknown): RunError =>
  runError('list-not-numeric', { at: place.at, column: place.name, value: shown(value) }, cellOf(place));

export const ofAnotherSize = (place: CellPlace, found: number, size: number): RunError =>
  runError('vector-size', { at: place.at, column: place.name, found, size, features: place.places }, cellOf(place));
