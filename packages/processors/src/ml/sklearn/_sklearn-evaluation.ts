import type { DataFrame, StructField, StructType } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { requireNumbers } from '../../kit/numbers.ts';
import type { Context } from '../../contract/context.ts';
import type { Json } from '../../contract/python.ts';
import type { Outcome } from '../../contract/results.ts';
import { requirePython } from '../kit/sklearn.ts';
import { columnsNamed } from '../kit/sklearn-columns.ts';
import { predicts } from '../kit/sklearn-predicting.ts';
import type { SklearnEvaluation } from '../kit/sklearn-results.ts';
import type { Shown } from '../../contract/ml-artifacts.ts';

interface SklearnEvaluationNode {
  readonly of: 'classes' | 'numbers' | 'clusters';
  /** The true values, if there are such. */
  readonly target?: string;
  readonly targetField?: string;
  readonly predicted: string;
  readonly predictedField?: string;
  readonly features?: readonly string[];
  readonly more?: Readonly<Record<string, Json>>;
  readonly show: (evaluation: SklearnEvaluation) => Shown;
}

type SklearnEvaluationContext = Pick<
  Context<Record<never, never>>,
  'session' | 'input' | 'schema' | 'learned' | 'trains' | 'python'
>;

/**
 * Measures predictions by scikit-learn and hands the input on. Rows that come straight from a node that trains are
 * predicted for first.
 */
export async function sklearnEvaluation(
  context: SklearnEvaluationContext,
  node: SklearnEvaluationNode,
): Promise<Outcome> {
  const { input, schema, learned, trains, python } = context;
  const { of, target, targetField = 'targetCol', predicted, predictedField = 'predictCol', features = [] } = node;
  const fitted = learned[0]?.fitted;
  const isThere = schema.fields.some(({ name }) => name.toLowerCase() === predicted.toLowerCase());
  const first =
    !isThere && predicted === 'prediction' && fitted !== undefined && predicts(fitted.about) ? fitted : undefined;
  const required = of === 'numbers' ? requireAmount : requireColumn;
  const targetName = target === undefined ? undefined : required(schema, target, targetField).name;
  const predictedName = first === undefined ? required(schema, predicted, predictedField).name : 'prediction';
  if (targetName === predictedName)
    throw new FieldError(
      predictedField,
      `column "${predicted}" in field "${predictedField}" is the target: must be another column`,
      'choose the column of predictions',
    );
  const ownScores = schema.fields.find(({ name, type }) => name === 'probability' && type.kind === 'array');
  const score =
    of !== 'classes' ? null : first?.about.kind === 'classifier' ? 'probability' : (ownScores?.name ?? null);
  const outcome: Outcome = { outputs: [input] };
  if (!trains || python === undefined) return outcome;
  const columns = [...(targetName === undefined ? [] : [targetName]), ...features];
  const rows: DataFrame =
    first === undefined
      ? input.select(...columnsNamed([...columns, predictedName, ...(score === null ? [] : [score])]))
      : input.select(...columnsNamed([...columns, ...first.about.features]));
  const { value, warnings } = await requirePython(python).call<SklearnEvaluation>({
    operation: 'judge',
    parameters: {
      of,
      model: first === undefined ? null : await first.handle(),
      target: targetName ?? null,
      targetField,
      predicted: predictedName,
      predictedField,
      score,
      features,
      ...node.more,
    },
    rows: { input: rows },
  });
  const report = node.show(value);
  const all = [...(report.warnings ?? []), ...warnings];
  return { ...outcome, ...report, ...(all.length === 0 ? {} : { warnings: all }) };
}

/** The column of amounts: numbers, true and false as 1 and 0, or lists of one. Throws a `FieldError` for what is none. */
function requireAmount(schema: StructType, name: string, field: string): StructField {
  const column = requireColumn(schema, name, field);
  const { type } = column;
  const isAmount = type.kind === 'boolean' || type.kind === 'array';
  return isAmount ? column : (requireNumbers(schema, [name], field)[0] ?? column);
}
