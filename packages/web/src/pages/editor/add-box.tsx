import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useReactFlow } from '@xyflow/react';
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { datasetsQuery } from '../../api/datasets.ts';
import { workflowsQuery } from '../../api/queries-of-schedules.ts';
import { texts } from '../../texts.ts';
import { addedAt, type Where } from './adding.ts';
import { familyOf, outputNames, type Processor } from './catalogue.ts';
import { useCommands } from './commands.ts';
import { placeOf, withValues, type GraphNode } from './graph.ts';
import { useGrouping } from './grouping.ts';
import { groupsOf } from './groups.ts';
import { focusSettings } from './focus.ts';
import { Icon, type IconName } from './icons.tsx';
import { useLiveStore } from './live.ts';
import { useEditorStore } from './store.ts';
import { useSurroundings, useUi } from './ui-store.ts';
import classes from './add-box.module.css';

const said = texts.editor.box;

interface Item {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  readonly act: () => void;
}

interface Section {
  readonly title: string;
  readonly items: readonly Item[];
}

const readDataset = 'fire.nodes.dataset.NodeDatasetStructured';

/** One box that finds processors, nodes, columns, datasets, workflows and commands. */
export function AddBox() {
  const where = useUi(({ adding }) => adding);
  return where === undefined ? null : <Box where={where} />;
}

function Box({ where }: { readonly where: Where }) {
  const { ui } = useSurroundings();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const sections = useSections(useDeferredValue(typed), where);
  const items = sections.flatMap((section) => section.items);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const close = (): void => ui.setState({ adding: undefined });
  const pick = (item: Item | undefined): void => {
    if (item === undefined) return;
    close();
    item.act();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (chosen + step + items.length) % Math.max(1, items.length);
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(items[chosen]);
    }
  };
  let number = 0;
  return (
    // a click beside the box closes it, and Escape at once: `close` comes later, maybe after the key that opens it anew
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={said.title}
      onCancel={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={classes.inner}>
        <input
          className={classes.input}
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length === 0 ? undefined : `${id}-${chosen}`}
          aria-label={said.title}
          placeholder={where.from === undefined && where.onEdge === undefined ? said.placeholder : said.nextPlaceholder}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} role="listbox" aria-label={said.found} className={classes.list} tabIndex={-1}>
          {sections.map(({ title, items: of }) => (
            <div key={title} role="group" aria-label={title}>
              <div className={classes.heading} aria-hidden>
                {title}
              </div>
              {of.map((item) => {
                const i = number++;
                return (
                  <div
                    key={item.key}
                    id={`${id}-${i}`}
                    role="option"
                    aria-selected={i === chosen}
                    className={classes.item}
                    onPointerMove={() => setChosen(i)}
                    onClick={() => pick(item)}
                  >
                    <Icon name={item.icon} size={16} />
                    <span className={classes.title}>{item.title}</span>
                    <span className={classes.hint}>{item.hint}</span>
                  </div>
                );
              })}
            </div>
          ))}
          {items.length === 0 ? <p className={classes.none}>{said.none}</p> : null}
        </div>
      </div>
    </dialog>
  );
}

