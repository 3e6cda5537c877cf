import type { Cell, RunOutput } from '@millrace/runner';
import type { EChartsOption, HeatmapSeriesOption, SeriesOption } from 'echarts';

export type ChartOutput = Extract<RunOutput, { type: 'chart' }>;

type Kind = ChartOutput['chart']['kind'];

/** What the rows of a mark have in common: values of columns, by their names. */
export type Mark = readonly (readonly [column: string, value: Cell])[];

/** Most marks that are drawn: more would only cover each other. */
const mostRows = 5_000;

/** Bars that stand for words and places. */
const mostBars = 30;

/** The columns of a chart by their part in it. */
interface Plot {
  readonly chart: ChartOutput['chart'];
  readonly size: number;
  /** Pixels that the drawing is wide. */
  readonly width: number;
  /** Cells of a column; undefined for a column that is not there. */
  readonly column: (name: string | undefined) => readonly Cell[] | undefined;
  readonly numbers: (name: string | undefined) => readonly (number | null)[];
  readonly isNumeric: (name: string | undefined) => boolean;
  /** What stands for a row: its values of the columns that are there. */
  readonly mark: (row: number, names: readonly (string | undefined)[]) => Mark;
}

const numeric = /^(tinyint|smallint|int|bigint|float|double|decimal)/;

const wordOf = (cell: Cell | undefined): string =>
  cell == null ? 'null' : typeof cell === 'string' ? cell : JSON.stringify(cell);

/** Text is how cells hold what JSON has no number for: decimals, NaN, infinities. */
const numberOf = (cell: Cell | undefined): number | null => {
  const value = typeof cell === 'number' || (typeof cell === 'string' && cell !== '') ? Number(cell) : Number.NaN;
  return Number.isFinite(value) ? value : null;
};

function plotOf({ chart, columns, rows }: ChartOutput, width: number): Plot {
  const kept = rows.slice(0, mostRows);
  const place = (name: string | undefined): number => columns.findIndex((one) => one.name === name);
  const column: Plot['column'] = (name) => {
    const at = place(name);
    return at < 0 ? undefined : kept.map((row) => row[at] ?? null);
  };
  return {
    chart,
    width,
    size: kept.length,
    column,
    numbers: (name) => (column(name) ?? kept.map(() => null)).map(numberOf),
    isNumeric: (name) => numeric.test(columns[place(name)]?.type ?? ''),
    mark: (row, names) =>
      [...new Set(names)].flatMap((name) => {
        const at = place(name);
        return name === undefined || at < 0 ? [] : [[name, kept[row]?.[at] ?? null] as const];
      }),
  };
}

/** Pixels of a picture in a mail. */
export const pictureWidth = 640;

/** Pixels below which names get less room, and what stands beside a wide drawing stands below. */
const narrow = 480;

/** Pixels of a letter, rather more than fewer. */
const letter = 7;

/** Pixels that names beside a drawing may take. */
const mostBeside = ({ width }: Plot): number => (width < narrow ? 112 : 240);

const longestOf = (words: readonly string[]): number => letter * Math.max(0, ...words.map(({ length }) => length));

/** What cuts names that are longer; the others keep the room that they need. */
const cutAt = (most: number, words: readonly string[]) =>
  longestOf(words) > most ? { width: most, overflow: 'truncate' as const } : {};

/** Names that stand below each other, at the side; the name of their axis stands beyond them. */
const beside = (plot: Plot, words: readonly string[]) => ({
  axisLabel: cutAt(mostBeside(plot), words),
  nameGap: Math.min(longestOf(words), mostBeside(plot)) + 14,
});

/** Names that stand beside each other, each `band` pixels from the next: slanted or upright where they are longer. */
function below(band: number, words: readonly string[]) {
  if (longestOf(words) < band) return {};
  const rotate = band < 20 ? 90 : 45;
  // what has no room even so is left out
  return { axisLabel: { rotate, ...cutAt(132, words), ...(band < 13 ? {} : { interval: 0 }) } };
}

/** Numbers along an axis, as many as there is room for. */
const numbersAlong = { axisLabel: { hideOverlap: true } } as const;

/** Pixels that a chart wants to be high, for what is told of each of its rows to have room; undefined where any do. */
export function heightOf({ chart: { kind }, rows: { length } }: ChartOutput): number | undefined {
  if (length <= 12) return undefined;
  if (kind === 'heat-map') return Math.min(800, 160 + 17 * length);
  return kind === 'bar' || kind === 'stacked-bar' ? Math.min(800, 90 + 17 * length) : undefined;
}

