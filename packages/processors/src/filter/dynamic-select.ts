import { functions as F, typeName, type DataType } from '@millrace/spark-connect';
import { choice, expression, flag, layout } from '../kit/fields.ts';
import { FieldError, invalidValue } from '../kit/field-error.ts';
import { list } from '../kit/list-fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { missing } from '../kit/field-shape.ts';

const fieldTypes = [
  'string',
  'integer',
  'long',
  'double',
  'decimal',
  'date',
  'timestamp',
  'boolean',
  'binary',
  'spatial',
] as const;

export const dynamicSelect = processor({
  nodeClass: 'fire.nodes.etl.NodeDynamicSelect',
  name: 'Dynamic Select',
  type: 'transform',
  category: 'Data-Preparation/Filter',
  description:
    'Keeps the columns of the selected types, or those for which a Spark SQL condition over column_name, column_type (string, integer, long, …) and column_number (from 1) is true. If inverted, keeps all others. Columns keep their order, or come in the order of the types if the order is not kept.',
  fields: {
    general: layout(),
    selectionMode: choice(['expression', 'field_type'], {
      default: 'expression',
      widget: 'array_single',
      title: 'Select by',
    }),
    fieldTypes: list({ kind: 'choice', widget: 'array_multiple', options: fieldTypes, title: 'Types' }),
    selectExpression: expression({ title: 'Condition' }),
    options: layout(),
    invertSelection: flag({ default: false, widget: 'array_single', title: 'Invert' }),
    preserveOrder: flag({ default: true, widget: 'array_single', title: 'Keep the order' }),
  },
  examples: [
    {
      name: 'selects by a condition over name, type and number',
      fields: { selectExpression: "column_name like 'a%' or column_type = 'double' or column_number = 4" },
      input: table('`a.1` int, b string, c double, d date, a2 string', [[1, 'x', 0.5, '2024-01-01', null]]),
      output: table('`a.1` int, c double, d date, a2 string', [[1, 0.5, '2024-01-01', null]]),
    },
    {
      name: 'selects by types, in the order of the types',
      fields: { selectionMode: 'field_type', fieldTypes: ['decimal', 'string'], preserveOrder: 'false' },
      input: table('s string, n int, m decimal(4,2), t string', [['x', 1, '1.00', null]]),
      output: table('m decimal(4,2), s string, t string', [['1.00', 'x', null]]),
    },
    {
      name: 'inverts the selection; keeps an empty input empty',
      fields: { selectionMode: 'field_type', fieldTypes: '["long"]', invertSelection: 'true' },
      input: table('a bigint, b int', []),
      output: table('b int', []),
    },
    {
      name: 'rejects a selection without columns',
      fields: { selectExpression: 'column_number > 9' },
      input: table('a int', [[1]]),
      error: 'no columns selected by field',
    },
  ],
  async run({ input, schema, session, fields }) {
    const { selectionMode, selectExpression, invertSelection, preserveOrder } = fields;
    const numbers = schema.fields.map((_, i) => i);
    const selected = selectionMode === 'field_type' ? byTypes() : await byCondition();
    const positions = invertSelection
      ? numbers.filter((i) => !selected.includes(i))
      : preserveOrder
        ? selected.toSorted((a, b) => a - b)
        : selected;
    const field = selectionMode === 'field_type' ? 'fieldTypes' : 'selectExpression';
    if (positions.length === 0)
      throw new FieldError(field, `no columns selected by field "${field}"`, 'widen the selection');
    return input.select(...positions.map((i) => F.columnNamed(schema.fields[i]?.name ?? '')));

    function byTypes(): number[] {
      const typeNames = fields.fieldTypes.map((word) => word.trim().toLowerCase()).filter((word) => word !== '');
      const unknown = typeNames.find((word) => !fieldTypes.some((typeName) => typeName === word));
      if (unknown !== undefined)
        throw invalidValue(
          'fieldTypes',
          unknown,
          `must be one of ${fieldTypes.join(', ')}`,
          'choose from these values',
        );
      return typeNames.flatMap((word) => numbers.filter((i) => wordOf(schema.fields[i]?.type) === word));
    }

    /** The names of the columns are rows here, so the engine itself answers the condition. */
    async function byCondition(): Promise<number[]> {
      if (selectExpression === undefined)
        throw missing('selectExpression', "enter a condition such as column_name like 'a%'");
      const descriptions = schema.fields.map((f, i) => [f.name, wordOf(f.type), i + 1]);
      const rows = session.createDataFrame(descriptions, 'column_name string, column_type string, column_number int');
      const answers = await rows.filter(F.expr(selectExpression)).table();
      return answers.rows.map((row) => Number(row[2]) - 1);
    }
  },
});

const wordOf = (type: DataType | undefined): string =>
  type === undefined
    ? ''
    : type.kind === 'array' || type.kind === 'map' || type.kind === 'struct'
      ? typeName(type)
      : type.kind;
