import { functions as F, typeName, types, type Column, type DataType } from '@millrace/spark-connect';
import { javaText, plainText } from './double-text.ts';
import { FieldError } from './field-error.ts';
import { ofTextOnSail } from './text-cast.ts';
import { asUnit } from './unit.ts';
import { sqlTypeName } from './wrong-type.ts';

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
 * A column as another type, null if a value does not fit: Spark's `try_cast`. Text with a fraction becomes a whole
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
      `cannot cast column "${name}" from ${sqlTypeName(from)} to ${sqlTypeName(to)} in field "${field}"`,
      'choose another type, or cast the column to STRING first',
    );
  if (to.kind === 'string') return asText(column, from, engine);
  return asUnit('cast-or-null', convert(column, from, to, engine), column, to);
}

/**
 * Spark's CAST without ANSI, which casts dates and truth values that {@link castOrNull} does not: a date is null as a
 * number or truth value, which a warning says. Source: Spark SQL, `Cast.canCast`.
 */
export function castWithoutAnsi(
  column: Column,
  options: Parameters<typeof castOrNull>[1],
): { readonly value: Column; readonly warnings: readonly string[] } {
  const { from, to, name } = options;
  if (from.kind === 'date' && (to.kind === 'boolean' || numbers.includes(to.kind)))
    return {
      value: F.lit(null).cast(to),
      warnings: [`column "${name}" of type DATE becomes null when cast to ${sqlTypeName(to)}`],
    };
  if (from.kind === 'timestamp' && to.kind === 'boolean')
    return { value: column.notEq(F.lit('1970-01-01T00:00:00Z', types.timestamp)), warnings: [] };
  if (from.kind === 'boolean' && to.kind === 'timestamp')
    return { value: F.call('timestamp_micros', column.cast(types.long)), warnings: [] };
  return { value: castOrNull(column, options), warnings: [] };
}

function convert(column: Column, from: DataType, to: DataType, engine: Engine): Column {
  if (from.kind === 'boolean' && to.kind === 'decimal') return column.cast(types.integer).tryCast(to);
  if (from.kind === 'decimal' && to.kind === 'boolean') return column.notEq(F.lit(0));
  if (from.kind === 'string' && whole.includes(to.kind)) return wholeOf(column, to, engine);
  return engine === 'sail' ? castOnSail(column, from, to) : column.tryCast(to);
}

function wholeOf(text: Column, to: DataType, engine: Engine): Column {
  const of = (type: DataType): Column => (engine === 'sail' ? ofTextOnSail(text, type) : text.tryCast(type));
  const isFraction = text.rlike('^[\\x00-\\x20]*[+-]?[0-9]*\\.[0-9]*[\\x00-\\x20]*$');
  return F.when(isFraction, of(types.decimal(38, 18)).tryCast(to)).otherwise(of(to));
}

/** Where Sail's cast gives something else than Spark's, in words that it does compute as Spark does. */
function castOnSail(column: Column, from: DataType, to: DataType): Column {
  if (from.kind === 'string') return ofTextOnSail(column, to);
  if (floating.includes(from.kind) && to.kind === 'decimal') return plainText(column).tryCast(to);
  if (from.kind === 'timestamp' && whole.includes(to.kind))
    return F.call('floor', column.cast(types.double)).tryCast(to);
  if (from.kind === 'timestamp' && to.kind === 'decimal') return plainText(column.cast(types.double)).tryCast(to);
  return column.tryCast(to);
}