const short = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 });

/**
 * What ECharts draws for a chart of a run, in a place that is `width` pixels wide. Names and values of users are texts and numbers, never markup or functions.
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

const options: Readonly<Record<Kind, (plot: Plot) => EChartsOption>> = {
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
  map: (plot) => ranked(plot, plot.chart.encodings.place),
  'word-cloud': (plot) => ranked(plot, plot.chart.encodings.label),
};

const legend = { type: 'scroll', top: 6 } as const;
/** Names and labels of axes stay inside. */
const grid = { left: 12, right: 24, top: 40, bottom: 12, outerBoundsMode: 'same', outerBoundsContain: 'all' } as const;

/** Name of an axis, where it has one. */
const named = (name: string | undefined) =>
  name === undefined ? {} : { name, nameLocation: 'middle' as const, nameGap: 28 };

type Look = { readonly type: 'line' | 'bar' } & Readonly<Record<string, unknown>>;

/** Lines or bars over the values of x; a further column may split them into series. */
function overX(plot: Plot, look: Look, how: { flat?: boolean; twoAxes?: boolean } = {}): EChartsOption {
  const { chart, column, numbers, isNumeric, size, mark } = plot;
  const { x, y = [], series: split } = chart.encodings;
  const xs = column(x) ?? Array.from({ length: size }, (_, i) => i + 1);
  // a line over numbers keeps their distances
  const isScale = look.type === 'line' && isNumeric(x);
  const categories = isScale ? [] : [...new Set(xs.map(wordOf))];
  const place = new Map(categories.map((word, i) => [word, i]));
  const points = (name: string, rows: readonly number[]) => {
    const values = numbers(name);
    return rows.map((row) => {
      const at = isScale ? numberOf(xs[row]) : (place.get(wordOf(xs[row])) ?? null);
      const value = values[row] ?? null;
      return { value: how.flat === true ? [value, at] : [at, value], mark: mark(row, [x ?? name, split]) };
    });
  };
  const all = Array.from({ length: size }, (_, row) => row);
  const groups = column(split);
  const names = groups === undefined ? [undefined] : [...new Set(groups.map(wordOf))];
  const twoAxes = how.twoAxes === true && names.length === 1 && y.length === 2;
  const drawn = y.flatMap((name, i) =>
    names.map((group) => ({
      ...look,
      name: group === undefined ? name : y.length > 1 ? `${group} ${name}` : group,
      data: points(name, group === undefined ? all : all.filter((row) => wordOf(groups?.[row]) === group)),
      ...(twoAxes && i === 1 ? { yAxisIndex: 1 } : {}),
    })),
  );
  const label = named(chart.xLabel ?? x);
  const along = isScale
    ? { type: 'value' as const, scale: true, ...numbersAlong, ...label }
    : { type: 'category' as const, data: categories, ...label };
  const value = (name: string | undefined) => ({
    type: 'value' as const,
    scale: look.type === 'line' && look['areaStyle'] === undefined,
    // beneath the axis: beyond its end a name would take the room of the bars
    ...(how.flat === true ? { ...numbersAlong, ...named(name) } : name === undefined ? {} : { name }),
  });
  const across = twoAxes ? [value(y[0]), value(y[1])] : value(chart.yLabel ?? (y.length === 1 ? y[0] : undefined));
  return {
    grid,
    ...(drawn.length > 1 ? { legend } : {}),
    ...(how.flat === true
      ? { xAxis: across, yAxis: { ...along, ...beside(plot, categories), inverse: true } }
      : { xAxis: along, yAxis: across }),
    series: drawn as SeriesOption[],
  };
}

function axisOf(plot: Plot, name: string | undefined, label: string | undefined) {
  if (plot.isNumeric(name)) return { type: 'value' as const, scale: true, ...numbersAlong, ...named(label ?? name) };
  return {
    type: 'category' as const,
    data: [...new Set((plot.column(name) ?? []).map(wordOf))],
    ...named(label ?? name),
  };
}

/** What an axis takes: a number, or the word of a category. */
const onAxis = (plot: Plot, name: string | undefined): readonly (number | string | null)[] =>
  plot.isNumeric(name) ? plot.numbers(name) : (plot.column(name) ?? []).map(wordOf);

/** Points between the axes of x and of the first y. */
function overBoth(plot: Plot, series: SeriesOption[]): EChartsOption {
  const { x, y = [] } = plot.chart.encodings;
  return {
    grid,
    ...(series.length > 1 ? { legend } : {}),
    xAxis: axisOf(plot, x, plot.chart.xLabel),
    yAxis: axisOf(plot, y[0], plot.chart.yLabel),
    series,
  };
}

