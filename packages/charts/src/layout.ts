import type { SeriesOption, EChartsOption } from 'echarts';
import { wordOf, type Plot } from './plot.ts';

/** Bars that stand for words and places. */
export const maxBars = 30;

/** Pixels below which names get less width, and the legend of a wide drawing is below it. */
export const narrow = 480;

/** Pixels of a letter, rather more than fewer. */
const letter = 7;

/** Maximum pixels for names next to a drawing. */
export const maxSideWidth = ({ width }: Plot): number => (width < narrow ? 112 : 240);

export const longestOf = (words: readonly string[]): number =>
  letter * Math.max(0, ...words.map(({ length }) => length));

/** Truncates longer names; the others keep their width. */
export const cutAt = (maximum: number, words: readonly string[]) =>
  longestOf(words) > maximum ? { width: maximum, overflow: 'truncate' as const } : {};

/** Names that stand below each other, at the side; the name of their axis stands beyond them. */
export const namesOnX = (plot: Plot, words: readonly string[]) => ({
  axisLabel: cutAt(maxSideWidth(plot), words),
  nameGap: Math.min(longestOf(words), maxSideWidth(plot)) + 14,
});

/** Names next to each other, each `band` pixels from the next: slanted or upright if they are longer. */
export function below(band: number, words: readonly string[]) {
  if (longestOf(words) < band) return {};
  const rotate = band < 20 ? 90 : 45;
  // what has no room even so is left out
  return { axisLabel: { rotate, ...cutAt(132, words), ...(band < 13 ? {} : { interval: 0 }) } };
}

/** Numbers along an axis, as many as there is room for. */
export const numbersAlong = { axisLabel: { hideOverlap: true } } as const;

export const legend = { type: 'scroll', top: 6 } as const;

/** Names and labels of axes stay inside. */
export const grid = {
  left: 12,
  right: 24,
  top: 40,
  bottom: 12,
  outerBoundsMode: 'same',
  outerBoundsContain: 'all',
} as const;

/** Name of an axis, if it has one. */
export const axisName = (name: string | undefined) =>
  name === undefined ? {} : { name, nameLocation: 'middle' as const, nameGap: 28 };

export function axisOf(plot: Plot, name: string | undefined, label: string | undefined) {
  if (plot.isNumeric(name)) return { type: 'value' as const, scale: true, ...numbersAlong, ...axisName(label ?? name) };
  return {
    type: 'category' as const,
    data: [...new Set((plot.column(name) ?? []).map(wordOf))],
    ...axisName(label ?? name),
  };
}

/** What an axis takes: a number, or the word of a category. */
export const onAxis = (plot: Plot, name: string | undefined): readonly (number | string | null)[] =>
  plot.isNumeric(name) ? plot.numbers(name) : (plot.column(name) ?? []).map(wordOf);

/** Points between the axes of x and of the first y. */
export function overBoth(plot: Plot, series: SeriesOption[]): EChartsOption {
  const { x, y = [] } = plot.chart.encodings;
  return {
    grid,
    ...(series.length > 1 ? { legend } : {}),
    xAxis: axisOf(plot, x, plot.chart.xLabel),
    yAxis: axisOf(plot, y[0], plot.chart.yLabel),
    series,
  };
}
