import { extname } from 'node:path';
import { rowsOf } from './delimited-rows.ts';
import { isValue, typeOf } from './infer-types.ts';
import type { DatasetType } from './kinds.ts';
import { marksOf } from './inspection.ts';
import type { Head } from './read-head.ts';

const endings: Readonly<Record<string, DatasetType>> = {
  '.tsv': 'TSV',
  '.tab': 'TSV',
  '.json': 'JSON',
  '.jsonl': 'JSON',
  '.ndjson': 'JSON',
  '.parquet': 'PARQUET',
  '.avro': 'AVRO',
  '.orc': 'ORC',
  '.xml': 'XML',
  '.xls': 'EXCEL',
  '.xlsx': 'EXCEL',
};

/** What a file is, by its name without the ending of its compression; CSV if that says nothing. */
export function guessType(file: string): DatasetType {
  const plain = file.replace(/\.(gz|deflate|zst|bz2|lz4|snappy|xz)$/i, '');
  return endings[extname(plain).toLowerCase()] ?? 'CSV';
}

const guessedFrom = 64 << 10;

/** The delimiter that cuts the first lines into the most cells, the same number in nearly each of them. */
export function guessDelimiter({ text, whole }: Head, options: Readonly<Record<string, string>>): string {
  const scores = [',', '\\t', ';', '|'].map((delimiter) => {
    const head = text.slice(0, guessedFrom);
    const rows = rowsOf(head, marksOf(options, delimiter, head), whole && text.length <= guessedFrom);
    const width = rows[0]?.length ?? 0;
    const even = rows.filter((row) => row.length === width).length >= rows.length * 0.9;
    return { delimiter, score: width > 1 ? (even ? 100_000 : 0) + width : 0 };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/**
 * True if the first row can be names: none a number, a date or a truth value. A blank name is one at either end of the
 * row, as an index or a delimiter too many leaves it; names that come twice are names where values of types stand below.
 */
export function looksLikeHeader([first = [], ...others]: readonly (readonly string[])[]): boolean {
  const names = first.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== '');
  if (filled.length === 0 || filled.some(isValue)) return false;
  const inner = names.slice(1, names.findLastIndex((name) => name !== '') + 1);
  if (inner.includes('')) return false;
  const isPlain = new Set(filled).size === filled.length;
  if (isPlain && filled.length === names.length) return true;
  return (
    hasTypedColumn(others.slice(0, 200)) || (isPlain && names.length > 1 && others.length > 0 && isIndexed(others))
  );
}

/** True if some column holds values of a type alone. */
const hasTypedColumn = (rows: readonly (readonly string[])[]): boolean =>
  (rows[0] ?? []).some((_, at) => typeOf(rows.map((row) => row[at] ?? '')).type !== 'STRING');

/** True if no first cell comes twice, or none of them says anything. */
function isIndexed(rows: readonly (readonly string[])[]): boolean {
  const cells = rows.map(([cell = '']) => cell);
  return cells.every((cell) => cell.trim() === '') || new Set(cells).size === cells.length;
}
