import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import type { DataFrame } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';

const head = `from pyspark.sql import *
from pyspark.sql.functions import *
from pyspark.sql.types import *
from fire.workflowcontext import *

def myfn(spark: SparkSession, workflowContext: WorkflowContext, id: int, inDF: DataFrame, cust_dict: dict):
`;

/** The body of code as others write it, and the rows that it gives, sorted by their text. */
const cases: readonly (readonly [what: string, body: string, rows: readonly (readonly unknown[])[]])[] = [
  ['an RDD of rows', 'return inDF.rdd.map(lambda r: (r.id, r["name"].upper())).toDF(["id", "n"])', abc('A', 'B', 'A')],
  [
    'pairs of an RDD',
    `pairs = inDF.rdd.map(lambda r: (r.name, 1)).reduceByKey(lambda a, b: a + b).sortByKey(ascending=False)
return spark.createDataFrame(pairs, ["name", "n"])`,
    [
      ['a', 2],
      ['b', 1],
    ],
  ],
  [
    'values of an RDD',
    `rdd = inDF.select("id").rdd.flatMap(lambda x: x).cache()
found = [rdd.sum(), rdd.max(), rdd.count(), rdd.take(1), rdd.top(2), rdd.mean(), rdd.reduce(lambda a, b: a * b)]
found += [rdd.countByValue()[1], rdd.zipWithIndex().collectAsMap()[3], rdd.isEmpty(), rdd.getNumPartitions()]
found += [rdd.keyBy(lambda n: n % 2).groupByKey().mapValues(list).collect()]
found += [rdd.aggregate((0, 0), lambda a, n: (a[0] + n, a[1] + 1), None), rdd.distinct().subtract(rdd).collect()]
return spark.createDataFrame([(str(found),)], ["found"])`,
    [['[6, 3, 3, [1], [3, 2], 2.0, 6, 1, 2, False, 1, [(1, [1, 3]), (0, [2])], (6, 3), []]']],
  ],
  [
    'joins of RDDs',
    `a, b = [spark.sparkContext.parallelize(one) for one in ([(1, "x"), (2, "y")], [(1, 1.0), (3, 3.0)])]
joined = [a.join(b), a.leftOuterJoin(b), a.rightOuterJoin(b), a.fullOuterJoin(b), a.subtractByKey(b), a.cogroup(b).mapValues(len)]
return spark.createDataFrame([(str(one.collect()),) for one in joined], "found string")`,
    [
      ["[(1, ('x', 1.0)), (2, ('y', None)), (3, (None, 3.0))]"],
      ["[(1, ('x', 1.0)), (2, ('y', None))]"],
      ["[(1, ('x', 1.0)), (3, (None, 3.0))]"],
      ["[(1, ('x', 1.0))]"],
      ['[(1, 2), (2, 2), (3, 2)]'],
      ["[(2, 'y')]"],
    ],
  ],
  [
    'partitions of an RDD',
    `def count(rows):
    yield (len(list(rows)),)
return inDF.rdd.mapPartitions(count).toDF("n int")`,
    [[3]],
  ],
  [
    'a SparkContext',
    `sc = spark.sparkContext
sc.setLogLevel("ERROR")
names = sc.broadcast({"a": 10})
total = sc.accumulator(0)
sc.parallelize(range(4)).foreach(lambda n: total.add(n))
known = udf(lambda name: names.value.get(name, 0), IntegerType())
return inDF.select("id", (known("name") + total.value).alias("n"))`,
    abc(16, 6, 16),
  ],
  [
    'contexts and sessions by their classes',
    `from pyspark import SparkContext, SparkConf
sc = SparkContext.getOrCreate()
same = SparkSession.builder.appName("x").config("a", "b").getOrCreate()
inDF.registerTempTable("t")
return SQLContext(sc).sql("select id, name from t where id = 1").union(same.sql("select 2, 'z'"))`,
    [
      [1, 'a'],
      [2, 'z'],
    ],
  ],
  [
    'Spark ML, whose models the code lets go of',
    `from pyspark.ml import Pipeline
from pyspark.ml.classification import LogisticRegression
from pyspark.ml.feature import StringIndexer, VectorAssembler
index = StringIndexer(inputCol="name", outputCol="label")
features = VectorAssembler(inputCols=["id"], outputCol="features")
model = Pipeline(stages=[index, features, LogisticRegression(maxIter=1)]).fit(inDF)
rows = model.transform(inDF).select("id", "label")
del model
return rows`,
    abc(0, 1, 0),
  ],
  [
    'pandas on Spark',
    `rows = inDF.pandas_api()
rows["n"] = rows["id"] * 2
return rows[["id", "n"]].to_spark()`,
    abc(2, 4, 6),
  ],
  [
    'pandas and back',
    `pdf = inDF.toPandas()
pdf["x"] = pdf["x"].fillna(pdf["x"].mean())
return spark.createDataFrame(pdf[["id", "x"]])`,
    abc(1.5, 2.5, 2),
  ],
  [
    'what is shown and printed',
    `inDF.show()
inDF.printSchema()
inDF.describe().show()
inDF.cache().count()
print(inDF.columns, inDF.dtypes, [row.asDict() for row in inDF.collect()])
for row in inDF.toLocalIterator(): print(row.id)
return inDF.select("id", "name").unpersist()`,
    abc('a', 'b', 'a'),
  ],
  [
    'functions in Python, registered and decorated',
    `@udf(returnType=StringType())
def upper(text):
    return text.upper()
spark.udf.register("twice", lambda n: n * 2, IntegerType())
inDF.withColumn("up", upper("name")).createOrReplaceTempView("t")
return spark.sql("select twice(id) as n, up from t")`,
    [
      [2, 'A'],
      [4, 'B'],
      [6, 'A'],
    ],
  ],
  [
    'functions of pandas',
    `import pandas as pd
@pandas_udf("double")
def half(x: pd.Series) -> pd.Series:
    return x / 2
centred = inDF.na.fill(0).groupBy("name").applyInPandas(lambda p: p.assign(x=p.x - p.x.mean()), inDF.schema)
return centred.select("id", half("x").alias("h"))`,
    abc(0.375, 0, -0.375),
  ],
];

