import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FieldError, loadCatalogue, type Outcome } from '@millrace/processors';
import { functions as F, types, type CollectedTable, type DataFrame } from '@millrace/spark-connect';
import { parseDataset, type Dataset } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { compareTables } from '@millrace/parity/compare';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { commitSave, stageSave } from '../src/execute/saves.ts';
import { python } from './explain-python.ts';

const catalogue = await loadCatalogue();
const pythonCells = `
import csv, json, sys
with open(sys.stdin.read(), newline="", encoding="utf-8") as file:
    print(json.dumps(list(csv.reader(file))))
`;
/** Cells that readers and writers of CSV are known to trip over. */
const awkwardCells = [
  'plain',
  'a "b" c',
  '"',
  '""',
  '"quoted"',
  'ends with "',
  'C:\\dir\\',
  'a,\\',
  '\\"',
  'say \\"hi\\", x',
  '\\,\\\\,\\"\\',
  'two\nlines',
  'two\r\nlines',
  'two\rlines',
  '\nbegins with one',
  'ends with one\r\n',
  'a,b',
  ',',
  ' leading',
  'trailing ',
  '\ttab\t',
  ' "x" ',
  'null',
  '#no comment',
  "it's",
  'ä日本🎉\u00a0\u2028',
] as const;
const everyType =
  'a tinyint, b smallint, c int, d bigint, e float, f double, g decimal(12,2), h boolean, i date, k binary, l string, m array<int>, n struct<x:int,y:array<string>>';
const rows = [
  [1, 2, 3, 4n, 1.5, 2.5, '1.25', true, '2024-02-29', Uint8Array.from([0, 255]), 'ä"\n', [1, null], { x: 1, y: ['q'] }],
  [null, null, null, null, null, null, null, null, null, null, null, null, null],
  [
    -128,
    -32768,
    -2147483648,
    -9223372036854775808n,
    -0,
    Number.NaN,
    '-9999999999.99',
    false,
    '0001-01-01',
    new Uint8Array(),
    '',
    [],
    { x: null, y: [] },
  ],
] as const;

