import { create, equals, type MessageInitShape } from '@bufbuild/protobuf';
import { Expression_Cast_EvalMode, ExpressionSchema, type Expression } from './proto.ts';
import { literal } from './literal.ts';
import { typeToProto } from './proto-types.ts';
import { sortKey, sortOrder } from './sort-order.ts';
import { parseType, type DataType } from './types.ts';
import type { InputValue } from './values.ts';
import type { WindowSpec } from './window.ts';

/** A column, or a value for a constant one. */
export type ColumnLike = Column | InputValue;
/** A column, or the name of one. */
export type ColumnOrName = Column | string;

/** An expression over the columns of a DataFrame. Immutable: each method gives a new one. */
export class Column {
  readonly expression: Expression;

  constructor(expression: MessageInitShape<typeof ExpressionSchema>) {
    this.expression = create(ExpressionSchema, expression);
  }

  /** True if both are the same expression, part by part. */
  isSame(other: Column): boolean {
    return equals(ExpressionSchema, this.expression, other.expression);
  }

  /** Names for the columns of a generator that gives several (`explode` of a map, `stack`, `inline`). */
  aliases(...names: string[]): Column {
    return new Column({ exprType: { case: 'alias', value: { expr: this.expression, name: names } } });
  }
  /** Gives the column a name. `metadata` is JSON text that travels with it. */
  alias(name: string, metadata?: string): Column {
    return new Column({
      exprType: { case: 'alias', value: { expr: this.expression, name: [name], metadata } },
    });
  }
  /** Spark's CAST: fails on a bad value under ANSI. */
  cast(type: DataType | string): Column {
    return castTo(this, type, Expression_Cast_EvalMode.UNSPECIFIED);
  }
  /** Spark's TRY_CAST: null if the value does not fit. */
  tryCast(type: DataType | string): Column {
    return castTo(this, type, Expression_Cast_EvalMode.TRY);
  }

  plus(other: ColumnLike): Column {
    return call('+', this, other);
  }
  minus(other: ColumnLike): Column {
    return call('-', this, other);
  }
  times(other: ColumnLike): Column {
    return call('*', this, other);
  }
  dividedBy(other: ColumnLike): Column {
    return call('/', this, other);
  }
  mod(other: ColumnLike): Column {
    return call('%', this, other);
  }
  negate(): Column {
    return call('negative', this);
  }
  eq(other: ColumnLike): Column {
    return call('==', this, other);
  }
  /** Equality that holds between nulls (`<=>`). */
  eqNullSafe(other: ColumnLike): Column {
    return call('<=>', this, other);
  }
  notEq(other: ColumnLike): Column {
    return call('not', call('==', this, other));
  }
  lt(other: ColumnLike): Column {
    return call('<', this, other);
  }
  lte(other: ColumnLike): Column {
    return call('<=', this, other);
  }
  gt(other: ColumnLike): Column {
    return call('>', this, other);
  }
  gte(other: ColumnLike): Column {
    return call('>=', this, other);
  }
  between(low: ColumnLike, high: ColumnLike): Column {
    return this.gte(low).and(this.lte(high));
  }
  and(other: ColumnLike): Column {
    return call('and', this, other);
  }
  or(other: ColumnLike): Column {
    return call('or', this, other);
  }
  not(): Column {
    return call('not', this);
  }
  isNull(): Column {
    return call('isNull', this);
  }
  isNotNull(): Column {
    return call('isNotNull', this);
  }
  isNaN(): Column {
    return call('isNaN', this);
  }
  isIn(...values: ColumnLike[]): Column {
    return call('in', this, ...values);
  }
  like(pattern: string): Column {
    return call('like', this, pattern);
  }
  /** LIKE that ignores case. */
  ilike(pattern: string): Column {
    return call('ilike', this, pattern);
  }
  rlike(pattern: string): Column {
    return call('rlike', this, pattern);
  }
  startsWith(prefix: ColumnLike): Column {
    return call('startsWith', this, prefix);
  }
  endsWith(suffix: ColumnLike): Column {
    return call('endsWith', this, suffix);
  }
  contains(part: ColumnLike): Column {
    return call('contains', this, part);
  }
  substr(start: ColumnLike, length: ColumnLike): Column {
    return call('substr', this, start, length);
  }

  bitwiseAnd(other: ColumnLike): Column {
    return call('&', this, other);
  }
  bitwiseOr(other: ColumnLike): Column {
    return call('|', this, other);
  }
  bitwiseXor(other: ColumnLike): Column {
    return call('^', this, other);
  }

