import type { ModelFacts } from '@millrace/processors';
import type { NodeReport } from '@millrace/runner';
import type { Compatibility } from '@millrace/workflow';
import type { ModelFiles } from './describe.ts';

/** A number that a node of the run reported of the model. */
export interface Metric {
  readonly nodeId: string;
  readonly node: string;
  readonly name: string;
  /** Text for what is no number, such as `NaN`. */
  readonly value: number | string;
  /** The workflow whose run reported it, as it was called then; null if it came with an archive from elsewhere. */
  readonly workflow: WorkflowThen | null;
  readonly executionId: number | null;
}

/** A metric as records hold it: those stored before 2026-11-26 do not name their source. */
export type StoredMetric = Omit<Metric, 'workflow' | 'executionId'> & Partial<Metric>;

interface WorkflowThen {
  readonly id: number;
  readonly name: string;
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
  /** Which Spark its run was run as, by which it predicts; absent in records kept before 2026-11-28. */
  readonly compatibility?: Compatibility;
  readonly workflow: { readonly id: number; readonly name: string; readonly version: number } | null;
  /** The node that made it. */
  readonly maker: { readonly nodeId: string; readonly node: string } | null;
  /** Rows that it was trained on; null if they were not counted them. */
  readonly rows: number | null;
  /** What it was made from: the same fingerprint means the same files, untouched. */
  readonly data: { readonly fingerprint: string; readonly sources: readonly Source[] } | null;
  readonly metrics: readonly StoredMetric[];
}

/** Which Spark a model predicts as: that of its run. */
export const compatibilityOfModel = ({ compatibility = 'spark4' }: Pick<ModelRecord, 'compatibility'>): Compatibility =>
  compatibility;

type NodeMetricsReport = Pick<NodeReport, 'id' | 'name' | 'metrics'>;

/** The run that reports metrics. */
export type MetricSource = Pick<Metric, 'workflow' | 'executionId'>;

/** What a node of a run has reported, as it is stored. */
export const metricsOf = ({ id, name, metrics = {} }: NodeMetricsReport, source: MetricSource): Metric[] =>
  Object.entries(metrics).flatMap(([metric, value]) =>
    typeof value === 'number' || typeof value === 'string'
      ? [{ nodeId: id, node: name, name: metric, value, ...source }]
      : [],
  );
