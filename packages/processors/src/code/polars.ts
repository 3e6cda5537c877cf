import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { functionFields, runCode, variesByCode } from './_run-code.ts';

const people = table('name string, age int', [
  ['Ada', 36],
  ['Bob', 12],
  ['Cy', null],
]);

const sameRows = `import polars as pl
from firepython.workflowengine.workflowcontext import WorkflowContext

def myfn(workflowContext: WorkflowContext, id: int, inDF: pl.DataFrame, cust_dict: dict):
    return inDF
`;

const manyTypes = table(
  'day date, at timestamp, price decimal(10,2), tags array<string>, at_home boolean, place struct<city: string, zip: int>',
  [
    ['2024-02-29', '2024-02-29T23:59:59.123456Z', '12.50', ['a', null], true, { city: 'Rome', zip: 118 }],
    [null, null, null, null, null, null],
  ],
);

export const polars = processor({
  nodeClass: 'fire.nodes.etl.NodePolars',
  name: 'Polars',
  type: 'pyspark',
  category: 'Data-Preparation/Code',
  description:
    'Runs Polars code that defines myfn(workflowContext, id, inDF, cust_dict) and returns a DataFrame or LazyFrame of Polars, a pandas DataFrame or an Arrow table. The rows of the input are in memory. workflowContext shows texts, tables and charts.',
  fields: functionFields('Defines myfn(workflowContext, id, inDF, cust_dict), which returns a DataFrame of Polars'),
  inputs: { min: 0, max: 1 },
  unverified: 'its code computes rows',
  varies: variesByCode,
  examples: [
    {
      name: 'filters and adds a column',
      fields: {
        code: `import polars as pl

def myfn(workflowContext, id: int, inDF: pl.DataFrame, cust_dict: dict):
    workflowContext.outStr(id, "adults only")
    return inDF.filter(pl.col("age") >= 18).with_columns(next=pl.col("age") + 1)
`,
      },
      input: people,
      output: table('name string, age int, next int', [['Ada', 36, 37]]),
      results: [{ type: 'text', title: '', text: 'adults only' }],
    },
    {
      name: 'dates, timestamps, decimals, lists, structs and nulls are returned as they were',
      fields: { code: sameRows },
      input: manyTypes,
      output: manyTypes,
    },
    {
      name: 'an empty input has its columns',
      fields: { code: sameRows },
      input: table('name string, at timestamp', []),
      output: table('name string, at timestamp', []),
    },
    {
      name: 'a LazyFrame is collected; a function without parameters of the workflow',
      fields: {
        code: `import polars as pl

def myfn(workflowContext, id, inDF):
    return inDF.lazy().select(pl.col("age").sum().cast(pl.Int64).alias("total"), pl.len().cast(pl.UInt8).alias("n"))
`,
      },
      input: people,
      output: table('total bigint, n smallint', [[48n, 3]]),
    },
    {
      name: 'makes rows of its own without an input',
      fields: {
        code: `import polars as pl

def myfn(workflowContext, id, inDF, cust_dict):
    return pl.DataFrame({"id": [1, 2], "text": ["x", None], "has_input": [inDF is not None] * 2})
`,
      },
      output: table('id bigint, text string, has_input boolean', [
        [1n, 'x', false],
        [2n, null, false],
      ]),
    },
    {
      name: 'an exception names its line',
      fields: { code: 'def myfn(workflowContext, id, inDF, cust_dict):\n    return inDF["missing"]\n' },
      input: people,
      error: 'line 2 of the code: ColumnNotFoundError',
    },
    {
      name: 'a type that Spark does not have is refused',
      fields: {
        code: `import datetime
import polars as pl

def myfn(workflowContext, id, inDF, cust_dict):
    return pl.DataFrame({"start": [datetime.time(9)]})
`,
      },
      input: people,
      error: 'column "start" has the type Time',
    },
  ],
  run: (context) => runCode(context, { ...context.fields, style: 'polars', outputs: 1 }),
});
