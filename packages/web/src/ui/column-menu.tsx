import { Button, CloseButton, Portal, TextInput } from '@mantine/core';
import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { useEffect, useReducer, useRef, useState, type FormEvent, type RefObject } from 'react';
import { tableTexts } from '../texts/table.ts';
import { kindOf } from './column-summary.ts';
import { isEnd, type ColumnFilter, type TableColumn } from './table-view.ts';
import { useOverlayContainer } from './use-overlay-container.ts';
import classes from './column-menu.module.css';

const texts = tableTexts;

/** How wide a menu is, in pixels. */
const width = 248;

interface ColumnMenuProps {
  readonly column: TableColumn;
  /** The head of the column: the menu is below it. */
  readonly head: HTMLElement;
  readonly sorted: 'ascending' | 'descending' | undefined;
  readonly filter: ColumnFilter | undefined;
  /** The sorted and filtered rows; absent if these are all. */
  readonly note: string | undefined;
  readonly maySort: boolean;
  readonly mayHide: boolean;
  readonly onSort: (way: 'ascending' | 'descending' | undefined) => void;
  readonly onFilter: (filter: ColumnFilter | undefined) => void;
  readonly onHide: () => void;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

/** The actions for a column. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { column, head, sorted, filter, note, maySort, mayHide, onSort, onFilter, onHide, onCopy, onClose } = props;
  const target = useOverlayContainer();
  const popup = useRef<HTMLDivElement>(null);
  const popupRef = useMergedRef(popup, useFocusTrap());
  useAttached(popup, head, onClose);
  const { left, bottom } = head.getBoundingClientRect();
  const top = Math.max(8, Math.min(bottom, innerHeight - 380));
  const act = (work: () => void) => () => {
    work();
    onClose();
  };
  return (
    <Portal target={target}>
      <div
        ref={popupRef}
        role="dialog"
        aria-label={texts.menu(column.name)}
        className={classes.menu}
        style={{
          width,
          left: Math.max(8, Math.min(left, innerWidth - width - 8)),
          top,
          maxHeight: innerHeight - top - 8,
        }}
        onKeyDown={(event) => {
          // the page's shortcuts do not apply here; Tab belongs to the focus trap
          if (event.key !== 'Tab') event.stopPropagation();
        }}
      >
        <div className={classes.head}>
          <span className={classes.name} title={column.name}>
            {column.name}
          </span>
          <CloseButton size="sm" aria-label={texts.close} onClick={onClose} />
        </div>
        {note === undefined ? null : <p className={classes.note}>{note}</p>}
        {maySort ? <SortItems sorted={sorted} onSort={(way) => act(() => onSort(way))()} /> : null}
        <FilterForm column={column} filter={filter} onFilter={(next) => act(() => onFilter(next))()} />
        {mayHide ? (
          <button type="button" className={classes.item} onClick={act(onHide)}>
            {texts.hide}
          </button>
        ) : null}
        <button type="button" className={classes.item} onClick={act(onCopy)}>
          {texts.copyColumn}
        </button>
      </div>
    </Portal>
  );
}

/** Keeps the menu at its head, and closes it by Escape and by a click elsewhere. */
function useAttached(popup: RefObject<HTMLElement | null>, head: HTMLElement, onClose: () => void): void {
  const [, updatePosition] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const table = head.closest<HTMLElement>('[role=region]');
    const onPointer = ({ target }: PointerEvent): void => {
      if (target instanceof Node && popup.current?.contains(target) !== true && !head.contains(target)) onClose();
    };
    // it stays at its head
    const onScroll = ({ target }: Event): void => {
      if (target instanceof Node && target.contains(head)) updatePosition();
    };
    // the menu takes the focus a moment after it has opened
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    addEventListener('pointerdown', onPointer, true);
    addEventListener('keydown', onEscape, true);
    addEventListener('scroll', onScroll, true);
    addEventListener('resize', updatePosition);
    return () => {
      removeEventListener('pointerdown', onPointer, true);
      removeEventListener('keydown', onEscape, true);
      removeEventListener('scroll', onScroll, true);
      removeEventListener('resize', updatePosition);
      // the focus returns to the opening element, or to the table if the column is now hidden
      if (document.activeElement === document.body)
        (head.isConnected ? head.querySelector('button') : table)?.focus({ preventScroll: true });
    };
  }, [popup, head, onClose]);
}

