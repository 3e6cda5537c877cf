import { unavailable } from './_unavailable.ts';

/** Processors that look for best values, of which what they compute is written down nowhere. */

const noRecord = 'its computation is not documented';

export const optimisationProcessors = [
  unavailable({
    nodeClass: 'fire.nodes.lpo.NodeOptimization',
    name: 'Optimization',
    type: 'transform',
    category: 'Machine-Learning/ML-Sklearn/Optimization',
    description: 'Models how a result depends on several variables in order to find their best values.',
    why: noRecord,
  }),
  unavailable({
    nodeClass: 'fire.nodes.lpo.NodeOptimizationModelLoadAndScore',
    name: 'Optimization Model Load And Score',
    type: 'transform',
    category: 'Machine-Learning/ML-Sklearn/Optimization',
    description: 'Loads an optimization model and applies it to rows.',
    why: noRecord,
  }),
];
