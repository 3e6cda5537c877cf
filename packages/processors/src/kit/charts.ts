import type { ChartKind } from '@millrace/charts';

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

/** Numbers that old files hold for the words. */
export const numberedCharts = { 0: 'LINECHART', 1: 'COLUMNCHART', 2: 'BARCHART', 3: 'PIE' } as const;