type Way = 'ascending' | 'descending' | undefined;

interface SortItemsProps {
  readonly sorted: Way;
  readonly onSort: (way: Way) => void;
}

const SortItems = ({ sorted, onSort }: SortItemsProps) =>
  (['ascending', 'descending', undefined] as const).map((way) => (
    <button
      key={String(way)}
      type="button"
      className={classes.item}
      aria-pressed={sorted === way}
      data-autofocus={way === 'ascending' || undefined}
      onClick={() => onSort(way)}
    >
      {way === undefined ? texts.asItCame : texts.sort[way]}
    </button>
  ));

interface FilterFormProps {
  readonly column: TableColumn;
  readonly filter: ColumnFilter | undefined;
  readonly onFilter: (filter: ColumnFilter | undefined) => void;
}

/** The filter of a column: by a part of the text, or between two bounds. */
function FilterForm({ column, filter, onFilter }: FilterFormProps) {
  const kind = kindOf(column.type);
  const isRange = kind === 'number' || kind === 'time';
  const [draft, setDraft] = useState({ text: '', from: '', to: '', ...filter });
  const [nulls, setNulls] = useState<'' | 'without' | 'only'>(filter?.nulls ?? '');
  const faultOf = (end: string): string | undefined =>
    end.trim() === '' || isEnd(kind, end.trim()) ? undefined : kind === 'number' ? texts.noNumber : texts.noTime;
  const faults = { from: isRange ? faultOf(draft.from) : undefined, to: isRange ? faultOf(draft.to) : undefined };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (faults.from !== undefined || faults.to !== undefined) return;
    const next = filterOf(isRange ? { from: draft.from, to: draft.to } : { text: draft.text }, nulls);
    onFilter(Object.keys(next).length === 0 ? undefined : next);
  };
  const input = (name: 'text' | 'from' | 'to', hint: string) => (
    <TextInput
      size="xs"
      label={texts[name]}
      placeholder={hint}
      value={draft[name]}
      error={name === 'text' ? undefined : faults[name]}
      disabled={nulls === 'only'}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form className={classes.filter} onSubmit={submit} noValidate>
      {isRange ? (
        <div className={classes.ends}>
          {input('from', kind === 'time' ? '2024-01-31' : '')}
          {input('to', kind === 'time' ? '2024-12-31' : '')}
        </div>
      ) : (
        input('text', '')
      )}
      <label className={classes.nulls}>
        {texts.nulls}
        <select value={nulls} onChange={(event) => setNulls(event.currentTarget.value as typeof nulls)}>
          <option value="">{texts.withNulls}</option>
          <option value="without">{texts.withoutNulls}</option>
          <option value="only">{texts.onlyNulls}</option>
        </select>
      </label>
      <div className={classes.buttons}>
        <Button type="submit" size="compact-xs">
          {texts.filter}
        </Button>
        {filter === undefined ? null : (
          <Button size="compact-xs" variant="default" onClick={() => onFilter(undefined)}>
            {texts.clearFilter}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The filter of the form; blanks in a text are significant. */
function filterOf(values: Pick<ColumnFilter, 'text' | 'from' | 'to'>, nulls: 'without' | 'only' | ''): ColumnFilter {
  if (nulls === 'only') return { nulls };
  const { text = '', from = '', to = '' } = values;
  return {
    ...(text === '' ? {} : { text }),
    ...(from.trim() === '' ? {} : { from: from.trim() }),
    ...(to.trim() === '' ? {} : { to: to.trim() }),
    ...(nulls === '' ? {} : { nulls }),
  };
}
