import { callFunction, Column, col, lit, type ColumnLike } from '../column.ts';

/** A column: given as one, by its name (text), or as a constant of any other kind. */
export type ColumnArgument = ColumnLike;

type Parameter<P> = P extends 'c'
  ? [column: ColumnArgument]
  : P extends 'c?'
    ? [column?: ColumnArgument]
    : P extends 'c*'
      ? ColumnArgument[]
      : P extends 'v'
        ? [value: ColumnLike]
        : P extends 'v?'
          ? [value?: ColumnLike]
          : P extends 'v*'
            ? ColumnLike[]
            : never;

type Parameters<A extends string> = A extends ''
  ? []
  : A extends `${infer First} ${infer Rest}`
    ? [...Parameter<First>, ...Parameters<Rest>]
    : Parameter<A>;

type Entry = string | readonly [sparkName: string, args: string, how?: 'distinct'];

type ArgsOf<E> = E extends readonly [string, infer A extends string, ...unknown[]] ? A : E extends string ? E : never;

export type Functions<T extends Readonly<Record<string, Entry>>> = {
  readonly [N in keyof T]: (...args: Parameters<ArgsOf<T[N]>>) => Column;
};

/**
 * Makes functions of a table. An entry says what the arguments are, one word each: `c` a column (text names one, any
 * other plain value is a constant), `v` a value (plain values are constants, text too); `?` may be left out, `*` any
 * number. The conventions are PySpark's, argument by argument. Spark's name is the key in snake case (`rowNumber`:
 * `row_number`), unless the entry is a pair `[Spark's name, arguments]`.
 */
export const functionTable = <const T extends Readonly<Record<string, Entry>>>(table: T): Functions<T> =>
  // the loop makes what the type says, entry by entry; fromEntries cannot tell
  Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [name, functionOf(name, entry)]),
  ) as unknown as Functions<T>;

function functionOf(name: string, entry: Entry): (...args: ColumnLike[]) => Column {
  const [sparkName, args, how] = typeof entry === 'string' ? [snakeCase(name), entry] : entry;
  const kinds = args === '' ? [] : args.split(' ');
  return (...operands) =>
    callFunction(
      sparkName,
      // an argument left out at the end is not sent
      operands
        .slice(0, operands.findLastIndex((arg) => arg !== undefined) + 1)
        .map((arg, i) => ((kinds[i] ?? kinds.at(-1) ?? 'v').startsWith('c') ? columnOf(arg) : valueOf(arg))),
      how === 'distinct',
    );
}

/** The function's name in Spark. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Text is the name of a column. */
export const columnOf = (value: ColumnArgument): Column => (typeof value === 'string' ? col(value) : valueOf(value));

/** Text is a constant. */
export const valueOf = (value: ColumnLike): Column => (value instanceof Column ? value : lit(value));
