import type { NodeType } from '@millrace/workflow';
import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors of H2O, a server that does not come with the set-up. */

interface About extends Omit<Parameters<typeof unavailable>[0], 'category' | 'type' | 'why'> {
  readonly type?: NodeType;
  /** What to take instead. */
  readonly take: string;
}

const ofH2O = (take: string): string => `H2O, a separate server, is not part of the setup; ${take} instead`;

const h2o = ({ take, type = 'ml-estimator', ...rest }: About): Processor =>
  unavailable({ ...rest, type, category: 'Machine-Learning/ML-H2O', why: ofH2O(take) });

export const h2oProcessors = [
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OAutoML',
    name: 'H2O Auto ML',
    description: 'Tries several H2O learners within a time limit and keeps the best model.',
    take: 'try Spark ML learners with "Cross Validator"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2ODRF',
    formerly: ['fire.nodes.h2o.NodeH2ODrf'],
    name: 'H2O Distributed Random Forest',
    description: 'Trains a random forest with H2O.',
    take: 'use "Random Forest Classifier" or "Random Forest Regression"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OGBM',
    formerly: ['fire.nodes.h2o.NodeH2OGbm'],
    name: 'H2O Gradient Boosting Machine',
    description: 'Trains boosted trees with H2O.',
    take: 'use "GBT Classifier", "GBT Regression" or an XGBoost node',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OXGBoost',
    name: 'H2O XGBoost',
    description: 'Trains boosted trees with the XGBoost implementation of H2O.',
    take: 'use "XGBoost Classifier" or "XGBoost Regressor"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OGLM',
    formerly: ['fire.nodes.h2o.NodeH2OGlm'],
    name: 'H2O Generalized Linear Models',
    description: 'Trains a generalized linear model with H2O.',
    take: 'use "Linear Regression" or "Logistic Regression"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OGLRM',
    formerly: ['fire.nodes.h2o.NodeH2OGlrm'],
    name: 'H2O Generalized Low Rank Models',
    description: 'Describes rows by a few numbers each with the generalized low-rank models of H2O.',
    take: 'use "PCA"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OPCA',
    name: 'H2O PCA',
    description: 'Finds principal components with H2O.',
    take: 'use "PCA"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OKMeans',
    name: 'H2O K-Means',
    description: 'Groups rows into clusters with the k-means of H2O.',
    take: 'use "K-Means"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OIsolationForest',
    name: 'H2O Isolation Forest',
    description: 'Finds anomalous rows with the isolation forest of H2O.',
    take: 'find anomalous rows by their distance from the cluster centers of "K-Means"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2ONeuralNetwork',
    name: 'H2O Neural Network',
    description: 'Trains a neural network with H2O.',
    take: 'use "MultiLayer Perceptron"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OWord2vec',
    name: 'H2O Word to Vec',
    description: 'Trains word vectors with H2O.',
    take: 'use "Word2 Vec"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OScore',
    name: 'H2O Score',
    type: 'ml-predict',
    inputs: { min: 1, max: 2 },
    inputNames: ['Data', 'Model'],
    description: 'Predicts with an H2O model.',
    take: 'use "Spark Predict" with a Spark ML model',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeExtractProbabilities',
    name: 'Extract Probabilities',
    type: 'transform',
    description: 'Adds columns with the probabilities predicted by H2O.',
    take: 'use "Split Probability Column" after "Spark Predict"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OClusteringEvaluator',
    name: 'H2O Clustering Evaluator',
    type: 'ml-evaluator',
    description: 'Evaluates clusters found by H2O.',
    take: 'use "Clustering Evaluator"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OModelSave',
    formerly: ['fire.nodes.h2o.NodeH2OMojoSave'],
    name: 'H2O ML Model Save',
    type: 'ml-modelsave',
    description: 'Saves a model trained by H2O.',
    take: 'use "Spark ML Model Save" with a Spark ML model',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OModelLoad',
    formerly: ['fire.nodes.h2o.NodeH2OMojoLoad'],
    name: 'H2O ML Model Load',
    type: 'ml-modelload',
    inputs: { min: 0, max: 1 },
    description: 'Loads a model saved by H2O.',
    take: 'use "Spark ML Model Load" with a Spark ML model',
  }),
];
