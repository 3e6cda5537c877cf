import { functions as F, types } from '@millrace/spark-connect';
import { choice, expression, integer, sparkType, text } from '../core/fields.ts';
import { freeName, numbered } from '../core/order.ts';
import { processor, table } from '../core/processor.ts';

export const generateRows = processor({
  nodeClass: 'fire.nodes.etl.NodeGenerateRows',
  name: 'Generate Rows',
  type: 'shellcommand',
  category: 'Data-Preparation/Add-Column',
  description:
    'Makes rows by a loop, for each input row or alone: the new column starts with the first expression; while the condition is true a row is given and the column becomes the loop expression, for at most the given number of rows (50 at most: each turn is a step of the plan). The expressions are Spark SQL and may use the new column and those of the input. A null condition ends the loop; an input row whose first condition is not true gives no row. A value that does not fit the type is null.',
  inputs: { min: 0, max: 1 },
  fields: {
    createFieldName: text({ required: true, title: 'New column' }),
    createFieldType: choice(['INTEGER', 'LONG', 'STRING', 'DOUBLE', 'DATE'], { required: true, title: 'Its type' }),
    expressionInit: expression({ required: true, title: 'First value' }),
    expressionCond: expression({ required: true, title: 'While' }),
    expressionLoop: expression({ required: true, title: 'Next value' }),
    maxIterations: integer({ default: 4, min: 1, max: 50, title: 'Most rows of an input row' }),
  },
  examples: [
    {
      name: 'alone: counts until the condition fails',
      fields: {
        createFieldName: 'n',
        createFieldType: 'INTEGER',
        expressionInit: '1',
        expressionCond: 'n <= 3',
        expressionLoop: 'n + 1',
        maxIterations: '10',
      },
      output: table('n int', [[1], [2], [3]]),
      ordered: true,
    },
    {
      name: 'for each input row, in its order; at most as many as allowed; a null condition gives none',
      fields: {
        createFieldName: 'day.of',
        createFieldType: 'DATE',
        expressionInit: '`from.d`',
        expressionCond: '`day.of` <= to_d',
        expressionLoop: 'date_add(`day.of`, 1)',
        maxIterations: '2',
      },
      input: table('`from.d` date, to_d date', [
        ['2024-02-28', '2024-03-31'],
        ['2024-01-01', '2024-01-01'],
        [null, '2024-01-01'],
        ['2024-01-02', '2024-01-01'],
      ]),
      output: table('`from.d` date, to_d date, `day.of` date', [
        ['2024-02-28', '2024-03-31', '2024-02-28'],
        ['2024-02-28', '2024-03-31', '2024-02-29'],
        ['2024-01-01', '2024-01-01', '2024-01-01'],
      ]),
      ordered: true,
    },
    {
      name: 'four rows where nothing is said; text; the loop is not computed past its end',
      fields: {
        createFieldName: 's',
        createFieldType: 'STRING',
        expressionInit: "'x'",
        expressionCond: 'length(s) < 9',
        expressionLoop: "concat(s, 'é')",
      },
      input: table('a int', [[1]]),
      output: table('a int, s string', [
        [1, 'x'],
        [1, 'xé'],
        [1, 'xéé'],
        [1, 'xééé'],
      ]),
      ordered: true,
    },
    {
      name: 'an empty input gives no rows but the new column',
      fields: {
        createFieldName: 'n',
        createFieldType: 'DOUBLE',
        expressionInit: '0',
        expressionCond: 'true',
        expressionLoop: 'n',
      },
      input: table('a int', []),
      output: table('a int, n double', []),
    },
  ],
  run({ inputs, schema, session, fields, engine }) {
    const name = fields.createFieldName;
    const to = sparkType(fields.createFieldType, 'createFieldType');
    const [first] = inputs;
    const alone = session.range(1).select(F.lit(null).cast(to).alias(name));
    const own = first === undefined ? types.struct([types.field(name, to)]) : schema;
    const { rows, position } = numbered(first ?? alone, own, engine);
    const turnName = freeName(types.struct([...own.fields, types.field(name, to)]), '_turn');
    const turn = F.columnNamed(turnName);
    const going = F.expr(fields.expressionCond);
    let current = rows.withColumn(name, F.expr(fields.expressionInit).tryCast(to)).filter(going);
    let all = current.withColumn(turnName, F.lit(0));
    for (let i = 1; i < fields.maxIterations; i++) {
      current = current.withColumn(name, F.expr(fields.expressionLoop).tryCast(to)).filter(going);
      all = all.union(current.withColumn(turnName, F.lit(i)));
    }
    return all.orderBy(position, turn).drop(position, turn);
  },
});
