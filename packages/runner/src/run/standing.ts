import type { DataFrame } from '@millrace/spark-connect';
import type { Relation } from '@millrace/spark-connect/proto';
import { constructsOfPlan, schemaOfClient } from '../proof/index.ts';
import type { TableInfo } from '../sql/index.ts';
import type { Output } from './outputs.ts';

/** How rows stand, and which columns tell them apart. */
export type Standing = Pick<TableInfo, 'order' | 'unique'>;

/** How the rows of a plan stand on Spark, by the plan alone. */
export function standingOf(
  { relation }: DataFrame,
  inputs: readonly Pick<Output, 'df' | 'schema' | 'standing'>[],
): Standing {
  const known = new Map<Relation, TableInfo>(
    inputs.map(({ df, schema, standing = inFileOrder }) => [
      df.relation,
      { columns: schemaOfClient(schema), ...standing },
    ]),
  );
  const source = () => ({ table: { columns: [], ...inFileOrder } });
  const { order, unique } = constructsOfPlan(relation, { known, keepsOrder: true, source }).table;
  return { order, ...(unique === undefined ? {} : { unique }) };
}

const inFileOrder: Standing = { order: 'input' };
