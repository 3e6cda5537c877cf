import { typeName, type CollectedTable, type Value } from '@millrace/spark-connect';

export interface Difference {
  readonly what: 'schema' | 'row count' | 'rows' | 'order';
  readonly detail: string;
}

/** A value as text that is equal exactly when the values are: NaN is NaN, -0.0 is not 0.0, types do not mix. */
export function canonical(value: Value): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'number':
      return Object.is(value, -0) ? '-0.0' : String(value);
    case 'bigint':
      return `${value}L`;
    case 'string':
      return JSON.stringify(value);
    case 'boolean':
      return String(value);
    default:
  }
  if (value instanceof Uint8Array) return `x'${Buffer.from(value).toString('hex')}'`;
  if (value instanceof Map)
    return `{${[...value]
      .map(([k, v]) => `${canonical(k)}:${canonical(v)}`)
      .sort()
      .join(',')}}`;
  if (Array.isArray(value)) return `[${value.map((v: Value) => canonical(v)).join(',')}]`;
  return `(${Object.entries(value as Record<string, Value>)
    .map(([k, v]) => `${k}=${canonical(v)}`)
    .join(',')})`;
}

const canonicalRow = (row: readonly Value[]): string => row.map(canonical).join(' | ');

const schemaText = ({ schema }: CollectedTable): string =>
  schema.fields.map((f) => `${f.name} ${typeName(f.type)}`).join(', ');

/**
 * Compares two results whole: names and types of columns, number of rows, every value; row order only where asked.
 * Nullability is left out: engines derive it differently and it changes no row. Gives undefined when they are equal.
 */
export function compareTables(
  expected: CollectedTable,
  actual: CollectedTable,
  { ordered = false }: { ordered?: boolean } = {},
): Difference | undefined {
  const [wanted, got] = [schemaText(expected), schemaText(actual)];
  if (wanted !== got) return { what: 'schema', detail: `(${wanted}) against (${got})` };
  if (expected.rows.length !== actual.rows.length)
    return { what: 'row count', detail: `${expected.rows.length} against ${actual.rows.length}` };
  const left = expected.rows.map(canonicalRow);
  const right = actual.rows.map(canonicalRow);
  const [a, b] = [left.toSorted(), right.toSorted()];
  const at = a.findIndex((row, i) => row !== b[i]);
  if (at >= 0) return { what: 'rows', detail: `${a[at]} against ${b[at]}` };
  if (!ordered) return undefined;
  const moved = left.findIndex((row, i) => row !== right[i]);
  return moved < 0 ? undefined : { what: 'order', detail: `row ${moved + 1}: ${left[moved]} against ${right[moved]}` };
}
