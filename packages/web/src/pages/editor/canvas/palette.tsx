import { useDeferredValue, useMemo, useState } from 'react';
import { editorTexts } from '../../../texts/editor.ts';
import { listTexts } from '../../../texts/list.ts';
import { addNodeAt } from '../state/adding.ts';
import { dragType } from './use-drop.ts';
import { canRun, familyOf, isNote, outputNames, type Processor } from '../model/catalogue.ts';
import { Icon } from './icons.tsx';
import { useEditorStore } from '../state/store.ts';
import { useEnvironment } from '../state/ui-store.ts';
import classes from './palette.module.css';

const texts = editorTexts.palette;

/** The last part of a category's path, as a title. */
const titleOf = (category: string): string => {
  const parts = category.split('/');
  const last = (parts.at(-1) ?? category).replaceAll('-', ' ');
  const title = parts[0] === 'Data-Connectors' ? `${parts[1] === 'Output' ? texts.save : texts.read} · ${last}` : last;
  return title.replaceAll(/(?<=[a-z])(?=[A-Z][a-z])/g, ' ');
};

/** All processors by category: a click adds one after the selected node, a drag puts it anywhere, also onto an edge. */
export function Palette() {
  const { catalogue } = useEnvironment();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const groups = useMemo(() => {
    if (search.trim() !== '') return [['', catalogue.search(search).slice(0, 60)] as const];
    const byCategory = Map.groupBy(catalogue.all, ({ category }) => category);
    const last = (processors: readonly Processor[]): number => Number(!processors.some(canRun));
    return [...byCategory].toSorted(
      ([a, some], [b, others]) => last(some) - last(others) || order(a) - order(b) || (a < b ? -1 : 1),
    );
  }, [catalogue, search]);
  return (
    <aside className={classes.palette} aria-label={texts.title}>
      <input
        className={classes.search}
        type="search"
        placeholder={texts.search}
        aria-label={texts.search}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.groups} tabIndex={0} role="region" aria-label={texts.title}>
        {groups.map(([category, processors]) =>
          category === '' ? (
            <Entries key="found" processors={processors} />
          ) : (
            <Category key={category} category={category} processors={processors} />
          ),
        )}
        {search.trim() !== '' && groups[0]?.[1].length === 0 ? <p className="soft">{listTexts.none}</p> : null}
      </div>
    </aside>
  );
}

const first = [
  'Input/Structured',
  '/Filter',
  'Add-Column',
  'Cleaning',
  'Cast',
  'DateTime',
  'String',
  'Join',
  'Group',
  'Code',
  'Visualization',
  'Output',
  'Profiling',
];
const order = (category: string): number => {
  const at = first.findIndex((part) => category.includes(part));
  return category.startsWith('Deprecated') ? 99 : at < 0 ? 50 : at;
};

interface CategoryProps {
  readonly category: string;
  readonly processors: readonly Processor[];
}

/** A collapsible category. There are hundreds of processors: those of a closed category are drawn when it is opened. */
function Category({ category, processors }: CategoryProps) {
  const opensFirst = order(category) === 0;
  const [isDrawn, setIsDrawn] = useState(opensFirst);
  return (
    <details open={opensFirst} onToggle={(event) => setIsDrawn((was) => was || event.currentTarget.open)}>
      <summary>
        <span title={titleOf(category)}>{titleOf(category)}</span>{' '}
        <span className={classes.number}>{processors.length}</span>
      </summary>
      {isDrawn ? <Entries processors={processors} /> : null}
    </details>
  );
}

function Entries({ processors }: { readonly processors: readonly Processor[] }) {
  return (
    <ul className={classes.entries}>
      {processors.map((processor) => (
        <Entry key={processor.nodeClass} processor={processor} />
      ))}
    </ul>
  );
}

function Entry({ processor }: { readonly processor: Processor }) {
  const store = useEditorStore();
  const { catalogue } = useEnvironment();
  const add = (): void => {
    const { graph, selected, change, select } = store.getState();
    const [only] = selected.size === 1 ? selected : [];
    const before = graph.nodes.find(({ id }) => id === only);
    const output = before && outputNames(before, catalogue.get(before.nodeClass))[0];
    const takes = processor.inputs.max > 0 && !isNote(processor);
    const from =
      before !== undefined && output !== undefined && takes ? { nodeId: before.id, anchor: output || null } : undefined;
    let newId = '';
    change((is) => {
      const [next, id] = addNodeAt(is, catalogue, processor, { from });
      newId = id;
      return next;
    });
    select([newId]);
  };
  return (
    <li>
      <button
        type="button"
        draggable
        className={classes.entry}
        title={processor.unavailable ?? processor.description}
        data-unavailable={processor.unavailable !== null}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, processor.nodeClass);
          event.dataTransfer.effectAllowed = 'copy';
        }}
        onClick={add}
      >
        <Icon name={familyOf(processor, processor)} size={16} />
        <span>{processor.name}</span>
      </button>
    </li>
  );
}
