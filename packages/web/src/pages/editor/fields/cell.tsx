import { NativeSelect, TextInput } from '@mantine/core';
import { texts } from '../../../texts.ts';
import type { FieldSpec } from '../catalogue.ts';
import type { Column } from '../live.ts';
import { ColumnInput, columnTypes } from './column-input.tsx';

interface CellProps {
  readonly field: FieldSpec;
  readonly label: string;
  readonly value: string;
  readonly columns: readonly Column[];
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

/** One value of a list, without words around it. */
export function Cell({
  field: { kind, options, default: standard },
  label,
  value,
  columns,
  isDisabled,
  onChange,
}: CellProps) {
  const common = { 'aria-label': label, disabled: isDisabled } as const;
  if (kind === 'column') return <ColumnInput {...common} value={value} columns={columns} onChange={onChange} />;
  const offered = kind === 'boolean' ? ['true', 'false'] : (options ?? (kind === 'type' ? columnTypes : undefined));
  const text = {
    ...common,
    size: 'xs',
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const;
  if (offered !== undefined && offered.length > 0)
    return (
      <NativeSelect
        {...text}
        data={[
          ...(offered.includes(value)
            ? []
            : [{ value, label: value || (kind === 'boolean' ? texts.editor.panel.unset : '–') }]),
          ...offered.map((one) => ({ value: one, label: one })),
        ]}
      />
    );
  return <TextInput {...text} placeholder={standard.startsWith('[') ? undefined : standard} spellCheck={false} />;
}
