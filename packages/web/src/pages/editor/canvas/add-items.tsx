import type { DatasetRecord } from '../../../api/datasets.ts';
import { editorTexts } from '../../../texts/editor.ts';
import type { FindItem } from '../../../ui/find-dialog.tsx';
import { familyOf, type Catalogue, type Processor } from '../model/catalogue.ts';
import type { GraphNode } from '../model/graph.ts';
import type { Command } from '../state/command.ts';
import { Icon, type IconName } from './icons.tsx';

const texts = editorTexts.box;

const icon = (name: IconName) => <Icon name={name} size={16} />;

export const processorItem = (processor: Processor, act: () => void): FindItem => ({
  key: processor.nodeClass,
  icon: icon(familyOf(processor, processor)),
  title: processor.name,
  hint: processor.unavailable ?? processor.description,
  act,
});

/** A node of the graph; selecting it shows it. */
export const nodeItem = (node: GraphNode, catalogue: Catalogue, show: (id: string) => void): FindItem => ({
  key: `node ${node.id}`,
  icon: icon(familyOf(node, catalogue.get(node.nodeClass))),
  title: node.name,
  hint: texts.goTo,
  act: () => show(node.id),
});

export const datasetItem = ({ id, name, datasetType }: DatasetRecord, act: () => void): FindItem => ({
  key: `dataset ${id}`,
  icon: icon('read'),
  title: name,
  hint: texts.readDataset(datasetType),
  act,
});

export const commandItem = ({ title, keys, act, icon: name }: Command): FindItem => ({
  key: `command ${title}`,
  icon: icon(name),
  title,
  hint: keys,
  act,
});

/** The first columns that match; selecting one shows the node that has it. */
export function columnItems(
  columns: ReadonlyMap<
    string,
    {
      readonly outputs:
        | readonly { readonly columns: readonly { readonly name: string; readonly type: string }[] }[]
        | null;
    }
  >,
  nodes: readonly GraphNode[],
  includes: (text: string) => boolean,
  show: (node: GraphNode) => void,
): readonly FindItem[] {
  const keys = new Set<string>();
  return nodes
    .flatMap((node) =>
      (columns.get(node.id)?.outputs ?? []).flatMap((output) =>
        output.columns
          .filter(({ name }) => includes(name) && !keys.has(name) && keys.add(name))
          .map((column) => ({ node, column })),
      ),
    )
    .slice(0, 8)
    .map(({ node, column: { name, type } }) => ({
      key: `column ${name}`,
      icon: icon('column'),
      title: name,
      hint: texts.columnOf(type, node.name),
      act: () => show(node),
    }));
}
