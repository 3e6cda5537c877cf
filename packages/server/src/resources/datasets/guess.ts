import { extname } from 'node:path';
import { rowsOf } from './delimited-rows.ts';
import { isValue } from './infer-types.ts';
import type { DatasetType } from './kinds.ts';
import { marksOf } from './look.ts';
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

/** What a file is, by its name without the ending of its compression; CSV where that says nothing. */
export function guessType(file: string): DatasetType {
  const plain = file.replace(/\.(gz|deflate|zst|bz2|lz4|snappy|xz)$/i, '');
  return endings[extname(plain).toLowerCase()] ?? 'CSV';
}

const guessedFrom = 64 << 10;

/** The delimiter that cuts the first lines into the most cells, the same number in nearly each of them. */
export function guessDelimiter({ text, whole }: Head, options: Readonly<Record<string, string>>): string {
  const scored = [',', '\\t', ';', '|'].map((delimiter) => {
    const rows = rowsOf(text.slice(0, guessedFrom), marksOf(options, delimiter), whole && text.length <= guessedFrom);
    const width = rows[0]?.length ?? 0;
    const even = rows.filter((row) => row.length === width).length >= rows.length * 0.9;
    return { delimiter, score: width > 1 ? (even ? 100_000 : 0) + width : 0 };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

/** True where the first row can be names: none blank, none twice, none a number, a date or a truth value. */
export function looksLikeHeader([first = []]: readonly (readonly string[])[]): boolean {
  return first.every((cell) => cell.trim() !== '' && !isValue(cell)) && new Set(first).size === first.length;
}
