import { table } from '../../kit/examples.ts';
import { text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { folderOrModel } from '../kit/model-names.ts';
import { loadingModel } from '../kit/sklearn-files.ts';
import { seriesModels, type SeriesModel } from './_series-models.ts';
import { withArticle } from '../kit/ml-errors.ts';

type Names = Pick<Definition<Record<never, never>>, 'nodeClass' | 'name'>;

const card = { library: 'sklearn', kind: 'regressor', title: 'scikit-learn lasso regression', features: ['x'] };

/** A node that loads a saved model of time series. */
const loading = ({ library, description }: SeriesModel, names: Names): Processor =>
  processor({
    ...names,
    examples: [
      {
        name: 'rejects a folder without a model',
        fields: { path: '/models' },
        files: { 'models/readme.txt': 'none yet' },
        input: table('x double', []),
        error: 'no saved model in path "/models"',
      },
      {
        name: 'rejects a model of another kind',
        fields: { path: '/models' },
        files: { 'models/1/card.json': JSON.stringify({ ...card, file: 'model.skops', sha256: '' }) },
        input: table('x double', []),
        error: `path "/models" contains a scikit-learn lasso regression: must be ${withArticle(description)}`,
      },
      {
        name: 'rejects an invalid card',
        fields: { path: '/models' },
        files: { 'models/card.json': '[]' },
        input: table('x double', []),
        error: 'contains an invalid card.json',
      },
    ],
    type: 'ml-modelload',
    category: 'Machine-Learning/ML-TimeSeries',
    description: `Loads a saved ${description}: the one in the folder, or the newest version below it. After a node that saves to the same folder, it provides the model of this run.`,
    fields: { path: text({ default: 'modelsavepath', ...folderOrModel }) },
    inputs: { min: 0, max: 1 },
    needs: ['python'],
    run: (context) => loadingModel(context, context.fields, { libraries: [library], description }),
  });

export const loadModels = [
  loading(seriesModels.arima, { nodeClass: 'fire.nodes.ts.NodeArimaLoad', name: 'Arima Model Load' }),
  loading(seriesModels.sarimax, { nodeClass: 'fire.nodes.ts.NodeSarimaxLoad', name: 'Sarimax Model Load' }),
  loading(seriesModels.var, { nodeClass: 'fire.nodes.ts.NodeVarLoad', name: 'VAR Model Load' }),
];
