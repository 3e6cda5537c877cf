import type { Edge, WorkflowDiff } from '@millrace/workflow';
import { versionsTexts } from '../../../texts/versions.ts';
import { storedIn, type NodeGroup } from '../../editor/model/groups.ts';
import type { ChangeState } from './graphs.ts';

const texts = versionsTexts.changes;

/** A change in words; `before` and `after` if a value differs. */
export interface ChangeLine {
  readonly fate: ChangeState;
  /** The node or the part of the workflow that it concerns. */
  readonly subject: string;
  readonly text: string;
  readonly values?: { readonly before: string; readonly after: string };
}

const valueOf = (value: unknown): string =>
  value === null || value === '' ? texts.nothing : typeof value === 'string' ? value : JSON.stringify(value);

/** The differences, sentence by sentence: added and removed nodes first, positions last. */
export function linesOf(diff: WorkflowDiff, names: ReadonlyMap<string, string>): readonly ChangeLine[] {
  const nameOf = (id: string): string => names.get(id) || id;
  const edge =
    (fate: 'added' | 'removed') =>
    ({ source, target }: Edge): ChangeLine => ({
      fate,
      subject: texts.edge,
      text: texts.edges[fate](nameOf(source), nameOf(target)),
    });
  const values = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => ({
    values: { before: valueOf(before), after: valueOf(after) },
  });
  return [
    ...diff.nodesAdded.map(({ id }): ChangeLine => ({ fate: 'added', subject: nameOf(id), text: texts.added })),
    ...diff.nodesRemoved.map(({ id }): ChangeLine => ({ fate: 'removed', subject: nameOf(id), text: texts.removed })),
    ...diff.nodesChanged.flatMap(({ name, nodeId, renamed, fields, attributes }): ChangeLine[] => {
      const line = (text: string, change: { readonly before: unknown; readonly after: unknown }): ChangeLine => ({
        fate: 'changed',
        subject: name || nodeId,
        text,
        ...values(change),
      });
      return [
        ...(renamed === undefined ? [] : [line(texts.renamed, renamed)]),
        ...fields.map((change) => line(texts.field(change.name), change)),
        ...attributes.map((change) => line(texts.attribute(change.name), change)),
      ];
    }),
    ...diff.edgesAdded.map(edge('added')),
    ...diff.edgesRemoved.map(edge('removed')),
    ...diff.inputsReordered.map((id): ChangeLine => ({ fate: 'changed', subject: nameOf(id), text: texts.inputs })),
    ...diff.outputsReordered.map((id): ChangeLine => ({ fate: 'changed', subject: nameOf(id), text: texts.outputs })),
    ...diff.attributes
      // each save has another version
      .filter(({ name }) => name !== 'version' && name !== 'nodeGroups')
      .map((change): ChangeLine => ({
        fate: 'changed',
        subject: texts.workflow,
        text: texts.attribute(change.name),
        ...values(change),
      })),
    ...groupLines(diff, nameOf),
    ...diff.nodesChanged
      .filter(({ moved }) => moved !== undefined)
      .map(({ name, nodeId }): ChangeLine => ({ fate: 'moved', subject: name || nodeId, text: texts.moved })),
  ];
}

/** The changes of groups. */
function groupLines({ attributes }: WorkflowDiff, nameOf: (id: string) => string): readonly ChangeLine[] {
  const change = attributes.find(({ name }) => name === 'nodeGroups');
  const stored = (nodeGroups: unknown): ReadonlyMap<string, NodeGroup> =>
    new Map(storedIn({ nodeGroups }).map((group) => [group.id, group]));
  const [before, after] = [stored(change?.before), stored(change?.after)];
  const subject = ({ name }: NodeGroup): string => texts.group(name);
  const names = ({ nodes }: NodeGroup): string => nodes.map(nameOf).join(', ');
  return [
    ...[...after.values()].flatMap((group): ChangeLine[] => {
      const old = before.get(group.id);
      if (old === undefined) return [{ fate: 'added', subject: subject(group), text: texts.added }];
      const line = (text: string, was: string, is: string): ChangeLine[] =>
        was === is ? [] : [{ fate: 'changed', subject: subject(group), text, values: { before: was, after: is } }];
      return [...line(texts.renamed, old.name, group.name), ...line(texts.members, names(old), names(group))];
    }),
    ...[...before.values()].flatMap((group): ChangeLine[] =>
      after.has(group.id) ? [] : [{ fate: 'removed', subject: subject(group), text: texts.removed }],
    ),
  ];
}
