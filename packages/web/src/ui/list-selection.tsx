import { Checkbox } from '@mantine/core';
import { listTexts } from '../texts/list.ts';

/** Selected rows, by their id. */
export interface Selection<T> {
  readonly selected: ReadonlySet<string | number>;
  readonly onChange: (selected: ReadonlySet<string | number>) => void;
  readonly nameOf: (row: T) => string;
}

interface SelectAllProps<T> {
  readonly rows: readonly T[];
  readonly idOf: (row: T) => string | number;
  readonly selection: Selection<T>;
}

/** Selects all rows that are shown, or none. */
export function SelectAll<T>({ rows, idOf, selection: { selected, onChange } }: SelectAllProps<T>) {
  const ids = rows.map(idOf);
  const many = ids.filter((id) => selected.has(id)).length;
  const isAll = many > 0 && many === ids.length;
  return (
    <Checkbox
      size="xs"
      aria-label={listTexts.selectAll}
      checked={isAll}
      indeterminate={many > 0 && !isAll}
      onChange={() => onChange(new Set(isAll ? [] : ids))}
    />
  );
}

interface SelectProps<T> {
  readonly row: T;
  readonly id: string | number;
  readonly selection: Selection<T>;
}

/** Selects a row. */
export const Select = <T,>({ row, id, selection: { selected, onChange, nameOf } }: SelectProps<T>) => (
  <Checkbox
    size="xs"
    aria-label={listTexts.select(nameOf(row))}
    checked={selected.has(id)}
    onChange={({ currentTarget: { checked } }) =>
      onChange(checked ? new Set([...selected, id]) : new Set([...selected].filter((one) => one !== id)))
    }
  />
);