  /** The struct with a field added or replaced; dots reach into nested structs. */
  withField(name: string, value: ColumnLike): Column {
    return this.#updateField(name, toColumn(value).expression);
  }
  /** The struct without these fields. */
  dropFields(...names: string[]): Column {
    return names.reduce<Column>((column, name) => column.#updateField(name, undefined), this);
  }
  #updateField(fieldName: string, valueExpression: Expression | undefined): Column {
    return new Column({
      exprType: { case: 'updateFields', value: { structExpression: this.expression, fieldName, valueExpression } },
    });
  }

  /** An element of an array (0-based), a value of a map or a field of a struct. */
  getItem(key: ColumnLike): Column {
    return new Column({
      exprType: {
        case: 'unresolvedExtractValue',
        value: { child: this.expression, extraction: toColumn(key).expression },
      },
    });
  }
  getField(name: string): Column {
    return this.getItem(name);
  }

  asc(): Column {
    return new Column(sortKey(this, 'asc', 'nulls first'));
  }
  ascNullsLast(): Column {
    return new Column(sortKey(this, 'asc', 'nulls last'));
  }
  desc(): Column {
    return new Column(sortKey(this, 'desc', 'nulls last'));
  }
  descNullsFirst(): Column {
    return new Column(sortKey(this, 'desc', 'nulls first'));
  }

  /** Continues a CASE begun with `when`. */
  when(condition: Column, value: ColumnLike): Column {
    return this.#continueWhen('when', condition, value);
  }
  /** Ends a CASE; without it the rest is null. */
  otherwise(value: ColumnLike): Column {
    return this.#continueWhen('otherwise', value);
  }
  #continueWhen(method: string, ...args: ColumnLike[]): Column {
    const { exprType } = this.expression;
    if (exprType.case !== 'unresolvedFunction' || exprType.value.functionName !== 'when')
      throw new TypeError(`${method}() can only follow when()`);
    const newArguments = args.map((arg) => toColumn(arg).expression);
    return new Column({
      exprType: {
        case: 'unresolvedFunction',
        value: { functionName: 'when', arguments: [...exprType.value.arguments, ...newArguments] },
      },
    });
  }

  /** Computes the function over a window of rows. */
  over(window: WindowSpec): Column {
    return new Column({
      exprType: {
        case: 'window',
        value: {
          windowFunction: this.expression,
          partitionSpec: window.partition.map((c) => c.expression),
          orderSpec: window.order.map(sortOrder),
          frameSpec: window.frame,
        },
      },
    });
  }
}

/** The column of a name; dots reach into structs, backticks quote. `*` is all columns, `t.*` all of t. */
export function col(name: string): Column {
  if (name === '*') return new Column({ exprType: { case: 'unresolvedStar', value: {} } });
  if (name.endsWith('.*')) return new Column({ exprType: { case: 'unresolvedStar', value: { unparsedTarget: name } } });
  return new Column({ exprType: { case: 'unresolvedAttribute', value: { unparsedIdentifier: name } } });
}

/** The column of exactly this name, whatever characters it has. */
export const columnNamed = (name: string): Column => col(`\`${name.replaceAll('`', '``')}\``);

/** A constant. Strings, numbers (whole ones as int or bigint, else double), bigint, booleans, null, typed values. */
export const lit = (value: InputValue, type?: DataType): Column =>
  new Column({ exprType: { case: 'literal', value: literal(value, type) } });

/** An expression written in SQL. */
export const expr = (sql: string): Column =>
  new Column({ exprType: { case: 'expressionString', value: { expression: sql } } });

/** Any function of the engine by name. Plain values become constants: to name a column, pass `col(name)`. */
export const call = (name: string, ...args: readonly ColumnLike[]): Column => callFunction(name, args, false);

export const callFunction = (name: string, args: readonly ColumnLike[], distinct: boolean): Column =>
  new Column({
    exprType: {
      case: 'unresolvedFunction',
      value: { functionName: name, arguments: args.map((a) => toColumn(a).expression), isDistinct: distinct },
    },
  });

export const toColumn = (value: ColumnLike): Column => (value instanceof Column ? value : lit(value));
export const namedColumn = (value: ColumnOrName): Column => (typeof value === 'string' ? col(value) : value);

const castTo = (column: Column, type: DataType | string, evalMode: Expression_Cast_EvalMode): Column =>
  new Column({
    exprType: {
      case: 'cast',
      value: {
        expr: column.expression,
        castToType: { case: 'type', value: typeToProto(typeof type === 'string' ? parseType(type) : type) },
        evalMode,
      },
    },
  });
