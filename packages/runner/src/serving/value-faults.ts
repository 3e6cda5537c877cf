import { typeName, type DataType } from '@millrace/spark-connect';
import { RunError } from '@millrace/errors';

/** Where a value stands: row, column, and what the places of its vectors are called. */
export interface CellPlace {
  readonly at: number;
  readonly name: string;
  readonly places: readonly (string | null)[] | undefined;
}

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

export const wrong = ({ at, name }: Pick<CellPlace, 'at' | 'name'>, what: string, remedy: string): RunError =>
  new RunError('WRONG_VALUE', `rows/${at}: the column "${name}" ${what}`, remedy, `rows/${at}/${name}`);

export const missing = (at: number, name: string, places: CellPlace['places']): RunError =>
  wrong(
    { at, name },
    'is missing, which the model reads',
    places === undefined
      ? 'give it a value, or null where none is known'
      : `give it as a list of ${places.length} numbers, or give ${places.slice(0, 5).join(', ')}${places.length > 5 ? ', …' : ''}`,
  );

const forms: Readonly<Partial<Record<DataType['kind'], string>>> = {
  date: 'give a date such as "2026-01-31"',
  timestamp: 'give a time such as "2026-01-31T12:00:00Z"',
  timestamp_ntz: 'give a time without a zone, such as "2026-01-31T12:00:00"',
  string: 'give a text',
  boolean: 'give true or false',
  array: 'give a list',
};

export const unsuited = (value: unknown, type: DataType, place: CellPlace): RunError =>
  wrong(
    place,
    `holds ${shown(value)}, which is no ${typeName(type)}`,
    forms[type.kind] ?? `give a number that ${type.kind === 'integer' ? 'an' : 'a'} ${typeName(type)} holds`,
  );

export const noVector = (place: CellPlace, value: unknown = null): RunError =>
  wrong(
    place,
    value === null ? 'is null, where the model reads a vector' : `holds ${shown(value)}, which is no vector`,
    vectorForms,
  );

export function ofAnotherSize({ places, ...place }: CellPlace, found: number, size: number): RunError {
  const names = places === undefined ? '' : `: ${places.slice(0, 5).join(', ')}${size > 5 ? ', …' : ''}`;
  const counted = (count: number): string => `${count} number${count === 1 ? '' : 's'}`;
  return wrong(place, `holds ${counted(found)}, and the model knows ${size}`, `give ${counted(size)}${names}`);
}

export const vectorForms =
  'give a list of numbers ("NaN" for one that is missing), {size, indices, values}, or the values by the names of the features';
