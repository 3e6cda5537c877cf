/** The Spark types without parameters; names as in Spark's JSON schema format. */
export type SimpleKind =
  | 'void'
  | 'boolean'
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'float'
  | 'double'
  | 'string'
  | 'binary'
  | 'date'
  | 'timestamp'
  | 'timestamp_ntz'
  | 'interval'
  | 'variant';

export interface StructField<Other = never> {
  readonly name: string;
  readonly type: DataTypeOr<Other>;
  readonly nullable: boolean;
  /** JSON text, as Spark keeps it (ML attributes live here). */
  readonly metadata?: string;
}

export interface StructType<Other = never> {
  readonly kind: 'struct';
  readonly fields: readonly StructField<Other>[];
}

/** A Spark type. */
export type DataType = DataTypeOr<never>;

/** A Spark type, parts of which may be of `Other` kinds: what a reader of texts and plans cannot tell without an engine. */
export type DataTypeOr<Other> =
  | { readonly kind: SimpleKind }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'char' | 'varchar'; readonly length: number }
  | { readonly kind: 'time'; readonly precision: number }
  | { readonly kind: 'year_month_interval' | 'day_time_interval'; readonly start: number; readonly end: number }
  | { readonly kind: 'array'; readonly element: DataTypeOr<Other>; readonly containsNull: boolean }
  | {
      readonly kind: 'map';
      readonly key: DataTypeOr<Other>;
      readonly value: DataTypeOr<Other>;
      readonly valueContainsNull: boolean;
    }
  | { readonly kind: 'udt'; readonly name: string; readonly sqlType: DataType }
  | { readonly kind: 'unsupported'; readonly name: string }
  | StructType<Other>
  | Other;

/** A type without parameters. */
export const simple = <K extends SimpleKind>(kind: K): { readonly kind: K } => ({ kind });

const array = (element: DataType, containsNull = true): DataType => ({ kind: 'array', element, containsNull });

const always = new Set(['type', 'numRows', 'numCols', 'isTransposed']);

/** A type of Spark ML, by what its values are made of. */
const ofMl = (name: string, parts: Readonly<Record<string, DataType>>): DataType => ({
  kind: 'udt',
  name: `org.apache.spark.ml.linalg.${name}`,
  sqlType: {
    kind: 'struct',
    // Spark wants what says how to read the others
    fields: Object.entries(parts).map(([part, type]) => ({ name: part, type, nullable: !always.has(part) })),
  },
});

const [tinyint, int, double] = [simple('byte'), simple('integer'), simple('double')];

/** Constructors of every type, so that a schema can be written without a parser. */
export const types = {
  void: simple('void'),
  boolean: simple('boolean'),
  byte: simple('byte'),
  short: simple('short'),
  integer: simple('integer'),
  long: simple('long'),
  float: simple('float'),
  double: simple('double'),
  string: simple('string'),
  binary: simple('binary'),
  date: simple('date'),
  timestamp: simple('timestamp'),
  timestampNtz: simple('timestamp_ntz'),
  interval: simple('interval'),
  variant: simple('variant'),
  time: (precision = 6): DataType => ({ kind: 'time', precision }),
  /** From `start` to `end`: 0 year, 1 month. */
  yearMonthInterval: (start = 0, end = 1): DataType => ({ kind: 'year_month_interval', start, end }),
  /** From `start` to `end`: 0 day, 1 hour, 2 minute, 3 second. */
  dayTimeInterval: (start = 0, end = 3): DataType => ({ kind: 'day_time_interval', start, end }),
  decimal: (precision = 10, scale = 0): DataType => ({ kind: 'decimal', precision, scale }),
  array,
  map: (key: DataType, value: DataType, valueContainsNull = true): DataType => ({
    kind: 'map',
    key,
    value,
    valueContainsNull,
  }),
  field: (name: string, type: DataType, nullable = true): StructField => ({ name, type, nullable }),
  struct: (fields: readonly StructField[]): StructType => ({ kind: 'struct', fields }),
  /** A vector of Spark ML; `ml/linalg.ts` reads its values. */
  vector: ofMl('VectorUDT', { type: tinyint, size: int, indices: array(int, false), values: array(double, false) }),
  matrix: ofMl('MatrixUDT', {
    type: tinyint,
    numRows: int,
    numCols: int,
    colPtrs: array(int, false),
    rowIndices: array(int, false),
    values: array(double, false),
    isTransposed: simple('boolean'),
  }),
} as const;
