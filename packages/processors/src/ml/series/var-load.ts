import { table } from '../../kit/examples.ts';
import { loadingSeries } from './_time-series.ts';

const card = { library: 'sklearn', kind: 'regressor', title: 'scikit-learn lasso regression', features: ['x'] };

export const varLoad = loadingSeries({
  nodeClass: 'fire.nodes.ts.NodeVarLoad',
  name: 'VAR Model Load',
  library: 'var',
  what: 'VAR model',
  examples: [
    {
      name: 'a folder without a model',
      fields: { path: '/models' },
      files: { 'models/readme.txt': 'none yet' },
      input: table('x double', []),
      error: '"/models" holds no saved model',
    },
    {
      name: 'a model of another kind',
      fields: { path: '/models' },
      files: { 'models/1/card.json': JSON.stringify({ ...card, file: 'model.skops', sha256: '' }) },
      input: table('x double', []),
      error: '"/models" holds a scikit-learn lasso regression, which is no VAR model',
    },
    {
      name: 'a card that is none',
      fields: { path: '/models' },
      files: { 'models/card.json': '[]' },
      input: table('x double', []),
      error: 'holds a card.json that describes no model',
    },
  ],
});
