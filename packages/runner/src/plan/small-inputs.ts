import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome, RunContext } from '@millrace/processors';
import type { Expression, Relation } from '@millrace/spark-connect/proto';
import { materializeInCheckpoint, type MaterializedRows } from '@millrace/engines/host';
import { expressionsOf, relationsOf } from '@millrace/spark-connect/visit';
import { generators } from '@millrace/spark-sql/analyse';
import type { NodeContext } from '../execute/node-context.ts';
import type { Output } from '../execute/outputs.ts';

/** Bytes of files up to which an input is small. */
const small = 4 << 20;

type SmallInputsContext = Pick<NodeContext, 'signal'> & {
  readonly around: Pick<RunContext, 'engine' | 'onePartition'>;
};

/**
 * The inputs of a node that joins, on a Sail that works on several partitions: small ones become checkpoints. Sail
 * knows how many rows Parquet holds, and sends a small side to every partition; if it does not know, it distributes
 * both sides by their keys and builds its table of the left one, many times the work.
 */
export async function withSmallInputsMaterialized(
  { around, signal }: SmallInputsContext,
  { outputs }: Pick<Outcome, 'outputs'>,
  inputs: readonly Output[],
): Promise<readonly Output[]> {
  if (around.engine !== 'sail' || around.onePartition || inputs.length < 2) return inputs;
  const below = new Set(inputs.map(({ df }) => df.relation));
  if (!outputs.some(({ relation }) => relationsOf(relation, below).some(mayJoin))) return inputs;
  return Promise.all(
    inputs.map(async (input) => {
      const { relation } = input.df;
      // a checkpoint would lose a sort, and rows made of rows may be many
      if (input.sorted || relationsOf(relation).some(mayMakeRows)) return input;
      const bytes = await bytesWithoutCounts(relation);
      if (bytes === 0 || bytes > small) return input;
      const materializing = checkpoints.get(relation) ?? materializeInCheckpoint(input.df, { signal });
      checkpoints.set(relation, materializing);
      return { ...input, df: (await materializing).df };
    }),
  );
}

/** The checkpoints of small inputs, each made once; so small that they stay until their session ends. */
const checkpoints = new WeakMap<Relation, Promise<MaterializedRows>>();

/** Relations that may have more rows than what they read. */
const mayMakeRows = (relation: Relation): boolean =>
  !['read', 'filter', 'project', 'withColumns', 'withColumnsRenamed', 'drop', 'toDf', 'subqueryAlias'].includes(
    relation.relType.case ?? '',
  ) || expressionsOf(relation).some(isGenerator);

function isGenerator({ exprType }: Expression): boolean {
  if (exprType.case === 'expressionString')
    return /\b(explode|posexplode|inline|stack|json_tuple)/i.test(exprType.value.expression);
  const name =
    exprType.case === 'unresolvedFunction' || exprType.case === 'callFunction' ? exprType.value.functionName : '';
  return generators.has(name.toLowerCase());
}

const mayJoin = ({ relType }: Relation): boolean =>
  relType.case === 'join' || relType.case === 'sql' || relType.case === 'withRelations';

/** Bytes of the files below a relation whose number of rows Sail does not know; 0 if there are none. */
async function bytesWithoutCounts(root: Relation): Promise<number> {
  let bytes = 0;
  for (const { relType } of relationsOf(root)) {
    if (relType.case !== 'read' || relType.value.readType.case !== 'dataSource') continue;
    const { format, paths } = relType.value.readType.value;
    if (format === 'parquet') continue;
    for (const path of paths) bytes += await bytesOf(path.startsWith('file:') ? fileURLToPath(path) : path);
  }
  return bytes;
}

/** Bytes of a file or of all files in a folder; Infinity if that is not known. */
async function bytesOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) return Infinity;
  if (!info.isDirectory()) return info.size;
  let bytes = 0;
  for (const name of await readdir(path)) bytes += await bytesOf(join(path, name));
  return bytes;
}
