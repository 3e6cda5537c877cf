import type { CsvFormat } from '../contract/csv-facts.ts';
import { FieldError } from './field-error.ts';
import type { OutputColumn } from './type-fields.ts';
import type { BadValues } from './typed-cells.ts';

/** Lists of names and values as one record; blank names are left out. */
export const readerOptionsOf = (keys: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(keys.flatMap((key, i) => (key.trim() === '' ? [] : [[key.trim(), values[i] ?? '']])));

/** The error of an option of a reader that is a field of its own, or one of the options that a field lists. `valueText`: the value, quoted. */
function invalidOption(name: string, valueText: string, field: string, rule: string, remedy: string): FieldError {
  const where = name === field ? `field "${name}"` : `option "${name}" in field "${field}"`;
  return new FieldError(field, `invalid value ${valueText} for ${where}: ${rule}`, remedy);
}

/** A quote or escape: one character or none. */
export function markOf(name: string, value: string, field = name): string {
  if (value.length <= 1) return value;
  throw invalidOption(name, JSON.stringify(value), field, 'must be a single character', 'enter one character');
}

/** Character sets by spellings of users that Java does not know. */
const encodings: Readonly<Record<string, string>> = {
  utf8: 'UTF-8',
  ascii: 'US-ASCII',
  usascii: 'US-ASCII',
  latin1: 'ISO-8859-1',
  iso88591: 'ISO-8859-1',
  utf16: 'UTF-16',
  utf16le: 'UTF-16LE',
  utf16be: 'UTF-16BE',
  utf32: 'UTF-32',
};

/** A character set in Java's spelling, whether or not it knows it. Throws a `FieldError` for what cannot be a name of one. */
export function encodingOf(value: string, field = 'encoding'): string {
  const name = value.trim();
  const charset = encodings[name.toLowerCase().replace(/[-_ ]/g, '')];
  if (charset !== undefined) return charset;
  if (/^[a-z0-9][a-z0-9._:+-]*$/i.test(name)) return name;
  throw invalidOption(
    'encoding',
    `"${value}"`,
    field,
    'must be a character set',
    'enter a name such as UTF-8, ISO-8859-1, windows-1252 or Shift_JIS',
  );
}

interface Split {
  readonly format: Partial<CsvFormat>;
  readonly reading: {
    readonly header?: boolean;
    readonly mode?: BadValues;
    readonly enforceSchema?: boolean;
    readonly inferSchema?: boolean;
    readonly dateFormat?: string;
    readonly timestampFormat?: string;
  };
  /** What is handed to the engine as it is. */
  readonly rest: Readonly<Record<string, string>>;
}

type Mark = 'delimiter' | 'quote' | 'escape' | 'encoding';

const formats: Readonly<Record<string, Mark>> = {
  sep: 'delimiter',
  delimiter: 'delimiter',
  quote: 'quote',
  escape: 'escape',
  encoding: 'encoding',
  charset: 'encoding',
};
const modes: readonly BadValues[] = ['PERMISSIVE', 'DROPMALFORMED', 'FAILFAST'];

/** Options of Spark's csv reader, grouped by the reader that uses them: names in any case, as Spark takes them. */
export function splitOptions(options: Readonly<Record<string, string>>, field = 'extraOptionsValues'): Split {
  const format: Partial<Record<Mark, string>> = {};
  const reading: { -readonly [K in keyof Split['reading']]: Split['reading'][K] } = {};
  const rest: Record<string, string> = {};
  for (const [name, value] of Object.entries(options)) {
    const lower = name.toLowerCase();
    const mark = formats[lower];
    if (mark !== undefined) format[mark] = value;
    else if (lower === 'header') reading.header = isTrue(value);
    else if (lower === 'enforceschema') reading.enforceSchema = isTrue(value);
    else if (lower === 'inferschema') reading.inferSchema = isTrue(value);
    else if (lower === 'mode') reading.mode = modeOf(value, field);
    else if (lower === 'dateformat') reading.dateFormat = value;
    else if (lower === 'timestampformat') reading.timestampFormat = value;
    else rest[name] = value;
  }
  return { format, reading, rest };
}

/** What options of the engine's csv reader say of the text itself, which is looked at before the engine reads it. */
export function marksOf(options: Readonly<Record<string, string>>): Pick<CsvFormat, 'comment' | 'trims'> {
  const lower = new Map(Object.entries(options).map(([name, value]) => [name.toLowerCase(), value]));
  const comment = lower.get('comment');
  const isSet = (name: string): boolean => isTrue(lower.get(name) ?? '');
  return {
    ...(comment === undefined ? {} : { comment }),
    trims: { start: isSet('ignoreleadingwhitespace'), end: isSet('ignoretrailingwhitespace') },
  };
}

/** Columns with the patterns of the reader's options, if they have none of their own. */
export const withFormats = (
  columns: readonly OutputColumn[],
  { dateFormat, timestampFormat }: Split['reading'],
): readonly OutputColumn[] =>
  columns.map((column) => {
    const { kind } = column.type;
    const general = kind === 'date' ? dateFormat : kind === 'timestamp' ? timestampFormat : undefined;
    return { ...column, format: column.format ?? general };
  });

const isTrue = (value: string): boolean => value.trim().toLowerCase() === 'true';

function modeOf(value: string, field: string): BadValues {
  const match = modes.find((mode) => mode === value.trim().toUpperCase());
  if (match === undefined)
    throw invalidOption('mode', `"${value}"`, field, `must be one of ${modes.join(', ')}`, 'enter one of these values');
  return match;
}
