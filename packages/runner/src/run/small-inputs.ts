import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '@millrace/processors';
import type { Relation } from '@millrace/spark-connect/proto';
import { keepInCheckpoint } from '../kept-rows.ts';
import { inputsOfRelation } from '../plan-messages.ts';
import type { Output, OutputOptions } from './outputs.ts';

/** Bytes of files up to which an input is small. */
const small = 4 << 20;

/**
 * The inputs of a node that joins, on a Sail that works on several partitions: small ones are kept as checkpoints. Sail
 * knows how many rows Parquet holds, and hands a small side to every partition then; where it does not know, it deals out
 * both sides by their keys and builds its table of the left one, many times the work.
 */
export async function withSmallInputsKept(
  { around, signal }: Pick<OutputOptions, 'around' | 'signal'>,
  { outputs }: Pick<Outcome, 'outputs'>,
  inputs: readonly Output[],
): Promise<readonly Output[]> {
  if (around.engine !== 'sail' || around.onePartition || inputs.length < 2) return inputs;
  const below = new Set(inputs.map(({ df }) => df.relation));
  if (!outputs.some(({ relation }) => relationsOf(relation, below).some(mayJoin))) return inputs;
  return Promise.all(
    inputs.map(async (input) => {
      const bytes = await bytesUntold(input.df.relation);
      if (bytes === 0 || bytes > small) return input;
      return { ...input, ...(await keepInCheckpoint(input.df, { signal })) };
    }),
  );
}

const mayJoin = ({ relType }: Relation): boolean =>
  relType.case === 'join' || relType.case === 'sql' || relType.case === 'withRelations';

/** Bytes of the files below a relation that do not tell Sail how many rows they have; 0 where there are none. */
async function bytesUntold(root: Relation): Promise<number> {
  let bytes = 0;
  for (const { relType } of relationsOf(root)) {
    if (relType.case !== 'read' || relType.value.readType.case !== 'dataSource') continue;
    const { format, paths } = relType.value.readType.value;
    if (format === 'parquet') continue;
    for (const path of paths) bytes += await bytesOf(path.startsWith('file:') ? fileURLToPath(path) : path);
  }
  return bytes;
}

/** Bytes of a file or of all files in a folder; infinitely many where that cannot be told. */
async function bytesOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return Infinity;
  if (!info.isDirectory()) return info.size;
  let bytes = 0;
  for (const name of await readdir(path)) bytes += await bytesOf(join(path, name));
  return bytes;
}

/** A relation and all below it, down to (not including) `until`. */
function relationsOf(root: Relation, until: ReadonlySet<Relation> = new Set()): Relation[] {
  const found: Relation[] = [];
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (until.has(at)) continue;
    found.push(at);
    waiting.push(...inputsOfRelation(at));
  }
  return found;
}
