import { Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { ItemResult } from '../../api/queries-of-dashboards.ts';
import { outputsQuery, runsOfWorkflowQuery } from '../../api/queries-of-runs.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { inOrder, styleOf } from './board.tsx';
import { CardBody, Source, titleOf } from './card.tsx';
import { isText, placeOf, withPlaces, type Item, type Sheet } from './content.ts';
import { columns, gap, movedTo, rowHeight, sizedTo, stepped, type GridPlace } from './layout.ts';
import card from './card.module.css';
import grid from './grid.module.css';
import classes from './grid-editor.module.css';

const texts = dashboardsTexts;

interface GridEditorProps {
  readonly sheet: Sheet;
  /** True while the saved content of the sheet is loading. */
  readonly isWaiting: boolean;
  readonly resultOf: (item: Item) => ItemResult | undefined;
  readonly onEdit: (sheet: Sheet, at?: string) => void;
}

/** The changes that a pointer or a key makes to an item. */
interface Grip {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

const ways = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
const growth = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

/** The items of a sheet on its grid: moved and sized by mouse or keys, renamed, removed. */
export function GridEditor({ sheet, isWaiting, resultOf, onEdit }: GridEditorProps) {
  const area = useRef<HTMLDivElement>(null);
  // positions while the pointer is down; they become the sheet's when it is released
  const [moving, setMoving] = useState<{ readonly id: number; readonly places: readonly GridPlace[] }>();
  const [announcement, setAnnouncement] = useState('');
  const places = moving?.places ?? sheet.items.map(placeOf);
  const placeBy = new Map(places.map((place) => [place.id, place]));
  const put = (next: readonly GridPlace[], id: number): void => {
    const { x = 0, y = 0, w = 0, h = 0 } = next.find((one) => one.id === id) ?? {};
    setAnnouncement(texts.place(x + 1, y + 1, w, h));
    const items = withPlaces(sheet.items, next);
    if (JSON.stringify(items) !== JSON.stringify(sheet.items)) onEdit({ ...sheet, items });
  };
  const replace = (id: number, part: Partial<Item>, at: string): void =>
    onEdit({ ...sheet, items: sheet.items.map((one) => (one.id === id ? ({ ...one, ...part } as Item) : one)) }, at);
  const remove = (id: number): void => {
    const ordered = inOrder(sheet.items);
    const at = ordered.findIndex((one) => one.id === id);
    const next = ordered[at + 1] ?? ordered[at - 1];
    // the focused element is removed
    area.current?.querySelector<HTMLElement>(`[data-grip="${next?.id}"]`)?.focus();
    onEdit({ ...sheet, items: sheet.items.filter((one) => one.id !== id) });
  };

  const gripOf = (item: Item, kind: 'move' | 'size'): Grip => ({
    onPointerDown: (event) => {
      const element = area.current;
      if (event.button !== 0 || element === null) return;
      // in one column items move only by keys
      if (getComputedStyle(element).display !== 'grid') return;
      event.preventDefault();
      const grip = event.currentTarget;
      grip.focus({ preventScroll: true });
      grip.setPointerCapture(event.pointerId);
      const before = sheet.items.map(placeOf);
      const own = placeOf(item);
      const start = element.getBoundingClientRect();
      const [wide, high] = [(start.width + gap) / columns, rowHeight + gap];
      const [fromX, fromY] = [event.clientX - start.left, event.clientY - start.top];
      let next = before;
      const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
        // the sheet may have been scrolled in the meantime
        const { left, top } = element.getBoundingClientRect();
        const dx = Math.round((clientX - left - fromX) / wide);
        const dy = Math.round((clientY - top - fromY) / high);
        next = [
          ...(kind === 'move'
            ? movedTo(before, item.id, own.x + dx, own.y + dy)
            : sizedTo(before, item.id, own.w + dx, own.h + dy)),
        ];
        setMoving({ id: item.id, places: next });
      };
      const end = ({ type }: Event): void => {
        grip.removeEventListener('pointermove', move);
        grip.removeEventListener('pointerup', end);
        grip.removeEventListener('pointercancel', end);
        setMoving(undefined);
        if (type === 'pointerup') put(next, item.id);
      };
      grip.addEventListener('pointermove', move);
      grip.addEventListener('pointerup', end);
      grip.addEventListener('pointercancel', end);
    },
  });
  const pressed = (event: KeyboardEvent, item: Item): void => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Delete') remove(item.id);
    else if (key in ways) {
      const arrow = key as keyof typeof ways;
      const { w, h } = placeOf(item);
      const [dw, dh] = growth[arrow];
      put(shiftKey ? sizedTo(places, item.id, w + dw, h + dh) : stepped(places, item.id, ways[arrow]), item.id);
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div ref={area} className={grid.grid} data-moving={moving !== undefined}>
        {inOrder(sheet.items).map((item) => {
          const title = titleOf(item, resultOf(item)) || texts.text;
          return (
            <div
              key={item.id}
              className={grid.cell}
              style={styleOf(placeBy.get(item.id) ?? placeOf(item))}
              data-moving={moving?.id === item.id}
            >
              <article
                className={`${card.card} ${classes.card}`}
                aria-label={title}
                data-moving={moving?.id === item.id}
              >
                <div className={classes.head}>
                  <button
                    type="button"
                    className={classes.grip}
                    data-grip={item.id}
                    aria-label={texts.move(title)}
                    title={texts.moveHint}
                    aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
                    onKeyDown={(event) => pressed(event, item)}
                    {...gripOf(item, 'move')}
                  >
                    <svg viewBox="0 0 12 20" aria-hidden>
                      <path d="M3 4h.01M9 4h.01M3 10h.01M9 10h.01M3 16h.01M9 16h.01" />
                    </svg>
                  </button>
                  <TextInput
                    size="xs"
                    className={classes.name}
                    aria-label={texts.itemName(title)}
                    placeholder={title}
                    value={item.name}
                    onChange={(event) => replace(item.id, { name: event.currentTarget.value }, `name ${item.id}`)}
                  />
                  <button
                    type="button"
                    className={classes.remove}
                    aria-label={texts.remove(title)}
                    onClick={() => remove(item.id)}
                  >
                    <span aria-hidden>×</span>
                  </button>
                </div>
                {isText(item) ? (
                  <Textarea
                    className={classes.text}
                    aria-label={texts.textOf}
                    value={item.text ?? ''}
                    onChange={(event) => replace(item.id, { text: event.currentTarget.value }, `text ${item.id}`)}
                  />
                ) : (
                  <Shown item={item} isWaiting={isWaiting} known={resultOf(item)} />
                )}
                <span className={classes.corner} aria-hidden {...gripOf(item, 'size')} />
              </article>
            </div>
          );
        })}
      </div>
    </>
  );
}

interface ShownProps extends Pick<GridEditorProps, 'isWaiting'> {
  readonly item: Item;
  readonly known: ItemResult | undefined;
}

/** The content of an item; for an unsaved one, the output of the latest run. */
function Shown({ item, isWaiting, known }: ShownProps) {
  const workflowId = Number(item.workflowId);
  const isNew = !isWaiting && known === undefined && item.workflowId !== '' && Number.isSafeInteger(workflowId);
  const { data: runs } = useQuery({ ...runsOfWorkflowQuery(workflowId), enabled: isNew });
  const run = latestCompleted(runs);
  const { data: outputs } = useQuery({ ...outputsQuery(run?.id ?? 0), enabled: isNew && run !== undefined });
  const own = outputs?.filter(({ nodeId }) => nodeId === item.nodeId);
  const base = {
    itemId: item.id,
    type: item.type,
    nodeId: item.nodeId,
    workflowId: item.workflowId,
    latest: null,
    message: null,
    model: null,
  };
  const result: ItemResult | null | undefined =
    known ??
    (own !== undefined && run !== undefined
      ? {
          ...base,
          executionId: run.id,
          endedAt: run.endTime,
          outputs: own,
          state: own.length === 0 ? 'nothing' : 'shown',
        }
      : runs !== undefined && run === undefined
        ? { ...base, executionId: null, endedAt: null, outputs: [], state: 'never' }
        : isNew || isWaiting
          ? undefined
          : null);
  return (
    <>
      <Source item={item} result={result} />
      <CardBody item={item} result={result} />
    </>
  );
}

/** The newest run that completed. */
export const latestCompleted = <R extends { readonly id: number; readonly status: number }>(
  runs: readonly R[] | undefined,
): R | undefined => runs?.filter(({ status }) => status === 2).toSorted((a, b) => b.id - a.id)[0];
