import type { EngineKind } from '@millrace/engines';
import type { EngineHost, EngineSession, OpenOptions } from '@millrace/engines/host';
import { runError } from '@millrace/errors';
import { isLost, isRefusal, refusalIn, refusedBy } from './model-faults.ts';
import type { LoadedModel, ModelToServe, Predictions } from './model-to-serve.ts';
import { predictedBy } from './predict-rows.ts';
import { firstRefused, Refusal, refusalOf } from './refused-row.ts';
import { requireSizes, rowsToPredict, type RowsToPredict } from './rows-to-predict.ts';

export interface PredictorOptions {
  readonly host: EngineHost;
  /** Milliseconds after its last prediction at which the session of a project is closed. */
  readonly idleMs: number;
}

interface PredictionEngine {
  readonly engine: Promise<EngineSession>;
  /** The one that was used last stands last. */
  readonly models: Map<string, Promise<LoadedModel>>;
  users: number;
  timer: NodeJS.Timeout | undefined;
  isOver: boolean;
}

/** Most models that one session keeps loaded. */
const maxModels = 20;

/**
 * Models that predict rows as they come: loaded once, on a session of their project, view and compatibility that ends when
 * it is idle.
 */
export class Predictor implements AsyncDisposable {
  readonly #options: PredictorOptions;
  readonly #served = new Map<string, PredictionEngine>();
  readonly #closing = new Set<Promise<unknown>>();

  constructor(options: PredictorOptions) {
    this.#options = options;
  }

  /**
   * Predicts for rows of JSON, in their order; `columns`: the columns to give, of those that the model adds and of the rows.
   * Throws a `RunError` for rows that do not suit or that the model leaves out, and for what the model itself refuses.
   */
  async predict(
    model: ModelToServe,
    rows: readonly Readonly<Record<string, unknown>>[],
    columns: readonly string[] = model.outputs,
  ): Promise<Predictions> {
    const input = rowsToPredict(rows, model);
    if (rows.length === 0) return { columns: [], rows: [] };
    const ask = (some: RowsToPredict): Promise<Predictions> => {
      const once = (): Promise<Predictions> =>
        this.#use(model, (served) => this.#predict(served, model, some, columns));
      // an engine that has ended in the meantime has lost all models
      return once().catch((error: unknown) => {
        if (isLost(error)) return once();
        throw error;
      });
    };
    try {
      return await ask(input);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const at = await firstRefused(rows.length, (from, to) =>
        ask({ ...input, rows: input.rows.slice(from, to) }).then(() => false, isRefusal),
      );
      if (at === undefined) throw runError('prediction-failed', error);
      throw refusalOf(input, at, error);
    }
  }

  async #use<T>(
    { engine, compatibility, owner, view }: Pick<ModelToServe, 'engine' | 'compatibility' | 'owner' | 'view'>,
    work: (served: PredictionEngine) => Promise<T>,
  ): Promise<T> {
    const key = `${engine} ${compatibility} ${owner}, ${view?.key ?? ''}`;
    const served = this.#served.get(key) ?? this.#begin(key, engine, { owner, view, compatibility });
    clearTimeout(served.timer);
    served.users++;
    try {
      return await work(served);
    } catch (error) {
      // others may still work on what is left of it
      if (isLost(error) && this.#served.get(key) === served) this.#served.delete(key);
      throw error;
    } finally {
      served.users--;
      clearTimeout(served.timer);
      if (served.users === 0) {
        if (this.#served.get(key) !== served) this.#end(key, served);
        else served.timer = setTimeout(() => this.#end(key, served), this.#options.idleMs).unref();
      }
    }
  }

  async #predict(
    served: PredictionEngine,
    model: ModelToServe,
    input: RowsToPredict,
    columns: readonly string[],
  ): Promise<Predictions> {
    const { session } = await served.engine;
    const loaded = await this.#load(served, model).catch((error: unknown) => {
      const refusal = refusedBy(error);
      throw refusal === undefined ? error : runError('prediction-failed', refusal);
    });
    requireSizes(input, loaded.sizes ?? new Map(), model.features);
    try {
      return await predictedBy(loaded, session, { model, input, outputs: columns });
    } catch (error) {
      throw refusalIn(error) ?? error;
    }
  }

  #load(served: PredictionEngine, { key, load }: ModelToServe): Promise<LoadedModel> {
    const cached = served.models.get(key);
    served.models.delete(key);
    const loading = cached ?? served.engine.then(load);
    served.models.set(key, loading);
    loading.catch(() => served.models.get(key) === loading && served.models.delete(key));
    const [oldest] = served.models;
    if (oldest !== undefined && served.models.size > maxModels) {
      served.models.delete(oldest[0]);
      // a prediction that still uses it fails, and can be asked for again
      void oldest[1].then((model) => model.dispose?.()).catch(() => undefined);
    }
    return loading;
  }

  #begin(key: string, kind: EngineKind, options: OpenOptions): PredictionEngine {
    const served: PredictionEngine = {
      engine: this.#options.host.open(kind, options),
      models: new Map(),
      users: 0,
      timer: undefined,
      isOver: false,
    };
    served.engine.catch(() => this.#served.get(key) === served && this.#served.delete(key));
    this.#served.set(key, served);
    return served;
  }

  #end(key: string, served: PredictionEngine): void {
    clearTimeout(served.timer);
    if (this.#served.get(key) === served) this.#served.delete(key);
    if (served.isOver) return;
    served.isOver = true;
    const closing = served.engine
      .then((engine) => engine.leave())
      // an engine that is gone needs no notice
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [key, served] of this.#served) this.#end(key, served);
    await Promise.all(this.#closing);
  }
}
