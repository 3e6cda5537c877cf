import { functions as F, types, type Column } from '@millrace/spark-connect';
import { aggregate } from '../kit/aggregates.ts';
import { asText } from '../kit/cast.ts';
import { choices } from '../kit/choices.ts';
import { requireColumn, requireColumns, uniqueNames } from '../kit/columns.ts';
import { baseOf, cell, cellOperations, finishCell, keysOf, rowTotal, type CellOperation } from './_cross-table.ts';
import { column, flag, layout, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import { designSchema } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

/** As many as Spark's own limit of pivot values. */
const maxValues = 10_000;

const sales = table('k string, p string, n int', [
  ['a', 'u', 1],
  ['a', 'v', 3],
  ['a', 'u', null],
  ['b', 'v', 6],
  [null, 'U', 5],
]);

export const pivotAdvance = processor({
  nodeClass: 'fire.nodes.etl.NodePivotAdvance',
  name: 'Pivot By Advanced',
  type: 'transform',
  category: 'Data-Preparation/Group',
  description:
    'Returns one row for each group and one column for each value of the pivot column and each operation, named after the value, or `<value>_<operation>` if there are several operations. Percentages (0 to 100) and totals are computed from sums: percent_row is the percentage of the sum of the row, and percent_col that of the sum of the column; total_row is one column, and total_col repeats the sum of the column. First and last ignore nulls. A cell without rows is null. If case is ignored, string keys and pivot values are converted to lower case.',
  fields: {
    groupingCols: columns({ title: 'Group by' }),
    pivotCol: column({ required: true, title: 'Pivot column' }),
    uniqueValues: text({
      widget: 'textareafield',
      title: 'Values',
      description: 'Separated by commas or line breaks; if blank, all values',
    }),
    aggregateCol: column({ required: true, title: 'Column' }),
    aggregateOperations: choices(cellOperations, { required: true, title: 'Operations' }),
    options: layout(),
    caseInsensitive: flag({ default: false, title: 'Ignore case' }),
    retainSpecialChars: flag({ default: false, title: 'Keep special characters in new column names' }),
    concatSeparator: text({ default: ',', title: 'Separator for concat' }),
    maxConcatLength: integer({ default: 2048, min: 1, title: 'Maximum length of concat' }),
    schema: designSchema(),
  },
  examples: [
    {
      name: 'computes sums and counts with and without nulls',
      fields: {
        groupingCols: ['k'],
        pivotCol: 'p',
        aggregateCol: 'n',
        aggregateOperations: ['sum', 'count', 'count_with_nulls'],
      },
      input: sales,
      output: table(
        'k string, U_sum bigint, U_count bigint, U_count_with_nulls bigint, u_sum_ bigint, u_count_ bigint, u_count_with_nulls_ bigint, v_sum bigint, v_count bigint, v_count_with_nulls bigint',
        [
          ['a', null, null, null, 1n, 1n, 2n, 3n, 1n, 1n],
          ['b', null, null, null, null, null, null, 6n, 1n, 1n],
          [null, 5n, 1n, 1n, null, null, null, null, null, null],
        ],
      ),
    },
    {
      name: 'ignores case; computes percentages of rows and columns, and totals',
      fields: {
        groupingCols: ['k'],
        pivotCol: 'p',
        aggregateCol: 'n',
        aggregateOperations: ['percent_row', 'percent_col', 'total_row', 'total_col'],
        caseInsensitive: 'true',
      },
      input: sales,
      output: table(
        'k string, u_percent_row double, u_percent_col double, u_total_col double, v_percent_row double, v_percent_col double, v_total_col double, total_row double',
        [
          ['a', 25, 100 / 6, 6, 75, 100 / 3, 9, 4],
          ['b', null, null, 6, 100, 600 / 9, 9, 6],
          [null, 100, 500 / 6, 6, null, null, 9, 5],
        ],
      ),
    },
    {
      name: 'concatenates strings; replaces special characters in names; takes listed values and no groups',
      fields: {
        pivotCol: 'a.b',
        uniqueValues: 'x y\nz',
        aggregateCol: 't',
        aggregateOperations: ['concat'],
        concatSeparator: '-',
        maxConcatLength: '3',
      },
      input: table('`a.b` string, t string', [
        ['x y', 'é'],
        ['x y', 'é'],
        ['x y', null],
        ['w', 'q'],
      ]),
      output: table('x_y string, z string', [['é-é', null]]),
    },
    {
      name: 'returns no groups for an empty input',
      fields: {
        groupingCols: ['k'],
        pivotCol: 'p',
        uniqueValues: 'a',
        aggregateCol: 'n',
        aggregateOperations: ['first', 'count_distinct_with_nulls'],
      },
      input: table('k int, p string, n int', []),
      output: table('k int, a_first int, a_count_distinct_with_nulls bigint', []),
    },
  ],
  async run({ input, schema, engine, fields }) {
    const { caseInsensitive, aggregateOperations: operations } = fields;
    const keys = requireColumns(schema, fields.groupingCols, 'groupingCols');
    const pivot = requireColumn(schema, fields.pivotCol, 'pivotCol');
    const value = requireColumn(schema, fields.aggregateCol, 'aggregateCol');
    const fold = (c: Column): Column => (caseInsensitive ? F.lower(c) : c);
    const pivotText = fold(asText(F.columnNamed(pivot.name), pivot.type, engine));
    const listed = parseValues(fields.uniqueValues ?? '', caseInsensitive);
    const values =
      listed.length > 0 ? listed : await keysOf(input, pivotText, F.columnNamed(pivot.name), maxValues + 1);
    requireFewValues(values, pivot.name);
    const settings = { separator: fields.concatSeparator, longest: fields.maxConcatLength, engine };
    const baseName = (v: string | null, operation: CellOperation): string =>
      `_${baseOf(operation)} ${values.indexOf(v)}`;
    const cells = values.flatMap((v) =>
      operations
        .filter((operation) => operation !== 'total_row')
        .map((operation) => {
          const name = operations.length === 1 ? (v ?? 'null') : `${v ?? 'null'}_${operation}`;
          return {
            operation,
            base: baseName(v, operation),
            name: fields.retainSpecialChars ? name : name.replace(/[^\p{L}\p{N}_]/gu, '_'),
          };
        }),
    );
    const total = operations.includes('total_row');
    const needsSum = total || operations.includes('percent_row');
    const names = uniqueNames(
      [...keys.map((k) => k.name), ...cells.map((c) => c.name), ...(total ? ['total_row'] : [])],
      '_',
    );
    // each aggregate once, whatever operations work with it
    const bases = values.flatMap((v) => {
      const belongs = pivotText.eqNullSafe(F.lit(v, types.string));
      const baseNames = new Set(operations.filter((o) => o !== 'total_row').map(baseOf));
      return [...baseNames].map((base) =>
        cell(base, belongs, F.columnNamed(value.name), value.type, settings).alias(baseName(v, base)),
      );
    });
    const rows = input
      .groupBy(
        ...keys.map((k, i) =>
          (k.type.kind === 'string' ? fold(F.columnNamed(k.name)) : F.columnNamed(k.name)).alias(`_k${i}`),
        ),
      )
      .agg(
        ...bases,
        ...(needsSum ? [aggregate('sum', F.columnNamed(value.name), value.type, engine).alias(rowTotal)] : []),
      );
    const outputColumns = [
      ...keys.map((_, i) => F.columnNamed(`_k${i}`)),
      ...cells.map((c) => finishCell(c.operation, F.columnNamed(c.base), value.type)),
      ...(total ? [finishCell('total_row', F.columnNamed(rowTotal), value.type)] : []),
    ];
    return rows.select(...outputColumns.map((c, i) => c.alias(names[i] ?? '')));
  },
});

/** The values that a user lists, each once, separated by commas or line breaks. */
function parseValues(text: string, caseInsensitive: boolean): string[] {
  const values = text
    .split(/[,\n]/)
    .map((v) => v.trim())
    .filter((v) => v !== '');
  return [...new Set(values.map((v) => (caseInsensitive ? v.toLowerCase() : v)))];
}

function requireFewValues(values: readonly unknown[], pivot: string): void {
  if (values.length > maxValues)
    throw new FieldError(
      'pivotCol',
      `column "${pivot}" in field "pivotCol" has more than ${maxValues} distinct values`,
      'choose a pivot column with fewer values, or list the values',
    );
}
