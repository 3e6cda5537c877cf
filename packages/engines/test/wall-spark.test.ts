import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { sharedEngine } from '@millrace/testkit/engines';
import { testFolder } from '@millrace/testkit/shared';
import { functions as F, SparkSession } from '@millrace/spark-connect';
import { loadModel } from '@millrace/spark-connect/ml';

const secret = 'not for queries';
const folder = testFolder();
const file = join(folder, 'a.csv');
const schema = join(folder, 'a.xsd');
const out = join(folder, 'out');
writeFileSync(file, `name\n${secret}\n`);
writeFileSync(schema, `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"/></xs:schema>`);

const notHere = /is not available here: queries only read the tables that they are given/;
const noRoutine = /UNRESOLVED_ROUTINE|REQUIRES_SINGLE_PART_NAMESPACE/;

/** A query with so many in it, each in the one before. */
const deep = (levels: number): string =>
  Array.from({ length: levels }).reduce<string>(
    (inner) => `(select max(id) from range(2) where id < ${inner} + 5)`,
    '1',
  );
const tooDeep = /subqueries stand in each other more than 32 deep/;

/** Text of queries that Spark itself refuses, whatever has looked at it before, and what it says. */
const attacks: readonly (readonly [sql: string, says: RegExp])[] = [
  // functions that reach out of SQL
  [`select reflect('java.lang.System', 'getenv')`, noRoutine],
  [`select ReFlect('java.lang.System', 'getenv')`, noRoutine],
  ["select `reflect`('java.lang.System', 'getenv')", noRoutine],
  [`select java_method('java.lang.System', 'lineSeparator')`, noRoutine],
  [`select try_reflect('java.lang.System', 'lineSeparator')`, noRoutine],
  [`select builtin.reflect('java.lang.System', 'getenv')`, noRoutine],
  [`select system.builtin.reflect('java.lang.System', 'getenv')`, noRoutine],
  [`select identifier('reflect')('java.lang.System', 'getenv')`, noRoutine],
  [`select identifier('re' || 'flect')('java.lang.System', 'getenv')`, noRoutine],
  ["-- \\\n select 1 as `\n select reflect('java.lang.System', 'getenv') -- `", /./],
  [`select /*+ broadcast(a), reflect */ reflect('java.lang.System', 'getenv') from range(1) a`, noRoutine],
  [`select from_protobuf(x'00', 'A', '${schema}')`, noRoutine],
  [`select from_avro(x'00', '"int"', map('avroSchemaUrl', '${schema}'))`, noRoutine],
  // options of functions that name files
  [`select from_xml('<a/>', 'b string', map('rowValidationXSDPath', '${schema}'))`, notHere],
  [`select from_xml('<a/>', 'b string', map('ROWVALIDATIONXSDPATH', '${schema}'))`, notHere],
  [`select from_xml('<a/>', 'b string', map(concat('rowValidation', 'XSDPath'), '${schema}'))`, notHere],
  [`select from_xml('<a/>', 'b string', map_from_arrays(array('rowValidationXSDPath'), array('${schema}')))`, /./],
  [`select schema_of_xml('<a/>', map('rowValidationXSDPath', '${schema}'))`, notHere],
  [`select from_xml('<a/>', schema_of_xml('<a/>', map('rowValidationXSDPath', '${schema}')))`, notHere],
  // paths as relations, wherever a relation may stand
  [`select * from csv.\`${file}\``, notHere],
  [`select * from text.\`${file}\``, notHere],
  [`select * from \`csv\`.\`${file}\``, notHere],
  [`select * from parquet.\`${file}\` as a join csv.\`${file}\` as b`, notHere],
  [`select * from range(1), csv.\`${file}\``, notHere],
  [`table csv.\`${file}\``, notHere],
  [`from csv.\`${file}\` select *`, notHere],
  [`from range(1) |> union all (table csv.\`${file}\`)`, notHere],
  [`with a as (select * from text.\`${file}\`) select * from a`, notHere],
  [`with a as (with b as (select * from text.\`${file}\`) select * from b) select 1`, notHere],
  [
    `with recursive a(n) as (select 1 union all select n + 1 from a, csv.\`${file}\` where n < 2) select * from a`,
    notHere,
  ],
  [`select (select max(_c0) from csv.\`${file}\`)`, notHere],
  [`select * from range(2) where exists (select 1 from csv.\`${file}\`)`, notHere],
  [`select * from range(2) where id in (select _c0 from csv.\`${file}\`)`, notHere],
  [`select * from range(2) a, lateral (select * from csv.\`${file}\`)`, notHere],
  [`select case when (select count(*) from csv.\`${file}\`) > 0 then 1 end`, notHere],
  [`select id from range(2) group by id having id = (select count(*) from csv.\`${file}\`)`, notHere],
  [`select id from range(2) order by (select max(_c0) from csv.\`${file}\`)`, notHere],
  [`select * from range(2) union select _c0 from csv.\`${file}\``, notHere],
  [`select * from identifier('csv.\`${file}\`')`, notHere],
  [`select * from csv.\`${file}\` with (header = true)`, notHere],
  [`select * from default.t`, notHere],
  [`select * from spark_catalog.default.t`, notHere],
  // statements
  [`create temporary view v using csv options (path '${file}')`, notHere],
  [`create table t using csv location '${file}'`, notHere],
  [`create function f as 'java.lang.String' using jar '${file}'`, notHere],
  [`insert overwrite directory '${out}' using csv select 1`, notHere],
  [`insert overwrite local directory '${out}' stored as textfile select 1`, notHere],
  [`from range(1) insert overwrite directory '${out}' using csv select 1`, notHere],
  [`insert into csv.\`${out}\` select 1`, notHere],
  ['set spark.sql.runSQLOnFiles = true', notHere],
  ['reset', notHere],
  [`add jar '${file}'`, notHere],
  [`add file '${file}'`, notHere],
  ['list files', notHere],
  [`load data local inpath '${file}' into table t`, notHere],
  ['show tables', notHere],
  ['describe function abs', notHere],
  ['explain select 1', notHere],
  ['cache table x as select 1', notHere],
  [`select transform(id) using 'cat' from range(3)`, notHere],
  ['begin select 1; end', notHere],
  [`execute immediate 'select 1'`, notHere],
  ['declare x int', notHere],
  [`use default`, notHere],
];

