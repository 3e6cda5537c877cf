import type { EChartsOption, SeriesOption } from 'echarts';
import { namesOnX, grid, legend, axisName, numbersAlong } from '../layout.ts';
import { numberOf, wordOf, type Plot } from '../plot.ts';

type SeriesStyle = { readonly type: 'line' | 'bar' } & Readonly<Record<string, unknown>>;

/** Lines or bars over the values of x; a further column may split them into series. */
export function overX(plot: Plot, style: SeriesStyle, how: { flat?: boolean; twoAxes?: boolean } = {}): EChartsOption {
  const { chart, column, numbers, isNumeric, size, mark } = plot;
  const { x, y = [], series: split } = chart.encodings;
  const xs = column(x) ?? Array.from({ length: size }, (_, i) => i + 1);
  // a line over numbers keeps their distances
  const isScale = style.type === 'line' && isNumeric(x);
  const categories = isScale ? [] : [...new Set(xs.map(wordOf))];
  const indices = new Map(categories.map((word, i) => [word, i]));
  const points = (name: string, rows: readonly number[]) => {
    const values = numbers(name);
    return rows.map((row) => {
      const at = isScale ? numberOf(xs[row]) : (indices.get(wordOf(xs[row])) ?? null);
      const value = values[row] ?? null;
      return { value: how.flat === true ? [value, at] : [at, value], mark: mark(row, [x ?? name, split]) };
    });
  };
  const all = Array.from({ length: size }, (_, row) => row);
  const groups = column(split);
  const names = groups === undefined ? [undefined] : [...new Set(groups.map(wordOf))];
  const twoAxes = how.twoAxes === true && names.length === 1 && y.length === 2;
  const allSeries = y.flatMap((name, i) =>
    names.map((group) => ({
      ...style,
      name: group === undefined ? name : y.length > 1 ? `${group} ${name}` : group,
      data: points(name, group === undefined ? all : all.filter((row) => wordOf(groups?.[row]) === group)),
      ...(twoAxes && i === 1 ? { yAxisIndex: 1 } : {}),
    })),
  );
  const label = axisName(chart.xLabel ?? x);
  const along = isScale
    ? { type: 'value' as const, scale: true, ...numbersAlong, ...label }
    : { type: 'category' as const, data: categories, ...label };
  const value = (name: string | undefined) => ({
    type: 'value' as const,
    scale: style.type === 'line' && style['areaStyle'] === undefined,
    // beneath the axis: beyond its end a name would take the room of the bars
    ...(how.flat === true ? { ...numbersAlong, ...axisName(name) } : name === undefined ? {} : { name }),
  });
  const across = twoAxes ? [value(y[0]), value(y[1])] : value(chart.yLabel ?? (y.length === 1 ? y[0] : undefined));
  return {
    grid,
    ...(allSeries.length > 1 ? { legend } : {}),
    ...(how.flat === true
      ? { xAxis: across, yAxis: { ...along, ...namesOnX(plot, categories), inverse: true } }
      : { xAxis: along, yAxis: across }),
    series: allSeries as SeriesOption[],
  };
}
