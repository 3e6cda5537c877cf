import { Autocomplete, type ComboboxItem } from '@mantine/core';
import { useState } from 'react';
import { editorTexts } from '../../../../texts/editor.ts';
import type { Column } from '../../state/live.ts';

const texts = editorTexts.panel;

/** Types of columns. */
export const columnTypes = [
  'STRING',
  'INTEGER',
  'LONG',
  'DOUBLE',
  'FLOAT',
  'BOOLEAN',
  'DATE',
  'TIMESTAMP',
  'DECIMAL',
  'SHORT',
  'BYTE',
  'BINARY',
];

interface ColumnInputProps {
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled: boolean;
  readonly withAsterisk?: boolean;
  readonly value: string;
  readonly columns: readonly Column[];
  readonly onChange: (value: string) => void;
}

/** The rank of a column for typed words, 0 being best; Infinity for no match. */
function rankOf(name: string, type: string, typed: string): number {
  const [own, search] = [name.toLowerCase(), typed.toLowerCase().trim()];
  if (name === typed.trim()) return 0;
  if (own === search) return 1;
  if (own.startsWith(search)) return 2;
  if (own.includes(search)) return 3;
  const text = `${own} ${type.toLowerCase()}`;
  return search.split(/\s+/).every((word) => text.includes(word)) ? 4 : Infinity;
}

/** A column of the input, with a search by name and type; a name that the input does not have stays, with an error. */
export function ColumnInput({ value, columns, onChange, error, ...rest }: ColumnInputProps) {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  // typing opens the list, too
  const [openedWith, setOpenedWith] = useState(value);
  const isMissing = value !== '' && columns.length > 0 && !types.has(value);
  const matching = (options: readonly ComboboxItem[], search: string): ComboboxItem[] => {
    const rank = (name: string): number => rankOf(name, types.get(name) ?? '', search);
    return options.filter(({ value: name }) => rank(name) < Infinity).toSorted((a, b) => rank(a.value) - rank(b.value));
  };
  return (
    <Autocomplete
      size="xs"
      {...rest}
      error={error ?? (isMissing ? texts.noSuchColumn : undefined)}
      value={value}
      data={[...types.keys()]}
      // the present value is not a search: all options are shown until the user types
      filter={({ options, search }) => (value === openedWith ? options : matching(options as ComboboxItem[], search))}
      onDropdownOpen={() => setOpenedWith(value)}
      limit={200}
      comboboxProps={{ withinPortal: false, position: 'bottom-start', width: 'max-content' }}
      // Mantine ignores maxDropdownHeight without its scroll area: the list needs a height of its own that scrolls
      withScrollArea={false}
      styles={{ dropdown: { minWidth: 180, maxHeight: 260, overflowY: 'auto' } }}
      // Enter takes the best match; a name that no column has stays as it was typed
      selectFirstOptionOnChange
      renderOption={({ option }) => (
        <>
          <span>{option.value}</span>
          <span style={{ marginLeft: 12, opacity: 0.75 }}>{types.get(option.value)}</span>
        </>
      )}
      onChange={onChange}
    />
  );
}
