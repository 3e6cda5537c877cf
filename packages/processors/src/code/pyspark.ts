import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { functionFields, runCode, variesByCode } from './_run-code.ts';

const people = table('name string, age int', [
  ['Ada', 36],
  ['Bob', 12],
  ['Cy', null],
]);

export const pyspark = processor({
  nodeClass: 'fire.nodes.etl.NodePySpark',
  name: 'PySpark',
  type: 'pyspark',
  category: 'Data-Preparation/Code',
  description:
    'Runs PySpark code that defines myfn(spark, workflowContext, id, inDF, cust_dict) and returns a DataFrame of Spark or pandas. workflowContext shows texts, tables and charts. Code without the function registers or assigns outDF.',
  fields: functionFields('Defines myfn(spark, workflowContext, id, inDF, cust_dict), which returns a DataFrame'),
  inputs: { min: 0, max: 1 },
  varies: variesByCode,
  examples: [
    {
      name: 'filters and adds a column',
      fields: {
        code: `from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import *
from fire.workflowcontext import *

def myfn(spark: SparkSession, workflowContext: WorkflowContext, id: int, inDF: DataFrame, cust_dict: dict):
    workflowContext.outStr(id, "adults only")
    return inDF.filter(col("age") >= 18).withColumn("next", inDF["age"] + 1)
`,
      },
      input: people,
      output: table('name string, age int, next int', [['Ada', 36, 37]]),
      results: [{ type: 'text', title: '', text: 'adults only' }],
    },
    {
      name: 'takes a function without parameters of the workflow; a pandas DataFrame becomes rows',
      fields: {
        code: `import pandas as pd

def myfn(spark, workflowContext, id, inDF):
    return pd.DataFrame({"n": [inDF.count()], "who": ["all"]})
`,
      },
      input: people,
      output: table('n bigint, who string', [[3n, 'all']]),
      unverified: 'computes rows',
    },
    {
      name: 'takes code that registers outDF; SQL over a view of the input',
      fields: {
        code: `inDF.createOrReplaceTempView("people")
spark.sql("select count(*) as n, max(age) as oldest from people").registerTempTable("outDF")
`,
      },
      input: people,
      output: table('n bigint, oldest int', [[3n, 36]]),
    },
    {
      name: 'an exception names its line',
      fields: { code: 'def myfn(spark, workflowContext, id, inDF, cust_dict):\n    return inDF / 0\n' },
      input: people,
      error: 'line 2 of the code: TypeError',
    },
    {
      name: 'code that returns nothing is refused',
      fields: { code: 'def myfn(spark, workflowContext, id, inDF, cust_dict):\n    pass\n' },
      input: people,
      error: 'what "myfn" returned is nothing',
    },
  ],
  run: (context) => runCode(context, { ...context.fields, style: 'one', outputs: 1 }),
});
