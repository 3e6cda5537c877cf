import type { Cell } from '../events.ts';
import type { TableValue, Primitive, Shape } from './shape.ts';

/** Name of a column, or of a field of a struct, by its index: within this process names may repeat and hold anything. */
export const fieldNameAt = (index: number): string => `f${index}`;

/** A value as the library takes it. `weigh` is told about how many bytes it takes. */
export function toStored(shape: Shape, value: TableValue | undefined, weigh: (bytes: number) => void): unknown {
  if (value === null || value === undefined) {
    weigh(1);
    return null;
  }
  if (shape.kind === 'leaf') {
    const stored = shape.write(value);
    weigh(typeof stored === 'string' || stored instanceof Uint8Array ? stored.length + 8 : 8);
    return stored;
  }
  weigh(8);
  if (shape.kind === 'list') return (value as readonly TableValue[]).map((one) => toStored(shape.element, one, weigh));
  if (shape.kind === 'map')
    return [...(value as Iterable<readonly [TableValue, TableValue]>)].map(([key, item]) => ({
      key: toStored(shape.key, key, weigh),
      value: toStored(shape.value, item, weigh),
    }));
  const fields = value as Readonly<Record<string, TableValue>>;
  return Object.fromEntries(
    shape.fields.map((field, i) => [fieldNameAt(i), toStored(field.shape, fields[field.name], weigh)]),
  );
}

/** What a list of entries, which stands for a map, is called where the library is not told that it is one. */
export const entries = 'key_value';

/** A value that the library has read, as previews spell it. */
export function fromStored(shape: Shape, raw: unknown): Cell {
  if (raw === null || raw === undefined) return null;
  if (shape.kind === 'leaf') return shape.read(raw as Primitive);
  if (shape.kind === 'list') return (raw as readonly unknown[]).map((one) => fromStored(shape.element, one));
  if (shape.kind === 'map')
    return ((raw as Readonly<Record<string, readonly { key: unknown; value: unknown }[]>>)[entries] ?? []).map(
      ({ key, value }) => [fromStored(shape.key, key), fromStored(shape.value, value)],
    );
  const fields = raw as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    shape.fields.map(({ name, shape: one }, i) => [name, fromStored(one, fields[fieldNameAt(i)])]),
  );
}
