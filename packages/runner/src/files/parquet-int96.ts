/**
 * Columns of a Parquet file that hold timestamps in the old form of 96 bits, by their paths (`a`, `s.t`): Spark writes
 * timestamps so, and reads them as instants; the file does not say that they have a zone. Fails where the file is none.
 */
export async function int96Columns(file: string): Promise<readonly string[]> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(file));
  const columns: string[] = [];
  let at = 0;
  /** Elements stand in depth-first order, each with the number of its children. */
  const walk = (path: readonly string[]): void => {
    const element = schema[at++];
    if (element === undefined) return;
    const here = at === 1 ? path : [...path, element.name];
    if (element.type === 'INT96') columns.push(here.join('.'));
    for (let child = 0; child < (element.num_children ?? 0); child++) walk(here);
  };
  walk([]);
  return columns;
}
