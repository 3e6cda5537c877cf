import { Checkbox, ColorInput, NativeSelect, TextInput } from '@mantine/core';
import { optionOf } from '@millrace/workflow';
import { GrowingText } from '../../../../ui/growing-text.tsx';
import type { FieldSpec } from '../../model/catalogue.ts';
import { listOf, listText } from '../../model/graph.ts';
import type { Column } from '../../state/live.ts';
import { choicesOf } from './choices.ts';
import { CodeField } from './code-field.tsx';
import { ColumnInput, columnTypes } from './column-input.tsx';
import { DatasetInput } from './dataset-input.tsx';
import { PathInput } from './path-input.tsx';
import { ColumnsInput } from './columns-input.tsx';
import { ListInput } from './list-input.tsx';
import { ModelInput } from './model-input.tsx';
import { TypeInput } from './type-input.tsx';

export interface FieldInputProps {
  readonly field: FieldSpec;
  /** The text in the graph. */
  readonly value: string;
  /** Columns of the input that the field refers to. */
  readonly columns: readonly Column[];
  /** Columns of every input. */
  readonly allColumns: readonly (readonly Column[])[];
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

type Common = Pick<FieldInputProps, 'field' | 'error' | 'isDisabled'>;

/** What inputs of every kind have. */
export const commonProps = ({ field: { title, description, required }, error, isDisabled }: Common) =>
  ({
    label: title,
    description: description || undefined,
    error,
    size: 'xs',
    disabled: isDisabled,
    withAsterisk: required,
  }) as const;

/** The input of a field, by its kind. An invalid value stays until the user changes it. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, columns, allColumns, error, isDisabled, onChange } = props;
  const { kind, title, description, options, list } = field;
  const common = commonProps(props);
  if (list && kind === 'column')
    return (
      <ColumnsInput {...common} columns={columns} value={listOf(value)} onChange={(next) => onChange(listText(next))} />
    );
  if (list) return <ListInput {...props} />;
  if (kind === 'column') return <ColumnInput {...common} value={value} columns={columns} onChange={onChange} />;
  if (kind === 'boolean')
    return (
      <Checkbox
        size="xs"
        label={title}
        description={description || undefined}
        error={error}
        disabled={isDisabled}
        checked={optionOf({ options: ['true'] }, value || field.default) !== undefined}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (kind === 'type')
    return <TypeInput {...common} options={options ?? columnTypes} value={value} onChange={onChange} />;
  if (kind === 'choice' || (options !== null && options.length > 0))
    return (
      <NativeSelect
        {...common}
        value={value}
        data={choicesOf(field, value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (kind === 'model') return <ModelInput {...common} value={value} onChange={onChange} />;
  if (kind === 'dataset') return <DatasetInput {...common} value={value} onChange={onChange} />;
  if (kind === 'sql' || kind === 'expression' || kind === 'code')
    return (
      <CodeField
        {...common}
        value={value}
        tables={allColumns}
        language={kind === 'code' ? 'plain' : 'sql'}
        isTall={kind !== 'expression'}
        onChange={onChange}
      />
    );
  return <TextField {...props} />;
}

type TextFieldProps = Common & Pick<FieldInputProps, 'value' | 'onChange'>;

/** A field that is typed, with the help that its widget asks for. */
function TextField(props: TextFieldProps) {
  const { field, value, onChange } = props;
  const { kind, widget } = field;
  const common = commonProps(props);
  const text = {
    ...common,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  // a text that is not a date, such as a parameter, is shown unchanged
  if (widget === 'datefield' && /^(\d{4}-\d{2}-\d{2})?$/.test(value)) return <TextInput {...text} type="date" />;
  if (widget.includes('color'))
    return (
      <ColorInput
        {...common}
        value={value}
        onChange={onChange}
        popoverProps={{ withinPortal: false }}
        withEyeDropper={false}
      />
    );
  if (kind === 'path') return <PathInput {...common} value={value} onChange={onChange} />;
  if (/textarea/.test(widget)) return <GrowingText {...text} minRows={2} maxRows={14} />;
  return (
    <TextInput
      {...text}
      inputMode={kind === 'integer' ? 'numeric' : kind === 'number' ? 'decimal' : undefined}
      spellCheck={kind === 'text'}
      placeholder={field.default === '' ? undefined : field.default}
    />
  );
}
