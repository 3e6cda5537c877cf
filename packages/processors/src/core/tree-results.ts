import type { SparkSession } from '@millrace/spark-connect';
import type { Model } from '@millrace/spark-connect/ml';
import type { FeatureNames } from './feature-names.ts';
import { numberIn, numbersIn, ofFeatures } from './model-results.ts';
import type { Look } from './supervised.ts';

const mostLines = 200;

/** A forest: how many trees and nodes, and how much each feature says. */
export async function lookAtForest(session: SparkSession, model: Model, names: FeatureNames): Promise<Look> {
  const importances = numbersIn(await model.get('featureImportances'));
  return {
    numbers: { trees: await numberIn(model, 'getNumTrees'), nodes: await numberIn(model, 'totalNumNodes') },
    results: ofFeatures(session, 'Feature importances', names, { importance: importances }),
  };
}

/** A single tree: the same, and its rules. */
export async function lookAtTree(session: SparkSession, model: Model, names: FeatureNames): Promise<Look> {
  const importances = numbersIn(await model.get('featureImportances'));
  const [, ...lines] = String(await model.get('toDebugString'))
    .trimEnd()
    .split('\n');
  const rules = lines.map((line) => line.replace(/feature (\d+)/, (_, at: string) => names(Number(at))));
  const text = [...rules.slice(0, mostLines), ...(rules.length > mostLines ? [`… ${rules.length} lines`] : [])];
  return {
    numbers: { depth: await numberIn(model, 'depth'), nodes: await numberIn(model, 'numNodes') },
    results: [
      ...ofFeatures(session, 'Feature importances', names, { importance: importances }),
      { type: 'text', title: 'Rules', text: text.join('\n') },
    ],
  };
}
