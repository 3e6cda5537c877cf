import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataType } from '@millrace/spark-connect';
import type { ShownTable } from './table.ts';

/** A table as a Parquet file that is open to be read; who asks for it closes it. */
export async function parquetOf(table: ShownTable): Promise<FileHandle> {
  if (table.file !== undefined) return table.file;
  await using shown = table;
  const folder = await mkdtemp(join(tmpdir(), 'millrace-table-'));
  try {
    const path = join(folder, 'table.parquet');
    const [{ TableWriter }, { parseType }] = await Promise.all([
      import('@millrace/runner/tables'),
      import('@millrace/spark-connect'),
    ]);
    const typeOf = (name: string): DataType => {
      try {
        return parseType(name);
      } catch {
        // names of fields that are no words: such a column goes as JSON
        return { kind: 'unsupported', name };
      }
    };
    const fields = shown.columns.map(({ name, type }) => ({ name, type: typeOf(type), nullable: true }));
    const writer = await TableWriter.create(path, { kind: 'struct', fields });
    for await (const rows of shown.rows()) for (const row of rows) await writer.add(row);
    await writer.finish();
    return await open(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
