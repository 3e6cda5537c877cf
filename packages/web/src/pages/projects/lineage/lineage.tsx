import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { lineageQuery, type Lineage as LineageGraph } from '../../../api/queries-of-projects.ts';
import { lineageTexts } from '../../../texts/lineage.ts';
import { workflowsTexts } from '../../../texts/workflows.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/states.tsx';
import { across, down, height, ItemCard, width, type LineageItem } from './item-card.tsx';
import { layerPositions, reach, type Arrow } from './layers.ts';
import classes from './lineage.module.css';

const texts = lineageTexts;

interface Drawing {
  readonly things: ReadonlyMap<string, LineageItem>;
  readonly arrows: readonly Arrow[];
  /** Workflows without named data in their settings. */
  readonly alone: LineageGraph['workflows'];
}

const ofWorkflow = (id: number): string => `workflow ${id}`;
const ofData = (id: number): string => `data ${id}`;

function drawingOf({ workflows, data, links }: LineageGraph): Drawing {
  const connectedIds = new Set(links.map(({ workflowId }) => workflowId));
  const arrows = new Map<string, Arrow>();
  for (const { workflowId, dataId, isWritten } of links) {
    const [flow, item] = [ofWorkflow(workflowId), ofData(dataId)];
    const arrow = isWritten ? { from: flow, to: item } : { from: item, to: flow };
    arrows.set(`${arrow.from}>${arrow.to}`, arrow);
  }
  const things: LineageItem[] = [
    ...data.map(({ id, kind, name, recordId, path }) => ({
      key: ofData(id),
      kind,
      name: kind === 'file' ? path : name,
      id: recordId,
      path,
    })),
    ...workflows
      .filter(({ id }) => connectedIds.has(id))
      .map(({ id, name }) => ({
        key: ofWorkflow(id),
        kind: 'workflow' as const,
        name: name || workflowsTexts.noName(id),
        id,
        path: null,
      })),
  ];
  return {
    things: new Map(things.map((thing) => [thing.key, thing])),
    arrows: [...arrows.values()],
    alone: workflows.filter(({ id }) => !connectedIds.has(id)),
  };
}

/** The inputs and outputs of a project's workflows as a graph. */
export function Lineage({ id }: { readonly id: number }) {
  const query = useQuery(lineageQuery(id));
  return (
    <Loaded query={query} rows={6}>
      {(lineage) =>
        lineage.links.length === 0 ? (
          <Empty title={texts.none}>{texts.noneHint}</Empty>
        ) : (
          <LineageDrawing lineage={lineage} />
        )
      }
    </Loaded>
  );
}

function LineageDrawing({ lineage }: { readonly lineage: LineageGraph }) {
  const { things, arrows, alone } = useMemo(() => drawingOf(lineage), [lineage]);
  const positions = useMemo(() => layerPositions([...things.keys()], arrows), [things, arrows]);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<string>();
  const lit = useLit(things, arrows, at, typed);
  const all = [...positions.values()];
  const size = {
    width: Math.max(...all.map(({ column }) => column)) * across + width,
    height: Math.max(...all.map(({ row }) => row)) * down + height,
  };
  const names = (keys: readonly string[]): string => keys.map((key) => things.get(key)?.name ?? '').join(', ');
  return (
    <>
      <div className={classes.head}>
        <input
          type="search"
          className={classes.search}
          aria-label={texts.find}
          placeholder={texts.find}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <span className="soft">{texts.hint}</span>
      </div>
      <section className={classes.scroll} aria-label={texts.drawing} tabIndex={0}>
        <div className={classes.drawing} style={size}>
          <svg className={classes.arrows} {...size} aria-hidden>
            {arrows.map(({ from, to }) => (
              <path
                key={`${from}>${to}`}
                d={pathOf(positions.get(from), positions.get(to))}
                data-dim={lit !== undefined && !(lit.has(from) && lit.has(to))}
              />
            ))}
          </svg>
          <ul>
            {[...things.values()].map((thing) => (
              <ItemCard
                key={thing.key}
                thing={thing}
                position={positions.get(thing.key)}
                isDim={lit !== undefined && !lit.has(thing.key)}
                readers={names(arrows.filter(({ from }) => from === thing.key).map(({ to }) => to))}
                writers={names(arrows.filter(({ to }) => to === thing.key).map(({ from }) => from))}
                onPoint={setAt}
              />
            ))}
          </ul>
        </div>
      </section>
      {alone.length === 0 ? null : <Alone workflows={alone} />}
    </>
  );
}

/** The items that are connected to the one at the pointer, or to those that a search matches; undefined for all. */
function useLit(
  things: Drawing['things'],
  arrows: readonly Arrow[],
  at: string | undefined,
  typed: string,
): ReadonlySet<string> | undefined {
  const words = typed.trim().toLowerCase();
  return useMemo(() => {
    const starts =
      at !== undefined
        ? [at]
        : words === ''
          ? undefined
          : [...things.values()]
              .filter(({ name, path }) => `${name} ${path ?? ''}`.toLowerCase().includes(words))
              .map(({ key }) => key);
    return starts === undefined ? undefined : new Set(starts.flatMap((start) => [...reach(start, arrows)]));
  }, [at, words, things, arrows]);
}

/** Workflows without named data. */
const Alone = ({ workflows }: { readonly workflows: Drawing['alone'] }) => (
  <p className={classes.alone}>
    {texts.alone}{' '}
    {workflows.map(({ id, name }, i) => (
      <span key={id}>
        {i === 0 ? '' : ', '}
        <Link to="/workflows/$id" params={{ id: String(id) }}>
          {name || workflowsTexts.noName(id)}
        </Link>
      </span>
    ))}
  </p>
);

/** A curve from the end of one card to the beginning of another. */
function pathOf(
  from: { readonly column: number; readonly row: number } | undefined,
  to: { readonly column: number; readonly row: number } | undefined,
): string {
  if (from === undefined || to === undefined) return '';
  const [x1, y1] = [from.column * across + width, from.row * down + height / 2];
  const [x2, y2] = [to.column * across, to.row * down + height / 2];
  if (x2 > x1) {
    const bend = Math.min(80, (x2 - x1) / 2);
    return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  // backwards, below the items in between
  const low = Math.max(y1, y2) + height / 2 + 6;
  return `M${x1} ${y1}C${x1 + 24} ${y1} ${x1 + 24} ${low} ${x1} ${low}L${x2} ${low}C${x2 - 24} ${low} ${x2 - 24} ${y2} ${x2} ${y2}`;
}
