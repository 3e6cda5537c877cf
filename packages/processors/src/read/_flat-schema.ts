import { FieldError } from '../kit/field-error.ts';
import { sparkType, type OutputColumn } from '../kit/type-fields.ts';

export interface FlatColumn extends OutputColumn {
  readonly default?: string;
  /** Position of the first character, from 1, and how many there are; only where the file has fixed lengths. */
  readonly cut?: { readonly start: number; readonly length: number };
}

/**
 * Reads the schema of a flat file: lines of name, type, default, start, end. Positions count from 1 and include the
 * end, unless one is 0 (then they count from 0) or a column begins where another ends (then the end is left out).
 * Throws a `FieldError` that names the line.
 */
export function flatSchema(
  text: string,
  { fixed, field }: { readonly fixed: boolean; readonly field: string },
): FlatColumn[] {
  const lines = text
    .split(/\r\n?|\n/)
    .flatMap((line, i) => (line.trim() === '' ? [] : [{ number: i + 1, cells: line.split(',').map((c) => c.trim()) }]));
  const header = lines[0]?.cells;
  const hasHeader = header?.[0]?.toLowerCase() === 'name' && header[1]?.toLowerCase() === 'type';
  const rows = hasHeader ? lines.slice(1) : lines;
  if (rows.length === 0)
    throw new FieldError(
      field,
      'no columns in the schema file',
      'write one line per column: name,type,default,start,end',
    );
  const columns = rows.map(({ number, cells: [name = '', type = '', fallback = '', start, end] }) => {
    if (name === '')
      throw new FieldError(
        field,
        `line ${number} of the schema file has no column name`,
        'write it as name,type,default,start,end',
      );
    const range = [start, end].map((position) =>
      Number(position === undefined || position === '' ? Number.NaN : position),
    );
    return {
      name,
      type: sparkType(type || 'STRING', field),
      format: undefined,
      ...(fallback === '' ? {} : { default: fallback }),
      number,
      range,
    };
  });
  if (!fixed)
    return columns.map(({ name, type, format, default: fallback }) => ({
      name,
      type,
      format,
      ...(fallback === undefined ? {} : { default: fallback }),
    }));
  const first = columns.some(({ range }) => range[0] === 0) ? 0 : 1;
  const ends = new Set(columns.filter(({ range }) => range[0] !== range[1]).map(({ range }) => range[1]));
  const last = columns.some(({ range }) => ends.has(range[0] ?? Number.NaN)) ? 0 : 1;
  return columns.map(({ number, range: [start = Number.NaN, end = Number.NaN], ...column }) => {
    const range = { start: start - first + 1, length: end - start + last };
    if (!Number.isInteger(range.start) || !Number.isInteger(range.length) || range.start < 1 || range.length < 1)
      throw new FieldError(
        field,
        `line ${number} of the schema file has invalid positions for column "${column.name}": start and end must be whole numbers in order`,
        'write the line as name,type,default,start,end, such as id,INTEGER,,1,3',
      );
    return { ...column, cut: range };
  });
}
