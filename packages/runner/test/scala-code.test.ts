import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findSandbox } from '@millrace/engines';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { RunError } from '@millrace/errors';
import type { DataFrame } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { testFolder } from '@millrace/testkit/shared';
import { gallery, galleryDatasets, galleryWorkflow, hasGallery, ready, runOn } from './support.ts';

const sandbox = await findSandbox();
const missing = 'missing' in sandbox && process.env['CI'] !== 'true' ? sandbox.missing : false;

const secret = 'a-secret-of-millrace';

type Attempt = readonly [name: string, scala: string, expected?: RegExp];

/** Expressions in Scala whose value must not hold the secret; `expected` is what they must give, an error by default. */
const attempts = (at: Record<'outside' | 'state' | 'files' | 'port', string>): readonly Attempt[] => [
  ['reads a file next to the file space', `read("${at.outside}/secret.csv")`],
  ['reads it as text of Spark', `spark.read.text("file://${at.outside}/secret.csv").collect().mkString`],
  ['reads it as an RDD', `sc.textFile("${at.outside}/secret.csv").collect().mkString`],
  ['reads the state of the service', `read("${at.state}/key.csv")`],
  ['reads through a link of the file space', `read("${at.files}/link.csv")`],
  [
    'reads through a link of its own',
    `Files.createSymbolicLink(Path.of("own"), Path.of("${at.outside}/secret.csv")); read("own")`,
  ],
  ['lists the folder next to it', `Files.list(Path.of("${at.outside}")).iterator.asScala.mkString`],
  [
    'lists home folders',
    `Option(new java.io.File("/root").list()).toSeq.flatten.filter(_.startsWith(".ssh")).mkString`,
    /^$/,
  ],
  ['writes into the file space', `Files.writeString(Path.of("${at.files}/new.csv"), "x")`],
  ['saves rows in the file space', `spark.range(1).write.csv("${at.files}/saved"); "saved"`],
  ['removes a file of the file space', `Files.delete(Path.of("${at.files}/a.csv"))`],
  ['writes into the toolchain', `Files.writeString(Path.of(System.getProperty("java.home"), "evil"), "x")`],
  [
    'writes next to its class path',
    `Files.writeString(Path.of(System.getProperty("java.class.path").split(":").last + ".evil"), "x")`,
  ],
  ['writes to the system', `Files.writeString(Path.of("/usr/evil"), "x")`],
  ['reads its environment', `System.getenv().asScala.filter(_._1.matches(".*(SECRET|TOKEN|AWS).*")).mkString`, /^$/],
  [
    'reads the environment of the first process',
    `Files.readString(Path.of("/proc/1/environ")).contains("${secret}")`,
    /^false$|Error/,
  ],
  [
    'finds processes of the service',
    `Files.list(Path.of("/proc")).iterator.asScala.filter(_.getFileName.toString.forall(_.isDigit)).map(p => Files.readString(p.resolve("comm"))).filter(name => name.startsWith("node") || name.startsWith("sail")).mkString`,
    /^$/,
  ],
  [
    'opens a socket to this machine',
    `new java.net.Socket("127.0.0.1", ${at.port}).getInputStream.readAllBytes.map(_.toChar).mkString`,
  ],
  [
    'opens a socket to the internet',
    `new java.net.Socket().connect(new java.net.InetSocketAddress("1.1.1.1", 53), 2000)`,
  ],
  ['asks for a name', `java.net.InetAddress.getByName("example.com")`],
  ['reads a page', `new java.net.URI("http://1.1.1.1/").toURL.openStream().readAllBytes.length`],
  [
    'loads classes from elsewhere',
    `new java.net.URLClassLoader(Array(new java.net.URI("http://127.0.0.1:${at.port}/evil.jar").toURL)).loadClass("Evil")`,
  ],
  ['adds a jar from outside', `sc.addJar("${at.outside}/secret.csv"); sc.listJars().mkString`, /Error|^$/],
  ['reads by a command', `scala.sys.process.Process(Seq("cat", "${at.outside}/secret.csv")).!!`],
  ['mounts by a command', `scala.sys.process.Process(Seq("mount", "-t", "tmpfs", "none", "/tmp")).!!`],
  ['makes a sandbox of its own', `scala.sys.process.Process(Seq("unshare", "-Ur", "id")).!!`],
  ['attaches to a process', `scala.sys.process.Process(Seq("sh", "-c", "echo x > /proc/1/mem")).!!`],
  ['changes the kernel', `Files.writeString(Path.of("/proc/sys/kernel/core_pattern"), "|/bin/sh")`],
  ['reads the memory of the machine', `Files.readAllBytes(Path.of("/dev/mem")).length`],
  [
    'deserializes what opens a file',
    `new java.io.ObjectInputStream(new java.io.FileInputStream("${at.outside}/secret.csv")).readObject()`,
  ],
];

