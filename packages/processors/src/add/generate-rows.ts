import { functions as F, typeName, types, type DataFrame, type DataType } from '@millrace/spark-connect';
import { choice, expression, text } from '../kit/fields.ts';
import { integer } from '../kit/number-fields.ts';
import { sparkType } from '../kit/type-fields.ts';
import { freeName, numberRows } from '../kit/order.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';

export const generateRows = processor({
  nodeClass: 'fire.nodes.etl.NodeGenerateRows',
  name: 'Generate Rows',
  type: 'shellcommand',
  category: 'Data-Preparation/Add-Column',
  description:
    'Generates rows in a loop, for each input row or without an input. The new column starts with the first expression; while the condition is true, a row is added and the column takes the value of the loop expression, up to the maximum number of rows. The expressions are Spark SQL and may use the new column and the columns of the input. A null condition ends the loop; an input row whose first condition is not true gives no rows. A value that cannot be cast to the type becomes null.',
  inputs: { min: 0, max: 1 },
  fields: {
    createFieldName: text({ required: true, title: 'New column' }),
    createFieldType: choice(['INTEGER', 'LONG', 'STRING', 'DOUBLE', 'DATE'], { required: true, title: 'Type' }),
    expressionInit: expression({ required: true, title: 'First value' }),
    expressionCond: expression({ required: true, title: 'While' }),
    expressionLoop: expression({ required: true, title: 'Next value' }),
    maxIterations: integer({ default: 4, min: 1, max: 100_000, title: 'Maximum rows per input row' }),
  },
  examples: [
    {
      name: 'counts until the condition fails, without an input',
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
      name: 'generates rows for each input row in order, up to the maximum; a null condition gives none',
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
      name: 'takes more iterations than a plan has steps; replaces an input column of the same name',
      fields: {
        createFieldName: 'd.d',
        createFieldType: 'DATE',
        expressionInit: '`d.d` -- from here',
        expressionCond: '`d.d` <= to_d',
        expressionLoop: 'date_add(`d.d`, 100)',
        maxIterations: '366',
      },
      input: table('`d.d` date, to_d date', [
        ['2024-01-01', '2024-07-31'],
        ['2024-03-01', '2024-02-01'],
        [null, '2024-02-01'],
        ['1969-12-31', '1970-01-01'],
      ]),
      output: table('`d.d` date, to_d date', [
        ['2024-01-01', '2024-07-31'],
        ['2024-04-10', '2024-07-31'],
        ['2024-07-19', '2024-07-31'],
        ['1969-12-31', '1970-01-01'],
      ]),
      ordered: true,
    },
    {
      name: 'generates as many rows as the condition allows',
      fields: {
        createFieldName: 'n',
        createFieldType: 'LONG',
        expressionInit: '0',
        expressionCond: 'n < 60',
        expressionLoop: 'n + 1',
        maxIterations: '5000',
      },
      output: table(
        'n bigint',
        Array.from({ length: 60 }, (_, i) => [BigInt(i)]),
      ),
      ordered: true,
    },
    {
      name: 'generates four rows by default; takes strings; does not evaluate the loop past its end',
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
      name: 'adds the new column to an empty input',
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
    const { rows, position } = numberRows(first ?? alone, own, engine);
    const allFields = types.struct([...own.fields, types.field(name, to)]);
    const loop = { ...fields, name, to, turn: freeName(allFields, '_turn'), values: freeName(allFields, '_values') };
    const generatedRows = fields.maxIterations <= maxSteps ? inSteps(rows, loop) : inArrays(rows, loop);
    const turn = F.columnNamed(loop.turn);
    return generatedRows.orderBy(position, turn).drop(position, turn);
  },
});

interface Loop {
  readonly name: string;
  readonly to: DataType;
  readonly expressionInit: string;
  readonly expressionCond: string;
  readonly expressionLoop: string;
  readonly maxIterations: number;
  /** Names that no column has. */
  readonly turn: string;
  readonly values: string;
}

/** More turns than this are too deep a plan. */
const maxSteps = 50;

/** Each turn a step of the plan. */
function inSteps(rows: DataFrame, { name, to, turn, ...loop }: Loop): DataFrame {
  const condition = F.expr(loop.expressionCond);
  let current = rows.withColumn(name, F.expr(loop.expressionInit).tryCast(to)).filter(condition);
  let all = current.withColumn(turn, F.lit(0));
  for (let i = 1; i < loop.maxIterations; i++) {
    current = current.withColumn(name, F.expr(loop.expressionLoop).tryCast(to)).filter(condition);
    all = all.union(current.withColumn(turn, F.lit(i)));
  }
  return all;
}

/** All values of a row at once, each made of the last one. */
function inArrays(rows: DataFrame, { name, to, turn, values, ...loop }: Loop): DataFrame {
  // Spark finds no variable with a dot in its name
  const [value = '', generated = '', at = ''] = [name.replaceAll('.', values), values, turn].map(quote);
  const withVariable = (sql: string): string => sql.replaceAll(quote(name), value);
  const castOf = (sql: string): string => `try_cast((${sql}\n) as ${typeName(to)})`;
  const takeWhile = (list: string): string => `filter(${list}, ${value} -> (${withVariable(loop.expressionCond)}\n))`;
  const next = takeWhile(
    `transform(slice(${generated}, size(${generated}), 1), ${value} -> ${castOf(withVariable(loop.expressionLoop))})`,
  );
  // the null makes the list one of values that may be null, as those that Sail puts behind it
  const first = takeWhile(`slice(array(${castOf(loop.expressionInit)}, null), 1, 1)`);
  const all = `aggregate(sequence(2, ${loop.maxIterations}), ${first},
    (${generated}, ${at}) -> if(size(${generated}) < ${at} - 1, ${generated}, concat(${generated}, ${next})))`;
  const count = F.call('size', F.columnNamed(values));
  return rows
    .withColumn(values, F.expr(all))
    .filter(count.gt(0))
    .withColumn(turn, F.explode(F.call('sequence', F.lit(1), count)))
    .withColumn(name, F.call('element_at', F.columnNamed(values), F.columnNamed(turn)))
    .drop(F.columnNamed(values));
}

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
