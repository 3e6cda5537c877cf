import { unavailable } from './_unavailable.ts';

/** Processors that look for best values, of which what they compute is written down nowhere. */

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
