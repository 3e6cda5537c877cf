import type { Cell, ChartOutput } from '@millrace/charts';
import type { ModelFacts } from '@millrace/processors';
import type { EngineKind } from '@millrace/engines';
import type { SparkApplication } from '@millrace/engines/host';
import type { ErrorCode } from '@millrace/errors';
import type { StoredTable } from './tables/store-table.ts';

export type NodeStatus = 'COMPLETED' | 'FAILED' | 'SKIPPED' | 'STOPPED';
export type RunStatus = 'COMPLETED' | 'FAILED' | 'STOPPED';

export type { Cell };

export interface ColumnInfo {
  readonly name: string;
  /** Spark's name of the type, e.g. `bigint`, `decimal(10,2)`, `array<string>`. */
  readonly type: string;
}

interface OutputBase {
  readonly nodeId: string;
  readonly title: string;
  /** There where it tells of a model. */
  readonly of?: 'model';
}

interface Rows {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly Cell[])[];
  /** True where the node has more rows than are given here. */
  readonly truncated: boolean;
  /** There where the rows stand in no defined order: another run, or engine, may show them, and other ones first, in another. */
  readonly unordered?: true;
}

/** What a node shows, with its data. */
export type RunOutput =
  | (OutputBase &
      Rows & {
        readonly type: 'table';
        readonly options?: Readonly<Record<string, Cell>>;
        /** There where the table has more rows than are given here, and they were kept. */
        readonly kept?: StoredTable;
      })
  | (OutputBase & Rows & Pick<ChartOutput, 'type' | 'chart'>)
  | (OutputBase & { readonly type: 'text'; readonly text: string; readonly format: 'plain' | 'html' })
  | (OutputBase & { readonly type: 'variable'; readonly name: string; readonly value: Cell })
  | (OutputBase & {
      readonly type: 'file';
      readonly path: string;
      readonly format: string;
      readonly written: boolean /** Of a saved model: what its files do not tell. */;
      readonly model?: ModelFacts;
    });

/** Why a node failed: place, the engine's own words, what to try. */
export interface NodeFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string;
  readonly field?: string;
  /** Spark's error condition and SQLSTATE where it gave them. */
  readonly errorClass?: string;
  readonly sqlState?: string;
}

/** One node's fate. `rows` counts the first output; `ms` is the time from its start to its end. */
export interface NodeReport {
  readonly id: string;
  readonly name: string;
  readonly nodeClass: string;
  readonly status: NodeStatus;
  readonly rows: number | null;
  /** Rows of each output, where there are several. */
  readonly outputRows?: readonly (number | null)[];
  readonly ms: number;
  readonly schema?: readonly ColumnInfo[];
  /** Rows with a cell that did not fit its type; null became its value. */
  readonly rejected?: number;
  /** How good a model is, by the names of the metrics; what is no number is text. */
  readonly metrics?: Readonly<Record<string, Cell>>;
  /** Rows that its model has learned from, where it tells them: those that it holds back to test are not among them. */
  readonly learnedFrom?: number;
  /** True for work that was taken from an earlier run. */
  readonly reused?: true;
  readonly error?: NodeFailure;
  /** For a skipped node: the node that failed before it. */
  readonly because?: string;
}

/** The last word of a run. */
export interface Manifest {
  readonly event: 'run.finished';
  readonly status: RunStatus;
  readonly engine: EngineKind;
  readonly why: string;
  readonly ms: number;
  readonly nodes: readonly NodeReport[];
  readonly outputs: readonly RunOutput[];
}

export type RunEvent =
  | { readonly event: 'run.started'; readonly workflow: string; readonly nodes: number; readonly wish: string }
  | { readonly event: 'engine.chosen'; readonly engine: EngineKind; readonly why: string; readonly startMs: number }
  | ({ readonly event: 'engine.application' } & SparkApplication)
  | { readonly event: 'engine.changed'; readonly from: EngineKind; readonly to: EngineKind; readonly why: string }
  | {
      readonly event: 'engine.ended';
      readonly engine: EngineKind;
      readonly why: string;
      /** The last lines that it logged, oldest first; of an engine that runs share, the one that gives the reason. */
      readonly log: readonly string[];
    }
  | { readonly event: 'node.started'; readonly id: string; readonly name: string; readonly nodeClass: string }
  | ({ readonly event: 'node.finished' } & NodeReport)
  | ({ readonly event: 'output' } & RunOutput)
  | {
      readonly event: 'log';
      readonly level: 'info' | 'warning' | 'error';
      readonly nodeId?: string;
      readonly message: string;
    }
  | Manifest;

export type Emit = (event: RunEvent) => void;
