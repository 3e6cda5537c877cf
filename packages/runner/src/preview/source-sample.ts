import type { DataFrame } from '@millrace/spark-connect';
import { fieldText } from '@millrace/workflow';
import type { PreviewGraph } from './sampled-node.ts';

/** Rows of a source that a preview works with. */
export interface SourceSample {
  readonly sample: DataFrame;
  /** Most rows that it has. */
  readonly max: number;
  /** False if rows of the source were passed over. */
  readonly all: boolean;
}

/** The rows of a source that are looked at: as many as its reader's fields ask for, and those that meet their condition. */
export function sampleOf(df: DataFrame, { graph, catalogue, sampleRows }: PreviewGraph, nodeId: string): SourceSample {
  const node = graph.nodes.get(nodeId);
  const fields = (node && catalogue.get(node.nodeClass)?.fields) ?? [];
  const stored = (name: string): string =>
    node !== undefined && fields.some((field) => field.name === name) ? (fieldText(node, name) ?? '').trim() : '';
  const condition = stored('dataSampling') === 'Selective' ? stored('selectiveSamplingExpression') : '';
  const max = Math.min(sampleRows, Number(stored('limitInputRecords')) || sampleRows);
  return { sample: (condition === '' ? df : df.filter(condition)).limit(max), max, all: condition === '' };
}
