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

/** A column of the input, with a search by name and type; a name that the input does not have stays, with an error. */
export function ColumnInput({ value, columns, onChange, error, ...rest }: ColumnInputProps) {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const [isTyped, setTyped] = useState(false);
  const isMissing = value !== '' && columns.length > 0 && !types.has(value);
  const fits = (search: string) => {
    const words = search.toLowerCase().trim().split(/\s+/);
    return (option: ComboboxItem): boolean => {
      const text = `${option.value} ${types.get(option.value)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
  };
  return (
    <Autocomplete
      size="xs"
      {...rest}
      error={error ?? (isMissing ? texts.noSuchColumn : undefined)}
      value={value}
      data={[...types.keys()]}
      // the present value is not a search: all options are shown until the user types
      filter={({ options, search }) => (isTyped ? (options as ComboboxItem[]).filter(fits(search)) : options)}
      onDropdownOpen={() => setTyped(false)}
      onInput={() => setTyped(true)}
      limit={200}
      comboboxProps={{ withinPortal: false, position: 'bottom-start', width: 'max-content' }}
      // Mantine ignores maxDropdownHeight without its scroll area: the list needs a height of its own that scrolls
      withScrollArea={false}
      styles={{ dropdown: { minWidth: 180, maxHeight: 260, overflowY: 'auto' } }}
      selectFirstOptionOnChange={false}
      renderOption={({ option }) => (
        <>
          <span>{option.value}</span>
          <span className="soft" style={{ marginLeft: 12 }}>
            {types.get(option.value)}
          </span>
        </>
      )}
      onChange={onChange}
    />
  );
}
