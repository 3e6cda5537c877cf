import type { SchemaColumn } from '../../../../api/datasets.ts';
import type { FieldSpec } from '../../model/catalogue.ts';
import type { Column } from '../../state/live.ts';

const spelt: Readonly<Record<string, string>> = { INT: 'INTEGER', BIGINT: 'LONG', SMALLINT: 'SHORT', TINYINT: 'BYTE' };

const isType = ({ kind, widget }: FieldSpec): boolean => kind === 'type' || widget === 'schema_col_types';

/**
 * Rows of a declared schema for existing columns. Declared columns keep their type and format. Text gets the type that
 * the file shows (`fileColumns`, by position), if it was requested.
 */
export function declaredRows(
  fields: readonly FieldSpec[],
  columns: readonly Column[],
  fileColumns: readonly SchemaColumn[],
  before: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const nameAt = fields.findIndex(({ widget }) => widget === 'schema_col_names');
  const typeAt = fields.findIndex(isType);
  const declared = new Map(before.map((row) => [row[nameAt], row]));
  return columns.map((column, i) => {
    const own = declared.get(column.name);
    const isTyped = (own?.[typeAt] ?? '') !== '';
    const fileColumn = !isTyped && column.type === 'string' ? fileColumns[i] : undefined;
    return fields.map((field, j) => {
      const value = own?.[j] ?? '';
      if (value !== '') return value;
      if (j === nameAt) return column.name;
      if (isType(field)) return fileColumn?.colType ?? typeWord(column.type);
      return field.kind === 'format' ? (fileColumn?.colFormat ?? '') : '';
    });
  });
}

function typeWord(type: string): string {
  const upper = type.toUpperCase().replace(/\(.*/, '');
  return spelt[upper] ?? upper;
}
