import type { RunOptions } from '@millrace/spark-connect';
import { FieldError } from '../../kit/field-error.ts';
import { flag, text } from '../../kit/fields.ts';
import { tree, treeOfNothing, twoRows, twoVectors } from './_learner-examples.ts';
import { factsIn, modelFacts } from '../kit/model-facts.ts';
import { modelName, nameOfModel } from '../kit/model-names.ts';
import { processor } from '../../kit/processor.ts';
import { table } from '../../kit/examples.ts';
import { boostedModelOf, refuseFitted } from '../kit/ml-artifacts.ts';
import type { Outcome } from '../../contract/results.ts';
import { requireSpark } from '../kit/stages.ts';

export const modelSave = processor({
  nodeClass: 'fire.nodes.ml.NodeModelSave',
  name: 'Spark ML Model Save',
  type: 'ml-modelsave',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Saves the model of its input in a folder from which any Spark installation can load it, and passes the model on. Each run saves a version named by its start time below the folder, unless the model is saved in the folder itself.',
  fields: {
    path: text({ default: 'modelsavepath', kind: 'path', writes: 'version', title: 'Folder' }),
    fixedPath: flag({ default: false }),
    overwrite: flag({ default: false }),
    modelName,
  },
  needs: ['ml'],
  examples: [
    {
      name: 'saves a version named by the start of the run',
      fields: { path: '/models/tree/' },
      after: tree,
      input: twoRows,
      output: twoVectors,
      saves: [{ format: 'model', path: '/models/tree/20240229T123456789Z', mode: 'error' }],
    },
    {
      name: 'saves to the folder itself and replaces its contents',
      fields: { path: '/models/tree', fixedPath: 'true', overwrite: 'true' },
      after: tree,
      input: twoRows,
      output: twoVectors,
      saves: [{ format: 'model', path: '/models/tree', mode: 'overwrite' }],
    },
    treeOfNothing,
    {
      name: 'rejects an invalid model name',
      fields: { modelName: 'churn/2' },
      after: tree,
      input: twoRows,
      error: 'must have 1 to 200 characters, without "/" or control characters',
    },
    {
      name: 'rejects rows without a model',
      input: table('x double', [[1]]),
      error: 'the input provides no model',
    },
  ],
  async run(context): Promise<Outcome> {
    requireSpark(context);
    const { fields, input, learned, python, schema, session, trains, version } = context;
    refuseFitted(learned, '"Sklearn Model Save"');
    const { model } = learned[0] ?? {};
    const trees = boostedModelOf(learned[0]);
    const { path: folder, fixedPath, overwrite, modelName: userName } = fields;
    const base = folder.replace(/\/+$/, '');
    const path = fixedPath ? folder : `${base}/${version}`;
    const target = { format: 'model', path, mode: overwrite ? 'overwrite' : 'error' } as const;
    const name = nameOfModel(userName, folder);
    if (model !== undefined) {
      const outcome = { outputs: [input], learned: [{ model: { ...model, path: folder } }] };
      if (trains) await model.fitted();
      const write = async (to: string, options?: RunOptions): Promise<void> =>
        (await model.fitted()).save(session, to, { ...options, overwrite: true });
      return { ...outcome, saves: [{ ...target, model, write, facts: () => modelFacts(name, model) }] };
    }
    if (trees === undefined)
      throw new FieldError('', 'the input provides no model', 'connect a node that trains a model');
    const outcome = { outputs: [input], learned: [{ fitted: { ...trees, path: folder } }] };
    if (!trains || python === undefined) return outcome;
    const handle = await trees.handle();
    const write = (to: string, options?: RunOptions): Promise<void> => python.save(handle, to, options);
    const facts = { ...factsIn(schema), name, title: trees.title };
    return { ...outcome, saves: [{ ...target, write, facts: () => Promise.resolve(facts) }] };
  },
});
