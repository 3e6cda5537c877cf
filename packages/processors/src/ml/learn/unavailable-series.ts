import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors of time series on libraries that do not come with the set-up. */

const series = (about: Omit<Parameters<typeof unavailable>[0], 'category'>): Processor =>
  unavailable({ ...about, category: 'Machine-Learning/ML-TimeSeries' });

const noProphet = 'Prophet is not part of the setup; use "Arima" or "Sarimax" instead';

export const seriesProcessors = [
  series({
    nodeClass: 'fire.nodes.ts.NodeProphet',
    name: 'Prophet',
    type: 'ml-estimator',
    description: 'Fits the trend, seasonality and holiday effects of a series with Prophet.',
    why: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetMakeFutureDataframe',
    name: 'Prophet Make Future Dataframe',
    type: 'transform',
    description: 'Makes the future dates that Prophet is to predict.',
    why: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetPredict',
    name: 'Prophet Predict',
    type: 'ml-predict',
    inputs: { min: 1, max: 2 },
    description: 'Predicts with a Prophet model.',
    why: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetCrossValidation',
    name: 'Prophet Cross Validator',
    type: 'ml-predict',
    inputs: { min: 1, max: 2 },
    description: 'Evaluates a Prophet model on parts of the past.',
    why: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetSave',
    name: 'Prophet Model Save',
    type: 'ml-modelsave',
    description: 'Saves a model fitted by Prophet.',
    why: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeProphetLoad',
    name: 'Prophet Model Load',
    type: 'ml-modelload',
    inputs: { min: 0, max: 1 },
    description: 'Loads a model saved by Prophet.',
    why: noProphet,
  }),
  series({
    nodeClass: 'fire.nodes.ts.NodeLSTM',
    name: 'LSTM',
    type: 'ml-estimator',
    description: 'Trains a recurrent neural network on a series.',
    why: 'no library for recurrent networks is part of the setup; use "Arima" or "Sarimax" instead',
  }),
];
