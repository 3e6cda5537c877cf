import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { scalaCompletions } from '../../src/pages/editor/panel/fields/scala-completion.ts';
import { scalaLanguage } from '../../src/pages/editor/panel/fields/scala-language.ts';
import { scalaInsertionOf, type ScalaSnippetName } from '../../src/pages/editor/panel/fields/scala-snippets.ts';
import { snippetChoices } from '../../src/pages/editor/panel/fields/snippet-choices.ts';
import { has, lacks, people } from './completion.ts';

/** What is offered at `|` in code. */
function offered(text: string): readonly string[] {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [scalaLanguage] });
  const result = scalaCompletions(new CompletionContext(state, pos, false), [people]);
  return result?.options.map(({ label }) => label) ?? [];
}

const columns = ['name', 'age', 'home town', 'count'];

describe('completion in Scala code', () => {
  test('offers columns in strings', () => {
    assert.deepEqual(offered('inDF.filter($"|")'), columns);
    assert.deepEqual(offered('inDF.filter($"|'), columns);
    assert.deepEqual(offered('inDF.filter($"a|" > 1)'), columns);
    assert.deepEqual(offered('inDF.select("a|")'), columns);
    assert.deepEqual(offered('col("|")'), columns);
    assert.deepEqual(offered('inDF("|")'), columns);
    assert.deepEqual(offered('inDF.filter("age > 1 and h|")'), ['name', 'age', '`home town`', 'count']);
    assert.deepEqual(offered('spark.sql("""\n  select a|\n""")'), ['name', 'age', '`home town`', 'count']);
  });

  test('does not offer columns in an empty text or a comment, or after a string', () => {
    assert.deepEqual(offered('println("|")'), []);
    assert.deepEqual(offered('println("a"|)'), []);
    assert.deepEqual(offered('// a|'), []);
    assert.deepEqual(offered('/* a|\n b */'), []);
  });

  test('offers the methods of DataFrames with their names in Scala', () => {
    const labels = offered('inDF.|');
    has(labels, 'withColumn', 'groupBy', 'createOrReplaceTempView', 'as', 'map', 'na', 'rdd');
    lacks(labels, 'dropna', 'fillna', 'toPandas', 'mapInPandas', 'replace', 'age');
    has(offered('val outDF = inDF.limit(3)\noutDF.|'), 'filter');
    has(offered('inDFs(0).|'), 'join');
    has(offered('inDF.na.|'), 'fill', 'drop');
  });

  test('offers what a chain of calls has', () => {
    has(offered('inDF.filter("age > (1").|'), 'select');
    has(offered('inDF.groupBy("age").|'), 'agg', 'pivot', 'mean');
    lacks(offered('inDF.groupBy("age").|'), 'withColumn', 'applyInPandas');
    has(offered('inDF\n  .groupBy("age") // ages\n  .count()\n  .|'), 'orderBy');
    has(offered('inDF.as[Person].filter { one => one.age > 1 }.|'), 'map');
    has(offered('$"age".|'), 'cast', 'isNotNull', 'startsWith');
    lacks(offered('$"age".|'), 'startswith', 'endswith');
    has(offered('sum("age").|'), 'as', 'over');
    has(offered('inDF("age").|'), 'cast');
    has(offered('spark.|'), 'sql', 'read');
    has(offered('sqlContext.sql("select 1").|'), 'limit');
    has(offered('spark.read.option("header", "true").csv("/a.csv").|'), 'limit');
  });

  test('knows variables by what the code assigns to them', () => {
    const code = 'val a = inDF\n  .groupBy("age")\nval b: DataFrame = a.count()\nval n = b.count()\nval r = b.rdd\n';
    has(offered(`${code}a.|`), 'agg');
    has(offered(`${code}b.|`), 'withColumn');
    has(offered(`${code}b("age").|`), 'cast');
    for (const name of ['n', 'r', 'other']) assert.deepEqual(offered(`${code}${name}.|`), []);
    assert.deepEqual(offered('val a = b\nval b = a\nb.|'), []);
    assert.deepEqual(offered('1.|'), []);
    assert.deepEqual(offered('"a".|'), []);
  });

  test('offers the names that code finds, and its own', () => {
    has(offered('in|'), 'inDF', 'inDFs', 'spark', 'sqlContext', 'sc', 'parameters', 'val');
    has(offered('wh|'), 'when', 'while', 'sum');
    lacks(offered('pa|'), 'pandas_udf', 'workflowContext');
    const own = offered('case class Person(name: String)\nval first = 1\ndef twice(n: Int) = 2 * n\nx|');
    has(own, 'Person', 'first', 'twice');
    assert.equal(own.filter((one) => one === 'first').length, 1, 'the variable hides the function');
    for (const code of ['val x|', 'import org|', 'def x|', '|']) assert.deepEqual(offered(code), []);
  });
});

