import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CompletionContext } from '@codemirror/autocomplete';
import { python } from '@codemirror/lang-python';
import { EditorState } from '@codemirror/state';
import { lineProblemOf, type PythonShape } from '../../src/pages/editor/model/code-shape.ts';
import { lineMarks, markedLine, setLineMark } from '../../src/pages/editor/panel/fields/line-mark.ts';
import { pythonCompletions, pythonSources } from '../../src/pages/editor/panel/fields/python-completion.ts';
import { insertionOf, snippetsFor, type SnippetName } from '../../src/pages/editor/panel/fields/python-snippets.ts';
import { has, lacks, people } from './completion.ts';

const cities = [
  { name: 'city', type: 'string' },
  { name: 'age', type: 'int' },
];

/** What is offered at `|` in code. */
function offered(
  text: string,
  {
    shape = 'one',
    tables = [people],
    explicit = false,
  }: { shape?: PythonShape; tables?: (typeof people)[]; explicit?: boolean } = {},
): readonly string[] {
  const pos = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [python()] });
  const result = pythonCompletions(new CompletionContext(state, pos, explicit), shape, tables);
  return result?.options.map(({ label }) => label) ?? [];
}

describe('completion in Python code', () => {
  test('offers columns in strings', () => {
    assert.deepEqual(offered('inDF.select("a|")'), ['name', 'age', 'home town', 'count']);
    assert.deepEqual(offered('inDF["|"]'), ['name', 'age', 'home town', 'count']);
    assert.deepEqual(offered('F.col("|")'), ['name', 'age', 'home town', 'count']);
    assert.deepEqual(offered("inDF.filter('age > 1 and h|')"), ['name', 'age', '`home town`', 'count']);
    assert.deepEqual(offered('inDF.drop("ag|'), ['name', 'age', 'home town', 'count']);
  });

  test('does not offer columns in an empty text or a comment', () => {
    assert.deepEqual(offered('print("|")'), []);
    assert.deepEqual(offered('"""|"""'), []);
    assert.deepEqual(offered('# a|'), []);
  });

  test('names the input of a column if there are several', () => {
    const labels = offered('inDFs[0].join(inDFs[1], "c|")', { shape: 'many', tables: [people, cities] });
    assert.deepEqual(labels, ['name', 'age', 'home town', 'count', 'city']);
  });

  test('offers columns as attributes of an input, with the methods of DataFrames', () => {
    const labels = offered('x = inDF.|');
    has(labels, 'name', 'age', 'withColumn', 'groupBy', 'count');
    lacks(labels, 'home town');
    assert.equal(labels.filter((one) => one === 'count').length, 1, 'the method hides the column');
    const second = offered('inDFs[1].ci|', { shape: 'many', tables: [people, cities] });
    has(second, 'city', 'age', 'select');
    lacks(second, 'name');
  });

  test('offers what a chain of calls has', () => {
    has(offered('inDF.filter("age > 1").|'), 'select', 'limit');
    has(offered('inDF.groupBy("age").|'), 'agg', 'pivot');
    lacks(offered('inDF.groupBy("age").|'), 'withColumn');
    const code = 'from pyspark.sql import functions as F\nF.col("age").|';
    has(offered(code), 'cast', 'isNotNull');
    has(offered('inDF.age.|'), 'cast');
    has(offered('inDF["age"].|'), 'cast');
    has(offered('spark.sql("select 1").|'), 'limit');
  });

  test('offers nothing for modules and for rows of pandas', () => {
    assert.deepEqual(offered('import pandas as pd\npd.|'), []);
    assert.deepEqual(offered('rows = inDF.toPandas()\nrows.|'), []);
    assert.deepEqual(offered('1.|'), []);
  });

  test('offers the methods of workflowContext and of the session', () => {
    has(offered('workflowContext.out|'), 'outStr', 'outDataFrame', 'getParameters');
    has(offered('spark.|'), 'sql', 'createDataFrame');
  });

  test('offers functions as the code imports them', () => {
    has(offered('from pyspark.sql.functions import *\nco|'), 'col', 'coalesce');
    has(offered('from pyspark.sql import functions as F\nco|'), 'F.col');
    has(offered('import pyspark.sql.functions as fn\nfn.|'), 'col', 'when');
    const named = offered('from pyspark.sql.functions import col, lit\nco|');
    has(named, 'col', 'lit');
    lacks(named, 'coalesce');
    has(offered('from pyspark.sql.functions import c|'), 'coalesce');
    has(offered('co|'), 'F.coalesce');
  });

  test('offers a name once, with its hint', async () => {
    const code = 'from pyspark.sql.functions import *\ndef myfn(spark, workflowContext, id, inDF):\n    su';
    const state = EditorState.create({ doc: code, extensions: [python()] });
    const context = new CompletionContext(state, code.length, false);
    const results = await Promise.all(pythonSources('one', () => [people]).map((source) => source(context)));
    const labels = results.flatMap((result) => result?.options.map(({ label }) => label) ?? []);
    has(labels, 'sum', 'super', 'inDF', 'myfn', 'def');
    for (const name of ['sum', 'inDF', 'if']) assert.equal(labels.filter((label) => label === name).length, 1, name);
  });

  test('offers names of Polars in its code, and none of Spark', () => {
    const imported = 'import polars as pl\n';
    const at = (code: string) => offered(imported + code, { shape: 'polars' });
    has(at('pl.|'), 'col', 'when', 'len');
    has(at('inDF.|'), 'with_columns', 'group_by');
    lacks(at('inDF.|'), 'withColumn', 'age');
    has(at('inDF.group_by("name").|'), 'agg');
    has(at('pl.col("age").|'), 'alias', 'is_null');
    has(at('pl.concat([inDF, inDF]).|'), 'filter');
    has(at('x = pl.when(pl.col("age") > 1).|'), 'then', 'otherwise');
    assert.deepEqual(at('pl.col("|")'), ['name', 'age', 'home town', 'count']);
    const names = offered('co|', { shape: 'polars' });
    has(names, 'pl.col', 'inDF', 'workflowContext');
    lacks(names, 'F.col', 'spark');
  });

  test('offers the variables that code of the shape has', () => {
    has(offered('in|'), 'inDF', 'workflowContext', 'spark');
    has(offered('in|', { shape: 'many' }), 'inDFs');
    has(offered('d|', { shape: 'script' }), 'df');
    assert.deepEqual(offered('def m|'), []);
    assert.deepEqual(offered('|'), []);
  });
});

