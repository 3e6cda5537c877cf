import type { DataFrame } from './dataframe.ts';
import { literal } from './literal.ts';
import { relation, type MakeFrame } from './relation.ts';
import { types } from './types.ts';
import type { InputValue } from './values.ts';

/** What to do with nulls (and NaN): Spark's `df.na`. */
export class NullFunctions {
  readonly #input: DataFrame;
  readonly #make: MakeFrame;

  constructor(input: DataFrame, make: MakeFrame) {
    this.#input = input;
    this.#make = make;
  }

  /** Keeps rows by the number of nulls in `columns` (default all): none (`any`), not all (`all`), or a minimum of values. */
  drop(options: { how?: 'any' | 'all'; minNonNulls?: number; columns?: readonly string[] } = {}): DataFrame {
    const minNonNulls = options.minNonNulls ?? (options.how === 'all' ? 1 : undefined);
    return this.#with({
      case: 'dropNa',
      value: { input: this.#input.relation, cols: [...(options.columns ?? [])], minNonNulls },
    });
  }
  /** Puts one value for nulls in the columns whose type it fits. */
  fill(value: InputValue, columns: readonly string[] = []): DataFrame {
    return this.#with({
      case: 'fillNa',
      value: { input: this.#input.relation, cols: [...columns], values: [fillLiteral(value)] },
    });
  }
  /** Puts a value of its own into each column. */
  fillEach(values: Readonly<Record<string, InputValue>>): DataFrame {
    return this.#with({
      case: 'fillNa',
      value: {
        input: this.#input.relation,
        cols: Object.keys(values),
        values: Object.values(values).map(fillLiteral),
      },
    });
  }
  replace(replacements: readonly (readonly [InputValue, InputValue])[], columns: readonly string[] = []): DataFrame {
    return this.#with({
      case: 'replace',
      value: {
        input: this.#input.relation,
        cols: [...columns],
        replacements: replacements.map(([from, to]) => ({ oldValue: literal(from), newValue: literal(to) })),
      },
    });
  }

  #with(relType: Parameters<typeof relation>[0]): DataFrame {
    return this.#make(relation(relType));
  }
}

/** Spark fills with boolean, bigint, double or string: whole numbers must come as bigint. */
const fillLiteral = (value: InputValue) =>
  typeof value === 'number' && Number.isInteger(value) ? literal(value, types.long) : literal(value);
