import type { ModelVersion } from '../../api/models.ts';

type Facts = Pick<ModelVersion, 'columns' | 'inputs' | 'features' | 'classes' | 'parameters'>;

/** Maximum number of features of a vector that are written out by name. */
const maxLength = 40;

/** The columns that a model reads, in the order of its training rows. */
export function readColumns({ columns, inputs, parameters }: Facts): readonly string[] {
  const indices = new Map(columns.map(({ name }, i) => [name, i]));
  const labels = new Set(parameters.filter(({ name }) => name === 'labelCol').map(({ value }) => value));
  const names = inputs ?? columns.map(({ name }) => name).filter((name) => !labels.has(name));
  const indexOf = (name: string): number => indices.get(name) ?? columns.length;
  return names.toSorted((a, b) => indexOf(a) - indexOf(b));
}

/** One input row of a model: in each column a known value, or a blank of its type. */
export function exampleRow(facts: Facts): Readonly<Record<string, unknown>> {
  const types = new Map(facts.columns.map(({ name, type }) => [name, type]));
  const texts = frequentTexts(facts);
  return Object.fromEntries(
    readColumns(facts).map((name) => [name, texts.get(name) ?? blank(types.get(name), facts.features[name])]),
  );
}

/** The most frequent text of columns that a stage indexes. */
function frequentTexts({ classes, parameters }: Facts): ReadonlyMap<string, string> {
  const mostFrequent = new Map<string, string>();
  let inputs: readonly string[] = [];
  // the parameters of a stage are sorted by name: input before output
  for (const { name, value } of parameters) {
    const columns = (Array.isArray(value) ? value : [value]).map(String);
    if (/^inputCols?$/.test(name)) inputs = columns;
    else if (/^outputCols?$/.test(name) && columns.length === inputs.length)
      for (const [i, column] of columns.entries()) {
        const [first] = classes[column] ?? [];
        const input = inputs[i];
        if (first !== undefined && input !== undefined) mostFrequent.set(input, first);
      }
  }
  return mostFrequent;
}

function blank(type: string | undefined, featureNames: readonly (string | null)[] | undefined): unknown {
  const kind = (type ?? '').toLowerCase();
  if (featureNames !== undefined && (kind === '' || kind.startsWith('vector'))) {
    const names = featureNames.filter((one) => one !== null);
    return names.length === featureNames.length &&
      new Set(names).size === featureNames.length &&
      featureNames.length <= maxLength
      ? Object.fromEntries(names.map((one) => [one, 0]))
      : { size: featureNames.length, indices: [], values: [] };
  }
  if (kind.startsWith('vector')) return [0];
  if (kind.startsWith('array')) return [];
  if (kind === 'string') return '';
  if (kind === 'boolean') return false;
  if (kind === 'date') return '2024-01-31';
  if (kind.startsWith('timestamp')) return '2024-01-31T12:00:00Z';
  return 0;
}

/** Rows as editable text. */
export const rowsText = (rows: readonly object[]): string => JSON.stringify(rows, null, 2);

/** The rows in a text: a list, or a single row. Throws an `Error` with the reason if it is invalid. */
export function rowsOf(text: string, texts: { readonly noJson: (why: string) => string; readonly noRows: string }) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(texts.noJson(error instanceof Error ? error.message : String(error)));
  }
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (rows.length === 0 || rows.some((row) => typeof row !== 'object' || row === null || Array.isArray(row)))
    throw new Error(texts.noRows);
  return rows as readonly Readonly<Record<string, unknown>>[];
}
