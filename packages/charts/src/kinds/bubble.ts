import type { EChartsOption, SeriesOption } from 'echarts';
import { maxBars, onAxis, overBoth } from '../layout.ts';
import { wordOf, type Plot } from '../plot.ts';

export function bubble(plot: Plot): EChartsOption {
  const { x, y = [], size, label, color } = plot.chart.encodings;
  const [xs, ys, sizes] = [onAxis(plot, x), onAxis(plot, y[0]), plot.numbers(size)];
  const maxSize = Math.max(...sizes.map((one) => Math.abs(one ?? 0)), Number.MIN_VALUE);
  const labels = plot.column(label);
  const groups = plot.column(color)?.map(wordOf);
  const names = groups === undefined ? [undefined] : [...new Set(groups)];
  const series = names.map((group) => ({
    type: 'scatter' as const,
    ...(group === undefined ? {} : { name: group }),
    itemStyle: { opacity: 0.7 },
    data: xs.flatMap((value, i) =>
      group === undefined || groups?.[i] === group
        ? [
            {
              value: [value, ys[i] ?? null],
              mark: plot.mark(i, [x, y[0], label, color]),
              ...(labels === undefined ? {} : { name: wordOf(labels[i]) }),
              // its area stands for the value
              symbolSize: size === undefined ? 12 : 6 + 44 * Math.sqrt(Math.abs(sizes[i] ?? 0) / maxSize),
            },
          ]
        : [],
    ),
    label: { show: labels !== undefined && plot.size <= maxBars, formatter: '{b}', position: 'top' as const },
  }));
  return overBoth(plot, series as SeriesOption[]);
}