describe('code in Scala', { skip: missing }, () => {
  const folder = testFolder();
  const at = {
    files: join(folder, 'files'),
    outside: join(folder, 'outside'),
    state: join(folder, 'files', 'state'),
    port: '',
  };
  const server = createServer((socket) => socket.end(secret));
  let host: EngineHost;
  let engine: EngineSession;
  const logged: string[] = [];

  before(async () => {
    for (const one of [at.files, at.outside, at.state]) mkdirSync(one, { recursive: true });
    writeFileSync(join(at.files, 'a.csv'), 'x\n1\n');
    writeFileSync(join(at.outside, 'secret.csv'), secret);
    writeFileSync(join(at.state, 'key.csv'), secret);
    symlinkSync(join(at.outside, 'secret.csv'), join(at.files, 'link.csv'));
    process.env['MILLRACE_TEST_SECRET'] = secret;
    await once(server.listen(0, '127.0.0.1'), 'listening');
    at.port = String((server.address() as AddressInfo).port);
    assert.ok(!('missing' in sandbox));
    const box = { sandbox, files: [{ how: 'writable', folder: at.files } as const], readable: [], hidden: [at.state] };
    host = new EngineHost({ box, memory: '1g' });
    // the rows of the result are the same file for both engines, and Sail is up sooner
    engine = await host.open('sail');
    engine.code.onLog = (node, line) => logged.push(`${node}: ${line}`);
  });
  after(async () => {
    delete process.env['MILLRACE_TEST_SECRET'];
    await engine?.[Symbol.asyncDispose]();
    await host?.close();
    server.close();
  });

  async function run(code: string, inputs: readonly DataFrame[] = [], parameters = {}): Promise<DataFrame> {
    const request = { code, nodeId: '7', style: 'scala', outputs: 1, inputs, parameters, root: undefined } as const;
    const [rows] = (await engine.code.run(request)).outputs;
    assert.ok(rows);
    return rows;
  }
  const failure = (code: string, inputs?: readonly DataFrame[]): Promise<RunError> =>
    run(code, inputs).then(
      () => assert.fail('the code did not fail'),
      (error: unknown) => {
        assert.ok(error instanceof RunError, String(error));
        return error;
      },
    );

  describe('has all of Spark', () => {
    test('values of all types come back as they were, in their order', async () => {
      const query = `select id, if(id % 3 = 0, null, id / 7D) as fraction, double('NaN') as nan, cast(id as decimal(38,10)) / 3 as exact,
        concat('é "', id, '"\n') as text, date'1582-10-04' + cast(id as int) as day, timestamp'1900-01-01T00:00:00.000001Z' + make_dt_interval(id) as at,
        cast(concat('x', id) as binary) as bytes, id % 2 = 0 as even, array(id, null) as list, map('k', id) as pairs,
        named_struct('a', id, 'b', array(named_struct('c', null))) as nested, cast(id % 100 as tinyint) as tiny from range(300)`;
      const input = engine.session.sql(query);
      const output = await run('val outDF = inDF', [input]);
      assert.deepEqual(await output.collect(), await input.collect());
    });

    test('an empty input has its columns', async () => {
      const input = engine.session.sql(`select 1 as n, 'x' as text where false`);
      const output = await run('val outDF = inDF.withColumn("more", $"n" + 1)', [input]);
      assert.deepEqual(output.columns === undefined ? [] : await output.columns(), ['n', 'text', 'more']);
      assert.equal(await output.count(), 0);
    });

    test('views, queries and settings of one node are not those of the next', async () => {
      const input = engine.session.range(4);
      const first = await run(
        'inDF.createOrReplaceTempView("mine")\nspark.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")\nval outDF = sqlContext.sql("select sum(id) as s from mine")',
        [input],
      );
      assert.deepEqual(await first.collect(), [{ s: 6n }]);
      assert.match((await failure('val outDF = spark.table("mine")')).message, /TABLE_OR_VIEW_NOT_FOUND/);
      const zone = await run('val outDF = Seq(spark.conf.get("spark.sql.session.timeZone")).toDF("zone")');
      assert.deepEqual(await zone.collect(), [{ zone: 'UTC' }]);
    });

    test('RDDs, case classes, functions, typed Datasets and implicits of the code', async () => {
      const code = `import java.util.Locale
import scala.collection.mutable
import spark.implicits._

// a comment with "quotes" and { brackets
case class Sale(city: String, amount: Double)
object Rates { val tax = 1.2 }
implicit class Money(val amount: Double) { def taxed: Double = amount * Rates.tax }

def name(text: String): String = text.toUpperCase(Locale.ROOT)
val sales = Seq(Sale("rome", 10), Sale("oslo", 5), Sale("rome", 2.5)).toDS()
val totals = sales.rdd.map(sale => (name(sale.city), sale.amount.taxed)).reduceByKey(_ + _).collectAsMap()
val seen = mutable.Map.empty[String, Int]
for (city <- totals.keys) seen(city) = city.length
val shout = udf((text: String) => name(text) + "!")
val outDF = sales.groupByKey(_.city).mapGroups((city, rows) => (city, rows.map(_.amount).sum)).toDF("city", "total")
  .withColumn("taxed", round(element_at(typedLit(totals.toMap), upper($"city")), 2)).withColumn("city", shout($"city")).orderBy("city")
`;
      const rows = await (await run(code)).collect();
      assert.deepEqual(rows, [
        { city: 'OSLO!', total: 5, taxed: 6 },
        { city: 'ROME!', total: 12.5, taxed: 15 },
      ]);
    });

    test('code for earlier versions of Spark and Scala', async () => {
      const rows = await run(`import org.apache.spark.sql.SQLContext
import scala.collection.JavaConversions._
import scala.collection.mutable.WrappedArray
val context = new SQLContext(sc)
import context.implicits._
val some: Seq[Int] = java.util.Arrays.asList(1, 2, 3)
context.createDataFrame(sc.parallelize(some.map(Tuple1(_)))).toDF("n").registerTempTable("numbers")
val lists = context.sql("select n % 2 as odd, collect_list(n) as ns from numbers group by 1 order by 1")
val outDF = lists.map(r => (r.getInt(0), r.getAs[WrappedArray[Int]]("ns").sum)).toDF("odd", "sum")
outDF.registerTempTable("outDF")`);
      assert.deepEqual((await rows.table()).rows, [
        [0, 2],
        [1, 4],
      ]);
    });

    test('Spark ML', async () => {
      const code = `import org.apache.spark.ml.clustering.KMeans
import org.apache.spark.ml.feature.VectorAssembler
import org.apache.spark.mllib.linalg.Vectors

val features = new VectorAssembler().setInputCols(Array("id")).setOutputCol("features").transform(inDF)
val model = new KMeans().setK(2).setSeed(1).fit(features)
model.clusterCenters.map(_(0)).sorted.foreach(println)
val outDF = model.transform(features).groupBy("prediction").count().select("count").orderBy("count")
outDF.registerTempTable("outDF")
`;
      logged.length = 0;
      const rows = await (await run(code, [engine.session.range(10)])).collect();
      assert.deepEqual(rows, [{ count: 4n }, { count: 6n }]);
      assert.deepEqual(logged, ['7: 2.5', '7: 7.5']);
    });

    test('parameters of the run, and several inputs', async () => {
      const code = 'val outDF = inDFs(0).filter($"id" >= parameters("least").toInt).union(inDFs(1))';
      const rows = await run(code, [engine.session.range(3), engine.session.range(7, 8)], { least: '2' });
      assert.deepEqual(await rows.collect(), [{ id: 2n }, { id: 7n }]);
    });
  });

  describe('cannot leave its process', () => {
    const prelude = `import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._
def read(path: String): String = Files.readString(Path.of(path))
`;
    for (const [i, [name]] of attempts({ ...at, port: '0' }).entries())
      test(name, async () => {
        const [, scala = '', expected = /Error/] = attempts(at)[i] ?? [];
        const rows = await run(`${prelude}val attempt = try String.valueOf({ ${scala} }) catch {
  case error: Throwable => error.getClass.getSimpleName + " Error: " + error.getMessage
}
val outDF = Seq(attempt).toDF("attempt")
`);
        const text = String((await rows.collect())[0]?.['attempt']);
        assert.match(text, expected);
        assert.ok(!text.includes(secret), text);
      });

    test('leaves nothing behind in the file space', () => {
      assert.deepEqual(readdirSync(at.files).sort(), ['a.csv', 'link.csv', 'state']);
    });
  });

  describe('that misbehaves ends with a clear error, and later code runs', () => {
    const cases: readonly (readonly [name: string, code: string, message: RegExp])[] = [
      [
        'does not compile',
        'val x = 1\nval outDF = inDF.limitt(x)\n',
        /^line 2 of the code: value limitt is not a member of/,
      ],
      ['does not parse', 'val x = 1\nval outDF = (1 + \n', /^line \d of the code: /],
      ['closes the bracket of what is around it', '} object Evil { val x = 1 } object Node {', /./],
      ['throws, with its line', 'val x = 1\nval y = inDF.first().getInt(9)\n', /^line 2 of the code: \w+/],
      [
        'throws in a task, with its line',
        'val x = 1\nval n = sc.parallelize(1 to 3).map(i =>\n  10 / (i - 2)\n).sum()\n',
        /^line 3 of the code: ArithmeticException: \/ by zero$/,
      ],
      [
        'names a column that is not there',
        'val outDF = inDF.select($"missing")',
        /^line 1 of the code: AnalysisException: \[UNRESOLVED_COLUMN[^\n]* SQLSTATE: \w+$/,
      ],
      ['gives no rows', 'val x = 1', /^the code gives no rows$/],
      ['ends its process', 'System.exit(0)', /ended its process \(exit code 0\)/],
      ['halts its process', 'Runtime.getRuntime.halt(7)', /ended its process \(exit code 7\)/],
      ['overflows its stack', 'def f(n: Int): Int = 1 + f(n + 1)\nval x = f(0)', /StackOverflowError/],
      [
        'uses up its memory',
        'val x = Iterator.continually(new Array[Byte](1 << 28)).take(100).toList',
        /ended its process/,
      ],
      ['throws text of a terminal', 'throw new Exception("\\u001b[31mred\\u0007")', /Exception: .*red/],
      [
        'has columns of the same name',
        'val outDF = spark.range(1).select($"id", $"id")',
        /COLUMN_ALREADY_EXISTS|already exists/,
      ],
      [
        'puts a link where its result goes',
        'for (i <- 1 to 300) java.nio.file.Files.createSymbolicLink(java.nio.file.Path.of(s"result-$i"), java.nio.file.Path.of("/etc/hostname"))\nval outDF = spark.range(1).toDF()',
        /./,
      ],
    ];
    for (const [name, code, message] of cases)
      test(name, async () => {
        const outcome = await run(code, [engine.session.range(2)]).then(
          () => 'rows',
          (error: unknown) => {
            assert.ok(error instanceof RunError, String(error));
            return error.message;
          },
        );
        assert.match(outcome, message);
        assert.ok(!outcome.includes('\u001b'), outcome);
        assert.equal(await (await run('val outDF = spark.range(2).toDF()')).count(), 2);
      });

    test('prints a million lines', async () => {
      logged.length = 0;
      await run(
        'print("\\u001b[2Jx\\n")\nfor (i <- 1 to 1000000) println("line " + i)\nval outDF = spark.range(1).toDF()',
      );
      assert.equal(logged[0], '7: x');
      assert.ok(logged.length < 200_000, String(logged.length));
      assert.equal(logged.at(-1), '7: more output is not shown');
    });

    test('has a megabyte of text', async () => {
      const rows = await run(`// ${'x'.repeat(1 << 20)}\nval outDF = spark.range(3).toDF()`);
      assert.equal(await rows.count(), 3);
    });

    test('never ends, and is stopped with its session', async () => {
      await using other = await host.open('sail');
      const printed = Promise.withResolvers<void>();
      other.code.onLog = () => printed.resolve();
      const running = other.code.run({
        ...{ code: 'println("begun")\nwhile (true) {}\n', nodeId: '1', style: 'scala' },
        ...{ inputs: [], parameters: {}, root: undefined },
      });
      const ended = assert.rejects(running);
      await printed.promise;
      other.kill();
      await ended;
    });
  });
});

describe('a process that has run Scala code', { skip: missing }, () => {
  const files = testFolder();
  let service: EngineHost;
  before(() => {
    assert.ok(!('missing' in sandbox));
    const box = { sandbox, files: [{ how: 'writable', folder: files } as const], readable: [], hidden: [] };
    service = new EngineHost({ box, memory: '1g', stays: true });
  });
  after(() => service.close());

  /** Runs codes in a session of their own, and gives what each has found. */
  async function found(codes: readonly string[], parameters = {}): Promise<string[]> {
    await using session = await service.open('sail');
    const texts: string[] = [];
    for (const code of codes) {
      const request = { code, nodeId: '1', style: 'scala', inputs: [], parameters, root: undefined } as const;
      const [rows] = (await session.code.run(request)).outputs;
      texts.push(String((await rows?.collect())?.[0]?.['found']));
    }
    return texts;
  }
  /** Looks at its process, and leaves what `leave` says. */
  const code = (leave: string): string => `import java.nio.file._
object Counted { var runs = 0 }
Counted.runs += 1
val own = Set("classes", "local", "checkpoint", "warehouse", "artifacts", "spark-warehouse")
val left = Option(new java.io.File(".").list()).toSeq.flatten.filterNot(own).mkString(",")
val tables = spark.catalog.listTables().collect().map(_.name).sorted.mkString(",")
val kept = sc.getPersistentRDDs.size
val started = ProcessHandle.current().info().startInstant().get()
${leave}
Seq(s"$started $left $tables $kept \${Counted.runs}").toDF("found").createOrReplaceTempView("outDF")
`;
  const leaves = code(`Files.writeString(Path.of("mark"), "x")
spark.range(3).write.saveAsTable("saved")
sc.parallelize(1 to 3).persist().count()`);

  test('runs the same code in a later session, which finds nothing of it', async () => {
    const [first, again] = [await found([leaves]), await found([leaves])];
    assert.match(first[0] ?? '', /Z {3}0 1$/);
    assert.deepEqual(again, first);
  });

  test('runs no other code', async () => {
    const [known] = await found([leaves]);
    const [second, other] = await found([leaves, code('// other')]);
    assert.equal(second, known);
    assert.notEqual(other?.split(' ')[0], known?.split(' ')[0]);
  });

  test('ends if some of it still runs', async () => {
    const thread = code('new Thread(() => while (true) Thread.sleep(10)).start()');
    const [first, again] = [await found([thread]), await found([thread])];
    assert.notEqual(first[0], again[0]);
  });
});

describe('Scala code of the gallery', { skip: missing !== false || !hasGallery }, () => {
  assert.ok(!('missing' in sandbox));
  const box = { sandbox, files: [], readable: [], hidden: [] };
  const host = new EngineHost({ ...sharing(), code: () => Promise.resolve(box) });
  after(() => host.close());

  for (const [name, rows] of [
    ['Transpose', 1],
    ['CustomerSegmentation', 1000],
  ] as const)
    test(`${name} completes`, async () => {
      const graph = await ready(await galleryWorkflow(name), await galleryDatasets(), gallery);
      const { status, engine, nodes } = await runOn(host, 'auto', graph, { dryRun: true });
      const failures = nodes.flatMap(({ error }) => (error === undefined ? [] : [error.message]));
      assert.deepEqual([status, engine, failures], ['COMPLETED', 'spark', []]);
      assert.equal(nodes.find(({ name: node }) => node === 'Scala')?.rows, rows);
    });
});
