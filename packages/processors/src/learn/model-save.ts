import type { RunOptions } from '@millrace/spark-connect';
import { FieldError, flag, text } from '../core/fields.ts';
import { tree, treeOfNothing, twoRows, twoVectors } from '../core/learner-examples.ts';
import { modelFacts, type ModelFacts } from '../core/model-facts.ts';
import { modelName, nameOfModel } from '../core/model-names.ts';
import { processor, table } from '../core/processor.ts';
import { refuseFitted } from '../core/learned.ts';
import type { Outcome } from '../core/results.ts';
import { needsSpark } from '../core/stages.ts';

export const modelSave = processor({
  nodeClass: 'fire.nodes.ml.NodeModelSave',
  name: 'Spark ML Model Save',
  type: 'ml-modelsave',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Saves the model of its input in a folder, so that every Spark can load it, and hands it on. Each run saves a version of its own below the folder, named by the start of the run, unless the folder itself is to hold the model.',
  fields: {
    path: text({ default: 'modelsavepath', kind: 'path', title: 'Folder' }),
    fixedPath: flag({ default: false }),
    overwrite: flag({ default: false }),
    modelName,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'each run saves a version, named by its start',
      fields: { path: '/models/tree/' },
      after: tree,
      input: twoRows,
      output: twoVectors,
      saves: [{ format: 'model', path: '/models/tree/20240229T123456789Z', mode: 'error' }],
    },
    {
      name: 'the folder itself, whatever it holds',
      fields: { path: '/models/tree', fixedPath: 'true', overwrite: 'true' },
      after: tree,
      input: twoRows,
      output: twoVectors,
      saves: [{ format: 'model', path: '/models/tree', mode: 'overwrite' }],
    },
    treeOfNothing,
    {
      name: 'a name that no reference could hold',
      fields: { modelName: 'churn/2' },
      after: tree,
      input: twoRows,
      error: 'names have 1 to 200 characters and no "/"',
    },
    {
      name: 'rows without a model',
      input: table('x double', [[1]]),
      error: 'its input brings no model',
    },
  ],
  async run(context): Promise<Outcome> {
    needsSpark(context);
    const { fields, input, learned, now, session, trains } = context;
    refuseFitted(learned, '"Sklearn Model Save"');
    const found = learned[0]?.model;
    if (found === undefined) throw new FieldError('', 'its input brings no model', 'connect a node that trains one');
    const { path: folder, fixedPath, overwrite, modelName: given } = fields;
    const base = folder.replace(/\/+$/, '');
    const path = fixedPath ? folder : `${base}/${now.replaceAll(/[-:.]/g, '')}`;
    const name = nameOfModel(given, folder);
    const handedOn = { outputs: [input], learned: [{ model: { ...found, path: folder } }] };
    if (trains) await found.fitted();
    const write = async (target: string, options?: RunOptions): Promise<void> =>
      (await found.fitted()).save(session, target, { ...options, overwrite: true });
    const facts = (): Promise<ModelFacts> => modelFacts(name, found);
    const mode = overwrite ? 'overwrite' : 'error';
    return { ...handedOn, saves: [{ format: 'model', path, mode, model: found, write, facts }] };
  },
});
