import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultTable } from './table.ts';

/** A table as a Parquet file that is open to be read; who asks for it closes it. */
export async function parquetOf(table: ResultTable): Promise<FileHandle> {
  if (table.file !== undefined) return table.file;
  await using source = table;
  const folder = await mkdtemp(join(tmpdir(), 'millrace-table-'));
  try {
    const path = join(folder, 'table.parquet');
    const [{ TableWriter }, { schemaOf }] = await Promise.all([
      import('@millrace/runner/tables'),
      import('./table-schema.ts'),
    ]);
    const writer = await TableWriter.create(path, schemaOf(source.columns));
    for await (const rows of source.rows()) for (const row of rows) await writer.add(row);
    await writer.finish();
    return await open(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
