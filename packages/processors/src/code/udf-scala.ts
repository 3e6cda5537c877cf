import { table } from '../kit/examples.ts';
import { processor } from '../kit/processor.ts';
import { codeField } from './_run-code.ts';

const people = table('name string, age int', [
  ['Ada', 36],
  ['Bob', null],
]);

export const udfScala = processor({
  nodeClass: 'fire.nodes.etl.NodeUDFScala',
  name: 'Scala UDF',
  type: 'scala',
  category: 'Data-Preparation/Code',
  description:
    'Registers functions in Scala, such as spark.udf.register("twice", (n: Int) => 2 * n), for the queries of nodes behind it. The input is passed on.',
  fields: { code: codeField('Registers functions: spark.udf.register("name", (value: String) => …)') },
  inputs: { min: 0, max: 1 },
  functions: ({ code }) => code,
  examples: [
    {
      name: 'passes the input on',
      fields: { code: 'spark.udf.register("twice", (n: Int) => 2 * n)\n' },
      input: people,
      output: people,
      ordered: true,
    },
    {
      name: 'passes an empty input on',
      fields: { code: 'sqlContext.udf.register("shout", (text: String) => text.toUpperCase + "!")\n' },
      input: table('name string', []),
      output: table('name string', []),
    },
    {
      name: 'takes several functions; nulls and equal rows stay as they are',
      fields: {
        code: 'spark.udf.register("half", (n: Double) => n / 2)\nspark.udf.register("next", (n: Int) => n + 1)\n',
      },
      input: table('name string, age int', [
        [null, null],
        [null, null],
        ['Ada', 36],
      ]),
      output: table('name string, age int', [
        [null, null],
        [null, null],
        ['Ada', 36],
      ]),
      ordered: true,
    },
  ],
  run: ({ inputs, session }) => ({ outputs: inputs.length === 0 ? [session.range(0).select()] : [...inputs] }),
});
