import { FieldError, flag, formerField, text } from '../core/fields.ts';
import { once, type TrainedModel } from '../core/learned.ts';
import { processor, table, type Files } from '../core/processor.ts';
import { readModel } from '../core/saved-models.ts';
import { needsSpark, trained } from '../core/stages.ts';

export const modelLoad = processor({
  nodeClass: 'fire.nodes.ml.NodeModelLoad',
  name: 'Spark ML Model Load',
  type: 'ml-modelload',
  category: 'Machine-Learning/ML-SparkML/Modeling',
  description:
    'Loads a model that was saved before, here or by another Spark: the one that the folder holds, or the newest of the versions below it. After a node that saves to the same folder it is the model of this run.',
  fields: {
    path: text({ default: 'modelsavepath', kind: 'path', title: 'Folder' }),
    fixedPath: formerField(flag({ default: false })),
    modelType: formerField(text()),
  },
  inputs: { min: 0, max: 1 },
  needs: ['ml'],
  examples: [
    {
      name: 'a folder without a model',
      fields: { path: '/models' },
      files: { 'models/readme.txt': 'none yet' },
      input: table('x double', []),
      error: '"/models" holds no saved model',
    },
  ],
  async run(context) {
    needsSpark(context);
    const { fields, files, input, inputs, learned, session } = context;
    const { path } = fields;
    const here = learned[0]?.model;
    // what this run saves is put in place when all has ended well
    const model: TrainedModel =
      here?.path === path
        ? here
        : {
            title: 'loaded model',
            fitted: once(async () => readModel(session, await folderOfModel(files, path), path)),
            alone: inputs.length === 0,
          };
    return trained(context, { model }, [input]);
  },
});

/** The folder of the model that a path of the file space holds: the newest one, where versions stand side by side. */
async function folderOfModel(files: Files, path: string): Promise<string> {
  const names = await files.input(`${path.replace(/\/+$/, '')}/**`).then(
    (found) => found.names,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'NO_FILES') return [];
      throw error;
    },
  );
  const folders = names.flatMap((name) => /^(.*)\/metadata\/[^/]+$/.exec(name)?.[1] ?? []);
  const depth = (folder: string): number => folder.split('/').length;
  // stages of a pipeline lie deeper
  const least = Math.min(...folders.map(depth));
  const newest = folders
    .filter((folder) => depth(folder) === least)
    .toSorted()
    .at(-1);
  if (newest === undefined)
    throw new FieldError('path', `"${path}" holds no saved model`, 'choose a folder that a model was saved in');
  return newest;
}
