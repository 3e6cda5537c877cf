import type { ModelFacts } from '@millrace/processors';
import type { Cell } from '@millrace/runner';
import type { ModelFiles } from './describe.ts';

/** A number that a node of the run told of the model. */
export interface Metric {
  readonly nodeId: string;
  readonly node: string;
  readonly name: string;
  /** Text for what is no number, such as `NaN`. */
  readonly value: number | string;
}

/** A file or folder that a model was made from. */
export interface Source {
  readonly nodeId: string;
  readonly node: string;
  readonly path: string;
}

/** What is known of a version of a model: what it is, how it came about, how good it is. */
export interface ModelRecord extends ModelFiles, Omit<ModelFacts, 'name'> {
  readonly engine: string | null;
  readonly workflow: { readonly id: number; readonly name: string; readonly version: number } | null;
  /** The node that made it. */
  readonly maker: { readonly nodeId: string; readonly node: string } | null;
  /** Rows that it learned from; null where nobody has counted them. */
  readonly rows: number | null;
  /** What it was made from: the same fingerprint means the same files, untouched. */
  readonly data: { readonly fingerprint: string; readonly sources: readonly Source[] } | null;
  readonly metrics: readonly Metric[];
}

/** A metric of a node's report as it is kept. */
export const metricValue = (value: Cell): number | string | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;
