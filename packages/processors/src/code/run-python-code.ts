import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { codeField, runCode, variesByCode } from './_run-code.ts';

export const runPythonCode = processor({
  nodeClass: 'fire.nodes.etl.NodeRunPythonCode',
  name: 'Run Python Code',
  type: 'dataset',
  category: 'Data-Preparation/Code',
  description:
    'Runs a Python script with spark, workflowContext and, behind a node, its rows as df. What the script assigns to result is the output; without it, df is passed on. What it prints is logged.',
  fields: { code: codeField('A script; it may assign its rows to result') },
  inputs: { min: 0, max: 1 },
  varies: variesByCode,
  examples: [
    {
      name: 'filters the variable df and assigns result',
      fields: {
        code: `def expensive(rows):
    return rows.filter(rows["price"] > 100)

result = expensive(df)
`,
      },
      input: table('item string, price double', [
        ['a', 99.5],
        ['b', 250],
      ]),
      output: table('item string, price double', [['b', 250]]),
    },
    {
      name: 'makes rows of its own',
      fields: { code: 'result = spark.createDataFrame([(1, "x"), (2, None)], "id int, text string")\n' },
      output: table('id int, text string', [
        [1, 'x'],
        [2, null],
      ]),
    },
    {
      name: 'passes its input on without a result',
      fields: { code: 'print("nothing to do")\n' },
      input: table('n int', [[1]]),
      output: table('n int', [[1]]),
    },
  ],
  run: (context) => runCode(context, { ...context.fields, style: 'script' }),
});
