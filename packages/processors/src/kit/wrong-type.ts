import { typeName, type DataType, type StructField } from '@millrace/spark-connect';
import { FieldError } from './field-error.ts';

/** A type as messages write it, as Spark's own do: `BIGINT`, `ARRAY<STRING>`, `STRUCT<a: INT>`. */
export function sqlTypeName(type: DataType): string {
  switch (type.kind) {
    case 'array':
      return `ARRAY<${sqlTypeName(type.element)}>`;
    case 'map':
      return `MAP<${sqlTypeName(type.key)}, ${sqlTypeName(type.value)}>`;
    case 'struct':
      return `STRUCT<${type.fields.map((f) => `${f.name}: ${sqlTypeName(f.type)}`).join(', ')}>`;
    default:
      return typeName(type).toUpperCase();
  }
}

/** The error of a column whose type its field does not take. `rule` goes on behind a colon: `must be numeric`. */
export const wrongType = (
  { name, type }: Pick<StructField, 'name' | 'type'>,
  field: string,
  rule: string,
  remedy: string,
): FieldError =>
  new FieldError(field, `column "${name}" in field "${field}" has type ${sqlTypeName(type)}: ${rule}`, remedy);
