import type { Example } from '../contract/examples.ts';
import { layout, text } from '../kit/fields.ts';
import { table } from '../kit/examples.ts';
import { processor } from '../kit/processor.ts';
import { outputSchema } from '../kit/type-fields.ts';
import { codeField, runCode, variesByScala } from './_run-code.ts';

/** The table of the result for code of nodes that have no field for its name. */
const resultTable = 'outDF';

const what =
  'Runs Scala code that reads the input as inDF, with spark, sqlContext and sc (a SparkContext), and registers its result as a table. The code has a Spark of its own in its process, to which the rows of the input are copied: it has RDDs, typed Datasets, functions of its own and Spark ML.';

const fields = {
  code: codeField('Reads inDF and registers its result as a table'),
  schema: layout(),
  declared: outputSchema(),
};

const people = table('name string, age int', [
  ['Ada', 36],
  ['Bob', 12],
  ['Cy', null],
]);

/** Examples of code that registers its result under a name. */
const examplesOf = (name: string, more: Readonly<Record<string, string>>): readonly Example[] => [
  {
    name: 'groups with functions of Spark; null is a group of its own',
    fields: {
      ...more,
      code: `val outDF = inDF.groupBy("c").agg(sum("n").as("total"))
outDF.registerTempTable("${name}")
`,
    },
    input: table('c string, n int', [
      ['a', 1],
      ['a', 2],
      [null, 5],
    ]),
    output: table('c string, total bigint', [
      ['a', 3n],
      [null, 5n],
    ]),
  },
  {
    name: 'an empty input has its columns',
    fields: { ...more, code: `inDF.filter($"age" > 18).createOrReplaceTempView("${name}")\n` },
    input: table('name string, age int', []),
    output: table('name string, age int', []),
  },
  {
    name: 'an exception names its line',
    fields: { ...more, code: 'val first = inDF.first()\nval age = first.getInt(7)\n' },
    input: people,
    error: 'line 2 of the code: ',
  },
];

export const scala = processor({
  nodeClass: 'fire.nodes.etl.NodeScala',
  name: 'Scala Code',
  type: 'scala',
  category: 'Data-Preparation/Code',
  description: `${what} The table is called ${resultTable}; code that registers none gives its variable ${resultTable}.`,
  fields,
  inputs: { min: 0, max: 1 },
  unverified: 'its code computes rows',
  varies: variesByScala,
  examples: [
    ...examplesOf(resultTable, {}),
    {
      name: 'RDDs of rows and pairs become a table by a schema',
      fields: {
        code: `import org.apache.spark.sql.types._
import org.apache.spark.sql.Row

val pairs = inDF.rdd.filter(row => !row.isNullAt(1)).map(row => (row.getString(0).length, row.getInt(1)))
val sums = pairs.reduceByKey((a: Int, b: Int) => a + b).sortByKey().map(v => v match { case (size, sum) => Row(size, sum) })
val schema = new StructType(Array(StructField("size", IntegerType, nullable = true), StructField("sum", IntegerType, nullable = true)))
sqlContext.createDataFrame(sums, schema).registerTempTable("outDF")
`,
      },
      input: people,
      output: table('size int, sum int', [[3, 48]]),
    },
    {
      name: 'case classes, functions of its own, and what it prints',
      fields: {
        code: `case class Person(name: String, age: Option[Int])

val shout = udf((text: String) => text.toUpperCase + "!")
val known = inDF.as[Person].filter(_.age.isDefined).map(person => Person(person.name, person.age.map(_ + 1)))
println("known: " + known.count())
val outDF = known.toDF().withColumn("name", shout($"name"))
`,
      },
      input: people,
      output: table('name string, age int', [
        ['ADA!', 37],
        ['BOB!', 13],
      ]),
    },
    {
      name: 'code that does not compile names its line',
      fields: { code: 'val outDF = inDF\n  .limitt(3)\n' },
      input: people,
      error: 'line 2 of the code: value limitt is not a member of',
    },
    {
      name: 'code without a result is refused',
      fields: { code: 'val x = inDF.count()\n' },
      input: people,
      error: 'the code gives no rows',
    },
  ],
  run: (context) => runCode(context, { ...context.fields, style: 'scala', outputs: 1, table: resultTable }),
});

interface NamedNode {
  readonly nodeClass: string;
  readonly name: string;
  /** The part of the description that distinguishes it. */
  readonly note: string;
}

const named = ({ nodeClass, name, note }: NamedNode) =>
  processor({
    nodeClass,
    name,
    type: 'scala',
    category: 'Data-Preparation/Code',
    description: `${what} ${note} Code that registers no such table gives its variable ${resultTable}.`,
    fields: {
      outTempTable: text({
        default: resultTable,
        title: 'Output table',
        description: 'Name of the table that the code registers as its result',
      }),
      ...fields,
    },
    inputs: { min: 0, max: 1 },
    unverified: 'its code computes rows',
    varies: variesByScala,
    examples: examplesOf('result', { outTempTable: 'result' }),
    run: (context) => {
      const { outTempTable, ...code } = context.fields;
      return runCode(context, { ...code, style: 'scala', outputs: 1, table: outTempTable });
    },
  });

export const namedScala = [
  named({ nodeClass: 'fire.nodes.code.NodeSpark', name: 'Spark', note: 'The name of the table is a field.' }),
  named({
    nodeClass: 'fire.nodes.code.NodeDataBricksScala',
    name: 'Scala',
    note: 'The table is named by a field, as in notebooks.',
  }),
];
