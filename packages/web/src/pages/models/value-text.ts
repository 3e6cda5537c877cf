/** A parameter as one reads it: lists without the marks of JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return '""';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.length === 0 ? '[]' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
