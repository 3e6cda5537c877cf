import {
  ConnectionLostError,
  functions as F,
  SparkError,
  typeName,
  types,
  type CollectedTable,
  type DataType,
  type DataFrame,
  type SparkSession,
  type StructType,
  type Value,
} from '@millrace/spark-connect';
import { denseValues, vectorOf } from '@millrace/spark-connect/ml';
import type { Compatibility } from '@millrace/workflow';
import { FieldError } from '@millrace/processors/field-error';
import { RunError } from '@millrace/errors';
import type { EngineKind, EngineView } from '@millrace/engines';
import type { EngineHost, EngineSession, OpenOptions } from '@millrace/engines/host';
import { cellOf, columnsOf } from '../results/cells.ts';
import { plainMessage } from '@millrace/engines/plain-message';
import { remedyFor } from '../faults/remedies.ts';
import type { Cell, ColumnInfo } from '../results/events.ts';
import { numbered, oneOfEach, type MadeRow } from './numbered-rows.ts';
import { firstRefused, Refusal, refusalOf } from './refused-row.ts';
import { requireSizes, rowsToPredict, type ModelInput, type RowsToPredict } from './rows-to-predict.ts';

export interface PredictorOptions {
  readonly host: EngineHost;
  /** Milliseconds after its last prediction at which the session of a project is closed. */
  readonly idleMs: number;
}

/** A model that is to predict. */
export interface ModelToServe extends ModelInput {
  /** Whom an embedded Spark works for. */
  readonly owner: string;
  /** What of the file space its engine sees. */
  readonly view: EngineView | undefined;
  /** Tells the model from others, and from what lay in its folder earlier. */
  readonly key: string;
  readonly engine: EngineKind;
  /** Which Spark it predicts as. */
  readonly compatibility: Compatibility;
  /** Loads it; asked where it is not there yet. */
  readonly load: (engine: EngineSession) => Promise<LoadedModel>;
  /** Columns that it adds; what is asked for where nothing else is. */
  readonly outputs: readonly string[];
  /** What can be asked for beside columns: the caller makes it of them. */
  readonly more?: readonly string[];
}

/** A model that is ready. */
export interface LoadedModel {
  /** The rows with the columns that it adds. */
  predict(rows: DataFrame): DataFrame | Promise<DataFrame>;
  /** How many numbers the vectors hold that it reads, by the names of their columns in small letters; of those that it tells. */
  readonly sizes?: ReadonlyMap<string, number>;
  /** Lets the engine forget it. */
  dispose?(): Promise<void>;
}

export interface Predictions {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
}

interface Served {
  readonly engine: Promise<EngineSession>;
  /** The one that was used last stands last. */
  readonly models: Map<string, Promise<LoadedModel>>;
  users: number;
  timer: NodeJS.Timeout | undefined;
  isOver: boolean;
}

/** Most models that one session keeps loaded. */
const mostModels = 20;

/**
 * Models that predict rows as they come: loaded once, on a session of their project, view and compatibility that ends when
 * it is idle.
 */
export class Predictor implements AsyncDisposable {
  readonly #options: PredictorOptions;
  readonly #served = new Map<string, Served>();
  readonly #closing = new Set<Promise<unknown>>();

  constructor(options: PredictorOptions) {
    this.#options = options;
  }

  /**
   * Predicts for rows of JSON, in their order; `wanted`: the columns to give, of those that the model adds and of the rows.
   * Throws a `RunError` for rows that do not suit or that the model leaves out, and for what the model itself refuses.
   */
  async predict(
    model: ModelToServe,
    rows: readonly Readonly<Record<string, unknown>>[],
    wanted: readonly string[] = model.outputs,
  ): Promise<Predictions> {
    const given = rowsToPredict(rows, model);
    if (rows.length === 0) return { columns: [], rows: [] };
    const ask = (some: RowsToPredict): Promise<Predictions> => {
      const once = (): Promise<Predictions> => this.#use(model, (served) => this.#predict(served, model, some, wanted));
      // an engine that has ended meanwhile has taken all models along
      return once().catch((error: unknown) => {
        if (isLost(error)) return once();
        throw error;
      });
    };
    try {
      return await ask(given);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const at = await firstRefused(rows.length, (from, to) =>
        ask({ ...given, rows: given.rows.slice(from, to) }).then(() => false, isRefusal),
      );
      if (at === undefined) throw new RunError('PREDICTION_FAILED', error.message, error.remedy);
      throw refusalOf(given, at, error);
    }
  }