/** What the box offers, of each kind a few. */
function useSections(typed: string, where: Where): readonly Section[] {
  const store = useEditorStore();
  const live = useLiveStore();
  const { catalogue, mayChange, projectId, workflowId } = useSurroundings();
  const flow = useReactFlow();
  const navigate = useNavigate();
  const commands = useCommands();
  const { fold } = useGrouping();
  const { data: datasets } = useQuery(datasetsQuery);
  const { data: workflows } = useQuery(workflowsQuery);
  return useMemo(() => {
    const { graph, selected, change, select } = store.getState();
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
      let made = '';
      change((is) => {
        const takes = processor.inputs.max > 0 && processor.type !== 'doc' && processor.type !== 'sticky';
        const [next, id] = addedAt(is, catalogue, processor, { ...where, from: takes ? after : undefined });
        made = id;
        return withValues(next, id, values, processor);
      });
      select([made]);
      const node = store.getState().graph.nodes.find(({ id }) => id === made);
      if (node !== undefined) show(node);
      focusSettings();
    };
    const show = (node: GraphNode): void => {
      const group = groupsOf(store.getState().graph).of.get(node.id);
      if (group?.collapsed === true) fold(new Set([group.id]));
      select([node.id]);
      const { x, y } = placeOf(node);
      void flow.setCenter(x + 88, y + 28, { zoom: Math.max(0.7, flow.getZoom()), duration: 120 });
    };
    const processorItem = (processor: Processor): Item => ({
      key: processor.nodeClass,
      icon: familyOf(processor, processor),
      title: processor.name,
      hint: processor.unavailable ?? processor.description,
      act: () => add(processor),
    });
    const found = words === '' ? [] : catalogue.search(words);
    const fitting = before === undefined ? undefined : new Set(catalogue.after(before.type));
    const fits = (one: Processor): boolean => (fitting === undefined ? true : fitting.has(one));
    const offered =
      words !== ''
        ? [...found.filter(fits), ...found.filter((one) => !fits(one))].slice(0, 40)
        : before !== undefined
          ? catalogue.after(before.type).slice(0, 12)
          : where.onEdge !== undefined
            ? catalogue
                .after('transform')
                .filter(({ inputs }) => inputs.max === 1)
                .slice(0, 12)
            : catalogue.sources.slice(0, 8);
    const includes = (text: string): boolean => text.toLowerCase().includes(words);
    const isPlain = where.from === undefined && where.onEdge === undefined && where.place === undefined;
    const sections: Section[] = [];
    const put = (title: string, items: readonly Item[]): void => {
      if (items.length > 0) sections.push({ title, items });
    };
    if (mayChange)
      put(
        words !== '' ? said.processors : before === undefined ? said.begin : said.after(before.name),
        offered.map(processorItem),
      );
    if (words === '' && mayChange && isPlain && before !== undefined)
      put(said.begin, catalogue.sources.slice(0, 4).map(processorItem));
    if (words !== '' && isPlain) {
      put(
        said.nodes,
        graph.nodes
          .filter(({ name, id }) => includes(name) || id === words)
          .slice(0, 8)
          .map((node) => ({
            key: `node ${node.id}`,
            icon: familyOf(node, catalogue.get(node.nodeClass)),
            title: node.name,
            hint: said.goTo,
            act: () => show(node),
          })),
      );
      put(said.columns, columnItems(live.getState().columns, graph.nodes, includes, show));
    }
    if (mayChange) {
      const processor = catalogue.get(readDataset);
      const known = (datasets ?? []).filter(
        (one) => words !== '' && includes(one.name) && (projectId === undefined || one.projectId === projectId),
      );
      if (processor !== undefined && isPlain)
        put(
          said.datasets,
          known.slice(0, 8).map(({ id, uuid, name, datasetType }) => ({
            key: `dataset ${id}`,
            icon: 'read' as const,
            title: name,
            hint: said.readDataset(datasetType),
            act: () => add(processor, { dataset: uuid }),
          })),
        );
    }
    if (isPlain) {
      put(
        said.commands,
        commands
          .filter(({ title, applies }) => (words === '' || includes(title)) && applies?.() !== false)
          .map(({ title, keys, act, icon }) => ({ key: `command ${title}`, icon, title, hint: keys, act })),
      );
      put(
        said.workflows,
        (workflows ?? [])
          .filter(({ id, name }) => words !== '' && id !== workflowId && includes(name))
          .slice(0, 8)
          .map(({ id, name }) => ({
            key: `workflow ${id}`,
            icon: 'other' as const,
            title: name,
            hint: said.open,
            act: () => void navigate({ to: '/workflows/$id', params: { id: String(id) } }),
          })),
      );
    }
    return sections;
  }, [
    typed,
    where,
    store,
    live,
    catalogue,
    mayChange,
    projectId,
    workflowId,
    flow,
    navigate,
    commands,
    fold,
    datasets,
    workflows,
  ]);
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
): readonly Item[] {
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
      icon: 'column' as const,
      title: name,
      hint: said.columnOf(type, node.name),
      act: () => show(node),
    }));
}
