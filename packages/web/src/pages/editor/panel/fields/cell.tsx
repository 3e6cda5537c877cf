import { NativeSelect, TextInput } from '@mantine/core';
import type { FieldSpec } from '../../model/catalogue.ts';
import type { Column } from '../../state/live.ts';
import { choicesOf } from './choices.ts';
import { CodeField } from './code-field.tsx';
import { ColumnInput, columnTypes } from './column-input.tsx';
import { TypeInput } from './type-input.tsx';

interface CellProps {
  readonly field: FieldSpec;
  readonly label: string;
  readonly value: string;
  readonly columns: readonly Column[];
  /** Columns of every input, for expressions. */
  readonly tables: readonly (readonly Column[])[];
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

/** One value of a list, without a label. */
export function Cell({ field, label, value, columns, tables, isDisabled, onChange }: CellProps) {
  const { kind, options, default: standard } = field;
  const common = { 'aria-label': label, disabled: isDisabled } as const;
  if (kind === 'column') return <ColumnInput {...common} value={value} columns={columns} onChange={onChange} />;
  if (kind === 'type')
    return <TypeInput {...common} options={options ?? columnTypes} value={value} onChange={onChange} />;
  if (kind === 'sql' || kind === 'expression')
    return <CodeField label={label} isCell value={value} tables={tables} disabled={isDisabled} onChange={onChange} />;
  const text = {
    ...common,
    size: 'xs',
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const;
  if (kind === 'boolean' || (options !== null && options.length > 0))
    return <NativeSelect {...text} data={choicesOf(field, value)} />;
  return <TextInput {...text} placeholder={standard.startsWith('[') ? undefined : standard} spellCheck={false} />;
}
