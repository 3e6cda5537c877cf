import type { RunOptions } from '@millrace/spark-connect';
import { FieldError, flag, text } from '../core/fields.ts';
import { tree, treeOfNothing, twoRows, twoVectors } from '../core/learner-examples.ts';
import { modelFacts, type ModelFacts } from '../core/model-facts.ts';
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
    modelName: text({
      title: 'Name of the model',
      description:
        'Each run adds a version of the model of this name to the models of the project; without it the folder names the model.',
    }),
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
    const { path: folder, fixedPath, overwrite, modelName } = fields;
    const base = folder.replace(/\/+$/, '');
    const path = fixedPath ? folder : `${base}/${now.replaceAll(/[-:.]/g, '')}`;
    const name = nameOf(modelName ?? base.slice(base.lastIndexOf('/') + 1));
    const handedOn = { outputs: [input], learned: [{ model: { ...found, path: folder } }] };
    if (!trains) return handedOn;
    const model = await found.fitted();
    const write = (target: string, options?: RunOptions): Promise<void> =>
      model.save(session, target, { ...options, overwrite: true });
    const facts = (): Promise<ModelFacts> => modelFacts(name, found);
    return { ...handedOn, saves: [{ format: 'model', path, mode: overwrite ? 'overwrite' : 'error', write, facts }] };
  },
});

/** The name of a model, without blanks at its ends. Throws a `FieldError` for one that no reference could hold. */
function nameOf(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= 200 && !name.includes('/')) return name;
  throw new FieldError(
    'modelName',
    `"${name}" is no name of a model: names have 1 to 200 characters and no "/"`,
    'give the model a short name, such as churn',
  );
}