describe('files of the formats that carry their schema', () => {
  const host = new EngineHost(sharing());
  let root: string;
  let sail: EngineSession;
  let spark: EngineSession;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-formats-'));
    sail = await host.open('sail');
    spark = await host.open('spark');
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  const compose = (
    name: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    { kind, session }: EngineSession,
    input?: { readonly df: DataFrame; readonly schema: CollectedTable['schema'] },
    dataset?: Dataset,
  ): Promise<Outcome> => {
    const processor = catalogue.get(`fire.nodes.${name}`);
    assert.ok(processor !== undefined);
    return processor.compose({
      session,
      engine: kind,
      files: new LocalFiles(root),
      dataset: () => dataset,
      onePartition: true,
      now: '2024-02-29T12:00:00.000Z',
      seed: 1n,
      input: input?.df ?? session.range(0),
      inputs: input === undefined ? [] : [input.df],
      schema: input?.schema ?? types.struct([]),
      schemas: input === undefined ? [] : [input.schema],
      stored: {
        text: (field) => (typeof fields[field] === 'string' ? fields[field] : undefined),
        list: (field) => (typeof fields[field] === 'string' ? undefined : fields[field]),
      },
    });
  };
  const tableOf = async ({ outputs }: Outcome): Promise<CollectedTable> => {
    const [output] = outputs;
    assert.ok(output !== undefined);
    return output.table();
  };
  const save = async (
    name: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    engine: EngineSession,
    df: DataFrame,
  ): Promise<Outcome> => {
    const outcome = await compose(name, fields, engine, { df, schema: await df.schema() });
    for (const one of outcome.saves ?? []) await commitSave(await stageSave('1', one, new LocalFiles(root), {}));
    return outcome;
  };
  const all = (engine: EngineSession): DataFrame => engine.session.createDataFrame(rows, everyType);

  for (const [format, saver, reader] of [
    ['Parquet', 'save.NodeSaveParquet', 'dataset.NodeDatasetParquet'],
    ['Avro', 'save.NodeSaveAvro', 'dataset.NodeDatasetAvro'],
  ] as const)
    test(`${format}: what is saved comes back, with its types`, async () => {
      await save(saver, { path: `all-${format}`, saveMode: 'Overwrite' }, spark, all(spark));
      const content = await all(spark).table();
      // Avro has no whole numbers below int
      const expected =
        format === 'Parquet'
          ? content
          : {
              ...content,
              schema: types.struct(
                content.schema.fields.map((f) =>
                  f.type.kind === 'byte' || f.type.kind === 'short' ? { ...f, type: types.integer } : f,
                ),
              ),
            };
      assert.equal(
        compareTables(expected, await tableOf(await compose(reader, { path: `all-${format}` }, spark))),
        undefined,
      );
      const onSail = await compose(reader, { path: `all-${format}` }, sail);
      assert.equal(onSail.unverified, undefined);
      assert.equal(compareTables(expected, await tableOf(onSail)), undefined);
    });

  test('Parquet of Sail reads back on Spark, and of both engines on Sail', async () => {
    for (const engine of [sail, spark]) {
      const path = `parquet-${engine.kind}`;
      const outcome = await save('save.NodeSaveParquet', { path }, engine, all(engine));
      assert.equal(outcome.unverified, undefined);
      for (const reading of [sail, spark]) {
        const read = await compose('dataset.NodeDatasetParquet', { path }, reading);
        assert.equal(read.unverified, undefined);
        assert.equal(
          compareTables(await all(spark).table(), await tableOf(read)),
          undefined,
          `${engine.kind} to ${reading.kind}`,
        );
      }
    }
  });

  const write = (path: string, sql: string, partition: readonly string[] = []) =>
    spark.session
      .sql(sql)
      .coalesce(1)
      .write.format('parquet')
      .mode('append')
      .partitionBy(...partition)
      .save(join(root, path));

  test('Parquet timestamps of each form are the same instants on both engines', async () => {
    const form = 'spark.sql.parquet.outputTimestampType';
    for (const stored of ['INT96', 'TIMESTAMP_MICROS', 'TIMESTAMP_MILLIS']) {
      const path = `times-${stored}`;
      await spark.session.setConfig({ [form]: stored });
      await write(
        path,
        `select id, t as \`when.at\`, cast(t as timestamp_ntz) as local, t as again from (
           select id, timestamp(list[id]) as t from range(5), (select array(
             '2024-02-29 10:11:12.000001', '0001-01-01', '9999-12-31 23:59:59.999999', '1969-12-31 23:59:59.999999', null
           ) as list))`,
      );
      await spark.session.setConfig({ [form]: 'INT96' });
      const [onSail, onSpark] = await Promise.all(
        [sail, spark].map((engine) => compose('dataset.NodeDatasetParquet', { path }, engine)),
      );
      assert.ok(onSail && onSpark);
      assert.equal(onSail.unverified, undefined);
      assert.equal(compareTables(await tableOf(onSpark), await tableOf(onSail)), undefined, stored);
    }
  });

  test('Sail is not trusted with nested Parquet timestamps of the old form, partitions, and files that differ', async () => {
    await write('nested-times', "select array(named_struct('t', timestamp'2024-01-01 00:00:00')) as t");
    await write('parts', 'select id, id % 2 as k from range(4)', ['k']);
    await write('differ', 'select 1 as a, 2 as b');
    await write('differ', 'select 3L as c, 4 as a');
    await write('alike', 'select 1 as a, 2 as b');
    await write('alike', 'select 3 as a, 4 as b');
    const why = async (path: string) => (await compose('dataset.NodeDatasetParquet', { path }, sail)).unverified;
    assert.match((await why('nested-times')) ?? '', /timestamps/);
    assert.match((await why('parts')) ?? '', /partition columns in folder names/);
    assert.match((await why('differ')) ?? '', /different schemas/);
    assert.equal(await why('alike'), undefined);
    const parts = await tableOf(await compose('dataset.NodeDatasetParquet', { path: 'parts' }, spark));
    assert.deepEqual(
      parts.schema.fields.map((f) => [f.name, f.type.kind]),
      [
        ['id', 'long'],
        ['k', 'integer'],
      ],
    );
  });

  test('Parquet: the file of each row is named on request', async () => {
    await save('save.NodeSaveParquet', { path: 'named dir' }, spark, spark.session.sql('select 1 as a').coalesce(1));
    const outcome = await compose('dataset.NodeDatasetParquet', { path: 'named dir', addInputFileName: 'true' }, spark);
    const [file] = (await readdir(join(root, 'named dir'))).filter((name) => name.endsWith('.parquet'));
    assert.deepEqual((await tableOf(outcome)).rows, [[1, `named dir/${file}`]]);
    assert.match(outcome.unverified ?? '', /input file names/);
  });

  test('a saved dataset may be Parquet, JSON, Avro, ORC, text or a pattern of files', async () => {
    await save('save.NodeSaveORC', { path: 'set-orc' }, spark, all(spark));
    await save('save.NodeSaveAvro', { path: 'set-avro' }, spark, spark.session.sql('select 1 as a'));
    await save('save.NodeSaveJSON', { path: 'set-json' }, spark, spark.session.sql("select 1 as a, 'ü' as b"));
    await save('save.NodeSaveText', { path: 'set-text' }, spark, spark.session.sql("select 'line' as t"));
    const read = async (datasetType: string, path: string): Promise<CollectedTable> => {
      const parsed = parseDataset({
        uuid: 'u',
        name: 'n',
        path,
        datasetType,
        datasetSchema: '{colNames:["other"],colTypes:["STRING"]}',
      });
      assert.ok(parsed.ok);
      return tableOf(
        await compose('dataset.NodeDatasetStructured', { dataset: 'u' }, spark, undefined, parsed.dataset),
      );
    };
    assert.equal(compareTables(await all(spark).table(), await read('ORC', 'set-orc')), undefined);
    assert.deepEqual((await read('AVRO', 'set-avro')).rows, [[1]]);
    assert.deepEqual((await read('json', 'set-json/*.json')).rows, [[1n, 'ü']]);
    assert.deepEqual((await read('TEXT', 'set-text')).rows, [['line']]);
  });

  test('CSV is written as Spark writes it: header, quotes, one file, folders by column', async () => {
    const df = spark.session.createDataFrame(
      [
        [1, 'a"b', 'x y'],
        [2, null, 'x y'],
        [3, '', 'z,'],
      ],
      'id int, name string, k string',
    );
    await save('save.NodeSaveCSV', { path: 'csv-out', partitionColNames: ['k'], saveAsOneFile: 'true' }, spark, df);
    const files = (await readdir(join(root, 'csv-out'), { recursive: true }))
      .filter((name) => name.endsWith('.csv'))
      .toSorted();
    assert.deepEqual(
      files.map((name) => name.split('/')[0]),
      ['k=x y', 'k=z,'],
    );
    const content = await Promise.all(files.map((name) => readFile(join(root, 'csv-out', name), 'utf8')));
    assert.deepEqual(content, ['id,name\n1,"a""b"\n2,\n', 'id,name\n3,""\n']);
    const back = await compose('dataset.NodeDatasetCSV', { path: 'csv-out', escape: '"' }, spark);
    assert.deepEqual(
      (await tableOf(back)).schema.fields.map((f) => f.name),
      ['id', 'name', 'k'],
    );
    const typed = await compose(
      'dataset.NodeDatasetCSV',
      {
        path: 'csv-out',
        escape: '"',
        outputColNames: ['id', 'name', 'k'],
        outputColTypes: ['INTEGER', 'STRING', 'STRING'],
      },
      spark,
    );
    assert.deepEqual(
      (await tableOf(typed)).rows.toSorted((x, y) => Number(x[0]) - Number(y[0])),
      [
        [1, 'a"b', 'x y'],
        [2, null, 'x y'],
        [3, null, 'z,'],
      ],
    );
  });

  test('CSV by RFC 4180 comes back: by our readers, by Python and by Spark with the escape "', async () => {
    const content = [...awkwardCells, '', null].map((cell, id) => [id, cell, `next ${id}`] as const);
    const expected = content.map(([id, cell, next]) => [String(id), cell === '' ? null : cell, next]);
    const byId = (table: CollectedTable): (readonly unknown[])[] =>
      table.rows.toSorted((x, y) => Number(x[0]) - Number(y[0]));
    for (const engine of [spark, sail])
      for (const [header, path] of [
        ['true', `rfc-header-${engine.kind}`],
        ['false', `rfc-${engine.kind}`],
      ] as const) {
        const df = engine.session.createDataFrame(content, 'id int, cell string, next string');
        await save('save.NodeSaveCSV', { path, header, saveAsOneFile: 'true' }, engine, df);
        const [file = ''] = (await readdir(join(root, path))).filter((name) => name.endsWith('.csv'));
        const byPython = JSON.parse(await python(pythonCells, join(root, path, file))) as string[][];
        if (header === 'true') assert.deepEqual(byPython.shift(), ['id', 'cell', 'next']);
        assert.deepEqual(
          byPython,
          expected.map(([id, cell, next]) => [id, cell ?? '', next]),
          `${path} by Python`,
        );
        const bySpark = spark.session.read
          .schema('id string, cell string, next string')
          .options({ header, escape: '"', multiLine: true, lineSep: '\n' })
          .csv(join(root, path));
        assert.deepEqual(byId(await bySpark.table()), expected, `${path} by Spark`);
        for (const reading of [spark, sail]) {
          const outcome = await compose('dataset.NodeDatasetCSV', { path, header }, reading);
          assert.equal(outcome.unverified, undefined);
          assert.deepEqual(byId(await tableOf(outcome)), expected, `${path} by our reader on ${reading.kind}`);
        }
      }
    // empty text and null differ in the file
    const [file = ''] = (await readdir(join(root, 'rfc-spark'))).filter((name) => name.endsWith('.csv'));
    assert.match(
      await readFile(join(root, 'rfc-spark', file), 'utf8'),
      new RegExp(`\n${content.length - 2},"",next \\d+\n${content.length - 1},,next \\d+\n$`),
    );
  });

  test('CSV with another quote doubles that one', async () => {
    const df = spark.session.createDataFrame([["it's", 'a "b"', "x'"]], 'a string, b string, c string');
    await save('save.NodeSaveCSV', { path: 'other-quote', quote: "'" }, spark, df);
    const back = await compose('dataset.NodeDatasetCSV', { path: 'other-quote', quote: "'" }, spark);
    assert.deepEqual((await tableOf(back)).rows, [["it's", 'a "b"', "x'"]]);
  });

  test('CSV with the escape \\ is written as Spark writes it, and comes back', async () => {
    const content = [['a "b"', 'C:\\dir, x', 'x,\\', 'y\\"z']];
    const df = spark.session.createDataFrame(content, 'a string, b string, c string, d string');
    await save('save.NodeSaveCSV', { path: 'backslash', escape: '\\' }, spark, df);
    const [file = ''] = (await readdir(join(root, 'backslash'))).filter((name) => name.endsWith('.csv'));
    assert.match(await readFile(join(root, 'backslash', file), 'utf8'), /^a,b,c,d\n"a \\"b\\""/);
    const back = await compose('dataset.NodeDatasetCSV', { path: 'backslash' }, spark);
    assert.deepEqual((await tableOf(back)).rows, content);
  });

  /** The text of the files that were saved; their lines by the alphabet where no order is promised. */
  const savedText = async (path: string): Promise<string> => {
    const names = (await readdir(join(root, path))).filter((name) => /\.(csv|json)$/.test(name)).toSorted();
    return (await Promise.all(names.map((name) => readFile(join(root, path, name), 'utf8')))).join('');
  };
  const flat = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'l'];

  for (const [saver, more] of [
    ['CSV', {}],
    ['CSV', { header: 'false', quote: "'" }],
    ['JSON', {}],
  ] as const)
    test(`${saver} of both engines is the same text: ${JSON.stringify(more)}`, async () => {
      const [some, none] = [`${saver}-${Object.keys(more).length}`, `${saver}-${Object.keys(more).length}-empty`];
      for (const engine of [sail, spark]) {
        const df = all(engine)
          .select(...flat)
          .withColumn('a "b", c', F.col('l'))
          .withColumn('t', F.col('i').cast('timestamp'));
        const fields = { saveAsOneFile: 'true', saveMode: 'Append', ...more };
        // a second one stands beside the first
        for (const _ of [1, 2]) {
          const outcome = await save(
            `save.NodeSave${saver}`,
            { path: `${some}-${engine.kind}`, ...fields },
            engine,
            df,
          );
          assert.equal(outcome.unverified, undefined);
        }
        await save(`save.NodeSave${saver}`, { path: `${none}-${engine.kind}`, ...fields }, engine, df.limit(0));
      }
      const text = await savedText(`${some}-spark`);
      assert.ok(text.length > 200, text);
      assert.equal(await savedText(`${some}-sail`), text);
      assert.equal(await savedText(`${none}-sail`), await savedText(`${none}-spark`));
      assert.equal((await readdir(join(root, `${some}-sail`))).filter((name) => !/^[_.]/.test(name)).length, 2);
      assert.equal((await readdir(join(root, `${none}-sail`))).filter((name) => !/^[_.]/.test(name)).length, 1);
    });

  test('what has another text on Sail is left to Spark', async () => {
    const schema = await all(sail).schema();
    const why = async (saver: string, fields: Readonly<Record<string, string>>, columns: readonly string[]) => {
      const df = all(sail).select(...columns);
      const part = { ...schema, fields: schema.fields.filter(({ name }) => columns.includes(name)) };
      return (await compose(saver, { path: 'x', ...fields }, sail, { df, schema: part })).unverified;
    };
    assert.equal(await why('save.NodeSaveJSON', {}, ['c', 'm']), 'the JSON text of array<int> columns');
    assert.equal(await why('save.NodeSaveJSON', {}, ['k']), 'the JSON text of binary columns');
    const odd = 'CSV with another quote, escape or encoding';
    assert.equal(await why('save.NodeSaveCSV', { escape: '\\' }, ['c']), odd);
    assert.equal(await why('save.NodeSaveCSV', { encoding: 'ISO-8859-1' }, ['c']), odd);
    assert.equal(await why('save.NodeSaveCSV', { quote: '|' }, ['c']), odd);
  });

  test('a text file of old bytes is read as Spark reads it, or refused loudly by Sail', async () => {
    await mkdir(join(root, 'old'), { recursive: true });
    await writeFile(join(root, 'old/a.txt'), Buffer.from('é\n', 'latin1'));
    for (const reader of ['dataset.NodeDatasetTextFiles', 'dataset.NodeDatasetWholeTextFiles']) {
      const onSpark = await tableOf(await compose(reader, { path: 'old' }, spark));
      assert.ok(String(onSpark.rows[0]?.at(-1)).startsWith('\uFFFD'));
      await assert.rejects(compose(reader, { path: 'old' }, sail).then(tableOf));
    }
  });

  test('a saver of text refuses what is no text, before anything is written', async () => {
    await assert.rejects(
      save('save.NodeSaveText', { path: 'never' }, spark, spark.session.sql('select 1 as n')),
      (error: unknown) => error instanceof FieldError && error.message === 'column "n" has type INT: must be text',
    );
    await assert.rejects(readdir(join(root, 'never')));
  });
});