/** Code after the insertion of a snippet at `|`, with brackets around what is selected. */
function inserted(code: string, shape: PythonShape, name?: SnippetName, tables = [people]): string {
  const at = code.indexOf('|');
  const doc = code.replace('|', '');
  const { changes, anchor, head } = insertionOf(doc, at < 0 ? doc.length : at, shape, tables, name);
  const state = EditorState.create({ doc }).update({ changes, selection: { anchor, head } }).state;
  const text = state.doc.toString();
  return `${text.slice(0, anchor)}«${text.slice(anchor, head)}»${text.slice(head)}`;
}

describe('snippets of Python code', () => {
  test('makes a whole function of empty code', () => {
    assert.equal(
      inserted('', 'one', 'filter'),
      `from pyspark.sql import functions as F


def myfn(spark, workflowContext, id, inDF, cust_dict):
    inDF = inDF.filter(«F.col("name").isNotNull()»)
    return inDF
`,
    );
    assert.equal(
      inserted(' \n', 'lists', 'show'),
      `def myfn(spark, workflowContext, id, inDFs, cust_dict):
    inDF = inDFs[0]
    workflowContext.outDataFrame(id, "«First rows»", inDF, 10)
    return [inDF]
`,
    );
    assert.equal(
      inserted('', 'many', 'join', [people, cities]),
      `def myfn(spark, workflowContext, id, inDFs, cust_dict):
    inDF = inDFs[0].join(inDFs[1], on=«"age"», how="inner")
    return inDF
`,
    );
    assert.equal(inserted('', 'script'), '«result = df»\n');
    assert.equal(inserted('', 'one'), 'def myfn(spark, workflowContext, id, inDF, cust_dict):\n    «return inDF»\n');
  });

  test('makes a function of Polars', () => {
    assert.equal(
      inserted('', 'polars', 'column'),
      `import polars as pl


def myfn(workflowContext, id, inDF, cust_dict):
    inDF = inDF.with_columns(«new_column»=pl.col("age") * 2)
    return inDF
`,
    );
    assert.deepEqual(snippetsFor('polars'), ['filter', 'column', 'group', 'show', 'parameter']);
    const code = 'def myfn(context, id, rows):\n    return rows|\n';
    assert.match(inserted(code, 'polars', 'parameter'), /rows = rows\.limit\(row_limit\)/);
  });

  test('inserts before the return that the caret is at, and imports functions once', () => {
    const code = 'def myfn(spark, workflowContext, id, inDF, cust_dict):\n    return inDF|\n';
    const once = inserted(code, 'one', 'column').replaceAll(/[«»]/g, '');
    assert.equal(
      once,
      `from pyspark.sql import functions as F
def myfn(spark, workflowContext, id, inDF, cust_dict):
    inDF = inDF.withColumn("new_column", F.col("age") * 2)
    return inDF
`,
    );
    assert.equal(
      inserted(once, 'one', 'group'),
      `from pyspark.sql import functions as F
def myfn(spark, workflowContext, id, inDF, cust_dict):
    inDF = inDF.withColumn("new_column", F.col("age") * 2)
    inDF = inDF.groupBy(«"name"»).agg(F.count("*").alias("row_count"), F.avg("age").alias("avg_age"))
    return inDF
`,
    );
  });

  test('inserts after the line of the caret, with its indentation', () => {
    assert.equal(
      inserted('def myfn(spark, workflowContext, id, rows):|\n    return rows\n', 'one', 'show'),
      `def myfn(spark, workflowContext, id, rows):
    workflowContext.outDataFrame(id, "«First rows»", rows, 10)
    return rows
`,
    );
    assert.equal(
      inserted('df = df.limit(1)|\nresult = df\n', 'script', 'show'),
      'df = df.limit(1)\nworkflowContext.outDataFrame(id, "«First rows»", df, 10)\nresult = df\n',
    );
    assert.equal(
      inserted('if True:\n    |\nresult = df', 'script', 'show'),
      'if True:\n    workflowContext.outDataFrame(id, "«First rows»", df, 10)\nresult = df',
    );
  });

  test('takes the first input of a list if the code has no other rows', () => {
    const code = 'def myfn(spark, workflowContext, id, inDFs, cust_dict):|\n    return inDFs[0]\n';
    assert.match(
      inserted(code, 'many', 'parameter'),
      /:\n    inDF = inDFs\[0\]\n    row_limit = int\(.*«100».*\)\n    inDF = /,
    );
  });

  test('joins inputs only in code that takes a list', () => {
    assert.ok(!snippetsFor('one').includes('join'));
    assert.ok(snippetsFor('many').includes('join'));
  });
});

