import { functions as F, type Column, type StructField, type StructType } from '@millrace/spark-connect';
import { castOrNull } from '../kit/cast.ts';
import { requireColumns, uniqueNames } from '../kit/columns.ts';
import { choice, expression, flag, text } from '../kit/fields.ts';
import { columns } from '../kit/list-fields.ts';
import { sparkType } from '../kit/type-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

const placeholder = 'column_value';
const outputTypes = ['string', 'integer', 'double', 'float', 'long', 'date'] as const;

export const bulkColumnExpression = processor({
  nodeClass: 'fire.nodes.etl.NodeBulkColumnExpression',
  name: 'BulkColumnExpression',
  type: 'transform',
  category: 'Data-Preparation/Add-Column',
  description:
    'Applies one Spark SQL expression to many columns: the selected ones, or all of a type. In the expression, column_value stands for the current column; other columns are referred to by name and have the values of the input. The results replace the columns, or are appended as new columns named prefix + column + suffix. If the results are cast to another type, values that cannot be cast become null.',
  fields: {
    columnType: text({ widget: 'variablesTypeFilter', title: 'Type of the columns' }),
    selectAllColumns: flag({ default: false, widget: 'array_single', title: 'All columns of the type' }),
    selectedColumns: columns({ title: 'Columns' }),
    copyOriginalColumns: flag({ default: false, widget: 'array_single', title: 'Keep the original columns' }),
    outputColumnPrefix: text({ title: 'Prefix of new columns' }),
    outputColumnSuffix: text({ title: 'Suffix of new columns' }),
    changeOutputDataType: flag({ default: false, widget: 'array_single', title: 'Cast the results' }),
    outputDataType: choice([...outputTypes, 'false'], { default: 'false', widget: 'array_single', title: 'New type' }),
    expression: expression({ required: true, title: 'Expression' }),
  },
  examples: [
    {
      name: 'replaces the selected columns; the expression sees the input values of other columns',
      fields: { selectedColumns: ['a', 'b'], expression: 'column_value * 10 + a' },
      input: table('a int, b int, c int', [
        [1, 2, 3],
        [null, 5, 6],
      ]),
      output: table('a int, b int, c int', [
        [11, 21, 3],
        [null, null, 6],
      ]),
    },
    {
      name: 'adds new columns for all columns of a type and casts them; takes names with dots',
      fields: {
        columnType: 'string',
        selectAllColumns: 'true',
        copyOriginalColumns: 'true',
        outputColumnPrefix: 'len.',
        outputColumnSuffix: '_n',
        changeOutputDataType: 'true',
        outputDataType: 'integer',
        expression: 'trim(column_value)',
      },
      input: table('`x.y` string, n int, z string', [
        [' 7 ', 1, 'é'],
        [null, 2, '8.9'],
      ]),
      output: table('`x.y` string, n int, z string, `len.x.y_n` int, `len.z_n` int', [
        [' 7 ', 1, 'é', 7, null],
        [null, 2, '8.9', null, 8],
      ]),
    },
    {
      name: 'keeps a column named column_value',
      fields: {
        selectedColumns: ['a'],
        expression: 'column_value + 1',
        copyOriginalColumns: 'true',
        outputColumnSuffix: '2',
      },
      input: table('column_value string, a int', [['x', 1]]),
      output: table('column_value string, a int, a2 int', [['x', 1, 2]]),
    },
    {
      name: 'gives an empty input the new types',
      fields: { selectedColumns: ['a'], expression: 'column_value > 1' },
      input: table('a int', []),
      output: table('a boolean', []),
    },
  ],
  async run({ input, schema, fields, engine }) {
    const columns = columnsOf(schema, fields);
    if (columns.length === 0) return input;
    const existing = [placeholder, ...schema.fields.map((f) => f.name)];
    const [shadowName = '', ...newNames] = uniqueNames(
      [...existing, '_shadowed', ...columns.map((_, i) => `_new${i}`)],
      '_',
    ).slice(existing.length);
    const hasPlaceholder = schema.fields.some((f) => isPlaceholder(f.name));
    const start = hasPlaceholder ? input.withColumn(shadowName, F.columnNamed(placeholder)) : input;
    const results = columns.reduce((rows, { name }, i) => {
      const current = F.columnNamed(isPlaceholder(name) ? shadowName : name);
      return rows.withColumn(placeholder, current).withColumn(newNames[i] ?? '', F.expr(fields.expression));
    }, start);
    const to =
      fields.changeOutputDataType && fields.outputDataType !== 'false'
        ? sparkType(fields.outputDataType, 'outputDataType')
        : undefined;
    const resultFields = to === undefined ? [] : (await results.schema()).fields;
    const outputs = columns.map(({ name }, i): [string, Column] => {
      const value = F.columnNamed(newNames[i] ?? '');
      const from = resultFields.find((f) => f.name === newNames[i])?.type;
      const castValue =
        to === undefined || from === undefined
          ? value
          : castOrNull(value, { from, to, name, field: 'outputDataType', engine });
      return [
        fields.copyOriginalColumns
          ? `${fields.outputColumnPrefix ?? ''}${name}${fields.outputColumnSuffix ?? ''}`
          : name,
        castValue,
      ];
    });
    const outputRows =
      hasPlaceholder && !outputs.some(([name]) => isPlaceholder(name))
        ? [[placeholder, F.columnNamed(shadowName)] as const]
        : [];
    const helpers = [...newNames, shadowName, ...(hasPlaceholder ? [] : [placeholder])];
    return results.withColumns([...outputs, ...outputRows]).drop(...helpers.map((name) => F.columnNamed(name)));
  },
});

const isPlaceholder = (name: string): boolean => name.toLowerCase() === placeholder;

/** The selected columns, or all of the type (of every type where none is given). */
function columnsOf(
  schema: StructType,
  fields: {
    readonly selectAllColumns: boolean;
    readonly columnType: string | undefined;
    readonly selectedColumns: readonly string[];
  },
): readonly StructField[] {
  if (!fields.selectAllColumns) return requireColumns(schema, fields.selectedColumns, 'selectedColumns');
  const { columnType } = fields;
  if (columnType === undefined || columnType.toLowerCase() === 'all') return schema.fields;
  const { kind } = sparkType(columnType, 'columnType');
  return schema.fields.filter((f) => f.type.kind === kind);
}
