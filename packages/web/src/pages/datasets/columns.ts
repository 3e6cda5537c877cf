import type { SchemaColumn, FilePreview } from '../../api/datasets.ts';
import { isDelimited } from './draft.ts';

/** Types of columns as datasets know them; those of delimited text come first. */
export const columnTypes = [
  'BOOLEAN',
  'BYTE',
  'DATE',
  'DECIMAL',
  'DOUBLE',
  'FLOAT',
  'INTEGER',
  'LONG',
  'SHORT',
  'STRING',
  'TIMESTAMP',
] as const;
export const machineLearningTypes = ['NUMERIC', 'TEXT', 'CATEGORICAL'] as const;

export const hasFormat = (type: string): boolean => type === 'DATE' || type === 'TIMESTAMP';

/** Where a column and the files say different things of it, or its name is none. */
export type Mismatch =
  | { readonly kind: 'unnamed' | 'twice' }
  | { readonly kind: 'headed'; readonly found: string }
  | { readonly kind: 'typed'; readonly found: string }
  | { readonly kind: 'absent' };

const wholes = ['BYTE', 'SHORT', 'INTEGER', 'LONG'];
const fractions = ['FLOAT', 'DOUBLE', 'DECIMAL'];

/** Whether values that were found to be of one type can be of another without loss, as far as types tell. */
function fits(found: string, declared: string): boolean {
  if (declared === found || declared === 'STRING') return true;
  // what is found is the narrowest type, and INTEGER the narrowest of whole numbers
  if (wholes.includes(found))
    return fractions.includes(declared) || (wholes.includes(declared) && (found !== 'LONG' || declared === 'LONG'));
  if (fractions.includes(found)) return fractions.includes(declared);
  return found === 'DATE' && declared === 'TIMESTAMP';
}

/** What the files, as far as they were seen, and the other columns say against each; by the column's place. */
export function mismatches(
  columns: readonly SchemaColumn[],
  seen: FilePreview | undefined,
): ReadonlyMap<number, Mismatch> {
  return new Map([...(seen === undefined ? [] : ofFiles(columns, seen)), ...ofNames(columns)]);
}

function ofNames(columns: readonly SchemaColumn[]): ReadonlyMap<number, Mismatch> {
  const named = columns.map(({ colName }) => colName.trim().toLowerCase());
  return new Map(
    named.flatMap((name, i): [number, Mismatch][] => {
      if (name === '') return [[i, { kind: 'unnamed' }]];
      return named.indexOf(name) === named.lastIndexOf(name) ? [] : [[i, { kind: 'twice' }]];
    }),
  );
}

function ofFiles(columns: readonly SchemaColumn[], seen: FilePreview): ReadonlyMap<number, Mismatch> {
  const found = seen.schemaColList;
  const delimited = isDelimited(seen.datasetType);
  const places = new Map(found.map(({ colName }, i) => [colName.toLowerCase(), i]));
  return new Map(
    columns.flatMap((column, i): [number, Mismatch][] => {
      // text is read by place, files with a schema of their own by name
      const at = delimited ? i : places.get(column.colName.toLowerCase());
      const theirs = at === undefined ? undefined : found[at];
      if (at === undefined || theirs === undefined) return [[i, { kind: 'absent' }]];
      if (!fits(theirs.colType, column.colType) && !isUnknown(column, seen, at))
        return [[i, { kind: 'typed', found: theirs.colType }]];
      if (delimited && seen.header && theirs.colName !== column.colName)
        return [[i, { kind: 'headed', found: theirs.colName }]];
      return [];
    }),
  );
}

/** A pattern reads what looks like text otherwise, and a column without values looks like nothing. */
const isUnknown = ({ colFormat }: SchemaColumn, { cells }: FilePreview, at: number): boolean =>
  colFormat !== '' || cells.every((row) => (row[at] ?? '').trim() === '');

/** Columns of the files that a dataset does not have. */
export function surplus(columns: readonly SchemaColumn[], seen: FilePreview): readonly SchemaColumn[] {
  const found = seen.schemaColList;
  if (isDelimited(seen.datasetType)) return found.slice(columns.length);
  const names = new Set(columns.map(({ colName }) => colName.toLowerCase()));
  return found.filter(({ colName }) => !names.has(colName.toLowerCase()));
}
