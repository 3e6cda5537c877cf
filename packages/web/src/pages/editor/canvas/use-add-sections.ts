import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { datasetsQuery } from '../../../api/datasets.ts';
import { editorTexts } from '../../../texts/editor.ts';
import type { FindItem, FindSection } from '../../../ui/find-dialog.tsx';
import { addNodeAt, type Where } from '../state/adding.ts';
import { outputNames, type Catalogue, type Processor } from '../model/catalogue.ts';
import { useCommands } from '../state/commands.ts';
import { withValues, type End, type Graph, type GraphNode } from '../model/graph.ts';
import { focusSettings } from '../model/focus.ts';
import { useLiveStore } from '../state/live.ts';
import { useEditorStore } from '../state/store.ts';
import { useShowNode } from '../state/use-show-node.ts';
import { useEnvironment } from '../state/ui-store.ts';
import { columnItems, commandItem, datasetItem, nodeItem, processorItem } from './add-items.tsx';

const texts = editorTexts.box;

const readDataset = 'fire.nodes.dataset.NodeDatasetStructured';

/** Whether the position of a new node is open. */
export const isPlain = ({ from, onEdge, position }: Where): boolean =>
  from === undefined && onEdge === undefined && position === undefined;

/** The results of the box, a few of each kind. */
export function useAddSections(typed: string, where: Where): readonly FindSection[] {
  const store = useEditorStore();
  const live = useLiveStore();
  const { catalogue, mayChange, projectId } = useEnvironment();
  const show = useShowNode();
  const commands = useCommands();
  const { data: datasets } = useQuery(datasetsQuery);
  return useMemo(() => {
    const { graph, selected, change } = store.getState();
    const words = typed.trim().toLowerCase();
    const after = sourceOf(graph, selected, catalogue, where);
    const before = graph.nodes.find(({ id }) => id === after?.nodeId);
    const add = (processor: Processor, values: Readonly<Record<string, string>> = {}): void => {
      let newId = '';
      change((is) => {
        const takes = processor.inputs.max > 0 && processor.type !== 'doc' && processor.type !== 'sticky';
        const [next, id] = addNodeAt(is, catalogue, processor, { ...where, from: takes ? after : undefined });
        newId = id;
        return withValues(next, id, values, processor);
      });
      show(newId);
      focusSettings();
    };
    const item = (processor: Processor): FindItem => processorItem(processor, () => add(processor));
    const includes = (text: string): boolean => text.toLowerCase().includes(words);
    const sections: FindSection[] = [];
    if (mayChange) {
      const title = words !== '' ? texts.processors : before === undefined ? texts.begin : texts.after(before.name);
      sections.push({ title, items: suggestedProcessors(catalogue, words, before, where).map(item) });
    }
    if (words === '' && mayChange && isPlain(where) && before !== undefined)
      sections.push({ title: texts.begin, items: catalogue.sources.slice(0, 4).map(item) });
    if (words !== '' && isPlain(where)) {
      const nodes = graph.nodes.filter(({ name, id }) => includes(name) || id === words).slice(0, 8);
      const columns = columnItems(live.getState().columns, graph.nodes, includes, ({ id }) => show(id));
      sections.push({ title: texts.nodes, items: nodes.map((node) => nodeItem(node, catalogue, show)) });
      sections.push({ title: texts.columns, items: columns });
    }
    const reader = catalogue.get(readDataset);
    if (words !== '' && mayChange && isPlain(where) && reader !== undefined) {
      const matches = (datasets ?? []).filter(
        (one) => includes(one.name) && (projectId === undefined || one.projectId === projectId),
      );
      const items = matches.slice(0, 8).map((one) => datasetItem(one, () => add(reader, { dataset: one.uuid })));
      const isNamed = matches.some(({ name }) => name.toLowerCase().startsWith(words));
      const at = isNamed && !catalogue.names(words) ? 0 : sections.length;
      sections.splice(at, 0, { title: texts.datasets, items });
    }
    if (isPlain(where)) {
      const matches = commands.filter(
        ({ title, applies }) => (words === '' || includes(title)) && applies?.() !== false,
      );
      sections.push({ title: texts.commands, items: matches.map(commandItem) });
    }
    return sections.filter(({ items }) => items.length > 0);
  }, [typed, where, store, live, catalogue, mayChange, projectId, show, commands, datasets]);
}

/** The output that the new node takes: the given one, or the first of the only selected node. */
function sourceOf(
  graph: Graph,
  selected: ReadonlySet<string>,
  catalogue: Catalogue,
  { from, position, onEdge }: Where,
): End | undefined {
  if (from !== undefined || position !== undefined || onEdge !== undefined) return from;
  const [only] = selected.size === 1 ? selected : [];
  const node = graph.nodes.find(({ id }) => id === only);
  if (node === undefined) return undefined;
  const [output] = outputNames(node, catalogue.get(node.nodeClass));
  return output === undefined ? undefined : { nodeId: node.id, anchor: output || null };
}

/** Processors for the words, first those that fit after the node; without words, those that suit the position. */
function suggestedProcessors(
  catalogue: Catalogue,
  words: string,
  before: GraphNode | undefined,
  { onEdge }: Where,
): readonly Processor[] {
  if (words !== '') {
    const matches = catalogue.search(words);
    const fitting = before === undefined ? undefined : new Set(catalogue.after(before.type));
    const fits = (one: Processor): boolean => (fitting === undefined ? true : fitting.has(one));
    return [...matches.filter(fits), ...matches.filter((one) => !fits(one))].slice(0, 40);
  }
  if (before !== undefined) return catalogue.after(before.type).slice(0, 12);
  if (onEdge === undefined) return catalogue.sources.slice(0, 8);
  const transforms = catalogue.after('transform').filter(({ inputs }) => inputs.max === 1);
  return transforms.slice(0, 12);
}
