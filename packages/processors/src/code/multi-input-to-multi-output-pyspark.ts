import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { functionFields, runCode, variesByCode } from './_run-code.ts';

export const multiInputToMultiOutputPyspark = processor({
  nodeClass: 'fire.nodes.code.NodeMultiInputToMultiOutputPySpark',
  name: 'Multi Input To Multi Output PySpark',
  type: 'pyspark2inputs',
  category: 'Data-Preparation/Code',
  description:
    'Runs PySpark code that defines myfn(spark, workflowContext, id, inDFs, cust_dict): it takes the inputs as a list, in the order of their edges, and returns a list of DataFrames, one for each output.',
  fields: functionFields(
    'Defines myfn(spark, workflowContext, id, inDFs, cust_dict), which returns a list of DataFrames',
  ),
  inputs: { min: 1, max: 8 },
  outputs: ['First', 'Second', 'Third', 'Fourth', 'Fifth'],
  varies: variesByCode,
  examples: [
    {
      name: 'returns two DataFrames',
      fields: {
        code: `from pyspark.sql import functions as F

def myfn(spark, workflowContext, id, inDFs, cust_dict):
    both = inDFs[0].unionByName(inDFs[1])
    return [both.filter(F.col("n") > 1), both.select(F.sum("n").alias("total"))]
`,
      },
      input: [table('n int', [[1], [2]]), table('n int', [[3]])],
      output: [table('n int', [[2], [3]]), table('total bigint', [[6n]])],
    },
    {
      name: 'splits its first input; null goes to the second output; an empty second input',
      fields: {
        code: `def myfn(spark, workflowContext, id, inDFs, cust_dict):
    first, second = inDFs
    return [first.filter("n > 1"), first.filter("n is null").union(second)]
`,
      },
      input: [table('n int', [[2], [null]]), table('n int', [])],
      output: [table('n int', [[2]]), table('n int', [[null]])],
    },
    {
      name: 'a single DataFrame is refused',
      fields: { code: 'def myfn(spark, workflowContext, id, inDFs, cust_dict):\n    return inDFs[0]\n' },
      input: [table('n int', [[1]]), table('n int', [[1]])],
      error: '"myfn" returned a value of type DataFrame',
    },
  ],
  run: (context) => runCode(context, { ...context.fields, style: 'many' }),
});
