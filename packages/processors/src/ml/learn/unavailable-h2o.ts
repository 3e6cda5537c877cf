import type { NodeType } from '@millrace/workflow';
import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors of H2O, a server that does not come with the set-up. */

interface About extends Omit<Parameters<typeof unavailable>[0], 'category' | 'type' | 'why'> {
  readonly type?: NodeType;
  /** What to take instead. */
  readonly take: string;
}

const ofH2O = (take: string): string => `H2O, a server of its own, does not come with the set-up; ${take} instead`;

const h2o = ({ take, type = 'ml-estimator', ...rest }: About): Processor =>
  unavailable({ ...rest, type, category: 'Machine-Learning/ML-H2O', why: ofH2O(take) });

export const h2oProcessors = [
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OAutoML',
    name: 'H2O Auto ML',
    description: 'Tries several learners of H2O in a given time and keeps the best one.',
    take: 'try learners of Spark ML with "Cross Validator"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2ODRF',
    formerly: ['fire.nodes.h2o.NodeH2ODrf'],
    name: 'H2O Distributed Random Forest',
    description: 'Learns a random forest with H2O.',
    take: 'take "Random Forest Classifier" or "Random Forest Regression"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OGBM',
    formerly: ['fire.nodes.h2o.NodeH2OGbm'],
    name: 'H2O Gradient Boosting Machine',
    description: 'Learns boosted trees with H2O.',
    take: 'take "GBT Classifier", "GBT Regression" or a node of XGBoost',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OXGBoost',
    name: 'H2O XGBoost',
    description: 'Learns boosted trees with the XGBoost that is part of H2O.',
    take: 'take "XGBoost Classifier" or "XGBoost Regressor"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OGLM',
    formerly: ['fire.nodes.h2o.NodeH2OGlm'],
    name: 'H2O Generalized Linear Models',
    description: 'Learns a generalized linear model with H2O.',
    take: 'take "Linear Regression" or "Logistic Regression"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OGLRM',
    formerly: ['fire.nodes.h2o.NodeH2OGlrm'],
    name: 'H2O Generalized Low Rank Models',
    description: 'Describes rows by a few numbers each with the low rank models of H2O.',
    take: 'take "PCA"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OPCA',
    name: 'H2O PCA',
    description: 'Learns principal components with H2O.',
    take: 'take "PCA"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OKMeans',
    name: 'H2O K-Means',
    description: 'Puts rows into clusters with the k-means of H2O.',
    take: 'take "K-Means"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OIsolationForest',
    name: 'H2O Isolation Forest',
    description: 'Finds unusual rows with the isolation forest of H2O.',
    take: 'find unusual rows by their distance from the centres of "K-Means"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2ONeuralNetwork',
    name: 'H2O Neural Network',
    description: 'Learns a neural network with H2O.',
    take: 'take "MultiLayer Perceptron"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OWord2vec',
    name: 'H2O Word to Vec',
    description: 'Learns vectors for words with H2O.',
    take: 'take "Word2 Vec"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OScore',
    name: 'H2O Score',
    type: 'ml-predict',
    inputs: { min: 1, max: 2 },
    inputNames: ['Data', 'Model'],
    description: 'Predicts with a model of H2O.',
    take: 'take "Spark Predict" with a model of Spark ML',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeExtractProbabilities',
    name: 'Extract Probabilities',
    type: 'transform',
    description: 'Makes columns of the probabilities that H2O has predicted.',
    take: 'take "Split Probability Column" after "Spark Predict"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OClusteringEvaluator',
    name: 'H2O Clustering Evaluator',
    type: 'ml-evaluator',
    description: 'Judges the clusters that H2O has found.',
    take: 'take "Clustering Evaluator"',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OModelSave',
    formerly: ['fire.nodes.h2o.NodeH2OMojoSave'],
    name: 'H2O ML Model Save',
    type: 'ml-modelsave',
    description: 'Saves a model that H2O has learned.',
    take: 'take "Spark ML Model Save" with a model of Spark ML',
  }),
  h2o({
    nodeClass: 'fire.nodes.h2o.NodeH2OModelLoad',
    formerly: ['fire.nodes.h2o.NodeH2OMojoLoad'],
    name: 'H2O ML Model Load',
    type: 'ml-modelload',
    inputs: { min: 0, max: 1 },
    description: 'Loads a model that H2O has saved.',
    take: 'take "Spark ML Model Load" with a model of Spark ML',
  }),
];
