import type { InputRef } from '@millrace/workflow';
import type { NodeFailure, NodeReport } from '../results/events.ts';

/** Failures that values which are not there bring about. */
const ofMissingValues = /\b(null|NaN|missing|no rows)\b|without a label/i;

/** The nodes above a node that have left out rows or cells, nearest first. */
export function rejectedAbove(
  nodeId: string,
  references: ReadonlyMap<string, readonly InputRef[]>,
  reports: ReadonlyMap<string, NodeReport>,
): readonly NodeReport[] {
  const visited = new Set<string>([nodeId]);
  for (const id of visited) for (const input of references.get(id) ?? []) visited.add(input.nodeId);
  return [...visited].flatMap((id) => {
    const report = id === nodeId ? undefined : reports.get(id);
    return report !== undefined && (report.rejected ?? 0) > 0 ? [report] : [];
  });
}

/** A failure of missing values that readers above may have made of cells which they rejected points to these. */
export function pointToRejected(failure: NodeFailure, above: readonly NodeReport[]): NodeFailure {
  if (above.length === 0 || !ofMissingValues.test(failure.message)) return failure;
  const names = above.map(
    ({ id, name, rejected }) => `node ${id} ${name} rejected ${rejected} ${rejected === 1 ? 'row' : 'rows'}`,
  );
  const hasDates = above.some(({ schema = [] }) => schema.some(({ type }) => /^(date|timestamp)/i.test(type)));
  const older = hasDates ? '; to read dates as Spark 2 does, set the compatibility of the workflow to spark2' : '';
  return {
    ...failure,
    remedy: `${failure.remedy}; ${names.join(', ')}, whose cells are null here: check its rejected rows${older}`,
  };
}
