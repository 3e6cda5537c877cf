/**
 * Creates a value at the first call and returns the same afterwards. Formats take milliseconds each, which a page
 * spends only if it needs them.
 */
export function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}
