import type { DataFrame, StructType } from '@millrace/spark-connect';
import type { EngineSession } from '../host.ts';

export type Prepare = (df: DataFrame, inputs: readonly { df: DataFrame; schema: StructType }[]) => DataFrame;

/** The last change of a plan before an engine sees it: rewrites that leave its meaning and that Sail needs. */
export const prepareFor =
  (_session: EngineSession): Prepare =>
  (df) =>
    df;
