import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors of PyCaret, which does not come with the set-up. */

const pycaret = (about: Omit<Parameters<typeof unavailable>[0], 'category' | 'type' | 'why'>): Processor =>
  unavailable({
    type: 'transform',
    ...about,
    category: 'Machine-Learning/ML-Pycaret',
    why: 'PyCaret is not part of the setup; try Spark ML learners with "Cross Validator" instead',
  });

export const pycaretProcessors = [
  pycaret({
    nodeClass: 'fire.nodes.pycaret.NodePyCaretAutoMLClassification',
    name: 'PyCaret AutoML Classification',
    description: 'Tries several PyCaret classifiers and keeps the best one.',
  }),
  pycaret({
    nodeClass: 'fire.nodes.pycaret.NodePyCaretAutoMLRegression',
    name: 'PyCaret AutoML Regression',
    description: 'Tries several PyCaret regression models and keeps the best one.',
  }),
];
