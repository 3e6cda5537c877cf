import { runError, type RunError } from '@millrace/errors';
import { typeName, type DataType } from '@millrace/spark-connect';

/** Where a value stands: row, column, and the names of the features of its vectors. */
export interface CellLocation {
  readonly at: number;
  readonly name: string;
  readonly features: readonly (string | null)[] | undefined;
}

const valueText = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** The cell as the caller names it. */
const cellOf = ({ at, name }: CellLocation): { readonly field: string } => ({ field: `rows/${at}/${name}` });

export const missing = (cell: CellLocation): RunError =>
  runError('value-missing', { at: cell.at, column: cell.name, features: cell.features }, cellOf(cell));

const forms: Readonly<Partial<Record<DataType['kind'], string>>> = {
  date: 'a date such as "2026-01-31"',
  timestamp: 'a time such as "2026-01-31T12:00:00Z"',
  timestamp_ntz: 'a time without a zone, such as "2026-01-31T12:00:00"',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
};

export const unsuitable = (value: unknown, type: DataType, cell: CellLocation): RunError =>
  runError(
    'value-invalid',
    {
      ...{ at: cell.at, column: cell.name, value: valueText(value), type: typeName(type) },
      expected: forms[type.kind] ?? `a number in the range of type ${typeName(type)}`,
    },
    cellOf(cell),
  );

export const noDecimal = (
  value: unknown,
  type: Extract<DataType, { readonly kind: 'decimal' }>,
  cell: CellLocation,
): RunError =>
  runError(
    'decimal-invalid',
    {
      ...{ at: cell.at, column: cell.name, value: valueText(value), type: typeName(type) },
      ...{ whole: type.precision - type.scale, scale: type.scale },
    },
    cellOf(cell),
  );

/** The error for a type of which rows of JSON have no values. */
export const notInJson = (type: DataType, cell: CellLocation): RunError =>
  runError('type-not-in-json', { at: cell.at, column: cell.name, type: typeName(type) }, cellOf(cell));

export const noVector = (cell: CellLocation, value: unknown = null): RunError =>
  value === null
    ? runError('vector-null', { at: cell.at, column: cell.name }, cellOf(cell))
    : runError('vector-invalid', { at: cell.at, column: cell.name, value: valueText(value) }, cellOf(cell));

export const noNumbers = (cell: CellLocation, value: unknown): RunError =>
  runError('list-not-numeric', { at: cell.at, column: cell.name, value: valueText(value) }, cellOf(cell));

export const ofAnotherSize = (cell: CellLocation, length: number, size: number): RunError =>
  runError('vector-size', { at: cell.at, column: cell.name, length, size, features: cell.features }, cellOf(cell));
