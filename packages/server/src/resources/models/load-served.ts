import type { EngineSession } from '@millrace/runner';
import type { LoadedModel } from '@millrace/runner/serving';
import type { Files } from '@millrace/processors';

/** Loads a registered model to predict with: on Spark what is Spark's, in the Python worker what is of scikit-learn. */
export async function loadServed(
  engine: EngineSession,
  files: Files,
  path: string,
  library: string,
): Promise<LoadedModel> {
  if (library === 'spark') {
    const { folderOfModel, readModel } = await import('@millrace/processors/loaded');
    const stage = await readModel(engine.session, await folderOfModel(files, path, 'model'), path, 'model');
    return {
      predict: (rows) => stage.transform(rows),
      ...('dispose' in stage
        ? { dispose: () => (stage as typeof stage & { dispose(): Promise<void> }).dispose() }
        : {}),
    };
  }
  const { fittedIn } = await import('@millrace/processors/fitted');
  const model = await (await fittedIn(files, path, engine.python, 'model')).handle();
  return {
    async predict(input) {
      const { tables } = await engine.python.call({ operation: 'predict', parameters: { model }, rows: { input } });
      return tables['rows'] ?? input;
    },
  };
}
