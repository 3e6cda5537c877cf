import type { Column } from './column.ts';
import { call, namedColumn, type ColumnOrName } from './column.ts';
import type { DataFrame } from './dataframe.ts';
import { literal } from './literal.ts';
import { Aggregate_GroupType } from './proto.ts';
import { relation, type MakeFrame } from './relation.ts';
import type { InputValue } from './values.ts';

interface Pivot {
  readonly column: Column;
  readonly values: readonly InputValue[];
}

/** Rows put into groups, waiting for their aggregates. */
export class GroupedData {
  readonly #input: DataFrame;
  readonly #make: MakeFrame;
  readonly #type: Aggregate_GroupType;
  readonly #keys: readonly Column[];
  readonly #sets: readonly (readonly Column[])[];
  readonly #pivot: Pivot | undefined;

  constructor(
    input: DataFrame,
    make: MakeFrame,
    type: Aggregate_GroupType,
    keys: readonly Column[],
    sets: readonly (readonly Column[])[] = [],
    pivot?: Pivot,
  ) {
    this.#input = input;
    this.#make = make;
    this.#type = type;
    this.#keys = keys;
    this.#sets = sets;
    this.#pivot = pivot;
  }

  agg(...aggregates: Column[]): DataFrame {
    return this.#make(
      relation({
        case: 'aggregate',
        value: {
          input: this.#input.relation,
          groupType: this.#pivot === undefined ? this.#type : Aggregate_GroupType.PIVOT,
          groupingExpressions: this.#keys.map((k) => k.expression),
          aggregateExpressions: aggregates.map((a) => a.expression),
          groupingSets: this.#sets.map((set) => ({ groupingSet: set.map((c) => c.expression) })),
          pivot: this.#pivot && {
            col: this.#pivot.column.expression,
            values: this.#pivot.values.map((v) => literal(v)),
          },
        },
      }),
    );
  }

  /** One column per value of `column`; without `values` the engine finds them first. */
  pivot(column: ColumnOrName, values: readonly InputValue[] = []): GroupedData {
    if (this.#type !== Aggregate_GroupType.GROUPBY || this.#pivot !== undefined)
      throw new TypeError('pivot() can only follow groupBy(), once');
    return new GroupedData(this.#input, this.#make, this.#type, this.#keys, [], {
      column: namedColumn(column),
      values,
    });
  }

  count(): DataFrame {
    return this.agg(call('count', 1).alias('count'));
  }
  sum(...columns: string[]): DataFrame {
    return this.#each('sum', columns);
  }
  avg(...columns: string[]): DataFrame {
    return this.#each('avg', columns);
  }
  min(...columns: string[]): DataFrame {
    return this.#each('min', columns);
  }
  max(...columns: string[]): DataFrame {
    return this.#each('max', columns);
  }
  #each(name: string, columns: readonly string[]): DataFrame {
    return this.agg(...columns.map((c) => call(name, namedColumn(c)).alias(`${name}(${c})`)));
  }
}
