import type { CsvFacts } from '../contract/csv-facts.ts';
import { FieldError } from '../kit/field-error.ts';
import type { OutputColumn } from '../kit/type-fields.ts';
import type { BadValues } from '../kit/typed-cells.ts';

/** How the lines of a file become columns. */
export interface Layout {
  /** The first line of each file is not data. */
  readonly header: boolean;
  /** Lines equal to these cells are no data either. */
  readonly headerAgain?: readonly string[];
  /** Lines that hold this text are left out. */
  readonly dropContaining?: string;
  /** Names of the file's columns, as many as lines are expected to have cells. */
  readonly names: readonly string[];
  /** Lines have different numbers of cells. */
  readonly ragged: boolean;
  /** Cells of the longest line, first lines included. */
  readonly widest: number;
  readonly warnings: readonly string[];
}

interface LayoutRequest {
  readonly path: string;
  readonly delimiter: string;
  readonly header: boolean;
  readonly mode: BadValues;
  readonly columns: readonly OutputColumn[] | undefined;
  readonly marker: string | undefined;
  readonly unnamed: string;
  /** The field to blame. */
  readonly field: string;
}

/** Works out the layout from what was found in the files. Throws a `FieldError` if nothing fits. */
export function layoutOf(facts: CsvFacts, request: LayoutRequest): Layout {
  const { columns, marker } = request;
  const rows = facts.firstRows;
  const first = rows[0] ?? [];
  const markedRows = marker === undefined ? [] : rows.filter((row) => row.join(request.delimiter).includes(marker));
  // a marker that stands in first lines names the header: it is dropped by its place, and where it comes again
  const header = request.header || (rows.length > 0 && markedRows.length === rows.length);
  const headerAgain =
    markedRows[0] !== undefined && (facts.headerAgain || !header || rows.length > 1) ? markedRows[0] : undefined;
  const names = columns?.map((c) => c.name) ?? headerNames(first, header, request.unnamed);
  const widths = [
    ...(facts.cells.most === 0 ? [] : [facts.cells.least, facts.cells.most]),
    ...(header ? [] : rows.map((row) => row.length)),
  ];
  const layout = {
    header,
    ...(headerAgain === undefined ? {} : { headerAgain }),
    ...(marker === undefined || markedRows.length > 0 ? {} : { dropContaining: marker }),
    names,
    ragged: new Set(widths).size > 1,
    widest: Math.max(0, ...widths, ...rows.map((row) => row.length)),
    warnings: [],
  };
  return widths.length === 0 ? layout : fitted(layout, widths, request);
}

function fitted(
  layout: Layout,
  widths: readonly number[],
  { path, delimiter, mode, columns, field }: LayoutRequest,
): Layout {
  const [min, max] = [Math.min(...widths), Math.max(...widths)];
  const expected = layout.names.length;
  const declaration = columns === undefined ? `the header has ${cells(expected)}` : declaredColumns(expected);
  const range = min === max ? cells(max) : `${min} to ${cells(max)}`;
  if (max === 1 && expected > 1)
    throw new FieldError(
      field,
      `no line read from path "${path}" contains the delimiter ${JSON.stringify(delimiter)}: each has 1 cell, but ${declaration}`,
      'check the delimiter and the schema',
    );
  const fits = min === expected && max === expected;
  if (!fits && (mode === 'FAILFAST' || (mode === 'DROPMALFORMED' && !layout.ragged)))
    throw new FieldError(
      field,
      `the lines read from path "${path}" have ${range}, but ${declaration}`,
      'declare one column per cell, or use the mode PERMISSIVE',
    );
  if (layout.ragged || fits) return layout;
  const effect = max < expected ? nullColumns(expected - max) : ignoredCells(max - expected);
  return {
    ...layout,
    warnings: [...layout.warnings, `the lines read from path "${path}" have ${range}, but ${declaration}: ${effect}`],
  };
}

/** Declared columns are taken by their place: a header that names others (case ignored) is worth a word. */
export function otherHeader(rows: CsvFacts['firstRows'], names: readonly string[], path: string): string[] {
  const plain = (name: string): string => name.trim().toLowerCase();
  for (const row of rows) {
    const other = [...names.entries()].filter(([i, name]) => i < row.length && plain(name) !== plain(row[i] ?? ''));
    const [first] = other;
    if (first === undefined) continue;
    const [at, name] = first;
    const more =
      other.length > 1
        ? `, and ${other.length === 2 ? '1 more column differs' : `${other.length - 1} more columns differ`}`
        : '';
    return [
      `column ${at + 1} of path "${path}" is named ${JSON.stringify(row[at])} in the header but declared as ${JSON.stringify(name)}${more}: columns are matched by position`,
    ];
  }
  return [];
}

/** Files whose headers name other columns, or in another order, than the first: their columns are taken by their place, too. */
export function severalHeaders([first = [], ...others]: CsvFacts['firstRows'], path: string): string[] {
  const plain = (name: string | undefined): string => (name ?? '').trim().toLowerCase();
  for (const row of others) {
    const at = Array.from({ length: Math.max(first.length, row.length) }).findIndex(
      (_, i) => plain(first[i]) !== plain(row[i]),
    );
    if (at < 0) continue;
    const [one, other] = [first[at], row[at]].map((name) => (name === undefined ? 'missing' : JSON.stringify(name)));
    return [
      `column ${at + 1} of the files at path "${path}" is ${one} in one header and ${other} in another: columns are matched by position; read files with different columns separately`,
    ];
  }
  return [];
}

const cells = (count: number): string => (count === 1 ? '1 cell' : `${count} cells`);
const declaredColumns = (count: number): string =>
  count === 1 ? '1 column is declared' : `${count} columns are declared`;
const nullColumns = (count: number): string =>
  count === 1 ? 'the last column is null' : `the last ${count} columns are null`;
const ignoredCells = (count: number): string =>
  count === 1 ? 'the last cell of each line is ignored' : `the last ${count} cells of each line are ignored`;

/** Names as Spark makes them: a blank one becomes its position, names that come again (case ignored) get theirs added. */
function headerNames(first: readonly string[], header: boolean, unnamed: string): string[] {
  if (!header) return first.map((_, i) => `${unnamed}${i}`);
  const lower = first.map((name) => name.toLowerCase());
  return first.map((name, i) => {
    if (name === '') return `${unnamed}${i}`;
    return lower.filter((n) => n === lower[i]).length > 1 ? `${name}${i}` : name;
  });
}
