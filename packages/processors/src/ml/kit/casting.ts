import { type DataType, type StructType } from '@millrace/spark-connect';
import { Pipeline, sqlTransformer, type Stage } from '@millrace/spark-connect/ml';
import { requireColumn, uniqueNames } from '../../kit/columns.ts';

const castPattern = /cast\(`((?:[^`]|``)+)` as \w+\) as `(_cast\d+)`/g;

/**
 * The stages of `make`, which reads columns as a type that Spark's stage takes: columns of other types are cast into ones
 * next to them, which are dropped again.
 */
export function castFor(
  schema: StructType,
  names: readonly string[],
  { to, isSupported }: { readonly to: 'double' | 'string'; readonly isSupported: (type: DataType) => boolean },
  make: (names: readonly string[]) => Stage,
): readonly Stage[] {
  const others = [...new Set(names.filter((name) => !isSupported(requireColumn(schema, name, '').type)))];
  if (others.length === 0) return [make(names)];
  const existing = schema.fields.map(({ name }) => name);
  const castNames = uniqueNames([...existing, ...others.map((_, i) => `_cast${i}`)], '0').slice(existing.length);
  const casts = others.map(
    (name, i) => `cast(\`${name.replaceAll('`', '``')}\` as ${to}) as \`${castNames[i] ?? ''}\``,
  );
  const of = new Map(others.map((name, i) => [name, castNames[i] ?? '']));
  return [
    sqlTransformer({ statement: `select *, ${casts.join(', ')} from __THIS__` }),
    make(names.map((name) => of.get(name) ?? name)),
    sqlTransformer({
      statement: `select * except (${castNames.map((name) => `\`${name}\``).join(', ')}) from __THIS__`,
    }),
  ];
}

/** Of a statement of `castFor`: the columns that it reads, and those that it adds. */
export function castsIn(statement: string): readonly { readonly reads: string; readonly adds: string }[] {
  return [...statement.matchAll(castPattern)].map(([, reads = '', adds = '']) => ({
    reads: reads.replaceAll('``', '`'),
    adds,
  }));
}

/** True for a statement of `castFor`: it reads and adds what `castsIn` gives, and nothing else. */
export const isCast = (statement: string): boolean =>
  castsIn(statement).length > 0 || /^select \* except \(`_cast\d+`/.test(statement);

/** Stages as one. */
export function oneOf(stages: readonly Stage[]): Stage {
  const [only, ...others] = stages;
  return only !== undefined && others.length === 0 ? only : new Pipeline(stages);
}
