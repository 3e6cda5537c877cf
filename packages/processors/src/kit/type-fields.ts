import { parseType, type DataType } from '@millrace/spark-connect';
import type { FieldSpec } from '@millrace/workflow';
import type { Field } from '../contract/fields.ts';
import { castTypes } from './cast-types.ts';
import { invalidValue } from './field-error.ts';
import { orMissing, single, spec, type Common, type Optional, type WithDefault } from './field-shape.ts';

/** A column type by the interface's word (`DOUBLE`, `INTEGER`, …) or as Spark DDL (`decimal(12,2)`, `array<int>`). */
export function sparkType(name: string, field: string): DataType {
  const word = name.trim().toUpperCase();
  if (word === 'DECIMAL') return { kind: 'decimal', precision: 38, scale: 18 };
  try {
    return parseType(name.trim());
  } catch {
    throw invalidValue(field, name, 'must be a data type', `choose one of ${castTypes.join(', ')}`);
  }
}

type TypeOptions = { readonly widget?: string };

/** A column type. */
export function type(options: WithDefault<(typeof castTypes)[number]> & TypeOptions): Field<DataType>;
export function type(options: Common & TypeOptions & { readonly required: true }): Field<DataType>;
export function type(options?: Common & TypeOptions): Field<DataType | undefined>;
export function type(
  options: Optional & TypeOptions & { readonly default?: string } = {},
): Field<DataType | undefined> {
  const fallback = options.default;
  return single(
    options,
    { kind: 'type', widget: options.widget ?? 'array', options: castTypes },
    (value, name) => sparkType(value, name),
    fallback === undefined ? orMissing(options) : (name) => sparkType(fallback, name),
  );
}

export interface OutputColumn {
  readonly name: string;
  readonly type: DataType;
  readonly format: string | undefined;
}

const schemaSpecs = (): readonly FieldSpec[] =>
  (
    [
      ['outputColNames', 'schema_col_names', 'Output column names', 'text'],
      ['outputColTypes', 'schema_col_types', 'Output column types', 'type'],
      ['outputColFormats', 'schema_col_formats', 'Output column formats', 'format'],
    ] as const
  ).map(([name, widget, title, kind]) => spec(name, { title }, { kind, widget, list: true }));

/** The declared output schema (`outputColNames`, `outputColTypes`, `outputColFormats`) of a node that casts by it, by position. */
export const outputSchema = (): Field<readonly OutputColumn[]> => ({
  specs: schemaSpecs,
  read(_name, stored) {
    const [types, formats] = [stored.list('outputColTypes') ?? [], stored.list('outputColFormats') ?? []];
    return (stored.list('outputColNames') ?? []).map((name, i) => ({
      name,
      type: sparkType(types[i] || 'STRING', 'outputColTypes'),
      format: formats[i] || undefined,
    }));
  },
});

/** The same of a node whose run decides its columns: it serves design alone, and may name types that are no cast's (ARRAY). */
export const designSchema = (): Field<undefined> => ({ specs: schemaSpecs, read: () => undefined });
