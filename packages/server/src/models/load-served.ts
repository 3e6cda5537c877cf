import type { EngineSession } from '@millrace/engines/host';
import type { LoadedModel } from '@millrace/runner/serving';
import type { Files, Python } from '@millrace/processors';

/** Loads a registered model to predict with: on Spark what is Spark's, in the Python worker what is of scikit-learn or XGBoost. */
export async function loadServed(
  engine: EngineSession,
  files: Files,
  path: string,
  library: string,
): Promise<LoadedModel> {
  if (library === 'spark') {
    const { folderOfModel, readModel, standInsFor, transform, vectorSizes } =
      await import('@millrace/processors/loaded');
    const stage = await readModel(engine.session, await folderOfModel(files, path, 'model'), path, 'model');
    const substitutes = await standInsFor(stage);
    return {
      predict: (rows) => transform(stage, rows, substitutes),
      sizes: await vectorSizes(stage),
      ...('dispose' in stage
        ? { dispose: () => (stage as typeof stage & { dispose(): Promise<void> }).dispose() }
        : {}),
    };
  }
  const { fittedModelIn } = await import('@millrace/processors/fitted');
  const fitted = await fittedModelIn(files, path, engine.python, 'model');
  const model = await fitted.handle();
  const python = inPlans(engine.python);
  const dispose = (): Promise<void> => engine.python.forget(model);
  if (library === 'xgboost') {
    const { boostedRows, boostedSizes } = await import('@millrace/processors/boosted');
    const { session } = engine;
    return {
      sizes: boostedSizes(fitted.about),
      predict: async (rows) =>
        (await boostedRows({ session, python }, fitted, { rows, schema: await rows.schema() })).output,
      dispose,
    };
  }
  return {
    async predict(input) {
      const { tables } = await python.call({ operation: 'predict', parameters: { model }, rows: { input } });
      return tables['rows'] ?? input;
    },
    dispose,
  };
}

/** Leaves no files of answers, each of which is read once: the session lives as long as models are asked for. */
const inPlans = (python: Python): Python => ({
  nextModel: () => python.nextModel(),
  call: (request) => python.call({ ...request, inPlan: true }),
  save: (...args) => python.save(...args),
});
