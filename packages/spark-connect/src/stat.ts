import { namedColumn, type ColumnOrName } from './column.ts';
import type { DataFrame } from './dataframe.ts';
import { literal } from './literal.ts';
import { relation, type MakeFrame } from './relation.ts';
import type { InputValue } from './values.ts';

/** Statistics over columns: Spark's `df.stat`, `df.summary`, `df.describe`. Each gives a DataFrame. */
export class StatFunctions {
  readonly #input: DataFrame;
  readonly #make: MakeFrame;

  constructor(input: DataFrame, make: MakeFrame) {
    this.#input = input;
    this.#make = make;
  }

  summary(...statistics: string[]): DataFrame {
    return this.#with({ case: 'summary', value: { input: this.#input.relation, statistics } });
  }
  describe(...cols: string[]): DataFrame {
    return this.#with({ case: 'describe', value: { input: this.#input.relation, cols } });
  }
  crosstab(col1: string, col2: string): DataFrame {
    return this.#with({ case: 'crosstab', value: { input: this.#input.relation, col1, col2 } });
  }
  cov(col1: string, col2: string): DataFrame {
    return this.#with({ case: 'cov', value: { input: this.#input.relation, col1, col2 } });
  }
  corr(col1: string, col2: string): DataFrame {
    return this.#with({ case: 'corr', value: { input: this.#input.relation, col1, col2, method: 'pearson' } });
  }
  approxQuantile(cols: readonly string[], probabilities: readonly number[], relativeError: number): DataFrame {
    return this.#with({
      case: 'approxQuantile',
      value: { input: this.#input.relation, cols: [...cols], probabilities: [...probabilities], relativeError },
    });
  }
  freqItems(cols: readonly string[], support = 0.01): DataFrame {
    return this.#with({ case: 'freqItems', value: { input: this.#input.relation, cols: [...cols], support } });
  }
  sampleBy(
    column: ColumnOrName,
    fractions: readonly (readonly [InputValue, number])[],
    seed: number | bigint,
  ): DataFrame {
    return this.#with({
      case: 'sampleBy',
      value: {
        input: this.#input.relation,
        col: namedColumn(column).expression,
        fractions: fractions.map(([stratum, fraction]) => ({ stratum: literal(stratum), fraction })),
        seed: BigInt(seed),
      },
    });
  }

  #with(relType: Parameters<typeof relation>[0]): DataFrame {
    return this.#make(relation(relType));
  }
}
