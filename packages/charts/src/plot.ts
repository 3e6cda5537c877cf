import type { Cell, Chart, ChartOutput } from './chart.ts';

/** The values that the rows of a mark share, by column name. */
export type Mark = readonly (readonly [column: string, value: Cell])[];

/** Maximum number of marks: more would only cover each other. */
const maxRows = 5_000;

/** The columns of a chart by their role. */
export interface Plot {
  readonly chart: Chart;
  readonly size: number;
  /** Pixels that the drawing is wide. */
  readonly width: number;
  /** Cells of a column; undefined for a column that is not there. */
  readonly column: (name: string | undefined) => readonly Cell[] | undefined;
  readonly numbers: (name: string | undefined) => readonly (number | null)[];
  readonly isNumeric: (name: string | undefined) => boolean;
  /** The values of a row in the columns that exist. */
  readonly mark: (row: number, names: readonly (string | undefined)[]) => Mark;
}

const numeric = /^(tinyint|smallint|int|bigint|float|double|decimal)/;

export const wordOf = (cell: Cell | undefined): string =>
  cell == null ? 'null' : typeof cell === 'string' ? cell : JSON.stringify(cell);

/** Cells are text if JSON has no number for the value: decimals, NaN, infinities. */
export const numberOf = (cell: Cell | undefined): number | null => {
  const value = typeof cell === 'number' || (typeof cell === 'string' && cell !== '') ? Number(cell) : Number.NaN;
  return Number.isFinite(value) ? value : null;
};

export function plotOf({ chart, columns, rows }: ChartOutput, width: number): Plot {
  const visible = rows.slice(0, maxRows);
  const indexOf = (name: string | undefined): number => columns.findIndex((one) => one.name === name);
  const column: Plot['column'] = (name) => {
    const at = indexOf(name);
    return at < 0 ? undefined : visible.map((row) => row[at] ?? null);
  };
  return {
    chart,
    width,
    size: visible.length,
    column,
    numbers: (name) => (column(name) ?? visible.map(() => null)).map(numberOf),
    isNumeric: (name) => numeric.test(columns[indexOf(name)]?.type ?? ''),
    mark: (row, names) =>
      [...new Set(names)].flatMap((name) => {
        const at = indexOf(name);
        return name === undefined || at < 0 ? [] : [[name, visible[row]?.[at] ?? null] as const];
      }),
  };
}
