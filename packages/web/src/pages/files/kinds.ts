import { endingOf } from './paths.ts';

/** How a file that rows can be read of is shown: the rows, its text, or only what it is. */
type Look = 'rows' | 'text' | 'none';

/** What can become a dataset, by the ending of a name: those that the service tells kinds by. */
const looks: Readonly<Record<string, Look>> = {
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

/** How a file of a name is shown that can become a dataset; undefined where it is none. What is packed has no text to show. */
export function lookOfTable(name: string): Look | undefined {
  const look = looks[endingOf(name.replace(packed, ''))];
  return look === 'text' && packed.test(name) ? 'rows' : look;
}
