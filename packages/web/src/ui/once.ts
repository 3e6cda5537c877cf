/** What is made when it is first asked for, and then the same. Formats take milliseconds each, which no page shall wait for in vain. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
