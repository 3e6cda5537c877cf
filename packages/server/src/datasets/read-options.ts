import { readJson } from '@millrace/workflow';
import { Problem } from '../problems.ts';
import type { DatasetType } from './kinds.ts';

interface ReadOption {
  readonly name: string;
  readonly description: string;
  readonly default: string;
}

const encoding = {
  name: 'encoding',
  description: 'Character encoding of the text, such as ISO-8859-1',
  default: 'UTF-8',
};
const delimitedOptions: readonly ReadOption[] = [
  encoding,
  {
    name: 'quote',
    description: 'Quote character around cells that contain the delimiter or line breaks',
    default: '"',
  },
  { name: 'escape', description: 'Escape character before a quote inside such a cell', default: '\\' },
  { name: 'nullValue', description: 'Text that represents a null value', default: '' },
  { name: 'comment', description: 'Lines that begin with this character are skipped', default: '' },
];
const folders = { name: 'recursiveFileLookup', description: 'Also read files in subfolders', default: 'false' };

/** Options of readers that a dataset's `readOptions` may hold, by its type. */
export const readOptionTable: Readonly<Record<DatasetType, readonly ReadOption[]>> = {
  CSV: delimitedOptions,
  TSV: delimitedOptions,
  TEXT: [{ name: 'wholetext', description: 'Read each file as one value', default: 'false' }],
  JSON: [
    {
      name: 'multiLine',
      description: 'Read each file as one document instead of one document per line',
      default: 'false',
    },
    encoding,
  ],
  PARQUET: [
    {
      name: 'mergeSchema',
      description: 'Merge the columns of all files instead of taking those of one',
      default: 'false',
    },
    folders,
  ],
  AVRO: [folders],
  ORC: [
    {
      name: 'mergeSchema',
      description: 'Merge the columns of all files instead of taking those of one',
      default: 'false',
    },
    folders,
  ],
  XML: [{ name: 'rowTag', description: 'The element that becomes a row', default: '' }],
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
    throw new Problem('UNPROCESSABLE', 'field "readOptions" must be a JSON object such as {"multiLine": "true"}');
  return Object.fromEntries(
    Object.entries(read.value).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])),
  );
}
