import type { EChartsOption, HeatmapSeriesOption } from 'echarts';
import { below, cutAt, grid, longestOf, maxSideWidth, axisName, narrow } from '../layout.ts';
import { numberOf, wordOf, type Plot } from '../plot.ts';
import type { Cell } from '../chart.ts';

const short = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

/** A matrix: a row of the data is a row, and the columns of y are its columns. */
export function heatMap(plot: Plot): EChartsOption {
  const { chart, column, numbers, mark, width } = plot;
  const { x, y = [] } = chart.encodings;
  const rows = (column(x) ?? []).map(wordOf);
  const data = y.flatMap((name, i) =>
    numbers(name).map((value, row) => ({ value: [i, row, round(value)], mark: mark(row, [x]) })),
  );
  const values = y.flatMap((name) => numbers(name)).filter((value) => value !== null);
  const [minimum, maximum] = [chart.options?.['least'], chart.options?.['greatest']].map((cell) =>
    numberOf(cell as Cell),
  );
  // what rises from 0 alone has no middle to stand out from
  const isCount = (minimum ?? maximum ?? null) === null && !values.some((value) => value < 0);
  const across = chart.yLabel === undefined ? {} : { name: chart.yLabel };
  const isNarrow = width < narrow;
  const right = isNarrow ? 12 : 90;
  const band = (width - right - Math.min(longestOf(rows), maxSideWidth(plot)) - 24) / Math.max(1, y.length);
  const [min, max] = [minimum ?? Math.min(...values, 0), maximum ?? Math.max(...values, 0)];
  return {
    grid: { ...grid, top: chart.yLabel === undefined ? 16 : 36, right, ...(isNarrow ? { bottom: 48 } : {}) },
    xAxis: { type: 'category', data: [...y], ...below(band, y), ...axisName(chart.xLabel) },
    yAxis: {
      type: 'category',
      data: rows,
      axisLabel: cutAt(maxSideWidth(plot), rows),
      inverse: true,
      nameLocation: 'start',
      ...across,
    },
    visualMap: {
      min,
      max,
      text: [short.format(max), short.format(min)],
      ...(isNarrow ? { orient: 'horizontal', left: 'center', bottom: 4, itemWidth: 14 } : { right: 4, top: 'center' }),
      inRange: { color: isCount ? ['#f2f2f2', '#3b6fb6'] : ['#3b6fb6', '#f2f2f2', '#c0392b'] },
    },
    series: [
      {
        type: 'heatmap',
        data: data as HeatmapSeriesOption['data'],
        label: { show: data.length <= 150 && longestOf(data.map(({ value }) => String(value[2] ?? ''))) <= band },
      },
    ],
  };
}

/** A value in the width of a cell: whole numbers as they are. */
const round = (value: number | null): number | null =>
  value === null || Number.isInteger(value) ? value : Number(value.toPrecision(3));
