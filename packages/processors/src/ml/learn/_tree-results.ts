import type { SparkSession } from '@millrace/spark-connect';
import type { Model } from '@millrace/spark-connect/ml';
import type { FeatureNames } from '../kit/feature-names.ts';
import { numberIn, numbersIn, ofFeatures } from '../kit/model-results.ts';
import type { ModelInspection } from './_supervised.ts';

const maxLines = 200;

/** A forest: how many trees and nodes, and how much each feature says. */
export async function inspectForest(
  session: SparkSession,
  model: Model,
  names: FeatureNames,
): Promise<ModelInspection> {
  const [importances, trees, nodes] = await Promise.all([
    model.get('featureImportances'),
    numberIn(model, 'getNumTrees'),
    numberIn(model, 'totalNumNodes'),
  ]);
  return {
    numbers: { trees, nodes },
    results: ofFeatures(session, 'Feature importances', names, { importance: numbersIn(importances) }),
  };
}

/** A single tree: the same, and its rules. */
export async function inspectTree(session: SparkSession, model: Model, names: FeatureNames): Promise<ModelInspection> {
  const [importances, debug, depth, nodes] = await Promise.all([
    model.get('featureImportances'),
    model.get('toDebugString'),
    numberIn(model, 'depth'),
    numberIn(model, 'numNodes'),
  ]);
  const [, ...lines] = String(debug).trimEnd().split('\n');
  const rules = lines.map((line) => line.replace(/feature (\d+)/, (_, at: string) => names(Number(at))));
  const text = [...rules.slice(0, maxLines), ...(rules.length > maxLines ? [`… ${rules.length} lines`] : [])];
  return {
    numbers: { depth, nodes },
    results: [
      ...ofFeatures(session, 'Feature importances', names, { importance: numbersIn(importances) }),
      { type: 'text', title: 'Rules', text: text.join('\n') },
    ],
  };
}
