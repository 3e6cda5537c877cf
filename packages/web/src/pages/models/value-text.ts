/** A parameter as text: lists without JSON syntax. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value === '') return '""';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number'))
    return value.length === 0 ? '[]' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
