import type { RunOutput } from '@millrace/runner';
import { drawTable } from './draw-table.ts';

type ChartOutput = Extract<RunOutput, { type: 'chart' }>;

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const bar = (share: number, width: number): string => {
  const cells = Math.max(0, Math.min(1, share)) * width;
  return '█'.repeat(Math.floor(cells)) + (eighths[Math.floor((cells % 1) * 8)] ?? '');
};

/** A chart for a terminal: bars for one series over few values, else its data as a table. */
export function drawChart(chart: ChartOutput, width: number): string[] {
  const { x, y = [] } = chart.chart.encodings;
  const [series, second] = y;
  const column = chart.columns.findIndex((c) => c.name === series);
  const label = chart.columns.findIndex((c) => c.name === x);
  const values = chart.rows.map((row) => Number(row[column]));
  const drawable =
    column >= 0 && second === undefined && values.length > 0 && values.every((v) => Number.isFinite(v) && v >= 0);
  if (!drawable) return drawTable(chart, 24, width);
  const labels = chart.rows.map((row, i) => String(label < 0 ? i + 1 : (row[label] ?? 'null')).slice(0, 24));
  const longest = Math.max(...labels.map((l) => l.length));
  const largest = Math.max(...values, Number.MIN_VALUE);
  const space = Math.max(10, Math.min(60, width - longest - 16));
  const head = [chart.chart.xLabel ?? x, chart.chart.yLabel ?? series]
    .filter((t) => t !== undefined && t !== '')
    .join(' · ');
  return [
    head,
    ...values.map(
      (v, i) => `${(labels[i] ?? '').padStart(longest)} ${bar(v / largest, space)} ${Number(v.toPrecision(6))}`,
    ),
  ];
}