/** Code after the insertion of a snippet at `|`, with brackets around what is selected. */
function inserted(code: string, name?: ScalaSnippetName, table = 'outDF', tables = [people]): string {
  const at = code.indexOf('|');
  const doc = code.replace('|', '');
  const { changes, anchor, head } = scalaInsertionOf(doc, at < 0 ? doc.length : at, { tables, table }, name);
  const state = EditorState.create({ doc }).update({ changes, selection: { anchor, head } }).state;
  const text = state.doc.toString();
  return `${text.slice(0, anchor)}«${text.slice(anchor, head)}»${text.slice(head)}`;
}

describe('snippets of Scala code', () => {
  test('register the table of the node in empty code', () => {
    assert.equal(inserted(''), 'val outDF = inDF«»\noutDF.createOrReplaceTempView("outDF")\n');
    assert.equal(
      inserted(' \n', 'filter', 'sums'),
      'val outDF = inDF.filter(«$"name".isNotNull»)\noutDF.createOrReplaceTempView("sums")\n',
    );
    assert.equal(
      inserted('', 'print'),
      'val outDF = inDF\nprintln("«rows: »" + inDF.count())\noutDF.createOrReplaceTempView("outDF")\n',
    );
  });

  test('have the columns of the input', () => {
    const start = (name: ScalaSnippetName): string =>
      inserted('', name).replaceAll(/[«»]/g, '').split('\noutDF.')[0] ?? '';
    assert.equal(start('column'), 'val outDF = inDF.withColumn("new_column", $"age" * 2)');
    assert.equal(
      start('group'),
      'val outDF = inDF.groupBy($"name").agg(count("*").as("row_count"), avg($"age").as("avg_age"))',
    );
    assert.equal(
      start('rdd'),
      `import org.apache.spark.sql.types._

val rows = inDF.rdd.map(row => Row(row.get(0), row.get(1), row.get(2)))
val schema = StructType(Seq(StructField("name", StringType), StructField("age", IntegerType), StructField("home town", StringType)))
val outDF = spark.createDataFrame(rows, schema)`,
    );
    assert.equal(
      start('typed'),
      `case class Record(name: String, age: Option[Int], count: Option[Long])
val records = inDF.as[Record].filter(_.age.isDefined)
val outDF = records.toDF()`,
    );
    assert.equal(
      start('udf'),
      `val asLabel = udf((value: String) => if (value == null) null else value.toUpperCase)
val outDF = inDF.withColumn("label", asLabel($"name"))`,
    );
    const spaced = [[{ name: 'home `town`', type: 'vector' }]];
    assert.match(inserted('', 'filter', 'outDF', spaced), /filter\(«col\("`home ``town```"\)\.isNotNull»\)/);
    assert.match(inserted('', 'typed', 'outDF', spaced), /Record\(column: String\)/);
  });

  test('continue the rows that the code registers', () => {
    assert.equal(
      inserted('val outDF = inDF\n  .limit(3)|\n  .distinct()\noutDF.createOrReplaceTempView("outDF")\n', 'filter'),
      `val outDF = inDF
  .limit(3)
  .distinct()
val filtered = outDF.filter(«$"name".isNotNull»)
filtered.createOrReplaceTempView("outDF")
`,
    );
    assert.equal(
      inserted('val filtered = inDF.limit(3)\nfiltered.registerTempTable("outDF")\n|', 'filter'),
      `val filtered = inDF.limit(3)
val filtered2 = filtered.filter(«$"name".isNotNull»)
filtered2.registerTempTable("outDF")
`,
    );
  });

  test('change no other rows, and print without a new table', () => {
    const code = 'val other = inDF.count()\nval outDF = inDF\n';
    assert.equal(
      inserted(`${code}inDF.createOrReplaceTempView("x")|\n`, 'print'),
      `${code}println("«rows: »" + outDF.count())\ninDF.createOrReplaceTempView("x")\n`,
    );
    assert.match(
      inserted(`${code}inDF.createOrReplaceTempView("x")|\n`, 'filter'),
      /\nval filtered = outDF.*\ninDF\.create/,
    );
    assert.match(inserted('// no rows yet|', 'parameter'), /\nval outDF = inDF\.limit\(rowLimit\)$/);
    assert.match(
      inserted('import org.apache.spark.sql.types._|\n', 'rdd'),
      /^import org\.apache\.spark\.sql\.types\._\nval rows = /,
    );
  });

  test('are those of the shape in the menu', () => {
    const { start, snippets } = snippetChoices('scala', [people], 'sums');
    assert.equal(start.title, 'Start with a table');
    assert.match(start.insertionIn('', 0).changes[0]?.insert ?? '', /createOrReplaceTempView\("sums"\)/);
    has(
      snippets.map(({ title }) => title),
      'Filter rows',
      'Use a case class',
      'Use an RDD with a schema',
    );
    lacks(
      snippetChoices('one', [people], '').snippets.map(({ title }) => title),
      'Use a case class',
    );
  });
});
