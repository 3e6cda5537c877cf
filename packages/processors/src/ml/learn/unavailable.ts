import type { NodeType } from '@millrace/workflow';
import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors of machine learning on libraries that do not come with the set-up. */

const load = { min: 0, max: 1 };
const apply = { min: 1, max: 2 };

const ofH2O = (take: string): string => `H2O, a server of its own, does not come with the set-up; ${take} instead`;

interface Short {
  readonly nodeClass: string;
  readonly formerly?: readonly string[];
  readonly name: string;
  readonly type?: NodeType;
  readonly description: string;
  readonly inputs?: { readonly min: number; readonly max: number };
  readonly inputNames?: readonly string[];
  readonly take: string;
}

const h2o = ({ take, type = 'ml-estimator', ...rest }: Short): Processor =>
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
    inputs: apply,
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
    inputs: load,
    description: 'Loads a model that H2O has saved.',
    take: 'take "Spark ML Model Load" with a model of Spark ML',
  }),
];

const mleap = (what: string): string => `MLeap does not come with the set-up; take "Spark ML Model ${what}" instead`;

export const mleapProcessors = [
  unavailable({
    nodeClass: 'fire.nodes.serving.NodeSaveMleap',
    name: 'Save MLeap',
    type: 'ml-modelsave',
    category: 'Machine-Learning/ML-SparkML/Modeling',
    description: 'Saves a model as a bundle of MLeap.',
    why: mleap('Save'),
  }),
  unavailable({
    nodeClass: 'fire.nodes.serving.NodeLoadMleap',
    name: 'Load MLeap',
    type: 'ml-modelload',
    category: 'Machine-Learning/ML-SparkML/Modeling',
    inputs: load,
    description: 'Loads a model from a bundle of MLeap.',
    why: mleap('Load'),
  }),
];

const keras = (given: Omit<Short, 'take'>): Processor =>
  unavailable({
    type: 'transform',
    ...given,
    category: 'Machine-Learning/ML-DeepLearning',
    why: 'Keras does not come with the set-up; take "MultiLayer Perceptron" instead',
  });

export const kerasProcessors = [
  keras({
    nodeClass: 'fire.nodes.dl.NodeKerasPreprocessor',
    name: 'Keras Preprocessor',
    type: 'pyspark',
    description: 'Prepares rows for a network of Keras with code of its own.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeKerasLayerDense',
    name: 'Dense Layer',
    description: 'Describes a dense layer of a network of Keras.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeModelSequential',
    name: 'Keras Model Sequential',
    description: 'Puts layers of Keras one behind the other.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeModelCompile',
    name: 'Keras Model Compile',
    description: 'Says how a network of Keras is to learn.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeModelFit',
    name: 'Keras Model Fit',
    type: 'ml-estimator',
    description: 'Has a network of Keras learn from the rows.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodePredict',
    name: 'Keras Predict',
    type: 'ml-predict',
    inputs: apply,
    description: 'Predicts with a network of Keras.',
  }),
];

const pycaret = (given: Omit<Short, 'take'>): Processor =>
  unavailable({
    type: 'transform',
    ...given,
    category: 'Machine-Learning/ML-Pycaret',
    why: 'PyCaret does not come with the set-up; try learners of Spark ML with "Cross Validator" instead',
  });

export const pycaretProcessors = [
  pycaret({
    nodeClass: 'fire.nodes.pycaret.NodePyCaretAutoMLClassification',
    name: 'PyCaret AutoML Classification',
    description: 'Tries several learners of PyCaret and keeps the best one for classes.',
  }),
  pycaret({
    nodeClass: 'fire.nodes.pycaret.NodePyCaretAutoMLRegression',
    name: 'PyCaret AutoML Regression',
    description: 'Tries several learners of PyCaret and keeps the best one for numbers.',
  }),
];

const series = ({ take, ...rest }: Omit<Short, 'type'> & { readonly type: NodeType }): Processor =>
  unavailable({ ...rest, category: 'Machine-Learning/ML-TimeSeries', why: take });

const noProphet = 'Prophet does not come with the set-up; take "Arima" or "Sarimax" instead';

export const seriesProcessors = [
  series({
    nodeClass: 'fire.nodes.ts.NodeProphet',
    name: 'Prophet',
    type: 'ml-estimator',
    description: 'Learns a trend, seasons and holidays of a series with Prophet.',
    take: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetMakeFutureDataframe',
    name: 'Prophet Make Future Dataframe',
    type: 'transform',
    description: 'Makes the days that Prophet is to predict.',
    take: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetPredict',
    name: 'Prophet Predict',
    type: 'ml-predict',
    inputs: apply,
    description: 'Predicts with a model of Prophet.',
    take: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetCrossValidation',
    name: 'Prophet Cross Validator',
    type: 'ml-predict',
    inputs: apply,
    description: 'Judges a model of Prophet by parts of the past.',
    take: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetSave',
    name: 'Prophet Model Save',
    type: 'ml-modelsave',
    description: 'Saves a model that Prophet has learned.',
    take: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetLoad',
    name: 'Prophet Model Load',
    type: 'ml-modelload',
    inputs: load,
    description: 'Loads a model that Prophet has saved.',
    take: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeLSTM',
    name: 'LSTM',
    type: 'ml-estimator',
    description: 'Learns a series with a recurrent network.',
    take: 'no library of recurrent networks comes with the set-up; take "Arima" or "Sarimax" instead',
  }),
];

const noRecord = 'what it computes is written down nowhere';

export const optimisationProcessors = [
  unavailable({
    nodeClass: 'fire.nodes.lpo.NodeOptimization',
    name: 'Optimization',
    type: 'transform',
    category: 'Machine-Learning/ML-Sklearn/Optimization',
    description: 'Learns how a result depends on several variables, to find their best values.',
    why: noRecord,
  }),
  unavailable({
    nodeClass: 'fire.nodes.lpo.NodeOptimizationModelLoadAndScore',
    name: 'Optimization Model Load And Score',
    type: 'transform',
    category: 'Machine-Learning/ML-Sklearn/Optimization',
    description: 'Loads what an optimisation has learned and applies it to rows.',
    why: noRecord,
  }),
];

const featureProcessor = (name: string, nodeClass: string, description: string, take: string): Processor =>
  unavailable({
    nodeClass,
    name,
    type: 'pyspark',
    category: 'Machine-Learning/ML-Feature-Selection',
    description,
    why: `${noRecord}; ${take} instead`,
  });

export const featureProcessors = [
  featureProcessor(
    'Group By RFM Features',
    'fire.nodes.fe.NodeRFMFeatures',
    'Makes features of how recently, how often and for how much each group has bought.',
    'take "Group By"',
  ),
  featureProcessor(
    'Moving Average Features',
    'fire.nodes.fe.NodeMovingAverageFeatures',
    'Makes features of averages over windows of days or hours.',
    'take "Window Aggregation"',
  ),
  featureProcessor(
    'Time Series Features',
    'fire.nodes.fe.NodeTimeSeriesFeatures',
    'Makes features of the times between the transactions of each user.',
    'take "DateTimeFieldExtract" and "Window Analytics"',
  ),
];
