import type { EChartsOption } from 'echarts';
import type { Cell } from '../chart.ts';
import { numberOf, wordOf, type Plot } from '../plot.ts';

/** At most four dials next to each other. */
export function gauge({ chart, column, numbers, size, mark }: Plot): EChartsOption {
  const { x, y = [] } = chart.encodings;
  const [values, names] = [numbers(y[0]), column(x)];
  const [min, max] = [chart.options?.['min'], chart.options?.['max']].map((cell) => numberOf(cell as Cell));
  const dialCount = Math.min(size, 4);
  const dial = (i: number) => ({
    value: values[i] ?? 0,
    name: names === undefined ? (y[0] ?? '') : wordOf(names[i]),
    mark: mark(i, [x ?? y[0]]),
  });
  return {
    series: Array.from({ length: dialCount }, (_, i) => ({
      type: 'gauge' as const,
      ...(min == null ? {} : { min }),
      ...(max == null ? {} : { max }),
      center: [`${(100 * (i + 0.5)) / dialCount}%`, '50%'],
      radius: dialCount === 1 ? '85%' : `${Math.round(170 / dialCount)}%`,
      detail: { fontSize: 18, formatter: '{value}', offsetCenter: [0, '65%'] },
      title: { offsetCenter: [0, '115%'] },
      // small dials have no room for numbers
      ...(dialCount === 1 ? {} : { axisLabel: { show: false }, splitLine: { length: 6 }, axisTick: { show: false } }),
      data: [dial(i)],
    })),
  };
}
