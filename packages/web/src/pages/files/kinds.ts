import { endingOf } from './paths.ts';

/** The preview of a data file: rows, text, or only its kind. */
type TableView = 'rows' | 'text' | 'none';

/** Formats of datasets, by the ending of a name, from which the service infers kinds. */
const views: Readonly<Record<string, TableView>> = {
  csv: 'rows',
  tsv: 'rows',
  tab: 'rows',
  parquet: 'rows',
  avro: 'rows',
  orc: 'rows',
  json: 'text',
  jsonl: 'text',
  ndjson: 'text',
  xml: 'text',
  xls: 'none',
  xlsx: 'none',
};

const packed = /\.(gz|deflate|zst|bz2|lz4|snappy|xz)$/i;

/**
 * The preview of a file that can become a dataset, by its name; undefined for other files. A compressed file has no
 * text preview.
 */
export function viewOfTable(name: string): TableView | undefined {
  const view = views[endingOf(name.replace(packed, ''))];
  return view === 'text' && packed.test(name) ? 'rows' : view;
}
