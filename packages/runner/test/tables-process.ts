import { join } from 'node:path';
import { parseSchema } from '@millrace/spark-connect';
import { encodeRows } from '@millrace/spark-connect/arrow';
import { TableThreads } from '../src/results/tables/table-threads.ts';

/** Writes a small table and then one that its process may not write, says how that went, and has nothing more to do. */
const [folder = ''] = process.argv.slice(2);
const schema = parseSchema('n bigint, text string');
const pool = new TableThreads({ idleMs: 2 ** 31 - 1 });

const write = async (name: string, rows: number): Promise<unknown> => {
  const path = join(folder, name);
  const table = pool.begin({ path, schema, leastRows: 0, mostRows: 1e6, mostBytes: 1e9 });
  try {
    const all = Array.from({ length: rows }, (_, i) => [BigInt(i), Math.sin(i).toString(36)]);
    await table.add({ data: new Uint8Array(Buffer.concat(encodeRows(all, schema))), rowCount: rows });
    const { rows: rowCount, isCut } = await table.finish();
    return { rows: rowCount, isCut };
  } catch (error) {
    await table.abandon();
    const { code, syscall } = error as NodeJS.ErrnoException;
    return { code, syscall };
  }
};

const large = await write('large', 50_000);
const small = await write('small', 10);
process.stdout.write(JSON.stringify({ small, large }));
