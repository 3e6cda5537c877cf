import type { EChartsOption, SeriesOption } from 'echarts';
import { onAxis, overBoth } from '../layout.ts';
import { wordOf, type Plot } from '../plot.ts';

export function scatter(plot: Plot): EChartsOption {
  const { x, y = [], series: split, marked } = plot.chart.encodings;
  const xs = onAxis(plot, x);
  const groups = plot.column(split)?.map(wordOf);
  const stands = plot.column(marked);
  const names = groups === undefined ? [undefined] : [...new Set(groups)];
  const allSeries = y.flatMap((name) => {
    const ys = onAxis(plot, name);
    return names.map((group) => ({
      type: 'scatter' as const,
      name: group ?? name,
      symbolSize: 7,
      data: xs.flatMap((value, i) =>
        group === undefined || groups?.[i] === group
          ? [
              {
                value: [value, ys[i] ?? null],
                mark: plot.mark(i, [x, name, split]),
                ...(stands?.[i] === true ? { symbol: 'diamond', symbolSize: 14 } : {}),
              },
            ]
          : [],
      ),
    }));
  });
  return overBoth(plot, allSeries as SeriesOption[]);
}
