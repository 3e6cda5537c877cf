import { useState, type KeyboardEvent } from 'react';

/** A row as it is shown; it keeps its id while it is changed and moved. */
export interface ShownRow<R> {
  readonly id: number;
  readonly row: R;
}

interface State<R> {
  readonly shown: readonly ShownRow<R>[];
  /** What the graph has of them, as text. */
  readonly written: string;
}

interface Rows<R> {
  readonly shown: readonly ShownRow<R>[];
  readonly add: (row: R) => void;
  readonly change: (at: number, row: R) => void;
  readonly remove: (at: number) => void;
  /** Puts a row one place up or down; at either end it stays. */
  readonly move: (at: number, by: -1 | 1) => void;
}

let lastId = 0;
const shownRow = <R>(row: R): ShownRow<R> => ({ id: ++lastId, row });

/**
 * Rows under somebody's hands: they stay in their places while they are filled in, and those that are kept are written.
 * What is changed elsewhere (undone, say) comes in.
 */
export function useRows<R>(
  given: readonly R[],
  isKept: (row: R) => boolean,
  write: (rows: readonly R[]) => void,
): Rows<R> {
  const text = JSON.stringify(given);
  const [{ shown, written }, setState] = useState<State<R>>(() => ({ shown: given.map(shownRow), written: text }));
  if (text !== written) setState({ shown: followed(shown, given), written: text });
  const put = (next: readonly ShownRow<R>[]): void => {
    const kept = next.map(({ row }) => row).filter(isKept);
    const now = JSON.stringify(kept);
    setState({ shown: next, written: now });
    if (now !== written) write(kept);
  };
  return {
    shown,
    add: (row) => put([...shown, shownRow(row)]),
    change: (at, row) => put(shown.map((one, i) => (i === at ? { ...one, row } : one))),
    remove: (at) => put(shown.toSpliced(at, 1)),
    move: (at, by) => {
      const [one, other] = [shown[at], shown[at + by]];
      if (one !== undefined && other !== undefined) put(shown.with(at, other).with(at + by, one));
    },
  };
}

/** Rows that come from elsewhere: what is the same keeps its id wherever it is now, what has changed that of its place. */
function followed<R>(before: readonly ShownRow<R>[], given: readonly R[]): readonly ShownRow<R>[] {
  const left = [...before];
  const same = given.map((row) => {
    const at = left.findIndex((one) => JSON.stringify(one.row) === JSON.stringify(row));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  });
  return given.map((row, i) => {
    const there = before[i];
    return same[i] ?? (there !== undefined && left.includes(there) ? { ...there, row } : shownRow(row));
  });
}

/** Moves a row by Alt and an arrow key; a choice opens by these itself. */
export function onMoveKey(event: KeyboardEvent, move: (by: -1 | 1) => void): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
  if (by === undefined || !event.altKey || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  event.stopPropagation();
  move(by);
}
