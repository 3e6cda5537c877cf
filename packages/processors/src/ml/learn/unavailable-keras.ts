import type { NodeType } from '@millrace/workflow';
import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors of Keras, which does not come with the set-up. */

type About = Omit<Parameters<typeof unavailable>[0], 'category' | 'type' | 'why'> & { readonly type?: NodeType };

const keras = (about: About): Processor =>
  unavailable({
    type: 'transform',
    ...about,
    category: 'Machine-Learning/ML-DeepLearning',
    why: 'Keras is not part of the setup; use "MultiLayer Perceptron" instead',
  });

export const kerasProcessors = [
  keras({
    nodeClass: 'fire.nodes.dl.NodeKerasPreprocessor',
    name: 'Keras Preprocessor',
    type: 'pyspark',
    description: 'Prepares rows for a Keras network with custom code.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeKerasLayerDense',
    name: 'Dense Layer',
    description: 'Describes a dense layer of a Keras network.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeModelSequential',
    name: 'Keras Model Sequential',
    description: 'Arranges Keras layers in sequence.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeModelCompile',
    name: 'Keras Model Compile',
    description: 'Configures the training of a Keras network.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodeModelFit',
    name: 'Keras Model Fit',
    type: 'ml-estimator',
    description: 'Trains a Keras network on the rows.',
  }),
  keras({
    nodeClass: 'fire.nodes.dl.NodePredict',
    name: 'Keras Predict',
    type: 'ml-predict',
    inputs: { min: 1, max: 2 },
    description: 'Predicts with a Keras network.',
  }),
];
