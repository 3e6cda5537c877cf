import type { FieldSpec, Processor } from './catalogue.ts';

/** A part of a node's form: a single field, fields whose lists make up rows, or a heading. */
export type FormPart =
  | { readonly kind: 'field'; readonly key: string; readonly field: FieldSpec }
  | { readonly kind: 'rows'; readonly key: string; readonly fields: readonly FieldSpec[] }
  | { readonly kind: 'schema'; readonly key: string; readonly fields: readonly FieldSpec[] }
  | { readonly kind: 'heading'; readonly key: string; readonly title: string };

/** The form of a processor, in the order of its fields. */
export function formOf({ fields }: Processor): readonly FormPart[] {
  const parts: FormPart[] = [];
  const usedNames = new Set<string>();
  for (const field of fields) {
    if (usedNames.has(field.name)) continue;
    if (field.kind === 'layout') {
      if (field.widget === 'tab' || field.widget === 'header')
        parts.push({ kind: 'heading', key: field.name, title: field.title });
      continue;
    }
    const together =
      field.rows !== null
        ? fields.filter(({ rows }) => rows === field.rows)
        : field.widget.startsWith('schema_col_') && field.list
          ? fields.filter(({ widget, list }) => widget.startsWith('schema_col_') && list)
          : [field];
    for (const { name } of together) usedNames.add(name);
    const key = field.rows ?? field.name;
    if (field.rows !== null) parts.push({ kind: 'rows', key, fields: together });
    else if (together.length > 1) parts.push({ kind: 'schema', key, fields: together });
    else parts.push({ kind: 'field', key, field });
  }
  return parts;
}

/** Rows of aligned lists: a row takes the same element of each. */
export function rowsOf(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const many = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: many }, (_, i) => lists.map((list) => list[i] ?? ''));
}

/** The lists of rows; empty rows are left out. */
export function listsOf(rows: readonly (readonly string[])[], many: number): readonly (readonly string[])[] {
  return Array.from({ length: many }, (_, i) => rows.map((row) => row[i] ?? ''));
}
