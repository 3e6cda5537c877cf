import type { ChartKind } from './results.ts';

/** The interface's chart words and what they draw. */
export const chartKinds = {
  LINECHART: 'line',
  COLUMNCHART: 'column',
  BARCHART: 'stacked-column',
  PIE: 'pie',
  DONUT: 'donut',
  SCATTERCHART: 'scatter',
  DUALLINECHART: 'dual-line',
  AREACHART: 'area',
} as const satisfies Record<string, ChartKind>;