  async #use<T>(
    { engine, compatibility, owner, view }: Pick<ModelToServe, 'engine' | 'compatibility' | 'owner' | 'view'>,
    work: (served: Served) => Promise<T>,
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
    served: Served,
    model: ModelToServe,
    given: RowsToPredict,
    wanted: readonly string[],
  ): Promise<Predictions> {
    const { session } = await served.engine;
    const loaded = await this.#loaded(served, model).catch((error: unknown) => {
      const { message, remedy } = refusedBy(error) ?? {};
      throw message === undefined || remedy === undefined ? error : new RunError('PREDICTION_FAILED', message, remedy);
    });
    requireSizes(given, loaded.sizes ?? new Map(), model.features);
    try {
      return await predictedBy(loaded, session, { model, given, wanted });
    } catch (error) {
      throw refusalIn(error) ?? error;
    }
  }

  #loaded(served: Served, { key, load }: ModelToServe): Promise<LoadedModel> {
    const known = served.models.get(key);
    served.models.delete(key);
    const loading = known ?? served.engine.then(load);
    served.models.set(key, loading);
    loading.catch(() => served.models.get(key) === loading && served.models.delete(key));
    const [oldest] = served.models;
    if (oldest !== undefined && served.models.size > mostModels) {
      served.models.delete(oldest[0]);
      // who still predicts with it finds it gone, and may ask again
      void oldest[1].then((model) => model.dispose?.()).catch(() => undefined);
    }
    return loading;
  }

  #begin(key: string, kind: EngineKind, options: OpenOptions): Served {
    const served: Served = {
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

  #end(key: string, served: Served): void {
    clearTimeout(served.timer);
    if (this.#served.get(key) === served) this.#served.delete(key);
    if (served.isOver) return;
    served.isOver = true;
    const closing = served.engine
      .then((engine) => engine.leave())
      // an engine that is gone has nothing to be told
      .catch(() => undefined)
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [key, served] of this.#served) this.#end(key, served);
    await Promise.all(this.#closing);
  }
}

/** Fails for a name that is none of those of the columns there, which are told: those that the model adds first. */
function requireColumns(
  wanted: readonly string[],
  { outputs, more = [] }: Pick<ModelToServe, 'outputs' | 'more'>,
  there: readonly string[],
): void {
  const known = new Set(there.map((name) => name.toLowerCase()));
  const missing = wanted.find((name) => !known.has(name.toLowerCase()));
  if (missing === undefined) return;
  const names = [...new Set([...outputs.filter((name) => there.includes(name)), ...more, ...there])];
  throw new RunError(
    'UNKNOWN_COLUMN',
    `columns: the model gives no column "${missing}"`,
    `ask for ${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ', …' : ''}`,
    'columns',
  );
}

/** Most names of columns in a message. */
const mostNamed = 30;

/** An engine, or the Python worker beside it, has ended with all that it had loaded. */
const isLost = (error: unknown): boolean =>
  error instanceof ConnectionLostError ||
  (error instanceof RunError && error.code === 'PYTHON_ENDED') ||
  // what a worker says that has come in place of one that ended (`work.py`)
  (error instanceof FieldError && error.message.startsWith('the model is gone with the Python worker'));

interface Asked {
  readonly model: Pick<ModelToServe, 'inputs' | 'outputs' | 'more'>;
  readonly given: RowsToPredict;
  readonly wanted: readonly string[];
}

async function predictedBy(
  loaded: LoadedModel,
  session: SparkSession,
  { model, given, wanted }: Asked,
): Promise<Predictions> {
  const { number, schema, rows } = numbered(given, wanted);
  const predicted = async (some: RowsToPredict['rows']): Promise<DataFrame> =>
    loaded.predict(session.createDataFrame(some, schema));
  const columns = wanted.map((name) => F.columnNamed(name));
  const all = await predicted(rows);
  const isUsual = wanted.every((name) => model.outputs.includes(name));
  const there = isUsual && model.inputs !== null ? undefined : (await all.schema()).fields.map(({ name }) => name);
  if (!isUsual && there !== undefined)
    requireColumns(
      wanted,
      model,
      there.filter((name) => name !== number),
    );
  // a model whose SQL names columns gives those alone
  if (there === undefined || model.inputs !== null || there.includes(number)) {
    const found = await all.select(...columns, F.columnNamed(number)).table();
    const made = found.rows.map((row): MadeRow => ({ at: Number(row.at(-1)), cells: row.slice(0, -1) }));
    return predictions(found.schema.fields.slice(0, -1), oneOfEach(made, rows.length));
  }
  const each: CollectedTable[] = [];
  for (const row of rows) each.push(await (await predicted([row])).select(...columns).table());
  const made = each.flatMap((found, at) => found.rows.map((cells): MadeRow => ({ at, cells })));
  return predictions(each[0]?.schema.fields ?? [], oneOfEach(made, rows.length));
}

const usual = 'give rows like those that the model was made from';

/** What an engine has against rows; `undefined` where the error is none of its work. */
function refusedBy(error: unknown): Refusal | undefined {
  if (!(error instanceof SparkError) || error instanceof ConnectionLostError) return undefined;
  const message = plainMessage(error.message, error.errorClass);
  return new Refusal(message, remedyFor(error.errorClass ?? message) ?? remedyFor(message) ?? usual);
}

/** The same of an engine or of a library in Python. */
const refusalIn = (error: unknown): Refusal | undefined =>
  error instanceof FieldError && !isLost(error) ? new Refusal(error.message, usual) : refusedBy(error);

/** True for a refusal of an engine; rows that it takes, and leaves out or makes several of, are none. */
function isRefusal(error: unknown): boolean {
  if (error instanceof Refusal) return true;
  if (error instanceof RunError && ['ROW_LEFT_OUT', 'SEVERAL_ROWS'].includes(error.code)) return false;
  throw error;
}

const predictions = (fields: StructType['fields'], rows: readonly (readonly Value[])[]): Predictions => ({
  columns: columnsOf({ kind: 'struct', fields }),
  rows: rows.map((row) => row.map((value, i) => jsonOf(value, fields[i]?.type))),
});

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
