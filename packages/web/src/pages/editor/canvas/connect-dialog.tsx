import { useMemo, useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { FindDialog, type FindItem, type FindSection } from '../../../ui/find-dialog.tsx';
import { refusal } from '../state/adding.ts';
import { familyOf, inputNames, outputNames, type Catalogue } from '../model/catalogue.ts';
import {
  connectEnds,
  isBetween,
  reconnectEdge,
  type End,
  type Graph,
  type GraphEdge,
  type GraphNode,
} from '../model/graph.ts';
import { Icon } from './icons.tsx';
import { edgeKeys } from '../model/keys.ts';
import { useEditorStore, type EditorState } from '../state/store.ts';
import { useEnvironment, useUi } from '../state/ui-store.ts';

const texts = editorTexts.join;

/** Number of ends that are offered; typing finds the others. */
const maxItems = 40;

/** Nodes of a graph, and edges without the one that is reconnected. */
interface ConnectableEnds {
  /** The graph without the reconnected edge. */
  readonly others: Graph;
  readonly edge: GraphEdge | undefined;
  readonly from: readonly End[];
  readonly to: readonly End[];
}

/** The selection to connect: an edge, which is reconnected, or a node, at which a new edge begins or ends. */
export function connectableEnds(
  { graph, selected, selectedEdges, selectedGroups }: EditorState,
  catalogue: Catalogue,
): ConnectableEnds | undefined {
  if (selectedGroups.size > 0 || selected.size + selectedEdges.size !== 1) return undefined;
  const [key = ''] = selectedEdges;
  const edge = edgeKeys(graph).get(key);
  if (edge !== undefined) {
    const { source, sourceAnchor = null, target, targetAnchor = null } = edge;
    const others = { ...graph, edges: graph.edges.filter((one) => one !== edge) };
    const [from, to] = [
      { nodeId: source, anchor: sourceAnchor },
      { nodeId: target, anchor: targetAnchor },
    ];
    return { others, edge, from: [from], to: [to] };
  }
  const [id] = selected;
  const node = graph.nodes.find((one) => one.id === id);
  if (node === undefined) return undefined;
  return { others: graph, edge, from: endsOf(node, catalogue, 'out'), to: endsOf(node, catalogue, 'in') };
}

function endsOf(node: GraphNode, catalogue: Catalogue, side: 'in' | 'out'): readonly End[] {
  const names = (side === 'in' ? inputNames : outputNames)(node, catalogue.get(node.nodeClass));
  return names.map((name) => ({ nodeId: node.id, anchor: name || null }));
}

/** A box that connects by the keyboard: it reconnects the selected edge, or draws a new one at the selected node. */
export function ConnectDialog() {
  const isOpen = useUi(({ isJoining }) => isJoining);
  return isOpen ? <OpenDialog /> : null;
}

function OpenDialog() {
  const store = useEditorStore();
  const { ui, catalogue } = useEnvironment();
  const [typed, setTyped] = useState('');
  const sections = useMemo((): readonly FindSection[] => {
    const { graph, change } = store.getState();
    const ends = connectableEnds(store.getState(), catalogue);
    if (ends === undefined) return [];
    const { others, edge, from, to } = ends;
    const words = typed.trim().toLowerCase();
    const nodes = graph.nodes.filter(({ name, id }) => name.toLowerCase().includes(words) || id === words);
    const join = (source: End, target: End): void =>
      change((is) => (edge === undefined ? connectEnds(is, source, target) : reconnectEdge(is, edge, source, target)));
    const itemsFor = (side: 'in' | 'out', own: readonly End[]): readonly FindItem[] => {
      const items: FindItem[] = [];
      for (const node of nodes)
        for (const end of endsOf(node, catalogue, side))
          for (const one of own) {
            const [source, target] = side === 'in' ? [one, end] : [end, one];
            if (items.length >= maxItems || graph.edges.some((there) => isBetween(there, source, target))) continue;
            if (refusal(others, catalogue, source, target) !== undefined) continue;
            items.push({
              key: `${side} ${JSON.stringify([source, target])}`,
              icon: <Icon name={familyOf(node, catalogue.get(node.nodeClass))} size={16} />,
              title: node.name,
              hint: [source.anchor, target.anchor].filter(Boolean).join(' → ') || texts.node(node.id),
              act: () => join(source, target),
            });
          }
      return items;
    };
    return [
      { title: texts.into, items: itemsFor('in', from) },
      { title: texts.from, items: itemsFor('out', to) },
    ].filter(({ items }) => items.length > 0);
  }, [store, catalogue, typed]);
  return (
    <FindDialog
      title={texts.title}
      placeholder={texts.placeholder}
      resultsLabel={texts.found}
      none={texts.none}
      typed={typed}
      onTyped={setTyped}
      sections={sections}
      onClose={() => ui.setState({ isJoining: false })}
    />
  );
}
