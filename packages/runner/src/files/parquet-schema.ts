import type { ParquetSchema } from '@millrace/processors';

interface Element {
  readonly name: string;
  readonly type?: string;
  readonly converted_type?: string;
  readonly logical_type?: { readonly type: string; readonly unit?: string; readonly isAdjustedToUTC?: boolean };
  readonly num_children?: number;
}

/** What the footer of a Parquet file says of its columns. Fails where the file is none. */
export async function parquetSchema(file: string): Promise<ParquetSchema> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(file));
  const elements: readonly Element[] = schema;
  const int96: string[] = [];
  const nanoseconds: ParquetSchema['nanoseconds'][number][] = [];
  const columns: ParquetSchema['columns'][number][] = [];
  let at = 0;
  /** Elements stand in depth-first order, each with the number of its children. Gives the text of their types. */
  const walk = (path: readonly string[]): string => {
    const element = elements[at++];
    if (element === undefined) return '';
    const here = at === 1 ? path : [...path, element.name];
    if (element.type === 'INT96') int96.push(here.join('.'));
    const { logical_type: logical } = element;
    if (logical?.type === 'TIMESTAMP' && logical.unit === 'NANOS')
      nanoseconds.push({ path: here.join('.'), isInstant: logical.isAdjustedToUTC === true });
    const children: string[] = [];
    // a file may promise more children than there are elements
    for (let child = 0; child < (element.num_children ?? 0) && at < elements.length; child++) children.push(walk(here));
    const kind = logical === undefined ? (element.converted_type ?? '') : JSON.stringify(logical);
    const text = [element.name, element.type ?? '', kind, ...children].filter((part) => part !== '').join(' ');
    if (here.length === 1) columns.push({ name: element.name, text });
    return `(${text})`;
  };
  walk([]);
  return { int96, nanoseconds, columns };
}
