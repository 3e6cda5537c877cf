import {
  ConnectionLostError,
  functions as F,
  SparkError,
  typeName,
  types,
  type DataType,
  type SparkSession,
  type Value,
} from '@millrace/spark-connect';
import { denseValues, vectorOf, type FittedStage, type TransformStage } from '@millrace/spark-connect/ml';
import { RunError } from '../errors.ts';
import type { EngineHost, EngineSession } from '../host.ts';
import { cellOf, columnsOf } from '../run/cells.ts';
import { plainMessage, remedyFor } from '../run/remedies.ts';
import type { Cell, ColumnInfo } from '../run/events.ts';
import { rowsToPredict, type ModelInput } from './rows-to-predict.ts';

export interface PredictorOptions {
  readonly host: EngineHost;
  /** Milliseconds after its last prediction at which the session of a project is closed. */
  readonly idleMs: number;
}

/** A model that is to predict. */
export interface ModelToServe extends ModelInput {
  /** Whom an embedded Spark works for. */
  readonly owner: string;
  /** Tells the model from others, and from what lay in its folder earlier. */
  readonly key: string;
  /** Loads it; asked where it is not there yet. */
  readonly load: (session: SparkSession) => Promise<TransformStage>;
  /** Columns that it adds; what is asked for where nothing else is. */
  readonly outputs: readonly string[];
}

export interface Predictions {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Served {
  readonly engine: Promise<EngineSession>;
  /** The one that was used last stands last. */
  readonly models: Map<string, Promise<TransformStage>>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

/** Most models that one session keeps loaded. */
const mostModels = 20;

/** Models that predict rows as they come: loaded once, on a session of their project that ends when nobody asks any more. */
export class Predictor implements AsyncDisposable {
  readonly #options: PredictorOptions;
  readonly #served = new Map<string, Served>();
  readonly #closing = new Set<Promise<unknown>>();

  constructor(options: PredictorOptions) {
    this.#options = options;
  }

  /**
   * Predicts for rows of JSON, in their order; `wanted`: the columns to give, of those that the model adds and of the rows.
   * Throws a `RunError` for rows that do not suit, and for what the model itself refuses.
   */
  async predict(
    model: ModelToServe,
    rows: readonly Readonly<Record<string, unknown>>[],
    wanted: readonly string[] = model.outputs,
  ): Promise<Predictions> {
    const given = rowsToPredict(rows, model);
    if (rows.length === 0) return { columns: [], rows: [] };
    const ask = (): Promise<Predictions> =>
      this.#use(model.owner, (served) => this.#predict(served, model, given, wanted));
    try {
      // an engine that has ended meanwhile has taken all models along
      return await ask().catch((error: unknown) => {
        if (error instanceof ConnectionLostError) return ask();
        throw error;
      });
    } catch (error) {
      if (!(error instanceof SparkError) || error instanceof ConnectionLostError) throw error;
      const said = plainMessage(error.message, error.errorClass);
      const remedy = remedyFor(error.errorClass ?? said) ?? remedyFor(said);
      throw new RunError('PREDICTION_FAILED', said, remedy ?? 'give rows like those that the model was made from');
    }
  }

  async #use<T>(owner: string, work: (served: Served) => Promise<T>): Promise<T> {
    const served = this.#served.get(owner) ?? this.#begin(owner);
    clearTimeout(served.timer);
    served.users++;
    try {
      return await work(served);
    } catch (error) {
      if (error instanceof ConnectionLostError) this.#end(owner, served);
      throw error;
    } finally {
      served.users--;
      if (served.users === 0 && this.#served.get(owner) === served) {
        clearTimeout(served.timer);
        served.timer = setTimeout(() => this.#end(owner, served), this.#options.idleMs).unref();
      }
    }
  }

  async #predict(
    served: Served,
    model: ModelToServe,
    { schema, rows }: ReturnType<typeof rowsToPredict>,
    wanted: readonly string[],
  ): Promise<Predictions> {
    const { session } = await served.engine;
    const stage = await this.#loaded(served, model);
    const predicted = stage.transform(session.createDataFrame(rows, schema));
    const found = await predicted.select(...wanted.map((name) => F.columnNamed(name))).table();
    return {
      columns: columnsOf(found.schema),
      rows: found.rows.map((row) => row.map((value, i) => jsonOf(value, found.schema.fields[i]?.type))),
    };
  }

  #loaded(served: Served, { key, load }: ModelToServe): Promise<TransformStage> {
    const known = served.models.get(key);
    served.models.delete(key);
    const loading =
      known ??
      (async () => {
        const { session } = await served.engine;
        return load(session);
      })();
    served.models.set(key, loading);
    loading.catch(() => served.models.get(key) === loading && served.models.delete(key));
    const [oldest] = served.models;
    if (oldest !== undefined && served.models.size > mostModels) {
      served.models.delete(oldest[0]);
      // who still predicts with it finds it gone, and may ask again
      void oldest[1]
        .then((stage) => ('dispose' in stage ? (stage as FittedStage).dispose() : undefined))
        .catch(() => undefined);
    }
    return loading;
  }

  #begin(owner: string): Served {
    const served: Served = {
      engine: this.#options.host.open('spark', { owner }),
      models: new Map(),
      users: 0,
      timer: undefined,
    };
    served.engine.catch(() => this.#served.get(owner) === served && this.#served.delete(owner));
    this.#served.set(owner, served);
    return served;
  }

  #end(owner: string, served: Served): void {
    clearTimeout(served.timer);
    if (this.#served.get(owner) === served) this.#served.delete(owner);
    const closing = served.engine
      .then((engine) => engine.leave())
      // an engine that is gone has nothing to be told
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [owner, served] of this.#served) this.#end(owner, served);
    await Promise.all(this.#closing);
  }
}

/** Most places of a vector that are given with all their values. */
const mostDense = 5_000;

/** A value as an answer holds it: vectors as lists of numbers, long ones that are mostly 0 by their places. */
function jsonOf(value: Value, type?: DataType): Cell {
  if (value === null || type === undefined || typeName(type) !== typeName(types.vector)) return cellOf(value, type);
  const vector = vectorOf(value);
  if (vector.kind === 'dense' || vector.size <= mostDense) return denseValues(vector).map((one) => cellOf(one));
  const { size, indices, values } = vector;
  return { size, indices, values: values.map((one) => cellOf(one)) };
}
