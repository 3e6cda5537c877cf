import type { EngineKind, EngineView } from '@millrace/engines';
import type { EngineSession } from '@millrace/engines/host';
import type { DataFrame } from '@millrace/spark-connect';
import type { Compatibility } from '@millrace/workflow';
import type { Cell, ColumnInfo } from '../results/events.ts';
import type { ModelInput } from './rows-to-predict.ts';

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
  /** What can be asked for in addition to columns: the caller makes it of them. */
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
