import { unavailable } from './_unavailable.ts';

/** Processors of MLeap, which does not come with the set-up. */

const mleap = (operation: string): string =>
  `MLeap is not part of the setup; use "Spark ML Model ${operation}" instead`;

export const mleapProcessors = [
  unavailable({
    nodeClass: 'fire.nodes.serving.NodeSaveMleap',
    name: 'Save MLeap',
    type: 'ml-modelsave',
    category: 'Machine-Learning/ML-SparkML/Modeling',
    description: 'Saves a model as an MLeap bundle.',
    why: mleap('Save'),
  }),
  unavailable({
    nodeClass: 'fire.nodes.serving.NodeLoadMleap',
    name: 'Load MLeap',
    type: 'ml-modelload',
    category: 'Machine-Learning/ML-SparkML/Modeling',
    inputs: { min: 0, max: 1 },
    description: 'Loads a model from an MLeap bundle.',
    why: mleap('Load'),
  }),
];
