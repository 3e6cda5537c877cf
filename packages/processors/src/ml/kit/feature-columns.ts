import { typeName, type DataType, type StructType } from '@millrace/spark-connect';
import { requireColumn } from '../../kit/columns.ts';
import { FieldError } from '../../kit/field-error.ts';
import { isNumber } from '../../kit/numbers.ts';

/** What a column must hold: in words, and what to do where it does not. */
interface Content {
  readonly what: string;
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
  ({ what, remedy, holds }: Content) =>
  /** The name of the column, as the input has it. Throws a `FieldError` if it is not there or holds something else. */
  (schema: StructType, name: string, field: string): string => {
    const column = requireColumn(schema, name, field);
    if (holds(column.type)) return column.name;
    throw new FieldError(
      field,
      `"${field}" names the column "${column.name}", which is of type ${typeName(column.type)} and holds no ${what}`,
      remedy,
    );
  };

export const requireVector = required({
  what: 'vectors',
  remedy: 'choose a column of vectors, or make one with a Vector Assembler before this node',
  holds: isVector,
});

/** Values that their texts distinguish. */
export const requireCategory = required({
  what: 'values that categories can be made of',
  remedy: 'choose a column of text, numbers, true and false, or times, or make one of it before this node',
  holds: (type) => isNumber(type) || categories.has(type.kind),
});

/** Categories that a String Indexer of Spark does not take by itself. */
export const asText = {
  to: 'string',
  takes: (type: DataType): boolean => isNumber(type) || type.kind === 'string',
} as const;

export const requireText = required({
  what: 'text',
  remedy: 'choose a column of text',
  holds: ({ kind }) => kind === 'string',
});

export const requireWords = required({
  what: 'lists of words',
  remedy: 'choose a column of words, or make one with a Tokenizer before this node',
  holds: (type) => type.kind === 'array' && type.element.kind === 'string',
});

export const requireTextOrWords = required({
  what: 'text',
  remedy: 'choose a column of text or of words',
  holds: (type) => type.kind === 'string' || (type.kind === 'array' && type.element.kind === 'string'),
});

export const requireNumber = required({
  what: 'numbers',
  remedy: 'choose a column of numbers, or cast it before this node',
  holds: isNumber,
});

export const requireNumberOrVector = required({
  what: 'numbers',
  remedy: 'choose a column of numbers or vectors',
  holds: (type) => isNumber(type) || isVector(type),
});

/** What a node says that has rows of columns to fill, and none of them filled. */
export const noneUsed = 'no column is given a new one: the rows go on as they are';

/** A name for a column that is added. Throws a `FieldError` if the input has it. */
export function newColumn(schema: StructType, name: string, field: string): string {
  if (schema.fields.some((column) => column.name.toLowerCase() === name.toLowerCase()))
    throw new FieldError(
      field,
      `"${field}" names the column "${name}", which the input has already`,
      'give the new column another name',
    );
  return name;
}
