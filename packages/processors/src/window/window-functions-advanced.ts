import { functions as F, Window, type Column, type FrameBound, type WindowSpec } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { choice, column, expression, flag, layout, text } from '../kit/fields.ts';
import { columns, list, rows } from '../kit/list-fields.ts';
import { FieldError } from '../kit/field-error.ts';
import { integer } from '../kit/number-fields.ts';
import { sortKey } from '../kit/order-by.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { oneZero } from '../kit/zero.ts';

const starts = ['UNBOUNDED_PRECEDING', 'PRECEDING', 'FOLLOWING', 'CURRENT_ROW'] as const;
const ends = ['CURRENT_ROW', 'UNBOUNDED_FOLLOWING', 'PRECEDING', 'FOLLOWING'] as const;

export const windowFunctionsAdvanced = processor({
  nodeClass: 'fire.nodes.etl.NodeWindowFunctionsAdvanced',
  name: 'Window Function',
  type: 'transform',
  category: 'Data-Preparation/Others',
  description:
    'Adds window functions, each written as a Spark SQL call without OVER (`sum(price)`, `lag(day, 1)`), over one partition, order and, optionally, frame of rows or values. Then adds expressions that may use these columns, and drops columns. Without a frame, Spark takes the rows up to the current row and the rows equal to it, or the entire partition if there is no order.',
  fields: {
    partitionBy: layout(),
    partitionCols: columns({ title: 'Partition by' }),
    order: layout(),
    orders: rows(
      {
        orderCols: column({ required: true, title: 'Order by' }),
        orderDirections: choice(['ASC', 'DESC'], { title: 'Direction' }),
      },
      { key: 'orderCols' },
    ),
    frame: layout(),
    useFrame: flag({ default: false, title: 'Use a frame' }),
    frameType: choice(['ROW', 'RANGE'], { default: 'ROW', title: 'Frame type' }),
    boundaries: layout('header'),
    frameStart: choice(starts, { default: 'UNBOUNDED_PRECEDING', title: 'Start' }),
    frameEnd: choice(ends, { default: 'CURRENT_ROW', title: 'End' }),
    frameStartValue: integer({ min: 0, title: 'Offset of the start' }),
    frameEndValue: integer({ min: 0, title: 'Offset of the end' }),
    windowUses: layout(),
    functions: rows(
      {
        windowTargetColumns: text({ required: true, title: 'New column' }),
        windowExpressionsArr: expression({ required: true, title: 'Window function' }),
      },
      {
        key: 'windowTargetColumns',
        required: true,
        widgets: { windowTargetColumns: 'key_array', windowExpressionsArr: 'value_array' },
      },
    ),
    postWindow: layout(),
    posts: rows(
      {
        postTargetColumn: text({ required: true, title: 'New column' }),
        postTargetExpression: expression({ required: true, title: 'Expression' }),
      },
      { key: 'postTargetColumn', widgets: { postTargetColumn: 'key_array', postTargetExpression: 'value_array' } },
    ),
    end: layout('line'),
    dropColumns: list({ widget: 'textArray', title: 'Columns to drop' }),
  },
  examples: [
    {
      name: 'computes a running sum and a share of it; drops a helper column; null is a partition',
      fields: {
        partitionCols: ['k'],
        orderCols: ['n'],
        orderDirections: ['DESC'],
        windowTargetColumns: ['so_far', 'place'],
        windowExpressionsArr: ['sum(v)', 'row_number()'],
        postTargetColumn: ['share', 'twice'],
        postTargetExpression: ['v / so_far', 'place * 2'],
        dropColumns: ['place'],
      },
      input: table('k string, n int, v int', [
        ['a', 1, 3],
        ['a', 2, 1],
        ['a', 3, null],
        [null, 1, 2],
      ]),
      output: table('k string, n int, v int, so_far bigint, share double, twice int', [
        ['a', 3, null, null, null, 2],
        ['a', 2, 1, 1n, 1, 4],
        ['a', 1, 3, 4n, 0.75, 6],
        [null, 1, 2, 2n, 1, 2],
      ]),
    },
    {
      unverified: 'Sail subtracts values from a running sum',
      name: 'takes a frame of rows from one before to one after',
      fields: {
        orderCols: ['a.b'],
        useFrame: 'true',
        frameStart: 'PRECEDING',
        frameStartValue: '1',
        frameEnd: 'FOLLOWING',
        frameEndValue: '1',
        windowTargetColumns: ['ü'],
        windowExpressionsArr: ['max(`a.b`)'],
      },
      input: table('`a.b` int', [[1], [2], [9]]),
      output: table('`a.b` int, `ü` int', [
        [1, 2],
        [2, 9],
        [9, 9],
      ]),
    },
    {
      unverified: 'Sail subtracts values from a running sum',
      name: 'takes a frame of values from one less',
      fields: {
        orderCols: ['n'],
        useFrame: 'true',
        frameType: 'RANGE',
        frameStart: 'PRECEDING',
        frameStartValue: '1',
        windowTargetColumns: ['c'],
        windowExpressionsArr: ['count(*)'],
      },
      input: table('n int', [[1], [1], [2], [5]]),
      output: table('n int, c bigint', [
        [1, 2n],
        [1, 2n],
        [2, 3n],
        [5, 1n],
      ]),
    },
    {
      name: 'adds the new columns to an empty input',
      fields: { windowTargetColumns: ['c'], windowExpressionsArr: ['count(*)'] },
      input: table('n int', []),
      output: table('n int, c bigint', []),
    },
    {
      name: 'requires an offset for a bound',
      fields: {
        useFrame: 'true',
        frameStart: 'PRECEDING',
        windowTargetColumns: ['c'],
        windowExpressionsArr: ['count(*)'],
      },
      input: table('n int', []),
      error: 'field "frameStartValue" is required if field "frameStart" is PRECEDING',
    },
  ],
  run({ input, schema, engine, fields }) {
    const columnNamed = (name: string, field: string): Column => {
      const column = requireColumn(schema, name, field);
      return oneZero(F.columnNamed(column.name), column.type, engine);
    };
    const plain = Window.partitionBy(...fields.partitionCols.map((name) => columnNamed(name, 'partitionCols'))).orderBy(
      ...fields.orders.map(({ orderCols, orderDirections }) =>
        sortKey(columnNamed(orderCols, 'orderCols'), orderDirections === 'DESC'),
      ),
    );
    const window = fields.useFrame ? withFrame(plain) : plain;
    const withFunctions = input.withColumns(
      fields.functions.map((f) => [f.windowTargetColumns, F.expr(f.windowExpressionsArr).over(window)]),
    );
    const more = fields.posts.reduce(
      (rows, p) => rows.withColumn(p.postTargetColumn, F.expr(p.postTargetExpression)),
      withFunctions,
    );
    const dropped = fields.dropColumns.map((name) => name.trim()).filter((name) => name !== '');
    const output = dropped.length === 0 ? more : more.drop(...dropped.map(F.columnNamed));
    const moving = fields.useFrame && fields.frameStart !== 'UNBOUNDED_PRECEDING';
    return {
      outputs: [output],
      ...(moving
        ? { unverified: 'Sail subtracts values from a running sum where Spark sums the rows of each frame' }
        : {}),
    };

    function withFrame(spec: WindowSpec): WindowSpec {
      const from = boundOf(fields.frameStart, fields.frameStartValue, 'frameStart');
      const to = boundOf(fields.frameEnd, fields.frameEndValue, 'frameEnd');
      return fields.frameType === 'ROW' ? spec.rowsBetween(from, to) : spec.rangeBetween(from, to);
    }
  },
});

function boundOf(
  word: (typeof starts)[number] | (typeof ends)[number],
  value: number | undefined,
  field: string,
): FrameBound {
  if (word === 'UNBOUNDED_PRECEDING') return 'unboundedPreceding';
  if (word === 'UNBOUNDED_FOLLOWING') return 'unboundedFollowing';
  if (word === 'CURRENT_ROW') return 'currentRow';
  if (value === undefined)
    throw new FieldError(
      `${field}Value`,
      `field "${field}Value" is required if field "${field}" is ${word}`,
      'enter a whole number such as 1',
    );
  return word === 'PRECEDING' ? -value : value;
}
