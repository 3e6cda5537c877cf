import type { DataFrame, SparkSession, StructType } from '@millrace/spark-connect';
import type { Compatibility, Dataset, DatasetDetail } from '@millrace/workflow';
import type { CodeRunner } from './code.ts';
import type { Fields, FieldValues } from './fields.ts';
import type { Files } from './files.ts';
import type { KnownAggregates } from './known-aggregates.ts';
import type { MlArtifacts } from './ml-artifacts.ts';
import type { ModelRegistry } from './models.ts';
import type { Python } from './python.ts';

/** The context of a run: fixed for all its nodes. */
export interface RunContext {
  readonly session: SparkSession;
  readonly engine: 'sail' | 'spark';
  /** Which Spark the workflow was made for; `spark4` if not set. */
  readonly compatibility?: Compatibility | undefined;
  /** True if the engine works on one partition, and rows keep the order of their input until something mixes them. */
  readonly onePartition: boolean;
  readonly files: Files;
  /** The dataset of a uuid: the saved one, else the graph's own. */
  dataset(uuid: string): Dataset | DatasetDetail | undefined;
  /** Start of the run; every "now" of the run is this instant. ISO text in UTC. */
  readonly now: string;
  /** Of nodes that save a version of a model below the folder of earlier nodes of the run, how many those are. */
  readonly earlierVersions?: ReadonlyMap<string, number>;
  /** Names of the tables that a node reads in addition to its inputs (`Context.tables`): of the last that it is given, in order. */
  readonly tablesOf?: (nodeId: string) => readonly string[];
  /** Scala code that nodes before this one have for its query, and their labels. */
  readonly functionsOf?: (nodeId: string) => readonly { readonly label: string; readonly code: string }[];
  /** The registered models of the project; absent if none are registered. */
  readonly models?: ModelRegistry;
  /** Seed for nodes that are random and name none; fixed per execution. */
  readonly seed: bigint;
  /** The most rows that a node may train on if only its columns are needed, and nothing runs. */
  readonly maxTrainingRows?: number;
  /** Absent if nothing is computed, and only columns are needed. */
  readonly python?: Python;
  /** Absent if no code is run, and only columns are needed. */
  readonly code?: CodeRunner;
  /** Values of the workflow's parameters; they are put into fields beforehand, and code may read them. */
  readonly parameters?: ReadonlyMap<string, string>;
}

export interface Context<F extends Fields> extends RunContext {
  readonly nodeId: string;
  /** The first input. */
  readonly input: DataFrame;
  readonly inputs: readonly DataFrame[];
  /** Schema of the first input. */
  readonly schema: StructType;
  readonly schemas: readonly StructType[];
  /** Tables that other nodes have registered and the query of this one reads, by the names in it. */
  readonly tables: Readonly<Record<string, DataFrame>>;
  /** What goes with the rows of each input. */
  readonly learned: readonly (MlArtifacts | undefined)[];
  /** Aggregates of the first input that the engine has already computed, such as those that the node `asks` for. */
  readonly known?: KnownAggregates | undefined;
  /**
   * True if the node is to train its model: not if it is only a part of a pipeline, and not if nothing
   * runs yet.
   */
  readonly trains: boolean;
  /** Name of the version of a model that the node saves: no other node of the run uses it below the same folder. */
  readonly version: string;
  readonly fields: FieldValues<F>;
}
