import { functions as F, typeName, types, type Column, type DataType } from '@millrace/spark-connect';
import { decimalOfText } from './decimal-text.ts';
import { javaText, plainText } from './double-text.ts';
import { FieldError } from './field-error.ts';
import { asUnit } from './unit.ts';

type Kind = DataType['kind'];
type Engine = 'sail' | 'spark';

const whole: readonly Kind[] = ['byte', 'short', 'integer', 'long'];
const floating: readonly Kind[] = ['float', 'double'];
const numbers: readonly Kind[] = [...whole, ...floating, 'decimal'];
const moments: readonly Kind[] = ['date', 'timestamp', 'timestamp_ntz'];

/** What a type can become; every simple type and every nested one can become text. Source: Spark SQL, "ANSI Compliance", casts. */
const targets: Partial<Record<Kind, readonly Kind[]>> = {
  void: ['boolean', 'binary', ...numbers, ...moments],
  string: ['boolean', 'binary', ...numbers, ...moments],
  boolean: ['boolean', ...numbers],
  date: moments,
  timestamp: [...numbers, ...moments],
  timestamp_ntz: moments,
  binary: ['binary'],
};
const ofNumbers: readonly Kind[] = ['boolean', 'timestamp', ...numbers];

const canBecome = (from: DataType, to: DataType): boolean =>
  typeName(from) === typeName(to) ||
  to.kind === 'string' ||
  (numbers.includes(from.kind) ? ofNumbers : (targets[from.kind] ?? [])).includes(to.kind);

/** A column of a known type as text, the same on every engine: Spark's `cast(… as string)`. */
export const asText = (column: Column, type: DataType, engine: Engine): Column =>
  type.kind === 'float' || type.kind === 'double'
    ? asUnit(
        'as-text',
        engine === 'sail' ? javaText(column, type.kind) : column.cast(types.string),
        column,
        types.string,
      )
    : type.kind === 'string'
      ? column
      : column.cast(types.string);

/**
 * A column as another type, null where a value does not fit: Spark's `try_cast`. Text with a fraction becomes a whole
 * number by cutting the fraction off, as Spark's CAST without ANSI does. Throws a `FieldError` that names the column
 * for types that cannot become each other (a date a number).
 */
export function castOrNull(
  column: Column,
  { from, to, name, field, engine }: { from: DataType; to: DataType; name: string; field: string; engine: Engine },
): Column {
  if (!canBecome(from, to))
    throw new FieldError(
      field,
      `"${field}" asks for ${typeName(to)}, which the column "${name}" of type ${typeName(from)} cannot become`,
      'choose another type, or go by way of text',
    );
  if (to.kind === 'string') return asText(column, from, engine);
  return asUnit('cast-or-null', converted(column, from, to, engine), column, to);
}

/**
 * Spark's CAST without ANSI, which casts dates and truth values that {@link castOrNull} does not: a date is null as a
 * number or truth value, which a warning says. Source: Spark SQL, `Cast.canCast`.
 */
export function castWithoutAnsi(
  column: Column,
  given: Parameters<typeof castOrNull>[1],
): { readonly value: Column; readonly warnings: readonly string[] } {
  const { from, to, name } = given;
  if (from.kind === 'date' && (to.kind === 'boolean' || numbers.includes(to.kind)))
    return {
      value: F.lit(null).cast(to),
      warnings: [`the column "${name}" of type date is null as ${typeName(to)}`],
    };
  if (from.kind === 'timestamp' && to.kind === 'boolean')
    return { value: column.notEq(F.lit('1970-01-01T00:00:00Z', types.timestamp)), warnings: [] };
  if (from.kind === 'boolean' && to.kind === 'timestamp')
    return { value: F.call('timestamp_micros', column.cast(types.long)), warnings: [] };
  return { value: castOrNull(column, given), warnings: [] };
}

function converted(column: Column, from: DataType, to: DataType, engine: Engine): Column {
  if (from.kind === 'boolean' && to.kind === 'decimal') return column.cast(types.integer).tryCast(to);
  if (from.kind === 'decimal' && to.kind === 'boolean') return column.notEq(F.lit(0));
  if (from.kind === 'string' && whole.includes(to.kind)) return wholeOf(column, to);
  return engine === 'sail' ? castOnSail(column, from, to) : column.tryCast(to);
}

function wholeOf(text: Column, to: DataType): Column {
  const cut = text.tryCast(types.decimal(38, 18)).tryCast(to);
  return F.when(text.rlike('^\\s*[+-]?[0-9]*\\.[0-9]*\\s*$'), cut).otherwise(text.tryCast(to));
}

/** Where Sail's cast gives something else than Spark's, in words that it does compute as Spark does. */
function castOnSail(column: Column, from: DataType, to: DataType): Column {
  const plain = column.tryCast(to);
  if (from.kind === 'string') {
    if (floating.includes(to.kind))
      return F.coalesce(plain, F.call('regexp_extract', column, javaSuffix, 1).tryCast(to));
    if (to.kind === 'decimal') return decimalOfText(column, to);
    if (to.kind === 'date') return F.coalesce(plain, F.call('regexp_extract', column, dateWithTime, 1).tryCast(to));
  }
  if (floating.includes(from.kind) && to.kind === 'decimal') return plainText(column).tryCast(to);
  if (from.kind === 'timestamp' && whole.includes(to.kind))
    return F.call('floor', column.cast(types.double)).tryCast(to);
  if (from.kind === 'timestamp' && to.kind === 'decimal') return plainText(column.cast(types.double)).tryCast(to);
  return plain;
}

/** Java reads `1.5d` and `2f` as numbers. */
const javaSuffix = '^\\s*([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[dDfF]\\s*$';
/** Spark reads the date of a text and leaves what stands after a blank or a T. */
const dateWithTime = '^\\s*([+-]?[0-9]{4,7}-[0-9]{1,2}-[0-9]{1,2})[ T].*$';
