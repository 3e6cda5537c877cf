export type { Cell, Chart, ChartKind, ChartOutput, Encodings } from './chart.ts';
export { chartOption, heightOf, pictureWidth } from './option.ts';
export type { Mark } from './plot.ts';
