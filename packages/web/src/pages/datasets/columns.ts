import type { SchemaColumn, FilePreview } from '../../api/datasets.ts';
import { isDelimited } from './draft.ts';

/** Types of columns in datasets; those of delimited text come first. */
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

/** A difference between a column and the files, or an invalid name. */
export type Mismatch =
  | { readonly kind: 'unnamed' | 'twice' }
  | { readonly kind: 'headed'; readonly actual: string }
  | { readonly kind: 'typed'; readonly actual: string }
  | { readonly kind: 'absent' };

const wholes = ['BYTE', 'SHORT', 'INTEGER', 'LONG'];
const fractions = ['FLOAT', 'DOUBLE', 'DECIMAL'];

/** Whether values of one inferred type can be read as another without loss, as far as types tell. */
function fits(actual: string, declared: string): boolean {
  if (declared === actual || declared === 'STRING') return true;
  // the inferred type is the narrowest, and INTEGER the narrowest of whole numbers
  if (wholes.includes(actual))
    return fractions.includes(declared) || (wholes.includes(declared) && (actual !== 'LONG' || declared === 'LONG'));
  if (fractions.includes(actual)) return fractions.includes(declared);
  return actual === 'DATE' && declared === 'TIMESTAMP';
}

/** The mismatches of each column with the files, as far as they were read, and with other columns; by position. */
export function mismatches(
  columns: readonly SchemaColumn[],
  preview: FilePreview | undefined,
): ReadonlyMap<number, Mismatch> {
  return new Map([...(preview === undefined ? [] : ofFiles(columns, preview)), ...ofNames(columns)]);
}

function ofNames(columns: readonly SchemaColumn[]): ReadonlyMap<number, Mismatch> {
  const names = columns.map(({ colName }) => colName.trim().toLowerCase());
  return new Map(
    names.flatMap((name, i): [number, Mismatch][] => {
      if (name === '') return [[i, { kind: 'unnamed' }]];
      return names.indexOf(name) === names.lastIndexOf(name) ? [] : [[i, { kind: 'twice' }]];
    }),
  );
}

function ofFiles(columns: readonly SchemaColumn[], preview: FilePreview): ReadonlyMap<number, Mismatch> {
  const fileColumns = preview.schemaColList;
  const delimited = isDelimited(preview.datasetType);
  const indices = new Map(fileColumns.map(({ colName }, i) => [colName.toLowerCase(), i]));
  return new Map(
    columns.flatMap((column, i): [number, Mismatch][] => {
      // text is read by position, files with a schema of their own by name
      const at = delimited ? i : indices.get(column.colName.toLowerCase());
      const theirs = at === undefined ? undefined : fileColumns[at];
      if (at === undefined || theirs === undefined) return [[i, { kind: 'absent' }]];
      if (!fits(theirs.colType, column.colType) && !isUnknown(column, preview, at))
        return [[i, { kind: 'typed', actual: theirs.colType }]];
      if (delimited && preview.header && theirs.colName !== column.colName)
        return [[i, { kind: 'headed', actual: theirs.colName }]];
      return [];
    }),
  );
}

/** A pattern reads values that are otherwise text, and a column without values has no inferred type. */
const isUnknown = ({ colFormat }: SchemaColumn, { cells }: FilePreview, at: number): boolean =>
  colFormat !== '' || cells.every((row) => (row[at] ?? '').trim() === '');

/** Columns of the files that are missing in a dataset. */
export function surplus(columns: readonly SchemaColumn[], preview: FilePreview): readonly SchemaColumn[] {
  const fileColumns = preview.schemaColList;
  if (isDelimited(preview.datasetType)) return fileColumns.slice(columns.length);
  const names = new Set(columns.map(({ colName }) => colName.toLowerCase()));
  return fileColumns.filter(({ colName }) => !names.has(colName.toLowerCase()));
}
