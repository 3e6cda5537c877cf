import { plainRows } from '@millrace/processors';
import type { Relation } from '@millrace/spark-connect/proto';
import { madeBy, type FittedStage, type TransformStage } from '@millrace/spark-connect/ml';
import { inputsOfRelation } from '@millrace/spark-connect/visit';
import { call, chain, type Doc } from './doc.ts';
import { noForm, type Scope } from './scope.ts';
import { modelCode } from './stage.ts';
import { pyString } from './text.ts';

/** Rows that machine learning makes: `model.transform(rows)`, `model.freqItemsets`, or `Correlation.corr(rows, "v", "pearson")`. */
export function modelRows(relation: Relation, scope: Scope): Doc {
  const maker = madeBy(relation);
  if (maker === undefined) return noForm('a model');
  if ('statistic' in maker) {
    const [name = ''] = maker.statistic.split('.');
    scope.needs(`from pyspark.ml.stat import ${name}`);
    return call(maker.statistic, [scope.write.relation(maker.input.relation, scope), ...maker.args.map(pyString)]);
  }
  const stage = modelCode(maker.stage, scope);
  return 'input' in maker
    ? chain(stage, call('.transform', [scope.write.relation(maker.input.relation, scope)]))
    : chain(stage, `.${maker.attribute}`);
}

/**
 * The relations that the code of a relation reads: those of its plan, and the rows that a model in it is made of, where no
 * variable holds the model.
 */
export function readBy(relation: Relation, holds: (stage: TransformStage) => boolean): readonly Relation[] {
  const maker = madeBy(relation);
  if (maker === undefined) return inputsOfRelation(relation).map(plainRows);
  if ('statistic' in maker) return [plainRows(maker.input.relation)];
  const { origin } = maker.stage as FittedStage;
  const trainingRows = origin === undefined || 'path' in origin || holds(maker.stage) ? [] : [origin.rows.relation];
  return [...('input' in maker ? [maker.input.relation] : []), ...trainingRows].map(plainRows);
}
