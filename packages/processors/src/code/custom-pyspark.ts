import type { Field } from '../contract/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { functionFields, runCode, variesByCode } from './_run-code.ts';
import { text } from '../kit/fields.ts';

/** Fields of every node of this kind, which its code does not get as parameters. */
const common = new Set([
  'code',
  'schemaCode',
  'schema',
  'outputColNames',
  'outputColTypes',
  'outputColFormats',
  'storageLevel',
]);

/** The fields that the author of the node has added, by name. */
const ownFields: Field<Readonly<Record<string, string>>> = {
  specs: () => [],
  read: (_name, stored) =>
    Object.fromEntries(
      (stored.names?.() ?? []).filter((name) => !common.has(name)).map((name) => [name, stored.text(name) ?? '']),
    ),
};

/** Custom nodes, which have fields of their own. Their classes end in a uuid: see `catalogue.ts`. */
export const customPyspark = processor({
  nodeClass: 'fire.nodes.etl.NodeCustomPySpark',
  name: 'Custom PySpark',
  type: 'transform',
  category: 'Data-Preparation/Code',
  description:
    'Runs PySpark code that defines myfn(spark, workflowContext, id, inDF, parameters) and returns a DataFrame of Spark or pandas. The parameters are the other fields of the node, as text.',
  fields: {
    ...functionFields('Defines myfn(spark, workflowContext, id, inDF, parameters), which returns a DataFrame'),
    schemaCode: text({
      kind: 'code',
      widget: 'textarea_large',
      title: 'Code of the schema',
      description: 'Accepted from saved files; columns are taken from the code itself',
    }),
    own: ownFields,
  },
  varies: variesByCode,
  examples: [
    {
      name: 'takes code with the schema of its author; a parameter that is missing has a default',
      fields: {
        code: `from pyspark.sql.functions import lit

def myfn(spark, workflowContext, id, inDF, parameters: dict):
    return inDF.withColumn("method", lit(parameters.get("method", "tree")))
`,
        schemaCode: `from fire.workflowengine import FireSchema

def schema(inputSchema: FireSchema, parameters: dict):
    inputSchema.append("method", "string")
    return inputSchema
`,
      },
      input: table('n int', [[1], [null]]),
      output: table('n int, method string', [
        [1, 'tree'],
        [null, 'tree'],
      ]),
    },
    {
      name: 'returns the columns of its code for an empty input',
      fields: { code: 'def myfn(spark, workflowContext, id, inDF, parameters):\n    return inDF.select("n")\n' },
      input: table('n int, m int', []),
      output: table('n int', []),
    },
    {
      name: 'a parameter that is missing names its line',
      fields: {
        code: 'def myfn(spark, workflowContext, id, inDF, parameters):\n    return inDF.limit(int(parameters["rows"]))\n',
      },
      input: table('n int', [[1]]),
      error: "line 2 of the code: KeyError: 'rows'",
    },
  ],
  run: (context) => {
    const { own, ...fields } = context.fields;
    return runCode(context, { ...fields, style: 'one', outputs: 1, parameters: own });
  },
});