function scatter(plot: Plot): EChartsOption {
  const { x, y = [], series: split, marked } = plot.chart.encodings;
  const xs = onAxis(plot, x);
  const groups = plot.column(split)?.map(wordOf);
  const stands = plot.column(marked);
  const names = groups === undefined ? [undefined] : [...new Set(groups)];
  const drawn = y.flatMap((name) => {
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
  return overBoth(plot, drawn as SeriesOption[]);
}

function bubble(plot: Plot): EChartsOption {
  const { x, y = [], size, label, color } = plot.chart.encodings;
  const [xs, ys, sizes] = [onAxis(plot, x), onAxis(plot, y[0]), plot.numbers(size)];
  const largest = Math.max(...sizes.map((one) => Math.abs(one ?? 0)), Number.MIN_VALUE);
  const labels = plot.column(label);
  const groups = plot.column(color)?.map(wordOf);
  const names = groups === undefined ? [undefined] : [...new Set(groups)];
  const drawn = names.map((group) => ({
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
              symbolSize: size === undefined ? 12 : 6 + 44 * Math.sqrt(Math.abs(sizes[i] ?? 0) / largest),
            },
          ]
        : [],
    ),
    label: { show: labels !== undefined && plot.size <= mostBars, formatter: '{b}', position: 'top' as const },
  }));
  return overBoth(plot, drawn as SeriesOption[]);
}

function pie({ chart, column, numbers, mark }: Plot, radius: [string, string]): EChartsOption {
  const { x, y = [] } = chart.encodings;
  const values = numbers(y[0]);
  const data = (column(x) ?? []).map((cell, i) => ({
    name: wordOf(cell),
    value: Math.max(values[i] ?? 0, 0),
    mark: mark(i, [x]),
  }));
  return { legend, series: [{ type: 'pie', radius, center: ['50%', '57%'], data, label: { formatter: '{b}: {d}%' } }] };
}

