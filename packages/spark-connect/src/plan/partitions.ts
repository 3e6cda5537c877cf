import { Column, namedColumn, type ColumnOrName } from '../column.ts';
import type { Relation } from '../proto.ts';
import { relation } from '../relation.ts';
import { sortOrder } from '../sort-order.ts';

/** The number of partitions, which may be left out, and the columns after it. */
type PartitionArguments = readonly [partitions: number | ColumnOrName, ...columns: ColumnOrName[]];

const split = ([first, ...rest]: PartitionArguments): { count: number | undefined; keys: readonly ColumnOrName[] } =>
  typeof first === 'number' ? { count: first, keys: rest } : { count: undefined, keys: [first, ...rest] };

/** Rows spread evenly, or by the hash of columns. */
export function repartition(input: Relation, ...args: PartitionArguments): Relation {
  const { count, keys } = split(args);
  return count !== undefined && keys.length === 0
    ? relation({ case: 'repartition', value: { input, numPartitions: count, shuffle: true } })
    : byExpression(input, count, keys.map(namedColumn));
}

/** Rows spread by ranges of columns. Throws a `TypeError` when none is named. */
export function repartitionByRange(input: Relation, ...args: PartitionArguments): Relation {
  const { count, keys } = split(args);
  if (keys.length === 0) throw new TypeError('repartitionByRange() needs at least one column');
  const order = keys.map((key) => new Column({ exprType: { case: 'sortOrder', value: sortOrder(namedColumn(key)) } }));
  return byExpression(input, count, order);
}

const byExpression = (input: Relation, numPartitions: number | undefined, keys: readonly Column[]): Relation =>
  relation({
    case: 'repartitionByExpression',
    value: { input, partitionExprs: keys.map((key) => key.expression), numPartitions },
  });

/** Rows in fewer partitions, without moving them between those that stay. */
export const coalesce = (input: Relation, numPartitions: number): Relation =>
  relation({ case: 'repartition', value: { input, numPartitions, shuffle: false } });
