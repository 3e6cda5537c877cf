import type { CollectedTable } from '@millrace/spark-connect';
import type { Expression, Relation } from '@millrace/spark-connect/proto';
import type { FitStage, TransformStage } from '@millrace/spark-connect/ml';
import type { Doc } from './doc.ts';

/** Ways to write that stand in each other: a scope carries them, so that their files need not import each other in a circle. */
export interface Writers {
  /** An expression as a Column. */
  column(expression: Expression | undefined, scope: Scope): Doc;
  /** A relation: the variable that holds it, else the calls that make it. */
  relation(relation: Relation | undefined, scope: Scope): Doc;
}

/** What the code may refer to, and what it turns out to need. */
export interface Scope {
  readonly write: Writers;
  /** The variable that holds a relation. */
  variable(relation: Relation): string | undefined;
  /** The variable of the relation with this plan id. */
  variableOfPlan(planId: bigint): string | undefined;
  /** The variable that holds what is to be fitted. */
  estimator(stage: FitStage): string | undefined;
  /** Gives what is to be fitted a variable, set before the statement that is being written. */
  hold(stage: FitStage, code: Doc): string;
  /** The variable that holds a fitted stage, or one that the same estimator has made of the same rows. */
  model(stage: TransformStage): string | undefined;
  /** The variable that holds the model which something has made of the rows that it was given. */
  modelOf(estimator: FitStage): string | undefined;
  /** Rows that stand in the plan itself. */
  rows(relation: Relation): CollectedTable | undefined;
  /** An address of the file space. */
  path(location: string): Doc;
  /** Where a save goes, as the user has written it: a leading slash means the file space. */
  target(path: string): Doc;
  /** Notes an import line, or a name of `pyspark.sql`, that the code needs. */
  needs(what: string): void;
}

/** A part of a plan that PySpark has no way to write. The message says which, in a few words. */
export class NoPythonForm extends Error {
  override readonly name = 'NoPythonForm';
}

export const noForm = (what: string): never => {
  throw new NoPythonForm(what);
};
