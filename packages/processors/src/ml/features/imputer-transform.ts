import { applied } from './_applied.ts';
import { table } from '../../kit/examples.ts';

const learned = [{ nodeClass: 'fire.nodes.ml.NodeImputer', fields: { inputCol: 'x', outputCol: 'y' } }] as const;

export const imputerTransform = applied({
  nodeClass: 'fire.nodes.ml.NodeImputerTransform',
  formerly: ['fire.nodes.etl.NodeImputerTransform'],
  name: 'Imputer Transform',
  title: 'imputer',
  examples: [
    {
      name: 'the mean that others had',
      after: learned,
      input: [table('x double', [[1], [null], [3]]), table('x double', [[null], [8]])],
      output: table('x double, y double', [
        [null, 2],
        [8, 8],
      ]),
    },
    {
      name: 'the model alone: the rows that it was made from',
      after: learned,
      input: table('x double', [[1], [null], [3]]),
      output: table('x double, y double', [
        [1, 1],
        [null, 2],
        [3, 3],
      ]),
    },
    { name: 'no model', input: table('x double', [[1]]), error: 'none of its inputs brings a model' },
    {
      name: 'an empty input',
      after: learned,
      input: [table('x double', [[1], [null], [3]]), table('x double', [])],
      output: table('x double, y double', []),
    },
  ],
});
