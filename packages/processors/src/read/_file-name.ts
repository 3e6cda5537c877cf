import { functions as F, type Column } from '@millrace/spark-connect';
import type { RunContext } from '../contract/context.ts';

/**
 * Makes the engine's address of a file its path in the file space (`data/a.csv`). Addresses outside the root, as on a
 * cluster, stay as they are. `encoded`: the address is a URL with percent signs (`input_file_name`), no plain path.
 */
export function fileSpaceName(
  address: Column,
  { files }: Pick<RunContext, 'files'>,
  { encoded }: { encoded: boolean },
): Column {
  if (files.root === undefined) return address;
  const decoded = encoded ? F.call('url_decode', F.call('replace', address, '+', '%2B')) : address;
  // Spark writes `file:/root/a` or `file:///root/a`, Sail `root/a`
  const plain = F.call('regexp_replace', decoded, '^(file:)?/*', '');
  const root = `${files.root.replace(/^\/+|\/+$/g, '')}/`;
  return F.when(plain.startsWith(root), F.call('substr', plain, root.length + 1)).otherwise(decoded);
}

/** The column that tells from which file a row was read. Spark only. */
export const inputFileName = 'input_file_name';
