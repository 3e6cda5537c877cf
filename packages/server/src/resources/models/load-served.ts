import type { EngineSession } from '@millrace/runner';
import type { LoadedModel } from '@millrace/runner/serving';
import type { Files } from '@millrace/processors';

/** Loads a registered model to predict with: on Spark what is Spark's, in the Python worker what is of scikit-learn or XGBoost. */
export async function loadServed(
  engine: EngineSession,
  files: Files,
  path: string,
  library: string,
): Promise<LoadedModel> {
  if (library === 'spark') {
    const { folderOfModel, readModel, vectorSizes } = await import('@millrace/processors/loaded');
    const stage = await readModel(engine.session, await folderOfModel(files, path, 'model'), path, 'model');
    return {
      predict: (rows) => stage.transform(rows),
      sizes: await vectorSizes(stage),
      ...('dispose' in stage
        ? { dispose: () => (stage as typeof stage & { dispose(): Promise<void> }).dispose() }
        : {}),
    };
  }
  const { fittedIn } = await import('@millrace/processors/fitted');
  const fitted = await fittedIn(files, path, engine.python, 'model');
  const model = await fitted.handle();
  if (library === 'xgboost') {
    const { boostedRows, boostedSizes } = await import('@millrace/processors/boosted');
    return {
      sizes: boostedSizes(fitted.about),
      predict: async (rows) => (await boostedRows(engine, fitted, { rows, schema: await rows.schema() })).output,
    };
  }
  return {
    async predict(input) {
      const { tables } = await engine.python.call({ operation: 'predict', parameters: { model }, rows: { input } });
      return tables['rows'] ?? input;
    },
  };
}
