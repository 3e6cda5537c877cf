import { DataFrame } from '../dataframe.ts';
import { SparkError } from '../errors.ts';
import type { MlCommandResult, MlCommandResult_MlOperatorInfo, MlOperator, MlParams, ObjectRef } from '../proto.ts';
import { relation } from '../relation.ts';

/** What transforms rows: a model by its name on the engine, or an operator. */
export type TransformOperator =
  | { readonly case: 'objRef'; readonly value: ObjectRef }
  | { readonly case: 'transformer'; readonly value: MlOperator };

/** The rows that an operator makes of others. */
export const transform = (df: DataFrame, operator: TransformOperator, params: MlParams): DataFrame =>
  new DataFrame(
    df.session,
    relation({
      case: 'mlRelation',
      value: {
        $typeName: 'spark.connect.MlRelation',
        mlType: {
          case: 'transform',
          value: { $typeName: 'spark.connect.MlRelation.Transform', operator, input: df.relation, params },
        },
      },
    }),
  );

type WriteCommand = {
  type: TransformOperator | { case: 'operator'; value: MlOperator };
  params: MlParams;
  path: string;
};

/** The command that writes an operator or a model. */
export const writing = ({ type, params, path }: WriteCommand, shouldOverwrite: boolean) => ({
  $typeName: 'spark.connect.MlCommand.Write' as const,
  type: type as { case: 'operator'; value: MlOperator } | { case: 'objRef'; value: ObjectRef },
  params,
  path,
  shouldOverwrite,
  options: {},
});

/** The operator in an answer. Throws a `SparkError` for another answer. */
export function operatorIn(result: MlCommandResult['resultType']): MlCommandResult_MlOperatorInfo {
  if (result.case !== 'operatorInfo') throw new SparkError('the engine gave no operator of machine learning');
  return result.value;
}

/** The name of a model on the engine. Throws a `SparkError` for an operator that is none. */
export function refOf({ type }: MlCommandResult_MlOperatorInfo): string {
  if (type.case !== 'objRef') throw new SparkError('the engine gave no model');
  return type.value.id;
}