/** Rows with the ids 1 to 3. */
function abc(...values: readonly unknown[]): unknown[][] {
  return values.map((value, i) => [i + 1, value]);
}

describe('code of others runs unchanged', () => {
  let host: EngineHost;
  let engine: EngineSession;
  let people: DataFrame;
  before(async () => {
    host = new EngineHost(sharing());
    engine = await host.open('spark');
    people = engine.session.sql(
      "select * from values (1, 'a', 1.5d), (2, 'b', 2.5d), (3, 'a', null) as t(id, name, x)",
    );
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
    await host.close();
  });

  const run = (body: string) => runCode(`${head}${body.replaceAll(/^/gm, '    ')}\n`, 'one');
  const runCode = async (code: string, style: 'one' | 'jython'): Promise<unknown[][]> => {
    const request = { code, nodeId: '1', style, outputs: 1, inputs: [people], parameters: {}, root: undefined };
    const [rows] = (await engine.code.run({ ...request, table: 'fire_temp_table' })).outputs;
    const table = await rows?.table();
    return (table?.rows ?? []).map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)));
  };
  const byText = (rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] =>
    rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

  for (const [what, body, rows] of cases)
    test(what, async () => assert.deepEqual(byText(await run(body)), byText(rows)));

  for (const [what, code, rows] of [
    [
      'the Java interface of Spark',
      `from org.apache.spark.sql import functions
from org.apache.spark.sql.functions import lit
from org.apache.spark.sql.types import DataTypes
from java.util import ArrayList, Arrays, HashMap
names = ArrayList()
for name in inDF.columns():
    names.add(name)
known = HashMap()
known.put("a", 10)
print "columns", names.size(), inDF.schema().fieldNames(), known.get("a"), Arrays.asList(1, 2).size()
total = 0
for row in inDF.javaRDD().collect():
    total = total + row.getInt(0)
big = inDF.filter(inDF.col("id").gt(1).__and__(functions.col("name").notEqual("b")))
outDF = big.select(inDF.col("id").plus(lit(total)).cast(DataTypes.LongType).alias("n"), lit(names.get(1)))`,
      [[9, 'name']],
    ],
    [
      'a view of the input',
      `rows = sqlContext.sql("select name, count(*) as n from fire_temp_table group by name")
rows.registerTempTable("outDF")`,
      [
        ['a', 2],
        ['b', 1],
      ],
    ],
  ] as const)
    test(`Jython: ${what}`, async () => assert.deepEqual(byText(await runCode(code, 'jython')), byText(rows)));

  for (const [what, body, message] of [
    ['a method of RDDs that writes', 'inDF.rdd.saveAsTextFile("/x")', /line 7 .*RDDs of code have no saveAsTextFile/],
    ['a library that is missing', 'import matplotlib.pyplot', /No module named 'matplotlib'/],
    ['the JVM', 'spark.sparkContext._jvm', /the SparkContext of code has no _jvm/],
  ] as const)
    test(`${what} is refused by name`, () => assert.rejects(run(body), message));

  test('what to do about a library that is missing', () =>
    assert.rejects(run('import plotly.express'), {
      remedy: /add a wheel with plotly to the libraries of the project/,
    }));
});
