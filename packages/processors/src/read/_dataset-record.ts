import { readJson, type Dataset, type DatasetDetail } from '@millrace/workflow';
import { FieldError } from '../kit/field-error.ts';
import { sparkType, type OutputColumn } from '../kit/type-fields.ts';

/** The declared columns of a dataset. */
export const columnsOf = (dataset: Dataset | DatasetDetail): OutputColumn[] =>
  dataset.columns.map((c) => ({
    name: c.name,
    type: sparkType(c.type || 'STRING', 'dataset'),
    format: c.format || undefined,
  }));

/** Options of the reader, stored as a JSON object of texts; other text is refused. */
export function readOptions({ readOptions: stored, name }: Dataset | DatasetDetail): Record<string, string> {
  if (stored === null || stored.trim() === '') return {};
  const result = readJson(stored, { lenient: true });
  if (!result.ok || typeof result.value !== 'object' || result.value === null || Array.isArray(result.value))
    throw new FieldError(
      'dataset',
      `invalid read options of dataset "${name}": must be a JSON object`,
      'write an object such as {"multiLine": "true"}',
    );
  return Object.fromEntries(
    Object.entries(result.value).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
}
