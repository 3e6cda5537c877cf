import type { StructType } from '@millrace/spark-connect';
import type { Estimator } from '@millrace/spark-connect/ml';
import type { FieldValues } from '../../contract/fields.ts';
import type { Outcome } from '../../contract/results.ts';
import {
  withoutUndefined,
  seedOf,
  treeGridOf,
  treeParams,
  type treeFields,
  type treeGrid,
} from '../kit/learner-fields.ts';
import { trainSupervised, type LearnerColumns } from './_supervised.ts';
import type { ClassFields } from './_testing.ts';
import type { inspectForest } from './_tree-results.ts';

type Context = Parameters<typeof trainSupervised>[0] & { readonly schema: StructType };
type RegressorFields = FieldValues<typeof treeFields> & FieldValues<typeof treeGrid>;
type ClassifierFields = RegressorFields &
  ClassFields & { readonly probabilityCol: string | undefined; readonly rawPredictionCol: string | undefined };

/** Parameters of every estimator of Spark ML that grows trees. */
type TreeParameters = LearnerColumns &
  ReturnType<typeof treeParams> & {
    readonly seed?: number;
    readonly probabilityCol?: string;
    readonly rawPredictionCol?: string;
  };

interface TreeLearner<P> extends Pick<Parameters<typeof trainSupervised>[1], 'grid' | 'title'> {
  readonly make: (parameters: TreeParameters & P) => Estimator;
  /** Parameters of its own. */
  readonly parameters: P;
  readonly inspect: typeof inspectForest;
}

/** Trees that tell classes apart, and what there is to see of them and of their predictions. */
export const treeClassifier = <const P>(
  context: Context & { readonly fields: ClassifierFields },
  learner: TreeLearner<P> & { readonly labels: 'classes' | 'two classes' },
): Promise<Outcome> => {
  const { probabilityCol, rawPredictionCol } = context.fields;
  return trees(context, learner, { columns: { probabilityCol, rawPredictionCol }, shows: context.fields });
};

/** Trees that predict a number, and what there is to see of them. */
export const treeRegressor = <const P>(
  context: Context & { readonly fields: RegressorFields },
  learner: TreeLearner<P>,
): Promise<Outcome> => trees(context, { ...learner, labels: 'numbers' }, { columns: {} });

const trees = <P>(
  context: Context & { readonly fields: RegressorFields },
  learner: TreeLearner<P> & Pick<Parameters<typeof trainSupervised>[1], 'labels'>,
  classes: {
    readonly columns: { readonly probabilityCol?: string | undefined; readonly rawPredictionCol?: string | undefined };
    readonly shows?: ClassFields;
  },
): Promise<Outcome> => {
  const { fields, session } = context;
  const { title, labels, make, parameters, inspect, grid = treeGridOf(fields) } = learner;
  return trainSupervised(context, {
    ...{ title, labels, grid, maxBins: fields.maxBins },
    estimator: (columns) =>
      make({
        ...columns,
        ...treeParams(fields),
        ...parameters,
        ...withoutUndefined({ seed: seedOf(fields), ...classes.columns }),
      }),
    inspect: (model, names) => inspect(session, model, names),
    ...(classes.shows === undefined ? {} : { shows: classes.shows }),
  });
};
