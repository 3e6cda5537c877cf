import type { DataType, StructType } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { isNumber } from '../../kit/numbers.ts';
import { wrongType } from '../../kit/wrong-type.ts';

/** What a column must hold: the rule in words, and what to do if it is broken. */
interface Content {
  readonly rule: string;
  readonly remedy: string;
  holds(type: DataType): boolean;
}

const categories: ReadonlySet<DataType['kind']> = new Set([
  'string',
  'char',
  'varchar',
  'boolean',
  'date',
  'timestamp',
  'timestamp_ntz',
]);

export const isVector = (type: DataType): boolean => type.kind === 'udt' && type.name.endsWith('.VectorUDT');

const required =
  ({ rule, remedy, holds }: Content) =>
  /** The name of the column, as the input has it. Throws a `FieldError` if it is not there or holds something else. */
  (schema: StructType, name: string, field: string): string => {
    const column = requireColumn(schema, name, field);
    if (holds(column.type)) return column.name;
    throw wrongType(column, field, rule, remedy);
  };

export const requireVector = required({
  rule: 'must be a vector',
  remedy: 'choose a column of vectors, or make one with a Vector Assembler before this node',
  holds: isVector,
});

/** Values that their texts distinguish. */
export const requireCategory = required({
  rule: 'must be text, numeric, Boolean, a date or a timestamp',
  remedy: 'choose a column of one of these types, or cast the column before this node',
  holds: (type) => isNumber(type) || categories.has(type.kind),
});

/** Categories that a String Indexer of Spark does not take by itself. */
export const asText = {
  to: 'string',
  isSupported: (type: DataType): boolean => isNumber(type) || type.kind === 'string',
} as const;

export const requireText = required({
  rule: 'must be text',
  remedy: 'choose a column of text',
  holds: ({ kind }) => kind === 'string',
});

export const requireWords = required({
  rule: 'must be an array of strings',
  remedy: 'choose a column of lists of words, or make one with a Tokenizer before this node',
  holds: (type) => type.kind === 'array' && type.element.kind === 'string',
});

export const requireTextOrWords = required({
  rule: 'must be text or an array of strings',
  remedy: 'choose a column of text or lists of words',
  holds: (type) => type.kind === 'string' || (type.kind === 'array' && type.element.kind === 'string'),
});

export const requireNumber = required({
  rule: 'must be numeric',
  remedy: 'choose a numeric column, or cast the column to a number before this node',
  holds: isNumber,
});

export const requireNumberOrVector = required({
  rule: 'must be numeric or a vector',
  remedy: 'choose a column of numbers or vectors',
  holds: (type) => isNumber(type) || isVector(type),
});

/** The warning of a node none of whose rules names an output column. */
export const noneUsed = 'no output column is set: the rows are passed on unchanged';

/** A name for a column that is added. Throws a `FieldError` if the input has it. */
export function newColumn(schema: StructType, name: string, field: string): string {
  if (schema.fields.some((column) => column.name.toLowerCase() === name.toLowerCase()))
    throw new FieldError(
      field,
      `column "${name}" in field "${field}" already exists in the input`,
      'choose another name for the new column',
    );
  return name;
}
