import { functions as F, type Column } from '@millrace/spark-connect';
import { fileSpaceName } from './_file-name.ts';
import { addresses, unorderedFiles } from './_locate.ts';
import type { RunContext } from '../contract/context.ts';
import type { Outcome } from '../contract/results.ts';

/** One row a file: its path in the file space and what `content` makes of its bytes. */
export async function wholeFiles(
  path: string,
  kind: 'document' | 'bytes',
  names: { readonly file: string; readonly content: string },
  context: Pick<RunContext, 'session' | 'engine' | 'files'>,
  content: (bytes: Column) => Column = (bytes) => bytes,
): Promise<Outcome> {
  const location = await context.files.input(path, kind);
  const files = context.session.read.format('binaryFile').load(...addresses(location.paths, context.engine));
  const name = fileSpaceName(F.columnNamed('path'), context, { encoded: false }).alias(names.file);
  const unordered = unorderedFiles(location);
  return {
    outputs: [files.select(name, content(F.columnNamed('content')).alias(names.content))],
    ...(unordered === undefined ? {} : { unordered }),
  };
}