describe('the line of a problem', () => {
  const marked = (text: string, line: number) =>
    EditorState.create({ doc: text, extensions: lineMarks }).update({
      effects: setLineMark.of({ line, message: 'wrong' }),
    }).state;

  test('is read from the message', () => {
    assert.deepEqual(lineProblemOf('line 2 of the code: ZeroDivisionError: division by zero'), {
      line: 2,
      message: 'ZeroDivisionError: division by zero',
    });
    assert.equal(lineProblemOf('required field "code" is missing'), undefined);
  });

  test('moves with its text', () => {
    const state = marked('a\nb\nc', 2);
    assert.equal(markedLine(state)?.line, 2);
    assert.equal(markedLine(state.update({ changes: { from: 0, insert: 'new\n' } }).state)?.line, 3);
    assert.equal(markedLine(state.update({ changes: { from: 2, insert: '    ' } }).state)?.line, 2);
    assert.equal(markedLine(state.update({ changes: { from: 0, to: 2 } }).state)?.line, 1);
  });

  test('stays at its number if all text is replaced', () => {
    const state = marked('a\nb\nc', 3);
    const replaced = (insert: string) => state.update({ changes: { from: 0, to: state.doc.length, insert } }).state;
    assert.equal(markedLine(replaced('x\ny\nz\n'))?.line, 3);
    assert.equal(markedLine(replaced('x'))?.line, 1);
  });

  test('is the last line for a line that does not exist, and goes away', () => {
    const state = marked('a\nb', 9);
    assert.equal(markedLine(state)?.line, 2);
    assert.equal(markedLine(state.update({ effects: setLineMark.of(undefined) }).state), undefined);
  });
});
