import type { EChartsOption } from 'echarts';
import { grid, axisName } from '../layout.ts';
import { wordOf, type Plot } from '../plot.ts';

/** Minimum, quartiles, maximum: the columns of y. */
export function box({ chart, column, numbers, size, mark }: Plot): EChartsOption {
  const { x, y = [] } = chart.encodings;
  const five = y.map((name) => numbers(name));
  const data = Array.from({ length: size }, (_, row) => ({
    value: five.map((values) => values[row] ?? Number.NaN),
    mark: mark(row, [x]),
  }));
  return {
    grid,
    xAxis: { type: 'category', data: (column(x) ?? []).map(wordOf), ...axisName(chart.xLabel ?? x) },
    yAxis: { type: 'value', scale: true, ...(chart.yLabel === undefined ? {} : { name: chart.yLabel }) },
    series: [{ type: 'boxplot', data }],
  };
}
