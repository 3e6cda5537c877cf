import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { dashboardsTexts } from '../../texts/dashboards.ts';
import { positionOf, withPositions, type Item, type Sheet } from './content.ts';
import { columns, gap, moveItem, rowHeight, resizeItem, stepItem, type GridPosition } from './layout.ts';

const ways = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;
const growth = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;

/** How items of a sheet are moved and sized. */
export interface Arranging {
  /** The item that the pointer holds. */
  readonly movedId: number | undefined;
  /** The latest position in words. */
  readonly announcement: string;
  readonly positionFor: (item: Item) => GridPosition;
  /** Moves or sizes an item with the pointer until it is released. */
  readonly drag: (event: PointerEvent<HTMLElement>, item: Item, kind: 'move' | 'size') => void;
  /** Moves an item by an arrow key, or sizes it by one with Shift; false for another key. */
  readonly step: (event: KeyboardEvent, item: Item) => boolean;
}

/** Arranges the items of a sheet on its grid. */
export function useArranging(
  area: RefObject<HTMLElement | null>,
  sheet: Sheet,
  onEdit: (sheet: Sheet) => void,
): Arranging {
  // positions while the pointer is down; they become the sheet's when it is released
  const [moving, setMoving] = useState<{ readonly id: number; readonly positions: readonly GridPosition[] }>();
  const [announcement, setAnnouncement] = useState('');
  const positions = moving?.positions ?? sheet.items.map(positionOf);
  const positionById = new Map(positions.map((position) => [position.id, position]));
  const update = (next: readonly GridPosition[], id: number): void => {
    const { x = 0, y = 0, w = 0, h = 0 } = next.find((one) => one.id === id) ?? {};
    setAnnouncement(dashboardsTexts.place(x + 1, y + 1, w, h));
    const items = withPositions(sheet.items, next);
    if (JSON.stringify(items) !== JSON.stringify(sheet.items)) onEdit({ ...sheet, items });
  };
  return {
    movedId: moving?.id,
    announcement,
    positionFor: (item) => positionById.get(item.id) ?? positionOf(item),
    drag: (event, item, kind) => {
      const before = sheet.items.map(positionOf);
      const own = positionOf(item);
      let next: readonly GridPosition[] = before;
      const onMove = (dx: number, dy: number): void => {
        next =
          kind === 'move'
            ? moveItem(before, item.id, own.x + dx, own.y + dy)
            : resizeItem(before, item.id, own.w + dx, own.h + dy);
        setMoving({ id: item.id, positions: next });
      };
      const onEnd = (isReleased: boolean): void => {
        setMoving(undefined);
        if (isReleased) update(next, item.id);
      };
      follow(event, area.current, onMove, onEnd);
    },
    step: ({ key, shiftKey }, item) => {
      if (!(key in ways)) return false;
      const arrow = key as keyof typeof ways;
      const { w, h } = positionOf(item);
      const [dw, dh] = growth[arrow];
      update(
        shiftKey ? resizeItem(positions, item.id, w + dw, h + dh) : stepItem(positions, item.id, ways[arrow]),
        item.id,
      );
      return true;
    },
  };
}

/** Follows a pointer over a grid, in its columns and rows, until it is released or lost. */
function follow(
  event: PointerEvent<HTMLElement>,
  area: HTMLElement | null,
  onMove: (dx: number, dy: number) => void,
  onEnd: (isReleased: boolean) => void,
): void {
  if (event.button !== 0 || area === null) return;
  // in one column items move only by keys
  if (getComputedStyle(area).display !== 'grid') return;
  event.preventDefault();
  const grip = event.currentTarget;
  grip.focus({ preventScroll: true });
  grip.setPointerCapture(event.pointerId);
  const start = area.getBoundingClientRect();
  const [wide, high] = [(start.width + gap) / columns, rowHeight + gap];
  const [fromX, fromY] = [event.clientX - start.left, event.clientY - start.top];
  const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
    // the sheet may have been scrolled in the meantime
    const { left, top } = area.getBoundingClientRect();
    onMove(Math.round((clientX - left - fromX) / wide), Math.round((clientY - top - fromY) / high));
  };
  const end = ({ type }: Event): void => {
    grip.removeEventListener('pointermove', move);
    grip.removeEventListener('pointerup', end);
    grip.removeEventListener('pointercancel', end);
    onEnd(type === 'pointerup');
  };
  grip.addEventListener('pointermove', move);
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
}
