import type { Value } from '@millrace/spark-connect';
import { flag, text } from './fields.ts';
import { integer } from './number-fields.ts';
import { list } from './list-fields.ts';
import type { Chart, ChartKind, Encodings } from '@millrace/charts';

/** How title and description look: fields of every chart. */
export const styleFields = {
  titleColor: text({ default: '#2563EB', widget: 'textcolors', title: 'Title colour' }),
  description: text({ widget: 'textareafield', description: 'Shown below the title' }),
  descriptionColor: text({ default: '#6D6E70', widget: 'textcolors', title: 'Description colour' }),
};
export const axes = { xlabel: text({ title: 'X label' }), ylabel: text({ title: 'Y label' }) };
export const maxValuesToDisplay = integer({ default: 20, min: 1, title: 'Maximum number of values' });
export const chartColors = list({
  widget: 'colors',
  title: 'Colours',
  description: 'Colours of the series, in their order',
});
export const isStreaming = flag({
  default: false,
  title: 'Streaming',
  description: 'Accepted from saved files; the chart is drawn once, from the rows of the run',
});

/** Names of columns in a chart's data, with those that they have in the input. */
export const fromInput = (names: readonly string[], columns: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map((column, i) => [names[i] ?? column, column]));

interface ChartStyle {
  readonly titleColor?: string | undefined;
  readonly description?: string | undefined;
  readonly descriptionColor?: string | undefined;
  readonly chartColors?: readonly string[];
  readonly xlabel?: string | undefined;
  readonly ylabel?: string | undefined;
}

/** A chart with labels and colours as the fields have them. Options that are undefined are left out. */
export function chartOf(
  kind: ChartKind,
  encodings: Encodings,
  fields: ChartStyle,
  options: Readonly<Record<string, Value | undefined>> = {},
): Chart {
  const { titleColor, description, descriptionColor, chartColors: colors = [] } = fields;
  const values: Readonly<Record<string, Value | undefined>> = { titleColor, description, descriptionColor, ...options };
  const entries = Object.entries(values).flatMap(([name, value]): [string, Value][] =>
    value === undefined ? [] : [[name, value]],
  );
  if (colors.length > 0) entries.push(['colors', colors]);
  return {
    kind,
    encodings,
    ...(fields.xlabel === undefined ? {} : { xLabel: fields.xlabel }),
    ...(fields.ylabel === undefined ? {} : { yLabel: fields.ylabel }),
    ...(entries.length === 0 ? {} : { options: Object.fromEntries(entries) }),
  };
}
