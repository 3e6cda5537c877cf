import type { DataFrame, RunOptions, StructType } from '@millrace/spark-connect';

/** What JSON holds. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** One thing for the Python worker to do. */
export interface PythonRequest {
  /** An operation of `python/millrace_worker`. */
  readonly operation: string;
  readonly parameters: { readonly [name: string]: Json | undefined };
  /** Rows that it works on, in the order that the engine gives them. */
  readonly rows?: Readonly<Record<string, DataFrame>>;
  /** Absolute paths of files, of which it gets copies. */
  readonly files?: Readonly<Record<string, string>>;
  /** Schemas of tables that come back, where Arrow does not tell what their columns are to Spark. */
  readonly schemas?: Readonly<Record<string, StructType>>;
  /**
   * True if tables that come back travel with each plan that reads them, however large: no file of theirs stays until the
   * session ends.
   */
  readonly inPlan?: boolean;
  /** Which fields of the node give parameters of a library their values, if the names differ. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface PythonAnswer<V> {
  readonly value: V;
  readonly tables: Readonly<Record<string, DataFrame>>;
  /** What the libraries had to say, one line each. */
  readonly warnings: readonly string[];
}

/**
 * The Python worker of a run: a process with scikit-learn, statsmodels and XGBoost, started at its first request.
 * It keeps models under names of `nextModel` as long as it lives.
 */
export interface Python {
  /** A name for a model, new in this run. */
  nextModel(): string;
  /** Throws a `FieldError` for what the libraries do not take. `V`: what the operation gives, described in its module. */
  call<V>(request: PythonRequest): Promise<PythonAnswer<V>>;
  /** Has a model written into a folder that is absolute and not there yet. */
  save(model: string, folder: string, options?: RunOptions): Promise<void>;
}
