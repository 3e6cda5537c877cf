import { functions as F, types, type Column, type StructField } from '@millrace/spark-connect';
import { chartKinds, numberedCharts } from '../kit/charts.ts';
import { requireColumns, uniqueNames } from '../kit/columns.ts';
import { choice, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { wrongType } from '../kit/wrong-type.ts';
import { tryCast } from '../kit/text-cast.ts';
import type { Context, RunContext } from '../contract/context.ts';
import type { Outcome } from '../contract/results.ts';

/** Fields of the charts that count rows by a part of dates. */
export const distributionFields = (title: string) => ({
  title: text({ default: title }),
  graphType: choice(['LINECHART', 'COLUMNCHART', 'BARCHART', 'PIE'], {
    default: 'COLUMNCHART',
    aliases: numberedCharts,
    widget: 'enum',
  }),
  yCols: columns({
    required: true,
    title: 'Date columns',
    description: 'Dates, timestamps, or text that begins with yyyy-MM-dd',
  }),
});

interface Part {
  /** Name of the column of parts. */
  readonly heading: string;
  /** Whole number of the part, in the order of the chart. */
  of(date: Column): Column;
  /** What stands for it in the chart. */
  label(part: Column): Column;
}

/** A word of a list by its position, from 1. */
export const wordAt =
  (words: readonly string[]) =>
  (index: Column): Column =>
    F.call('element_at', F.call('array', ...words), index);

/** Counts the rows of each date column by a part of the date: one row per part that occurs, one column per date column. */
export function distribution(
  {
    input,
    schema,
    fields,
    engine,
  }: Pick<Context<ReturnType<typeof distributionFields>>, 'input' | 'schema' | 'fields' | 'engine'>,
  part: Part,
): Outcome {
  const valueColumns = requireColumns(schema, fields.yCols, 'yCols');
  const [x = '', ...rest] = uniqueNames([...valueColumns.map((c) => c.name), part.heading], '_').toReversed();
  const y = rest.toReversed();
  const parts = valueColumns.map((column) => part.of(dateOf(column, engine)));
  const data = input
    .select(F.call('posexplode', F.call('array', ...parts)))
    .filter(F.col('col').isNotNull())
    .groupBy(F.col('col'))
    .agg(...y.map((name, i) => F.call('count', F.when(F.col('pos').eq(i), 1)).alias(name)))
    .orderBy(F.col('col'))
    .select(part.label(F.col('col')).alias(x), ...y.map((name) => F.columnNamed(name)));
  return {
    outputs: [input],
    results: [
      { type: 'chart', title: fields.title, data, chart: { kind: chartKinds[fields.graphType], encodings: { x, y } } },
    ],
  };
}

function dateOf(column: StructField, engine: RunContext['engine']): Column {
  const { name, type } = column;
  const value = F.columnNamed(name);
  if (type.kind === 'string') return tryCast(value, type, types.date, engine);
  if (type.kind === 'date' || type.kind === 'timestamp' || type.kind === 'timestamp_ntz') return value.cast(types.date);
  throw wrongType(
    column,
    'yCols',
    'must be a date, a timestamp or text',
    'choose another column, or cast it before this node',
  );
}
