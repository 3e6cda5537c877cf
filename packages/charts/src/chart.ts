/** How marks are drawn. */
export type ChartKind =
  | 'line'
  | 'column'
  | 'stacked-column'
  | 'bar'
  | 'stacked-bar'
  | 'area'
  | 'scatter'
  | 'dual-line'
  | 'pie'
  | 'donut'
  | 'histogram'
  | 'heat-map'
  | 'box'
  | 'bubble'
  | 'map'
  | 'gauge'
  | 'hierarchy'
  | 'word-cloud'
  | 'control';

/** The role of each column of the data. */
export interface Encodings {
  readonly x?: string;
  readonly y?: readonly string[];
  /** Column that splits the marks into series. */
  readonly series?: string;
  readonly size?: string;
  readonly label?: string;
  readonly color?: string;
  readonly place?: string;
  /** Columns from the top of a hierarchy down. */
  readonly levels?: readonly string[];
  /** Column of true and false: marks that stand out. */
  readonly marked?: string;
  /** Columns of the lines of a control chart: centre line, upper and lower control limit. */
  readonly center?: string;
  readonly upper?: string;
  readonly lower?: string;
  /** Columns with unchanged values of the node's input, and their names there: a mark finds its rows by them. */
  readonly from?: Readonly<Record<string, string>>;
}

/** A chart as a value: what to draw, from which columns. */
export interface Chart {
  readonly kind: ChartKind;
  readonly encodings: Encodings;
  readonly xLabel?: string;
  readonly yLabel?: string;
  /** Further settings of a kind: map region, percent, colours. Plain values only. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A value as JSON can hold it: numbers beyond 2^53, NaN and infinities as text, binary as base64, maps as pairs. */
export type Cell = null | boolean | number | string | readonly Cell[] | { readonly [name: string]: Cell };

/** A chart with its data, as a run returns it. */
export interface ChartOutput {
  readonly type: 'chart';
  readonly title: string;
  readonly chart: Chart;
  /** Columns of the rows; `type` is Spark's name of it, e.g. `bigint`, `decimal(10,2)`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Cell[])[];
}
