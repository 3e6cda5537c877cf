import { Input } from '@mantine/core';
import { useId, useState } from 'react';
import { editorTexts } from '../../../../texts/editor.ts';
import { count } from '../../../../ui/format.ts';
import type { Column } from '../../state/live.ts';
import classes from './fields.module.css';

const texts = editorTexts.panel;

interface ColumnsInputProps {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk: boolean;
  readonly columns: readonly Column[];
  /** Selected names, in their order. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Columns of the input with checkboxes: a search over names and types, select all, and missing columns. */
export function ColumnsInput({ columns, value, onChange, disabled, label, ...rest }: ColumnsInputProps) {
  const id = useId();
  const names = value.filter((name) => name !== '');
  const set = new Set(names);
  const { typed, setTyped, all, visible, columnNames } = useColumnFilter(columns, names);
  const toggle = (name: string, isOn: boolean): void =>
    onChange(isOn ? [...names, name] : names.filter((one) => one !== name));
  return (
    <Input.Wrapper {...rest} size="xs" label={label} id={id} labelElement="div">
      <fieldset className={classes.columns} aria-label={label} disabled={disabled}>
        <div className={classes.bar}>
          {all.length > 6 ? (
            <input
              type="search"
              className={classes.search}
              placeholder={texts.searchColumns}
              aria-label={`${texts.searchColumns}: ${label}`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : null}
          <span className="soft">{texts.chosen(count(names.length), count(columns.length))}</span>
          <button
            type="button"
            className={classes.link}
            onClick={() => onChange([...new Set([...names, ...visible.map(({ name }) => name)])])}
          >
            {texts.all}
          </button>
          <button
            type="button"
            className={classes.link}
            onClick={() => onChange(names.filter((name) => !visible.some((one) => one.name === name)))}
          >
            {texts.none}
          </button>
        </div>
        <div className={classes.checks}>
          {visible.map(({ name, type }) => (
            <label key={name} className={classes.check} data-gone={!columnNames.has(name) && columns.length > 0}>
              <input
                type="checkbox"
                checked={set.has(name)}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
              <span>{name}</span>
              <span className={classes.type}>{type}</span>
            </label>
          ))}
          {all.length === 0 ? <p className={classes.empty}>{texts.noColumns}</p> : null}
        </div>
        {names.length > 1 ? <Order label={label} names={names} onChange={onChange} /> : null}
      </fieldset>
    </Input.Wrapper>
  );
}

/** The columns to choose from: selected ones that are missing first, then those of the input; and a search in them. */
function useColumnFilter(columns: readonly Column[], names: readonly string[]) {
  const [typed, setTyped] = useState('');
  const columnNames = new Set(columns.map(({ name }) => name));
  const words = typed.toLowerCase().split(/\s+/);
  const all: readonly Column[] = [
    ...names
      .filter((name) => !columnNames.has(name))
      .map((name) => ({ name, type: columns.length === 0 ? '' : texts.gone })),
    ...columns,
  ];
  const visible = all.filter(({ name, type }) => words.every((one) => `${name} ${type}`.toLowerCase().includes(one)));
  return { typed, setTyped, all, visible, columnNames };
}

interface OrderProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** The selected columns in their order, which can be changed. */
function Order({ label, names, onChange }: OrderProps) {
  const swap = (i: number, j: number): void => onChange(names.with(i, names[j] ?? '').with(j, names[i] ?? ''));
  return (
    <details className={classes.order}>
      <summary>{texts.order}</summary>
      <ol aria-label={`${texts.order}: ${label}`}>
        {names.map((name, i) => (
          <li key={name}>
            <span>{name}</span>
            <button
              type="button"
              className={classes.small}
              aria-label={texts.moveNameUp(name)}
              disabled={i === 0}
              onClick={() => swap(i, i - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              className={classes.small}
              aria-label={texts.moveNameDown(name)}
              disabled={i === names.length - 1}
              onClick={() => swap(i, i + 1)}
            >
              ↓
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
