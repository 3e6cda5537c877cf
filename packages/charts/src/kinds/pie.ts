import type { EChartsOption } from 'echarts';
import { legend } from '../layout.ts';
import { wordOf, type Plot } from '../plot.ts';

export function pie({ chart, column, numbers, mark }: Plot, radius: [string, string]): EChartsOption {
  const { x, y = [] } = chart.encodings;
  const values = numbers(y[0]);
  const data = (column(x) ?? []).map((cell, i) => ({
    name: wordOf(cell),
    value: Math.max(values[i] ?? 0, 0),
    mark: mark(i, [x]),
  }));
  return { legend, series: [{ type: 'pie', radius, center: ['50%', '57%'], data, label: { formatter: '{b}: {d}%' } }] };
}
