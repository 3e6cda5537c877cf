import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { datasetsQuery } from '../../../api/datasets.ts';
import { useRecordResults } from '../../../app/record-results.tsx';
import { editorTexts } from '../../../texts/editor.ts';
import { FindBox, type FindItem, type FindSection } from '../../../ui/find-box.tsx';
import { addedAt, type Where } from '../state/adding.ts';
import { familyOf, outputNames, type Processor } from '../model/catalogue.ts';
import { useCommands } from '../state/commands.ts';
import { withValues, type GraphNode } from '../model/graph.ts';
import { focusSettings } from '../model/focus.ts';
import { Icon, type IconName } from './icons.tsx';
import { useLiveStore } from '../state/live.ts';
import { useEditorStore } from '../state/store.ts';
import { useShowNode } from '../state/use-show-node.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';

const texts = editorTexts.box;

const readDataset = 'fire.nodes.dataset.NodeDatasetStructured';

/** Records without a node: selecting one opens it. */
const openable = ['workflow', 'node', 'dashboard', 'model', 'project'] as const;

/** Whether the position of a new node is open. */
const isPlain = ({ from, onEdge, place }: Where): boolean =>
  from === undefined && onEdge === undefined && place === undefined;

const icon = (name: IconName) => <Icon name={name} size={16} />;

/** A search box for processors, nodes, columns, datasets, workflows and commands. */
export function AddBox() {
  const where = useUi(({ adding }) => adding);
  return where === undefined ? null : <Box where={where} />;
}

function Box({ where }: { readonly where: Where }) {
  const { ui, workflowId } = useEnvironment();
  const [typed, setTyped] = useState('');
  const sections = useSections(useDeferredValue(typed), where);
  const elsewhere = useRecordResults(isPlain(where) ? typed : '', openable).map(({ title, items }) => ({
    title,
    items: items.filter(({ key }) => key !== `workflow ${workflowId}` && !key.startsWith(`node ${workflowId} `)),
  }));
  return (
    <FindBox
      title={texts.title}
      placeholder={where.from === undefined && where.onEdge === undefined ? texts.placeholder : texts.nextPlaceholder}
      resultsLabel={texts.found}
      none={texts.none}
      typed={typed}
      onTyped={setTyped}
      sections={[...sections, ...elsewhere.filter(({ items }) => items.length > 0)]}
      onClose={() => ui.setState({ adding: undefined })}
    />
  );
}

/** The results of the box, a few of each kind. */
function useSections(typed: string, where: Where): readonly FindSection[] {
  const store = useEditorStore();
  const live = useLiveStore();
  const { catalogue, mayChange, projectId } = useEnvironment();
  const show = useShowNode();
  const commands = useCommands();
  const { data: datasets } = useQuery(datasetsQuery);
  return useMemo(() => {
    const { graph, selected, change } = store.getState();
    const words = typed.trim().toLowerCase();
    const [only] = selected.size === 1 ? selected : [];
    const single = graph.nodes.find(({ id }) => id === only);
    const after =
      where.from ?? (where.place === undefined && where.onEdge === undefined ? endAfter(single) : undefined);
    const before = graph.nodes.find(({ id }) => id === after?.nodeId);
    function endAfter(node: GraphNode | undefined) {
      if (node === undefined) return undefined;
      const [output] = outputNames(node, catalogue.get(node.nodeClass));
      return output === undefined ? undefined : { nodeId: node.id, anchor: output || null };
    }
    const add = (processor: Processor, values: Readonly<Record<string, string>> = {}): void => {
      let newId = '';
      change((is) => {
        const takes = processor.inputs.max > 0 && processor.type !== 'doc' && processor.type !== 'sticky';
        const [next, id] = addedAt(is, catalogue, processor, { ...where, from: takes ? after : undefined });
        newId = id;
        return withValues(next, id, values, processor);
      });
      show(newId);
      focusSettings();
    };
    const processorItem = (processor: Processor): FindItem => ({
      key: processor.nodeClass,
      icon: icon(familyOf(processor, processor)),
      title: processor.name,
      hint: processor.unavailable ?? processor.description,
      act: () => add(processor),
    });
    const matches = words === '' ? [] : catalogue.search(words);
    const fitting = before === undefined ? undefined : new Set(catalogue.after(before.type));
    const fits = (one: Processor): boolean => (fitting === undefined ? true : fitting.has(one));
    const offered =
      words !== ''
        ? [...matches.filter(fits), ...matches.filter((one) => !fits(one))].slice(0, 40)
        : before !== undefined
          ? catalogue.after(before.type).slice(0, 12)
          : where.onEdge !== undefined
            ? catalogue
                .after('transform')
                .filter(({ inputs }) => inputs.max === 1)
                .slice(0, 12)
            : catalogue.sources.slice(0, 8);
    const includes = (text: string): boolean => text.toLowerCase().includes(words);
    const sections: FindSection[] = [];
    const put = (title: string, items: readonly FindItem[]): void => {
      if (items.length > 0) sections.push({ title, items });
    };
    if (mayChange)
      put(
        words !== '' ? texts.processors : before === undefined ? texts.begin : texts.after(before.name),
        offered.map(processorItem),
      );
    if (words === '' && mayChange && isPlain(where) && before !== undefined)
      put(texts.begin, catalogue.sources.slice(0, 4).map(processorItem));
    if (words !== '' && isPlain(where)) {
      put(
        texts.nodes,
        graph.nodes
          .filter(({ name, id }) => includes(name) || id === words)
          .slice(0, 8)
          .map((node) => ({
            key: `node ${node.id}`,
            icon: icon(familyOf(node, catalogue.get(node.nodeClass))),
            title: node.name,
            hint: texts.goTo,
            act: () => show(node.id),
          })),
      );
      put(
        texts.columns,
        columnItems(live.getState().columns, graph.nodes, includes, ({ id }) => show(id)),
      );
    }
    if (mayChange) {
      const processor = catalogue.get(readDataset);
      const known = (datasets ?? []).filter(
        (one) => words !== '' && includes(one.name) && (projectId === undefined || one.projectId === projectId),
      );
      if (processor !== undefined && isPlain(where))
        put(
          texts.datasets,
          known.slice(0, 8).map(({ id, uuid, name, datasetType }) => ({
            key: `dataset ${id}`,
            icon: icon('read'),
            title: name,
            hint: texts.readDataset(datasetType),
            act: () => add(processor, { dataset: uuid }),
          })),
        );
    }
    if (isPlain(where)) {
      put(
        texts.commands,
        commands
          .filter(({ title, applies }) => (words === '' || includes(title)) && applies?.() !== false)
          .map(({ title, keys, act, icon: name }) => ({
            key: `command ${title}`,
            icon: icon(name),
            title,
            hint: keys,
            act,
          })),
      );
    }
    return sections;
  }, [typed, where, store, live, catalogue, mayChange, projectId, show, commands, datasets]);
}

function columnItems(
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
  const seen = new Set<string>();
  return nodes
    .flatMap((node) =>
      (columns.get(node.id)?.outputs ?? []).flatMap((output) =>
        output.columns
          .filter(({ name }) => includes(name) && !seen.has(name) && seen.add(name))
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
