import { path } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { runCode } from './_run-code.ts';

export const runPythonFile = processor({
  nodeClass: 'fire.nodes.etl.NodeRunPythonFile',
  name: 'Run Python File',
  type: 'dataset',
  category: 'Data-Preparation/Code',
  description:
    'Runs a Python script of the file space with spark, workflowContext and, behind a node, its rows as df. What the script assigns to result is the output; without it, df is passed on. What it prints is logged.',
  fields: { path: path({ title: 'Path', description: 'The script' }) },
  inputs: { min: 0, max: 1 },
  // the file may change, and a key of the cache knows paths alone
  varies: ['now'],
  examples: [
    {
      name: 'the script reads the rows before it as df; null is left out',
      fields: { path: 'known.py' },
      files: { 'known.py': 'result = df.dropna()\n' },
      input: table('n int', [[1], [null]]),
      output: table('n int', [[1]]),
    },
    {
      name: 'a script without a result passes an empty input on',
      fields: { path: 'nothing.py' },
      files: { 'nothing.py': '# nothing\n' },
      input: table('n int', []),
      output: table('n int', []),
    },
    {
      name: 'a file that is missing fails with its name',
      fields: { path: 'gone.py' },
      error: 'gone.py',
    },
    {
      name: 'runs a script of the file space',
      fields: { path: '/scripts/rows.py' },
      files: { 'scripts/rows.py': 'result = spark.range(2).selectExpr("id", "id * 10 as ten")\n' },
      output: table('id bigint, ten bigint', [
        [0n, 0n],
        [1n, 10n],
      ]),
    },
  ],
  run: async (context) => runCode(context, { code: await context.files.text(context.fields.path), style: 'script' }),
});
