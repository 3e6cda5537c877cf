import { text } from '../../kit/fields.ts';
import { processor } from '../../kit/processor.ts';
import type { Definition, Processor } from '../../contract/processor.ts';
import { modelName } from '../kit/model-names.ts';
import { savingModel } from '../kit/sklearn-files.ts';
import { seriesModels, withoutModel, type SeriesModel } from './_series-models.ts';

type Names = Pick<Definition<Record<never, never>>, 'nodeClass' | 'name'>;

/** A node that saves a model of time series. */
const saving = (model: SeriesModel, names: Names): Processor =>
  processor({
    ...names,
    examples: [
      {
        name: 'saves a version named by the start of the run',
        fields: { path: `/models/${model.library}` },
        after: model.trainedBy,
        input: model.rows,
        output: model.rows,
        saves: [{ format: 'model', path: `/models/${model.library}/20240229T123456789Z`, mode: 'error' }],
      },
      ...withoutModel(model),
    ],
    type: 'ml-modelsave',
    category: 'Machine-Learning/ML-TimeSeries',
    description: `Saves the ${model.description} of its input as its rows and parameters, and passes the model on. Each run saves a version named by its start time below the folder.`,
    fields: { path: text({ default: 'modelsavepath', kind: 'path', writes: 'version', title: 'Folder' }), modelName },
    needs: ['python'],
    run: (context) =>
      savingModel(context, context.fields, { libraries: [model.library], description: model.description }),
  });

export const saveModels = [
  saving(seriesModels.arima, { nodeClass: 'fire.nodes.ts.NodeArimaSave', name: 'Arima Model Save' }),
  saving(seriesModels.sarimax, { nodeClass: 'fire.nodes.ts.NodeSarimaxSave', name: 'Sarimax Model Save' }),
  saving(seriesModels.var, { nodeClass: 'fire.nodes.ts.NodeVarSave', name: 'VAR Model Save' }),
];
