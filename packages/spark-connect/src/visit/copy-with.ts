import type { Message } from './messages.ts';

/** What becomes of a message: values of fields that change. `at` tells the value of a field, changed below or not. */
export type Change = (
  message: Message,
  at: (field: string) => unknown,
) => Readonly<Record<string, unknown>> | undefined;

/**
 * A copy of a plan in which messages are changed, those below a message before it; what has no change in it is shared, not
 * copied. A message that stands in several places is changed once.
 */
export function copyWith<T extends object>(root: T, change: Change): T {
  const copies = new Map<object, object>();
  const copy = <V>(value: V): V => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
    const done = copies.get(value);
    if (done !== undefined) return done as V;
    const fresh = Array.isArray(value) ? copyOfList(value) : copyOf(value);
    copies.set(value, fresh);
    return fresh as V;
  };
  const copyOfList = (list: unknown[]): unknown[] => {
    const fresh = list.map(copy);
    return fresh.some((item, i) => item !== list[i]) ? fresh : list;
  };
  const copyOf = (message: object): object => {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(message)) {
      const fresh: unknown = copy(value);
      if (fresh !== value) fields[name] = fresh;
    }
    if ('$typeName' in message)
      Object.assign(
        fields,
        change(message as Message, (field) => fields[field] ?? Reflect.get(message, field)),
      );
    if (Object.keys(fields).length === 0) return message;
    const fresh: object = Object.create(Object.getPrototypeOf(message) as object | null);
    return Object.assign(fresh, message, fields);
  };
  return copy(root);
}
