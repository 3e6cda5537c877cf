import type { DataType } from '@millrace/spark-connect';

/** What the values of a column are, as far as figures of them go. */
export type ValueKind = 'number' | 'time' | 'truth' | 'text' | 'nested';

const kinds: Readonly<Record<string, ValueKind>> = {
  byte: 'number',
  short: 'number',
  integer: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  decimal: 'number',
  date: 'time',
  timestamp: 'time',
  timestamp_ntz: 'time',
  boolean: 'truth',
  string: 'text',
  char: 'text',
  varchar: 'text',
};

/** The kind of a type; all that has no order or no short text is `nested`. */
export const kindOf = ({ kind }: DataType): ValueKind => kinds[kind] ?? 'nested';
