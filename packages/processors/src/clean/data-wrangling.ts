import { functions as F, types, type DataFrame, type StructType } from '@millrace/spark-connect';
import { requireColumn } from '../kit/columns.ts';
import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { readWrangling, type WranglingStep } from './_wrangling.ts';

export const dataWrangling = processor({
  nodeClass: 'fire.nodes.etl.NodeDataWrangling',
  name: 'Data Wrangling',
  type: 'transform',
  category: 'Data-Preparation/Cleaning',
  description:
    'Applies short rules in order, separated by semicolons: rename col:a to b; drop col:a; delete col:a > 1 (drops the rows that meet the condition; a row is kept if the condition is null); substring col:a 0,3 (characters from the first position, counted from 0, up to but excluding the second); set col:a value: trim(a) (a Spark SQL expression). Nulls remain null.',
  unverified: 'its rules contain SQL expressions that are not analysed before the run',
  fields: { rules: text({ title: 'Rules', widget: 'textarea_wrangling', kind: 'code' }) },
  examples: [
    {
      name: 'applies every rule in order; later rules see the new names',
      fields: {
        rules:
          "rename col:c1 to name; drop col:x; delete col:n > 44;\nsubstring col:name 0,3; set col:name value: concat(upper(name), ';')",
      },
      input: table('c1 string, x int, n int', [
        ['alice', 1, 44],
        ['bob', 2, 45],
        [null, 3, 1],
        ['Zoë Quinn', 4, null],
      ]),
      output: table('name string, n int', [
        ['ALI;', 44],
        [null, 1],
        ['ZOË;', null],
      ]),
      ordered: true,
    },
    {
      name: 'takes positions separated by a space and the rest of strings that are too short',
      fields: { rules: 'substring col:s 2 4' },
      input: table('s string', [['abcdef'], ['abc'], ['a'], [''], ['日本語!']]),
      output: table('s string', [['cd'], ['c'], [''], [''], ['語!']]),
    },
    {
      name: 'adds a column with set; takes names with dots',
      fields: { rules: 'rename col:a.b to größe; set col:twice value: `größe` * 2;' },
      input: table('`a.b` int', [[2], [null]]),
      output: table('`größe` int, twice int', [
        [2, 4],
        [null, null],
      ]),
    },
    {
      name: 'keeps an empty input empty',
      fields: { rules: 'drop col:b' },
      input: table('a int, b int', []),
      output: table('a int', []),
    },
    {
      name: 'rejects a rule of another form with its position',
      fields: { rules: 'drop col:a; dropp col:b' },
      input: table('a int, b int', [[1, 2]]),
      error: 'invalid rule 2 "dropp col:b" in field "rules": must rename, drop, delete, substring or set',
    },
    {
      name: 'rejects a column that an earlier rule has removed',
      fields: { rules: 'drop col:a; rename col:a to c' },
      input: table('a int, b int', [[1, 2]]),
      error: 'unknown column "a" in field "rules": the input has b',
    },
  ],
  run({ input, schema, fields }) {
    let rows = input;
    let names: StructType = schema;
    for (const step of readWrangling(fields.rules ?? '', 'rules')) {
      const column = 'column' in step && step.kind !== 'set' ? requireColumn(names, step.column, 'rules').name : '';
      rows = applyStep(rows, step, column);
      names = namesAfter(names, step, column);
    }
    return rows;
  },
});

function applyStep(rows: DataFrame, step: WranglingStep, column: string): DataFrame {
  switch (step.kind) {
    case 'rename':
      return rows.withColumnRenamed(column, step.to);
    case 'drop':
      return rows.drop(F.columnNamed(column));
    case 'delete':
      return rows.filter(F.coalesce(F.expr(step.condition), F.lit(false)).not());
    case 'substring': {
      const characters = Math.max(0, step.end - step.start);
      return rows.withColumn(
        column,
        F.call('substring', F.columnNamed(column).cast(types.string), step.start + 1, characters),
      );
    }
    case 'set':
      return rows.withColumn(step.column, F.expr(step.expression));
  }
}

/** The columns after a step, by name; types are those of the input and not looked at here. */
function namesAfter(schema: StructType, step: WranglingStep, column: string): StructType {
  const { fields } = schema;
  switch (step.kind) {
    case 'rename':
      return types.struct(fields.map((f) => (f.name === column ? { ...f, name: step.to } : f)));
    case 'drop':
      return types.struct(fields.filter((f) => f.name !== column));
    case 'set':
      return fields.some((f) => f.name.toLowerCase() === step.column.toLowerCase())
        ? schema
        : types.struct([...fields, types.field(step.column, types.void)]);
    default:
      return schema;
  }
}
