import { DataFrame, type StructType } from '@millrace/spark-connect';
import { preparePlanForSail } from '@millrace/parity';
import type { EngineSession } from '@millrace/engines/host';

export type Prepare = (
  df: DataFrame,
  inputs: readonly { readonly df: DataFrame; readonly schema: StructType }[],
) => DataFrame;

/** The last change of a plan before an engine sees it: rewrites that leave its meaning and that Sail needs. */
export const prepareFor = ({ kind }: Pick<EngineSession, 'kind'>): Prepare =>
  kind === 'spark'
    ? (df) => df
    : (df, inputs) => {
        const inputOf = new Map(
          inputs.map(({ df: { relation }, schema }) => [relation, { columns: schema.fields, order: 'none' as const }]),
        );
        const { relation, changes } = preparePlanForSail(df.relation, { relationTables: inputOf });
        return changes.length === 0 ? df : new DataFrame(df.session, relation);
      };
