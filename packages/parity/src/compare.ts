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
  const [expectedSchema, actualSchema] = [schemaText(expected), schemaText(actual)];
  if (expectedSchema !== actualSchema)
    return { what: 'schema', detail: `(${expectedSchema}) against (${actualSchema})` };
  if (expected.rows.length !== actual.rows.length)
    return { what: 'row count', detail: `${expected.rows.length} against ${actual.rows.length}` };
  const left = expected.rows.map(canonicalRow);
  const right = actual.rows.map(canonicalRow);
  const [a, b] = [left.toSorted(), right.toSorted()];
  const at = a.findIndex((row, i) => row !== b[i]);
  if (at >= 0) return { what: 'rows', detail: `${a[at]} against ${b[at]}` };
  if (!ordered) return undefined;
  const index = left.findIndex((row, i) => row !== right[i]);
  return index < 0 ? undefined : { what: 'order', detail: `row ${index + 1}: ${left[index]} against ${right[index]}` };
}

/** How far apart two fractions may be that part in their last digits alone, as a share of the larger one. */
const lastDigits = 1e-10;

/**
 * True if two values are the same but for the last digits of fractions in them, which depend on the order in which they were
 * summed. NaN, infinities and the sign of zeros are more than last digits.
 */
export function areNear(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return (
      Object.is(a, b) ||
      (Number.isFinite(a) &&
        Number.isFinite(b) &&
        a !== b &&
        Math.abs(a - b) <= lastDigits * Math.max(Math.abs(a), Math.abs(b)))
    );
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((v: Value, i) => areNear(v, b[i] as Value));
  if (isStruct(a) && isStruct(b)) {
    const names = Object.keys(a);
    return names.join() === Object.keys(b).join() && names.every((name) => areNear(a[name] ?? null, b[name] ?? null));
  }
  return canonical(a) === canonical(b);
}

const isStruct = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array) &&
  !(value instanceof Map);

/** True if two results of the same columns hold the same rows, in any order, but for the last digits of fractions. */
export function haveNearRows(expected: CollectedTable, actual: CollectedTable): boolean {
  if (expected.rows.length !== actual.rows.length) return false;
  const [left, right] = [byRest(expected), byRest(actual)];
  return [...left].every(([rest, rows]) => {
    const others = right.get(rest);
    if (others?.length !== rows.length) return false;
    const [a, b] = [rows.toSorted(byFractions), others.toSorted(byFractions)];
    return a.every((row, i) => row.every((value, at) => areNear(value, b[i]?.[at] ?? null)));
  });
}

type Row = readonly Value[];

/** Rows by the values in them that are not numbers. */
const byRest = ({ rows }: CollectedTable): Map<string, Row[]> =>
  Map.groupBy(rows, (row) => row.map(withoutNumbers).join(' | '));

function withoutNumbers(value: Value): string {
  if (typeof value === 'number') return '';
  const text = canonical(value);
  return typeof value === 'object' ? text.replace(/-?\d[\d.]*(e[+-]?\d+)?/g, '') : text;
}

/** Near fractions count as equal, so that the next column tells rows apart. */
function byFractions(a: Row, b: Row): number {
  for (const [i, value] of a.entries()) {
    const other = b[i];
    if (typeof value !== 'number' || typeof other !== 'number' || areNear(value, other)) continue;
    return value < other || Number.isNaN(other) ? -1 : 1;
  }
  return 0;
}
