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
      name: 'needs code',
      fields: {},
      input: people,
      error: 'Code',
    },
  ],
  run: ({ inputs, session }) => ({ outputs: inputs.length === 0 ? [session.range(0).select()] : [...inputs] }),
});
