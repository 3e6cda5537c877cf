import type { EChartsOption } from 'echarts';
import { namesOnX, grid, maxBars, numbersAlong } from '../layout.ts';
import { wordOf, type Plot } from '../plot.ts';

/** The largest values as bars with their names. */
export function rankedBars(plot: Plot, by: string | undefined): EChartsOption {
  const { chart, column, numbers, mark } = plot;
  const { y = [], size } = chart.encodings;
  const values = numbers(y[0] ?? size);
  const bars = (column(by) ?? [])
    .map((cell, i) => ({ name: wordOf(cell), value: values[i] ?? 0, mark: mark(i, [by]) }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, maxBars);
  return {
    grid,
    xAxis: { type: 'value', ...numbersAlong },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      ...namesOnX(
        plot,
        bars.map(({ name }) => name),
      ),
    },
    series: [{ type: 'bar', data: bars.map(({ value, mark: of }) => ({ value, mark: of })) }],
  };
}
