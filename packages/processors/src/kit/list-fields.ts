import type { FieldSpec } from '@millrace/workflow';
import type { Field, Fields, FieldValues, StoredFields } from '../contract/fields.ts';
import { missing, spec, type OfInput, type Optional } from './field-shape.ts';

/** A list of texts stored as a JSON list, with its empty elements. */
export const list = (
  options: Optional & {
    readonly kind?: FieldSpec['kind'];
    readonly widget?: string;
    readonly input?: number;
    readonly options?: readonly string[];
  } = {},
): Field<readonly string[]> => ({
  specs: (name) => [
    spec(name, options, {
      kind: options.kind ?? 'text',
      widget: options.widget ?? 'array_of_values',
      list: true,
      ...(options.options === undefined ? {} : { options: options.options }),
      ...(options.input === undefined ? {} : { input: options.input }),
    }),
  ],
  read(name, stored) {
    const values = stored.list(name) ?? [];
    if (options.required === true && values.every((v) => v.trim() === '')) throw missing(name);
    return values;
  },
});

/** Columns of an input, in the order chosen; blanks left out. */
export const columns = (options: Optional & OfInput = {}): Field<readonly string[]> => {
  const all = list({ ...options, kind: 'column', widget: options.widget ?? 'variables' });
  return { specs: all.specs, read: (name, stored) => all.read(name, stored).filter((v) => v !== '') };
};

/**
 * Row-aligned lists: element i of each stored list makes rule i. Gives one record per rule. A rule whose `key` field
 * is blank is left out ("" at index i means that the row is not used).
 */
export function rows<const F extends Fields>(
  fields: F,
  options: {
    readonly key: keyof F & string;
    readonly required?: boolean;
    /** Widgets of the lists, if they are not the usual one of their kind. */
    readonly widgets?: Readonly<Partial<Record<keyof F & string, string>>>;
  },
): Field<readonly FieldValues<F>[]> {
  const names = Object.keys(fields);
  return {
    specs: (name) =>
      names.flatMap((field) =>
        (fields[field]?.specs(field) ?? []).map(({ default: _ofOneRule, ...s }) => ({
          ...s,
          required: options.required === true && field === options.key,
          list: true,
          rows: name,
          ...(field === options.key ? { inRow: 'key' } : s.required ? { inRow: 'required' } : {}),
          widget: options.widgets?.[field] ?? listWidgets[s.kind] ?? 'variables_list_textfield',
        })),
      ),
    read(_name, stored) {
      const lists = new Map(names.map((field) => [field, stored.list(field) ?? []]));
      const length = Math.max(0, ...[...lists.values()].map((values) => values.length));
      const records: FieldValues<F>[] = [];
      for (let i = 0; i < length; i++) {
        if ((lists.get(options.key)?.[i] ?? '').trim() === '') continue;
        const at: StoredFields = {
          text: (field) => lists.get(field)?.[i],
          list: (field) => lists.get(field)?.slice(i, i + 1),
        };
        records.push(
          Object.fromEntries(names.map((field) => [field, fields[field]?.read(field, at)])) as FieldValues<F>,
        );
      }
      if (options.required === true && records.length === 0) throw missing(options.key);
      return records;
    },
  };
}

const listWidgets: Partial<Record<FieldSpec['kind'], string>> = {
  column: 'variables_list_select',
  choice: 'variables_list_array',
  boolean: 'variables_list_array',
  type: 'variables_list_array',
};
