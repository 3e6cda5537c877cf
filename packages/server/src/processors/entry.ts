import type { Processor } from '@millrace/processors';
import type { FieldSpec } from '@millrace/workflow';

/** A processor as the interface's catalogue shows it (Node). */
export function catalogueEntry(processor: Processor, index: number) {
  const { name, nodeClass, type, category, description, fields, examples } = processor;
  return {
    id: String(index + 1),
    path: category,
    name,
    iconImage: null,
    description,
    details: '',
    examples: JSON.stringify(examples.map(({ name: title }) => title)),
    type,
    nodeClass,
    x: null,
    y: null,
    fields: fields.map(fieldRecord),
    engine: 'all',
  };
}

/** A field as the interface shows it (Field). */
export function fieldRecord(field: FieldSpec) {
  const { name, widget, title, description = '', required, options } = field;
  return {
    name,
    value: field.default ?? '',
    widget,
    title,
    description,
    optionsArray: options === undefined ? null : [...options],
    optionsMap: null,
    datatypes: null,
    required,
    display: true,
    editable: true,
    disableRefresh: false,
  };
}