/** A matrix: a row of the data is a row, and the columns of y are its columns. */
function heatMap(plot: Plot): EChartsOption {
  const { chart, column, numbers, mark, width } = plot;
  const { x, y = [] } = chart.encodings;
  const rows = (column(x) ?? []).map(wordOf);
  const data = y.flatMap((name, i) =>
    numbers(name).map((value, row) => ({ value: [i, row, rounded(value)], mark: mark(row, [x]) })),
  );
  const found = y.flatMap((name) => numbers(name)).filter((value) => value !== null);
  const [least, greatest] = [chart.options?.['least'], chart.options?.['greatest']].map((cell) =>
    numberOf(cell as Cell),
  );
  // what rises from 0 alone has no middle to stand out from
  const isCount = (least ?? greatest ?? null) === null && !found.some((value) => value < 0);
  const across = chart.yLabel === undefined ? {} : { name: chart.yLabel };
  const isNarrow = width < narrow;
  const right = isNarrow ? 12 : 90;
  const band = (width - right - Math.min(longestOf(rows), mostBeside(plot)) - 24) / Math.max(1, y.length);
  const [min, max] = [least ?? Math.min(...found, 0), greatest ?? Math.max(...found, 0)];
  return {
    grid: { ...grid, top: chart.yLabel === undefined ? 16 : 36, right, ...(isNarrow ? { bottom: 48 } : {}) },
    xAxis: { type: 'category', data: [...y], ...below(band, y), ...named(chart.xLabel) },
    yAxis: {
      type: 'category',
      data: rows,
      axisLabel: cutAt(mostBeside(plot), rows),
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

/** A value as a cell has room to tell it: whole numbers as they are. */
const rounded = (value: number | null): number | null =>
  value === null || Number.isInteger(value) ? value : Number(value.toPrecision(3));

/** Least value, quartiles, greatest value: the columns of y. */
function box({ chart, column, numbers, size, mark }: Plot): EChartsOption {
  const { x, y = [] } = chart.encodings;
  const five = y.map((name) => numbers(name));
  const data = Array.from({ length: size }, (_, row) => ({
    value: five.map((values) => values[row] ?? Number.NaN),
    mark: mark(row, [x]),
  }));
  return {
    grid,
    xAxis: { type: 'category', data: (column(x) ?? []).map(wordOf), ...named(chart.xLabel ?? x) },
    yAxis: { type: 'value', scale: true, ...(chart.yLabel === undefined ? {} : { name: chart.yLabel }) },
    series: [{ type: 'boxplot', data }],
  };
}

/** At most four dials beside each other. */
function gauge({ chart, column, numbers, size, mark }: Plot): EChartsOption {
  const { x, y = [] } = chart.encodings;
  const [values, names] = [numbers(y[0]), column(x)];
  const [min, max] = [chart.options?.['min'], chart.options?.['max']].map((cell) => numberOf(cell as Cell));
  const shown = Math.min(size, 4);
  const dial = (i: number) => ({
    value: values[i] ?? 0,
    name: names === undefined ? (y[0] ?? '') : wordOf(names[i]),
    mark: mark(i, [x ?? y[0]]),
  });
  return {
    series: Array.from({ length: shown }, (_, i) => ({
      type: 'gauge' as const,
      ...(min == null ? {} : { min }),
      ...(max == null ? {} : { max }),
      center: [`${(100 * (i + 0.5)) / shown}%`, '50%'],
      radius: shown === 1 ? '85%' : `${Math.round(170 / shown)}%`,
      detail: { fontSize: 18, formatter: '{value}', offsetCenter: [0, '65%'] },
      title: { offsetCenter: [0, '115%'] },
      // small dials have no room for numbers
      ...(shown === 1 ? {} : { axisLabel: { show: false }, splitLine: { length: 6 }, axisTick: { show: false } }),
      data: [dial(i)],
    })),
  };
}

interface Branch {
  readonly name: string;
  readonly mark: Mark;
  value: number;
  readonly children: Map<string, Branch>;
}

function hierarchy({ chart, column, numbers, size, mark }: Plot): EChartsOption {
  const { levels = [], size: measure } = chart.encodings;
  const [steps, sizes] = [levels.map((name) => column(name) ?? []), numbers(measure)];
  const root: Branch = { name: '', mark: [], value: 0, children: new Map() };
  for (let row = 0; row < size; row++) {
    const value = Math.max(sizes[row] ?? 0, 0);
    let at = root;
    for (const [depth, step] of steps.entries()) {
      // a short branch ends where the levels below are null
      if (step[row] == null) break;
      const name = wordOf(step[row]);
      const path = levels.slice(0, depth + 1);
      const next = at.children.get(name) ?? { name, mark: mark(row, path), value: 0, children: new Map() };
      next.value += value;
      at.children.set(name, next);
      at = next;
    }
  }
  interface Tree {
    name: string;
    value: number;
    mark: Mark;
    children: Tree[];
  }
  const tree = ({ children }: Branch): Tree[] =>
    [...children.values()].map((branch) => ({ ...branch, children: tree(branch) }));
  return {
    series: [
      {
        type: 'treemap',
        data: tree(root),
        breadcrumb: { show: false },
        roam: false,
        // a click asks for rows, and does not go down a level
        nodeClick: false,
        label: { formatter: '{b}' },
        upperLabel: { show: levels.length > 1, height: 20 },
        levels: [{ itemStyle: { gapWidth: 2 } }, { colorSaturation: [0.3, 0.6], itemStyle: { gapWidth: 1 } }],
      },
    ],
  };
}

/** A measure between its limits; points that stand out are diamonds. */
function control(plot: Plot): EChartsOption {
  const { chart, column, numbers, size, mark } = plot;
  const { x, y = [], center, upper, lower, marked } = chart.encodings;
  const stands = column(marked);
  const names = column(x)?.map(wordOf) ?? Array.from({ length: size }, (_, i) => String(i + 1));
  const values = numbers(y[0]);
  const limit = (name: string | undefined, look: object) =>
    name === undefined
      ? []
      : [{ type: 'line' as const, name, showSymbol: false, data: [...numbers(name)], lineStyle: look }];
  return {
    grid,
    legend,
    xAxis: { type: 'category', data: names, ...named(chart.xLabel ?? x) },
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

/** The greatest values as bars with their names. */
function ranked(plot: Plot, by: string | undefined): EChartsOption {
  const { chart, column, numbers, mark } = plot;
  const { y = [], size } = chart.encodings;
  const values = numbers(y[0] ?? size);
  const bars = (column(by) ?? [])
    .map((cell, i) => ({ name: wordOf(cell), value: values[i] ?? 0, mark: mark(i, [by]) }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, mostBars);
  return {
    grid,
    xAxis: { type: 'value', ...numbersAlong },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
      ...beside(
        plot,
        bars.map(({ name }) => name),
      ),
    },
    series: [{ type: 'bar', data: bars.map(({ value, mark: of }) => ({ value, mark: of })) }],
  };
}
