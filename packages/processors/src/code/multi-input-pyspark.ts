import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { functionFields, runCode, variesByCode } from './_run-code.ts';

export const multiInputPyspark = processor({
  nodeClass: 'fire.nodes.code.NodeMultiInputPySpark',
  name: 'MultiInputPySpark',
  type: 'pyspark2inputs',
  category: 'Data-Preparation/Code',
  description:
    'Runs PySpark code that defines myfn(spark, workflowContext, id, inDFs, cust_dict): it takes the inputs as a list, in the order of their edges, and returns a DataFrame.',
  fields: functionFields('Defines myfn(spark, workflowContext, id, inDFs, cust_dict), which returns a DataFrame'),
  inputs: { min: 2, max: 8 },
  varies: variesByCode,
  examples: [
    {
      name: 'joins its inputs',
      fields: {
        code: `from pyspark.sql import DataFrame, SparkSession
from fire.workflowcontext import WorkflowContext

def myfn(spark: SparkSession, workflowContext: WorkflowContext, id: int, inDFs: [DataFrame], cust_dict: dict):
    return inDFs[0].join(inDFs[1], ["id"])
`,
      },
      input: [
        table('id int, name string', [
          [1, 'Ada'],
          [2, 'Bob'],
        ]),
        table('id int, city string', [
          [2, 'Oslo'],
          [3, 'Rome'],
        ]),
      ],
      output: table('id int, name string, city string', [[2, 'Bob', 'Oslo']]),
    },
    {
      name: 'reads a view of each input by SQL; null joins nothing',
      fields: {
        code: `def myfn(spark, workflowContext, id, inDFs, cust_dict):
    inDFs[0].createOrReplaceTempView("a")
    inDFs[1].createOrReplaceTempView("b")
    return spark.sql("select a.id, b.id as other from a left join b on a.id = b.id")
`,
      },
      input: [table('id int', [[1], [null]]), table('id int', [[1], [null]])],
      output: table('id int, other int', [
        [1, 1],
        [null, null],
      ]),
    },
    {
      name: 'returns the columns of its code for empty inputs',
      fields: {
        code: `def myfn(spark, workflowContext, id, inDFs, cust_dict):
    return inDFs[0].join(inDFs[1], "id")
`,
      },
      input: [table('id int', []), table('id int, n double', [])],
      output: table('id int, n double', []),
    },
  ],
  run: (context) => runCode(context, { ...context.fields, style: 'many', outputs: 1 }),
});
