import type { Edge, WorkflowDiff } from '@millrace/workflow';
import { texts } from '../../../texts.ts';
import type { Fate } from './graphs.ts';

const said = texts.flows.versions.changes;

/** A change in words; `before` and `after` where a value differs. */
export interface ChangeLine {
  readonly fate: Fate;
  /** The node or the part of the workflow that it is about. */
  readonly subject: string;
  readonly text: string;
  readonly values?: { readonly before: string; readonly after: string };
}

const valueOf = (value: unknown): string =>
  value === null || value === '' ? said.nothing : typeof value === 'string' ? value : JSON.stringify(value);

/** What differs, sentence by sentence: nodes that come and go first, places last. */
export function linesOf(diff: WorkflowDiff, names: ReadonlyMap<string, string>): readonly ChangeLine[] {
  const nameOf = (id: string): string => names.get(id) || id;
  const edge =
    (fate: 'added' | 'removed') =>
    ({ source, target }: Edge): ChangeLine => ({
      fate,
      subject: said.edge,
      text: said.edges[fate](nameOf(source), nameOf(target)),
    });
  const values = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => ({
    values: { before: valueOf(before), after: valueOf(after) },
  });
  return [
    ...diff.nodesAdded.map(({ id }): ChangeLine => ({ fate: 'added', subject: nameOf(id), text: said.added })),
    ...diff.nodesRemoved.map(({ id }): ChangeLine => ({ fate: 'removed', subject: nameOf(id), text: said.removed })),
    ...diff.nodesChanged.flatMap(({ name, nodeId, renamed, fields, attributes }): ChangeLine[] => {
      const line = (text: string, change: { readonly before: unknown; readonly after: unknown }): ChangeLine => ({
        fate: 'changed',
        subject: name || nodeId,
        text,
        ...values(change),
      });
      return [
        ...(renamed === undefined ? [] : [line(said.renamed, renamed)]),
        ...fields.map((change) => line(said.field(change.name), change)),
        ...attributes.map((change) => line(said.attribute(change.name), change)),
      ];
    }),
    ...diff.edgesAdded.map(edge('added')),
    ...diff.edgesRemoved.map(edge('removed')),
    ...diff.inputsReordered.map((id): ChangeLine => ({ fate: 'changed', subject: nameOf(id), text: said.inputs })),
    ...diff.outputsReordered.map((id): ChangeLine => ({ fate: 'changed', subject: nameOf(id), text: said.outputs })),
    ...diff.attributes
      // each save has another version
      .filter(({ name }) => name !== 'version')
      .map((change): ChangeLine => ({
        fate: 'changed',
        subject: said.workflow,
        text: said.attribute(change.name),
        ...values(change),
      })),
    ...diff.nodesChanged
      .filter(({ moved }) => moved !== undefined)
      .map(({ name, nodeId }): ChangeLine => ({ fate: 'moved', subject: name || nodeId, text: said.moved })),
  ];
}
