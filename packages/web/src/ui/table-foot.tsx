import type { ReactNode } from 'react';
import { tableTexts } from '../texts/table.ts';
import { Chip } from './chip.tsx';
import { count } from './format.ts';
import { textOf, type ColumnFilter, type Conditions, type TableColumn } from './table-view.ts';
import classes from './table-foot.module.css';

const texts = tableTexts;

/** Only the rows of a mark in a chart. */
export interface Marked {
  readonly conditions: Conditions;
  /** Shows all rows again; absent if another component offers that. */
  readonly onClear?: () => void;
}

interface TableFootProps {
  readonly columns: readonly TableColumn[];
  readonly filters: ReadonlyMap<number, ColumnFilter>;
  readonly onUnfilter: (column: number) => void;
  readonly marked: Marked | undefined;
  readonly hidden: number;
  readonly onShowAll: () => void;
  /** The numbers of visible rows and of all, if some are filtered out. */
  readonly some: { readonly shown: number; readonly here: number } | undefined;
  /** The running action, or the result of the last copy. */
  readonly status: string;
  /** The error. */
  readonly trouble: string | undefined;
  readonly onCopy: (format: 'csv' | 'markdown') => void;
}

/** The foot of a table: its hidden parts, each with a button to show them, and copy buttons. */
export function TableFoot(props: TableFootProps) {
  const { columns, filters, onUnfilter, marked, hidden, onShowAll, some, status, trouble, onCopy } = props;
  const chips: ReactNode[] = [...filters].flatMap(([at, filter]) => {
    const column = columns[at];
    if (column === undefined) return [];
    return [
      <Chip key={at} text={filterText(column.name, filter)} label={texts.unfilter} onRemove={() => onUnfilter(at)} />,
    ];
  });
  return (
    <div className={classes.foot}>
      {marked?.onClear === undefined ? null : (
        <Chip text={conditionsText(marked.conditions)} label={texts.unfilter} onRemove={marked.onClear} />
      )}
      {chips}
      {hidden === 0 ? null : (
        <button type="button" className={classes.button} onClick={onShowAll}>
          {texts.showHidden(count(hidden), hidden)}
        </button>
      )}
      <span role="status" className={classes.told}>
        {some === undefined ? '' : texts.some(count(some.shown), count(some.here))}
        {status === '' ? '' : ` ${status}`}
        {trouble === undefined ? null : <span className={classes.trouble}> {trouble}</span>}
      </span>
      <span className={classes.ways}>
        <button type="button" className={classes.button} onClick={() => onCopy('csv')}>
          {texts.copyCsv}
        </button>
        <button type="button" className={classes.button} onClick={() => onCopy('markdown')}>
          {texts.copyMarkdown}
        </button>
      </span>
    </div>
  );
}

/** Conditions in words: "city = Rome". */
export const conditionsText = (conditions: Conditions): string =>
  conditions.map(([name, value]) => `${name} = ${value === null ? 'null' : textOf(value)}`).join(', ');

function filterText(name: string, { text, from, to, nulls }: ColumnFilter): string {
  if (nulls === 'only') return texts.isNull(name);
  const parts = [
    ...(text === undefined ? [] : [texts.contains(name, text)]),
    ...(from === undefined && to === undefined ? [] : [texts.between(name, from, to)]),
    ...(nulls === undefined ? [] : [texts.isNotNull(name)]),
  ];
  return parts.join(', ');
}
