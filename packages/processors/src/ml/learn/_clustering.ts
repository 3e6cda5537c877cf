import type { Column } from '@millrace/spark-connect';
import type { Estimator, Model } from '@millrace/spark-connect/ml';
import { newColumn } from '../kit/feature-columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { featureNames, requireVector, requireWeight, type FeatureNames } from '../kit/feature-names.ts';
import { column, text } from '../../kit/fields.ts';
import { integer } from '../../kit/number-fields.ts';
import type { FieldValues } from '../../contract/fields.ts';
import { withoutUndefined, maxInteger, seed, weightCol } from '../kit/learner-fields.ts';
import { summary } from '../kit/model-results.ts';
import type { Context } from '../../contract/context.ts';
import type { Outcome } from '../../contract/results.ts';
import { trainingOutcome, trainingRows, requireSpark } from '../kit/stages.ts';
import type { ModelInspection } from './_supervised.ts';
import { trainingFacts, type TrainingFacts } from './_training-facts.ts';

/** The fields of every node that finds clusters. */
export const clusteringFields = {
  featuresCol: column({ required: true, title: 'Features', description: 'A column of vectors' }),
  k: integer({ default: 2, min: 2, max: maxInteger, title: 'Number of clusters' }),
  maxIter: integer({ default: 20, min: 0, max: maxInteger, title: 'Maximum iterations' }),
  predictionCol: text({ title: 'Prediction column' }),
  seed,
  weightCol,
};

interface Columns {
  readonly featuresCol: string;
  readonly predictionCol?: string;
  readonly weightCol?: string;
}

interface Clustering {
  readonly title: string;
  /** Groups to find, if they cannot be more than the rows. */
  readonly k?: number;
  readonly estimator: (columns: Columns) => Estimator;
  /** What is asked of the rows in addition, by its names. */
  readonly aggregates?: Readonly<Record<string, Column>>;
  /** Throws a `FieldError` for vectors that cannot be trained on; returns warnings about others. */
  readonly check?: (aggregates: TrainingFacts['more']) => readonly string[];
  readonly inspect: (model: Model, names: FeatureNames) => Promise<ModelInspection>;
}

type ClusteringContext = Pick<
  Context<Record<never, never>>,
  'engine' | 'session' | 'input' | 'schema' | 'learned' | 'known' | 'trains' | 'maxTrainingRows'
> & {
  readonly fields: Pick<FieldValues<typeof clusteringFields>, 'featuresCol'> & {
    readonly predictionCol?: string | undefined;
    readonly weightCol?: string | undefined;
  };
};

/** A model of groups among vectors, and what there is to see of it. */
export async function clustering(
  context: ClusteringContext,
  { title, k = 0, estimator, aggregates, check, inspect }: Clustering,
): Promise<Outcome> {
  requireSpark(context);
  const { schema, fields, session } = context;
  const features = requireVector(schema, fields.featuresCol, 'featuresCol');
  const weight = requireWeight(schema, fields.weightCol);
  if (fields.predictionCol !== undefined) newColumn(schema, fields.predictionCol, 'predictionCol');
  const columns = {
    featuresCol: features.name,
    ...withoutUndefined({ predictionCol: fields.predictionCol, weightCol: weight?.name }),
  };
  const stage = estimator(columns);
  return trainingOutcome(context, {
    title,
    estimator: stage,
    trainingReport: async ({ train }) => {
      const aggregateFacts = { known: context.known, ...(aggregates && { more: aggregates }) };
      const facts = await trainingFacts(trainingRows(context, train), columns, aggregateFacts);
      const warnings = check?.(facts.more) ?? [];
      if (k > facts.rows)
        throw new FieldError(
          'k',
          `invalid value ${k} for field "k": must be at most ${facts.rows}, the number of rows`,
          `enter ${facts.rows} or less`,
        );
      return async (model) => {
        const { numbers, results } = await inspect(model, featureNames(features, context.learned[0]?.words));
        const about = summary(session, { rows: facts.rows, features: facts.features, ...numbers });
        return { results: [about, ...results], warnings };
      };
    },
  });
}
