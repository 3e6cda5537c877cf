import { readJson } from '@millrace/workflow';
import { Problem } from '../problems.ts';
import type { DatasetType } from './kinds.ts';

interface ReadOption {
  readonly name: string;
  readonly description: string;
  readonly default: string;
}

const encoding = { name: 'encoding', description: 'Character set of the text, such as ISO-8859-1', default: 'UTF-8' };
const delimited: readonly ReadOption[] = [
  encoding,
  { name: 'quote', description: 'Mark around cells that hold the delimiter or line ends', default: '"' },
  { name: 'escape', description: 'Mark before a quote inside such a cell', default: '\\' },
  { name: 'nullValue', description: 'Text that stands for an absent value', default: '' },
  { name: 'comment', description: 'Lines that begin with this mark are left out', default: '' },
];
const folders = { name: 'recursiveFileLookup', description: 'Also files in folders below', default: 'false' };

/** Options of readers that a dataset's `readOptions` may hold, by its type. */
export const readOptionTable: Readonly<Record<DatasetType, readonly ReadOption[]>> = {
  CSV: delimited,
  TSV: delimited,
  TEXT: [{ name: 'wholetext', description: 'Each file is one value', default: 'false' }],
  JSON: [
    { name: 'multiLine', description: 'Each file is one document, not one for each line', default: 'false' },
    encoding,
  ],
  PARQUET: [{ name: 'mergeSchema', description: 'Columns of all files, not of one', default: 'false' }, folders],
  AVRO: [folders],
  ORC: [{ name: 'mergeSchema', description: 'Columns of all files, not of one', default: 'false' }, folders],
  XML: [{ name: 'rowTag', description: 'The element that makes a row', default: '' }],
  EXCEL: [],
  DELTA: [],
  JDBC: [],
  HIVE: [],
};

/** The options that are stored as the text of a JSON object; fails for other text. */
export function readOptionsIn(stored: string | null): Readonly<Record<string, string>> {
  if (stored === null || stored.trim() === '') return {};
  const read = readJson(stored, { lenient: true });
  if (!read.ok || typeof read.value !== 'object' || read.value === null || Array.isArray(read.value))
    throw new Problem('UNPROCESSABLE', 'readOptions is no JSON object: write it as {"multiLine": "true"}');
  return Object.fromEntries(
    Object.entries(read.value).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])),
  );
}
