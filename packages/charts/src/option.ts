import type { EChartsOption } from 'echarts';
import type { ChartKind, ChartOutput } from './chart.ts';
import { box } from './kinds/box.ts';
import { bubble } from './kinds/bubble.ts';
import { control } from './kinds/control.ts';
import { gauge } from './kinds/gauge.ts';
import { heatMap } from './kinds/heat-map.ts';
import { hierarchy } from './kinds/hierarchy.ts';
import { overX } from './kinds/over-x.ts';
import { pie } from './kinds/pie.ts';
import { rankedBars } from './kinds/ranked.ts';
import { scatter } from './kinds/scatter.ts';
import { plotOf, type Plot } from './plot.ts';

/** Pixels of a picture in a mail. */
export const pictureWidth = 640;

/** The height in pixels at which the label of each row fits; undefined for a chart that fits any height. */
export function heightOf({ chart: { kind }, rows: { length } }: ChartOutput): number | undefined {
  if (length <= 12) return undefined;
  if (kind === 'heat-map') return Math.min(800, 160 + 17 * length);
  return kind === 'bar' || kind === 'stacked-bar' ? Math.min(800, 90 + 17 * length) : undefined;
}

/**
 * What ECharts draws for a chart of a run, in a place that is `width` pixels wide. Names and values of users are texts and numbers,
 * never markup or functions.
 * Data that stand for rows carry a `mark`: which rows those are. Lines of limits have none.
 */
export function chartOption(output: ChartOutput, width = pictureWidth): EChartsOption {
  const plot = plotOf(output, width);
  const colors = plot.chart.options?.['colors'];
  const palette = Array.isArray(colors) ? colors.filter((one) => typeof one === 'string') : [];
  return {
    animation: false,
    backgroundColor: '#ffffff',
    ...(palette.length === 0 ? {} : { color: palette }),
    ...options[plot.chart.kind](plot),
  };
}

const options: Readonly<Record<ChartKind, (plot: Plot) => EChartsOption>> = {
  line: (plot) => overX(plot, { type: 'line', showSymbol: plot.size <= 50 }),
  area: (plot) => overX(plot, { type: 'line', showSymbol: false, areaStyle: { opacity: 0.4 } }),
  'dual-line': (plot) => overX(plot, { type: 'line', showSymbol: plot.size <= 50 }, { twoAxes: true }),
  column: (plot) => overX(plot, { type: 'bar' }, { twoAxes: plot.chart.options?.['dualAxis'] === true }),
  'stacked-column': (plot) => overX(plot, { type: 'bar', stack: 'all' }),
  bar: (plot) => overX(plot, { type: 'bar' }, { flat: true }),
  'stacked-bar': (plot) => overX(plot, { type: 'bar', stack: 'all' }, { flat: true }),
  histogram: (plot) => overX(plot, { type: 'bar', barCategoryGap: '2%' }),
  scatter,
  bubble,
  pie: (plot) => pie(plot, ['0%', '65%']),
  donut: (plot) => pie(plot, ['38%', '65%']),
  'heat-map': heatMap,
  box,
  gauge,
  hierarchy,
  control,
  map: (plot) => rankedBars(plot, plot.chart.encodings.place),
  'word-cloud': (plot) => rankedBars(plot, plot.chart.encodings.label),
};
