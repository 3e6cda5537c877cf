import { plainRows } from '@millrace/processors';
import type { Relation } from '@millrace/spark-connect/proto';
import { madeBy, type FittedStage, type TransformStage } from '@millrace/spark-connect/ml';
import { inputsOfRelation } from '@millrace/spark-connect/visit';
import { call, chain, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { modelCode } from './stage.ts';
import { pyString } from './text.ts';

/** Rows that machine learning makes: `model.transform(rows)`, `model.freqItemsets`, or `Correlation.corr(rows, "v", "pearson")`. */
export function learnedRows(relation: Relation, scope: Scope): Doc {
  const made = madeBy(relation);
  if (made === undefined) return noForm('a model');
  if ('statistic' in made) {
    const [name = ''] = made.statistic.split('.');
    scope.needs(`from pyspark.ml.stat import ${name}`);
    return call(made.statistic, [scope.write.relation(made.input.relation, scope), ...made.args.map(pyString)]);
  }
  const stage = modelCode(made.stage, scope);
  return 'input' in made
    ? chain(stage, call('.transform', [scope.write.relation(made.input.relation, scope)]))
    : chain(stage, `.${made.attribute}`);
}

/**
 * The relations that the code of a relation reads: those of its plan, and the rows that a model in it is made of, where no
 * variable holds the model.
 */
export function readBy(relation: Relation, holds: (stage: TransformStage) => boolean): readonly Relation[] {
  const made = madeBy(relation);
  if (made === undefined) return inputsOfRelation(relation).map(plainRows);
  if ('statistic' in made) return [plainRows(made.input.relation)];
  const { origin } = made.stage as FittedStage;
  const taught = origin === undefined || 'path' in origin || holds(made.stage) ? [] : [origin.rows.relation];
  return [...('input' in made ? [made.input.relation] : []), ...taught].map(plainRows);
}
