import { useState } from 'react';
import { kindOf, type ColumnSummary } from './column-summary.ts';
import { SummaryPicture } from './column-summary.tsx';
import type { TableColumn, View } from './table-view.ts';
import classes from './data-table.module.css';

/** A column whose menu is open, and its head. */
export interface OpenMenu {
  readonly column: number;
  readonly head: HTMLElement;
}

interface TableHeadProps {
  /** Columns that are not hidden, with their numbers. */
  readonly columns: readonly (TableColumn & { readonly at: number })[];
  readonly sort: View['sort'];
  readonly open: number | undefined;
  readonly onMenu: (menu: OpenMenu | undefined) => void;
  readonly summaries: readonly (ColumnSummary | undefined)[] | undefined;
}

export const alignOf = (type: string): 'end' | undefined => (kindOf(type) === 'number' ? 'end' : undefined);

/** The sort direction of a column. */
export const wayOf = (sort: View['sort'], column: number): 'ascending' | 'descending' | undefined =>
  sort?.column !== column ? undefined : sort.isDescending ? 'descending' : 'ascending';

/** Navigation keys between heads. */
const steps: Readonly<Record<string, (at: number, many: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, many) => Math.min(many - 1, at + 1),
  Home: () => 0,
  End: (_, many) => many - 1,
};

/** Names and types of columns. One of them is in the tab order, and arrow keys go to the others. */
export function TableHead({ columns, sort, open, onMenu, summaries }: TableHeadProps) {
  const [focused, setFocused] = useState(0);
  const here = Math.max(
    0,
    columns.findIndex(({ at }) => at === focused),
  );
  return (
    <thead>
      <tr
        onKeyDown={(event) => {
          const next = columns[steps[event.key]?.(here, columns.length) ?? -1];
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.querySelector<HTMLElement>(`[data-at='${next.at}']`)?.focus();
        }}
      >
        {columns.map(({ name, type, at }, i) => {
          const sorted = wayOf(sort, at);
          return (
            <th key={at} scope="col" data-align={alignOf(type)} aria-sort={sorted}>
              <button
                type="button"
                className={classes.head}
                title={name}
                data-at={at}
                aria-haspopup="dialog"
                aria-expanded={open === at}
                tabIndex={i === here ? 0 : -1}
                onFocus={() => setFocused(at)}
                onClick={({ currentTarget: { parentElement: head } }) =>
                  onMenu(head === null || open === at ? undefined : { column: at, head })
                }
              >
                <span className={classes.name}>{name}</span>
                <span className={classes.type}>{type}</span>
                <span className={classes.sign} aria-hidden data-sorted={sorted} />
              </button>
              {summaries?.[at] === undefined ? null : <SummaryPicture summary={summaries[at]} />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
