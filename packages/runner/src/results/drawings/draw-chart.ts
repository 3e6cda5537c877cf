import type { RunOutput } from '../events.ts';
import { drawTable } from './draw-table.ts';

type ChartOutput = Extract<RunOutput, { type: 'chart' }>;

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const bar = (share: number, width: number): string => {
  const cells = Math.max(0, Math.min(1, share)) * width;
  return '█'.repeat(Math.floor(cells)) + (eighths[Math.floor((cells % 1) * 8)] ?? '');
};

/** Kinds whose marks say nothing as bars: two measures a mark, or a measure between limits. */
const asTable: ReadonlySet<ChartOutput['chart']['kind']> = new Set(['scatter', 'bubble', 'control']);

/** A chart for a terminal: bars for one series over few values, else its data as a table. */
export function drawChart(chart: ChartOutput, width: number): string[] {
  const { kind, encodings, xLabel, yLabel } = chart.chart;
  const { x = encodings.place, y = [], series: split } = encodings;
  const [series, second] = y;
  const indexOf = (name: string | undefined): number => chart.columns.findIndex((c) => c.name === name);
  const column = indexOf(series);
  const labelled = [indexOf(x), indexOf(split)].filter((i) => i >= 0);
  const values = chart.rows.map((row) => (row[column] == null ? undefined : Number(row[column])));
  const drawable =
    !asTable.has(kind) &&
    column >= 0 &&
    second === undefined &&
    values.some((v) => v !== undefined) &&
    values.every((v) => v === undefined || (Number.isFinite(v) && v >= 0));
  if (!drawable) return drawTable(chart, 24, width);
  const labels = chart.rows.map((row, i) =>
    (labelled.length === 0 ? String(i + 1) : labelled.map((at) => String(row[at] ?? 'null')).join(' ')).slice(0, 24),
  );
  const longest = Math.max(...labels.map((l) => l.length));
  const largest = Math.max(...values.map((v) => v ?? 0), Number.MIN_VALUE);
  const space = Math.max(10, Math.min(60, width - longest - 16));
  const head = [[xLabel ?? x, split].filter(Boolean).join(' '), yLabel ?? series]
    .filter((t) => t !== undefined && t !== '')
    .join(' · ');
  return [
    head,
    ...values.map((v, i) => {
      const label = (labels[i] ?? '').padStart(longest);
      return v === undefined ? `${label} null` : `${label} ${bar(v / largest, space)} ${Number(v.toPrecision(6))}`;
    }),
  ];
}