describe('Spark itself, by a session that nobody guards', () => {
  let session: SparkSession;
  before(async () => {
    session = await SparkSession.connect((await sharedEngine('spark')).url);
  });
  after(() => session.client.close());

  /** Words of the failure; fails if there is none. */
  async function refusal(work: () => Promise<unknown>): Promise<string> {
    try {
      const output = await work();
      return assert.fail(`it was done: ${JSON.stringify(output)}`);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return String(error);
    }
  }

  for (const [sql, says] of attacks)
    test(`refuses ${JSON.stringify(sql.replaceAll(folder, ''))}`, async () => {
      const why = await refusal(() => session.sql(sql).collect());
      assert.match(why, says);
      assert.ok(!why.includes(secret), why);
      assert.equal(existsSync(out), false);
    });

  for (const sql of [
    `(select max(_c0) from csv.\`${file}\`)`,
    `exists (select 1 from csv.\`${file}\`)`,
    `reflect('java.lang.System', 'getenv')`,
  ])
    test(`refuses it as an expression, too: ${sql.replaceAll(folder, '')}`, async () => {
      assert.match(
        await refusal(() => session.range(1).select(F.expr(sql)).collect()),
        /not available here|UNRESOLVED_ROUTINE/,
      );
      assert.match(
        await refusal(() => session.range(1).filter(`(${sql}) is not null`).collect()),
        /not available here|UNRESOLVED_ROUTINE/,
      );
    });

  test('refuses functions by their name in a plan', async () => {
    for (const name of ['reflect', 'java_method', 'try_reflect'])
      assert.match(
        await refusal(() =>
          session
            .range(1)
            .select(F.call(name, F.lit('java.lang.System'), F.lit('getenv')))
            .collect(),
        ),
        noRoutine,
      );
  });

  test('refuses text in a stage of a saved model, nested too', async () => {
    const stage = (uid: string, className: string, paramMap: object): string =>
      JSON.stringify({ class: className, timestamp: 1, sparkVersion: '4.3.0', uid, paramMap, defaultParamMap: {} });
    const write = (at: string, text: string): void => {
      mkdirSync(join(at, 'metadata'), { recursive: true });
      writeFileSync(join(at, 'metadata/part-00000'), `${text}\n`);
      writeFileSync(join(at, 'metadata/_SUCCESS'), '');
    };
    const sqlStage = (statement: string): string =>
      stage('sql_1', 'org.apache.spark.ml.feature.SQLTransformer', { statement });
    const pipeline = (uid: string, child: string): string =>
      stage(uid, 'org.apache.spark.ml.PipelineModel', { stageUids: [child] });
    const at = join(folder, 'model');
    write(at, pipeline('outer', 'inner'));
    write(join(at, 'stages/0_inner'), pipeline('inner', 'sql_1'));
    const text = join(at, 'stages/0_inner/stages/0_sql_1');
    for (const [statement, says] of [
      [`select * from csv.\`${file}\``, notHere],
      [`select *, reflect('java.lang.System', 'getenv') from __THIS__`, noRoutine],
      [`select * from __THIS__ where exists (select 1 from text.\`${file}\`)`, notHere],
    ] as const) {
      write(text, sqlStage(statement));
      const work = async (): Promise<unknown> => {
        const model = await loadModel(session, pathToFileURL(at).href);
        return (await model.transform(session.range(1))).collect();
      };
      assert.match(await refusal(work), says);
    }
    write(text, sqlStage('select id + 1 as next from __THIS__'));
    const model = await loadModel(session, pathToFileURL(at).href);
    assert.deepEqual(await (await model.transform(session.range(1))).collect(), [{ next: 1n }]);
  });

  test('reads no formats that are none of ours, and no schema of XML that an option names', async () => {
    for (const format of ['image', 'jdbc'])
      assert.ok(!(await refusal(() => session.read.format(format).load(file).collect())).includes(secret));
    writeFileSync(join(folder, 'a.xml'), '<r><a>1</a></r>');
    const xml = (): Promise<unknown> =>
      session.read
        .schema('a string')
        .format('xml')
        .option('rowTag', 'r')
        .option('rowValidationXSDPath', schema)
        .load(join(folder, 'a.xml'))
        .collect();
    assert.match(await refusal(xml), notHere);
  });

  test('takes text for what it says: no variables of its environment', async () => {
    assert.deepEqual(await session.sql("select '${env:HOME}' as a").collect(), [{ a: '${env:HOME}' }]);
  });

  test('looks at each part of a deep query once, and does it: each subquery waits for the one in it on a thread of its own', async () => {
    assert.deepEqual(await session.sql(`select ${deep(30)} as a`).collect(), [{ a: 1n }]);
  });

  test('refuses subqueries that stand in each other deeper than its threads would do, told by name or not', async () => {
    await assert.rejects(session.sql(`select ${deep(40)} as a`).collect(), tooDeep);
    const queries = Array.from({ length: 40 }, (_, i) => `t${i + 1} as (select (select max(a) from t${i}) as a)`);
    await assert.rejects(
      session.sql(`with t0 as (select 1 as a), ${queries.join()} select * from t40`).collect(),
      tooDeep,
    );
  });

  test('does what queries do', async () => {
    const t = session.range(3);
    for (const [sql, rows] of [
      ['with a as (select 1 as x), b as (select * from a) select * from b join a using (x)', 1],
      ['select * from t where id in (select id from range(2))', 2],
      ['from t |> where id > 1 |> extend 1 as one |> aggregate sum(one) as n group by id', 1],
      ['select id, row_number() over w as n from t window w as (order by id)', 3],
      ['select * from (values (1, 2), (3, 4)) as v(a, b) unpivot (x for c in (a, b))', 4],
      ['select * from (select 1 as a, 2 as b) pivot (sum(b) for a in (1, 2))', 1],
      ['select * from t tablesample (100 percent) limit 2 offset 1', 2],
      ['select * from t lateral view explode(array(1, 2)) as e', 6],
      ['select * from t, lateral (select t.id + 1 as n)', 3],
      ['select /*+ repartition(2) */ * from t sort by id', 3],
      ['select * from t intersect select 1 except select 2', 1],
      ['select id from t group by all having count(*) > 0', 3],
      ['with recursive r(n) as (select 1 union all select n + 1 from r where n < 3) select * from r', 3],
      ["select from_xml('<a><b>1</b></a>', schema_of_xml('<a><b>1</b></a>'), map('mode', 'FAILFAST'))", 1],
    ] as const)
      assert.equal((await session.sql(sql, { inputs: { t } }).collect()).length, rows, sql);
  });
});
