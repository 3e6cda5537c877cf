import { text } from '../kit/fields.ts';
import { processor } from '../kit/processor.ts';
import { table } from '../kit/examples.ts';
import { functionFields, runCode, variesByCode } from './_run-code.ts';

export const jython = processor({
  nodeClass: 'fire.nodes.etl.NodeJython',
  name: 'Jython',
  type: 'transform',
  category: 'Data-Preparation/Code',
  description:
    'Runs Python code that reads the input as inDF, or as a table in spark.sql, and assigns its result to outDF. The code is run by Python 3 on PySpark: print may be a statement, spark.read() has brackets, and javaRDD() of a DataFrame gives its rows one by one.',
  fields: {
    tempTable: text({ default: 'fire_temp_table', title: 'Table name', description: 'Name of the input in queries' }),
    ...functionFields('Reads inDF and assigns outDF'),
  },
  varies: variesByCode,
  examples: [
    {
      name: 'counts rows of groups; null is a group of its own',
      fields: { code: 'outDF = inDF.groupBy("c").count()\n' },
      input: table('c string', [['a'], ['a'], [null]]),
      output: table('c string, count bigint', [
        ['a', 2n],
        [null, 1n],
      ]),
    },
    {
      name: 'queries the input as a table; prints as Python 2 does',
      fields: {
        tempTable: 't',
        code: 'outDF = spark.sql("SELECT c, n + 1 AS n FROM t")\nfor i in range(2): print "line", i\n',
      },
      input: table('c string, n int', [['a', 1]]),
      output: table('c string, n int', [['a', 2]]),
    },
    {
      name: 'takes functions over rows that nothing computes',
      fields: {
        code: 'names = inDF.javaRDD().map(lambda p: p.c)\ndef first(row):\n    return row.getString(0)\nfirsts = inDF.javaRDD().map(first)\noutDF = inDF\n',
      },
      input: table('c string', []),
      output: table('c string', []),
    },
    {
      name: 'reads rows one by one',
      fields: {
        code: 'names = inDF.javaRDD().map(lambda p: p.getString(0)).collect()\noutDF = spark.createDataFrame([(",".join(names),)], ["names"])\n',
      },
      input: table('c string', [['a'], ['b']]),
      output: table('names string', [['a,b']]),
      unverified: 'computes rows',
    },
    {
      name: 'code without outDF is refused',
      fields: { code: 'x = inDF\n' },
      input: table('c string', [['a']]),
      error: 'the code gives no rows',
    },
  ],
  run: (context) => {
    const { tempTable, ...fields } = context.fields;
    return runCode(context, { ...fields, style: 'jython', outputs: 1, table: tempTable });
  },
});
