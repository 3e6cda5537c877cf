import type { EChartsOption } from 'echarts';
import { grid, legend, axisName } from '../layout.ts';
import { wordOf, type Plot } from '../plot.ts';

/** A measure between its limits; points that stand out are diamonds. */
export function control(plot: Plot): EChartsOption {
  const { chart, column, numbers, size, mark } = plot;
  const { x, y = [], center, upper, lower, marked } = chart.encodings;
  const stands = column(marked);
  const names = column(x)?.map(wordOf) ?? Array.from({ length: size }, (_, i) => String(i + 1));
  const values = numbers(y[0]);
  const limit = (name: string | undefined, style: object) =>
    name === undefined
      ? []
      : [{ type: 'line' as const, name, showSymbol: false, data: [...numbers(name)], lineStyle: style }];
  return {
    grid,
    legend,
    xAxis: { type: 'category', data: names, ...axisName(chart.xLabel ?? x) },
    yAxis: { type: 'value', scale: true, ...(chart.yLabel === undefined ? {} : { name: chart.yLabel }) },
    series: [
      {
        type: 'line',
        name: y[0] ?? '',
        data: values.map((value, i) => ({
          value: value ?? '-',
          mark: mark(i, [x ?? y[0]]),
          ...(stands?.[i] === true ? { symbol: 'diamond', symbolSize: 14, itemStyle: { color: '#c0392b' } } : {}),
        })),
      },
      ...limit(center, { type: 'solid', width: 1 }),
      ...limit(upper, { type: 'dashed', color: '#c0392b' }),
      ...limit(lower, { type: 'dashed', color: '#c0392b' }),
    ],
  };
}
