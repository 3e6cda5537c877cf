import { functions as F } from '@millrace/spark-connect';
import { asText } from '../kit/cast.ts';
import { requireColumn } from '../kit/columns.ts';
import { column, expression, flag, layout, text } from '../kit/fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { designSchema } from '../kit/type-fields.ts';
import { rows } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { commaList } from '../kit/text.ts';

export const aggregateColumns = processor({
  nodeClass: 'fire.nodes.etl.NodeAggregateColumns',
  name: 'Aggregate',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Returns one row for each group with its aggregates; groups and aggregates are named Spark SQL expressions. Without groups, returns one row for the entire input. The aggregates can be pivoted by the values of a column into columns named `<value>`, or `<value>_<name>` if there are several aggregates. Other input columns can be kept with the first value of the group.',
  fields: {
    aggregate: layout(),
    aggregates: rows(
      {
        aggregatetargetColumns: text({ required: true, title: 'New column' }),
        aggregateexpressions: expression({
          required: true,
          title: 'Aggregate',
          description: 'Such as sum(price) / count(*)',
        }),
      },
      {
        key: 'aggregatetargetColumns',
        required: true,
        widgets: { aggregatetargetColumns: 'key_array', aggregateexpressions: 'value_array' },
      },
    ),
    propagateAllInputColumns: flag({ default: false, title: 'Keep the other columns' }),
    group: layout(),
    groups: rows(
      {
        groupByTargetColumns: text({ required: true, title: 'New column' }),
        groupByExpressions: expression({ required: true, title: 'Group by' }),
      },
      {
        key: 'groupByTargetColumns',
        widgets: { groupByTargetColumns: 'key_array', groupByExpressions: 'value_array' },
      },
    ),
    pivot: layout(),
    pivotCol: column({ title: 'Pivot column' }),
    uniqueValues: text({
      title: 'Values',
      description: 'Values of the pivot column, separated by commas; if blank, all values',
    }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'takes expressions as keys and aggregates; groups nulls and ignores them in aggregates',
      fields: {
        groupByTargetColumns: ['letter', 'odd'],
        groupByExpressions: ['substr(name, 1, 1)', 'n % 2 = 1'],
        aggregatetargetColumns: ['total', 'rows'],
        aggregateexpressions: ['sum(n)', 'count(*)'],
      },
      input: table('name string, n int', [
        ['Ann', 1],
        ['Abe', 3],
        ['Bo', 2],
        [null, null],
        ['Åse', 5],
      ]),
      output: table('letter string, odd boolean, total bigint, rows bigint', [
        ['A', true, 4n, 2n],
        ['B', false, 2n, 1n],
        [null, null, null, 1n],
        ['Å', true, 5n, 1n],
      ]),
    },
    {
      name: 'keeps other columns with their first value',
      fields: {
        groupByTargetColumns: ['k'],
        groupByExpressions: ['`a.b`'],
        aggregatetargetColumns: ['most'],
        aggregateexpressions: ['max(n)'],
        propagateAllInputColumns: 'true',
      },
      input: table('`a.b` int, k int, n int, t string', [
        [1, 9, 5, 'x'],
        [2, 8, 7, null],
      ]),
      output: table('k int, most int, `a.b` int, n int, t string', [
        [1, 5, 1, 5, 'x'],
        [2, 7, 2, 7, null],
      ]),
    },
    {
      name: 'pivots the aggregates by the values of a column',
      fields: {
        groupByTargetColumns: ['k'],
        groupByExpressions: ['k'],
        aggregatetargetColumns: ['s', 'c'],
        aggregateexpressions: ['sum(n)', 'count(n)'],
        pivotCol: 'p',
        uniqueValues: 'u,v',
      },
      input: table('k int, p string, n int', [
        [1, 'u', 1],
        [1, 'v', 2],
        [1, 'u', 3],
        [2, 'w', 4],
      ]),
      output: table('k int, u_s bigint, u_c bigint, v_s bigint, v_c bigint', [
        [1, 4n, 2n, 2n, 1n],
        [2, null, null, null, null],
      ]),
    },
    {
      name: 'returns one row for an empty input without groups',
      fields: { aggregatetargetColumns: ['n'], aggregateexpressions: ['count(*)'] },
      input: table('a int', []),
      output: table('n bigint', [[0n]]),
    },
    {
      name: 'rejects a pivot if other columns are kept',
      fields: {
        aggregatetargetColumns: ['n'],
        aggregateexpressions: ['count(*)'],
        pivotCol: 'a',
        propagateAllInputColumns: 'true',
      },
      input: table('a string', []),
      error: 'cannot keep other columns together with a pivot',
    },
  ],
  run({ input, schema, engine, fields }) {
    const { pivotCol, propagateAllInputColumns } = fields;
    const groups = fields.groups.map((g) => F.expr(g.groupByExpressions).alias(g.groupByTargetColumns));
    const aggregates = fields.aggregates.map((a) => F.expr(a.aggregateexpressions).alias(a.aggregatetargetColumns));
    const groupedData = input.groupBy(...groups);
    if (pivotCol !== undefined) {
      const { type } = requireColumn(schema, pivotCol, 'pivotCol');
      if (propagateAllInputColumns)
        throw new FieldError(
          'propagateAllInputColumns',
          'cannot keep other columns together with a pivot',
          'remove the pivot column, or do not keep the other columns',
        );
      const values = commaList(fields.uniqueValues ?? '');
      // listed values are text, so the column is compared as text
      const pivot = values.length === 0 ? F.columnNamed(pivotCol) : asText(F.columnNamed(pivotCol), type, engine);
      return groupedData.pivot(pivot, values).agg(...aggregates);
    }
    const existing = new Set(
      [
        ...fields.groups.map((g) => g.groupByTargetColumns),
        ...fields.aggregates.map((a) => a.aggregatetargetColumns),
      ].map((n) => n.toLowerCase()),
    );
    const others = propagateAllInputColumns ? schema.fields.filter((f) => !existing.has(f.name.toLowerCase())) : [];
    return groupedData.agg(...aggregates, ...others.map(({ name }) => F.first(F.columnNamed(name)).alias(name)));
  },
});
