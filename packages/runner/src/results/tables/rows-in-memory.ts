import type { StructType } from '@millrace/spark-connect/types';
import type { Cell } from '../events.ts';
import type { Arrangeable } from './arranged-page.ts';
import { shapesOf } from './shape.ts';

/** Rows that are at hand, as previews spell them, to be arranged like those of a file. */
export function rowsInMemory(schema: StructType, rows: readonly (readonly Cell[])[]): Arrangeable {
  const shapes = shapesOf(schema);
  return {
    schema,
    rowCount: rows.length,
    async *values(index) {
      const shape = shapes[index];
      yield rows.map((row) => {
        const cell = row[index] ?? null;
        return cell === null || shape?.kind !== 'leaf' ? cell : shape.write(cell);
      });
    },
    async *pick(numbers) {
      yield Array.from(numbers, (number) => rows[number] ?? []);
    },
  };
}
