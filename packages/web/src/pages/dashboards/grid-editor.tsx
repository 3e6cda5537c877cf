import { Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ItemResult } from '../../api/queries-of-dashboards.ts';
import { outputsQuery, runsOfWorkflowQuery } from '../../api/queries-of-runs.ts';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { inOrder, styleOf } from './board.tsx';
import { CardBody, Source, titleOf } from './card.tsx';
import { isText, type Item, type Sheet } from './content.ts';
import { useArranging, type Arranging } from './use-arranging.ts';
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

/** The items of a sheet on its grid: moved and sized by mouse or keys, renamed, removed. */
export function GridEditor({ sheet, isWaiting, resultOf, onEdit }: GridEditorProps) {
  const area = useRef<HTMLDivElement>(null);
  const arranging = useArranging(area, sheet, onEdit);
  const { movedId, announcement } = arranging;
  const replace = (id: number, part: Partial<Item>, at: string): void =>
    onEdit({ ...sheet, items: sheet.items.map((one) => (one.id === id ? ({ ...one, ...part } as Item) : one)) }, at);
  const remove = (id: number): void => {
    const items = inOrder(sheet.items);
    const at = items.findIndex((one) => one.id === id);
    const next = items[at + 1] ?? items[at - 1];
    // the focused element is removed
    area.current?.querySelector<HTMLElement>(`[data-grip="${next?.id}"]`)?.focus();
    onEdit({ ...sheet, items: sheet.items.filter((one) => one.id !== id) });
  };
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div ref={area} className={grid.grid} data-moving={movedId !== undefined}>
        {inOrder(sheet.items).map((item) => (
          <div
            key={item.id}
            className={grid.cell}
            style={styleOf(arranging.positionFor(item))}
            data-moving={movedId === item.id}
          >
            <ItemCard
              item={item}
              isWaiting={isWaiting}
              itemResult={resultOf(item)}
              arranging={arranging}
              onChange={(part, field) => replace(item.id, part, `${field} ${item.id}`)}
              onRemove={() => remove(item.id)}
            />
          </div>
        ))}
      </div>
    </>
  );
}

interface ItemCardProps extends ItemContentProps {
  readonly arranging: Arranging;
  readonly onChange: (part: Partial<Item>, field: string) => void;
  readonly onRemove: () => void;
}

function ItemCard({ item, isWaiting, itemResult, arranging, onChange, onRemove }: ItemCardProps) {
  const title = titleOf(item, itemResult) || texts.text;
  return (
    <article className={`${card.card} ${classes.card}`} aria-label={title} data-moving={arranging.movedId === item.id}>
      <div className={classes.head}>
        <Grip title={title} item={item} arranging={arranging} onRemove={onRemove} />
        <TextInput
          size="xs"
          className={classes.name}
          aria-label={texts.itemName(title)}
          placeholder={title}
          value={item.name}
          onChange={(event) => onChange({ name: event.currentTarget.value }, 'name')}
        />
        <button type="button" className={classes.remove} aria-label={texts.remove(title)} onClick={onRemove}>
          <span aria-hidden>×</span>
        </button>
      </div>
      {isText(item) ? (
        <Textarea
          className={classes.text}
          aria-label={texts.textOf}
          value={item.text ?? ''}
          onChange={(event) => onChange({ text: event.currentTarget.value }, 'text')}
        />
      ) : (
        <ItemContent item={item} isWaiting={isWaiting} itemResult={itemResult} />
      )}
      <span className={classes.corner} aria-hidden onPointerDown={(event) => arranging.drag(event, item, 'size')} />
    </article>
  );
}

interface GripProps extends Pick<ItemCardProps, 'item' | 'arranging' | 'onRemove'> {
  readonly title: string;
}

/** Moves the item by pointer, moves and sizes it by arrow keys, and removes it by Delete. */
const Grip = ({ title, item, arranging, onRemove }: GripProps) => (
  <button
    type="button"
    className={classes.grip}
    data-grip={item.id}
    aria-label={texts.move(title)}
    title={texts.moveHint}
    aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete"
    onKeyDown={(event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey) return;
      if (key === 'Delete') onRemove();
      else if (!arranging.step(event, item)) return;
      event.preventDefault();
    }}
    onPointerDown={(event) => arranging.drag(event, item, 'move')}
  >
    <svg viewBox="0 0 12 20" aria-hidden>
      <path d="M3 4h.01M9 4h.01M3 10h.01M9 10h.01M3 16h.01M9 16h.01" />
    </svg>
  </button>
);

interface ItemContentProps extends Pick<GridEditorProps, 'isWaiting'> {
  readonly item: Item;
  readonly itemResult: ItemResult | undefined;
}

/** The content of an item; for an unsaved one, the output of the latest run. */
function ItemContent({ item, isWaiting, itemResult }: ItemContentProps) {
  const workflowId = Number(item.workflowId);
  const isNew = !isWaiting && itemResult === undefined && item.workflowId !== '' && Number.isSafeInteger(workflowId);
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
    itemResult ??
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
