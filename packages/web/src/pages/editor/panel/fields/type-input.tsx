import { Autocomplete, type AutocompleteProps } from '@mantine/core';

type TypeInputProps = Omit<AutocompleteProps, 'data'> & { readonly value: string; readonly options: readonly string[] };

/** A column type: one of the common ones, or one in Spark's notation, such as `decimal(12,2)` or `array<int>`. */
export function TypeInput({ options, value, ...rest }: TypeInputProps) {
  return (
    <Autocomplete
      size="xs"
      {...rest}
      value={value}
      data={[...options]}
      // all other types are offered for replacing the present one
      filter={({ options: all, search }) => (options.includes(search) ? all : all.filter(startsWith(search)))}
      comboboxProps={{ withinPortal: false, position: 'bottom-start', width: 'max-content' }}
      withScrollArea={false}
      styles={{ dropdown: { minWidth: 120, maxHeight: 260, overflowY: 'auto' } }}
      selectFirstOptionOnChange={false}
      spellCheck={false}
    />
  );
}

const startsWith = (search: string) => (option: { readonly label?: string } | object) =>
  'label' in option && String(option.label).toLowerCase().startsWith(search.trim().toLowerCase());
