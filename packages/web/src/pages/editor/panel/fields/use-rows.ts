import { useState, type KeyboardEvent } from 'react';

/** A row in the form; it keeps its id while it is changed and moved. */
export interface FormRow<R> {
  readonly id: number;
  readonly row: R;
}

interface State<R> {
  readonly items: readonly FormRow<R>[];
  /** The rows in the graph, as text. */
  readonly storedText: string;
}

export interface Rows<R> {
  readonly items: readonly FormRow<R>[];
  readonly add: (row: R) => void;
  readonly change: (at: number, row: R) => void;
  readonly remove: (at: number) => void;
  /** Moves a row by one position; a row at the end stays. */
  readonly move: (at: number, by: -1 | 1) => void;
}

let lastId = 0;
const formRow = <R>(row: R): FormRow<R> => ({ id: ++lastId, row });

/**
 * Rows in a form: they keep their positions while they are filled in, and the used ones are written. Changes from
 * elsewhere (such as undo) are merged.
 */
export function useRows<R>(
  currentRows: readonly R[],
  isUsed: (row: R) => boolean,
  write: (rows: readonly R[]) => void,
): Rows<R> {
  const text = JSON.stringify(currentRows);
  const [{ items, storedText }, setState] = useState<State<R>>(() => ({
    items: currentRows.map(formRow),
    storedText: text,
  }));
  if (text !== storedText) setState({ items: mergeRows(items, currentRows), storedText: text });
  const update = (next: readonly FormRow<R>[]): void => {
    const usedRows = next.map(({ row }) => row).filter(isUsed);
    const now = JSON.stringify(usedRows);
    setState({ items: next, storedText: now });
    if (now !== storedText) write(usedRows);
  };
  return {
    items,
    add: (row) => update([...items, formRow(row)]),
    change: (at, row) => update(items.map((one, i) => (i === at ? { ...one, row } : one))),
    remove: (at) => update(items.toSpliced(at, 1)),
    move: (at, by) => {
      const [one, other] = [items[at], items[at + by]];
      if (one !== undefined && other !== undefined) update(items.with(at, other).with(at + by, one));
    },
  };
}

/** Rows after a change elsewhere: an equal row keeps its id, a changed row gets the id at its position. */
function mergeRows<R>(before: readonly FormRow<R>[], currentRows: readonly R[]): readonly FormRow<R>[] {
  const rest = [...before];
  const same = currentRows.map((row) => {
    const at = rest.findIndex((one) => JSON.stringify(one.row) === JSON.stringify(row));
    return at === -1 ? undefined : rest.splice(at, 1)[0];
  });
  return currentRows.map((row, i) => {
    const there = before[i];
    return same[i] ?? (there !== undefined && rest.includes(there) ? { ...there, row } : formRow(row));
  });
}

/** Moves a row by Alt and an arrow key; a select opens by these itself. */
export function onMoveKey(event: KeyboardEvent, move: (by: -1 | 1) => void): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
  if (by === undefined || !event.altKey || event.target instanceof HTMLSelectElement) return;
  event.preventDefault();
  event.stopPropagation();
  move(by);
}
