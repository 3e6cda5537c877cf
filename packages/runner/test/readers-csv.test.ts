import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue, type Outcome } from '@millrace/processors';
import { withEscape } from '@millrace/processors/csv-escape';
import { types, type CollectedTable } from '@millrace/spark-connect';
import { sharing } from '@millrace/testkit/engines';
import { compareTables } from '@millrace/parity/compare';
import { LocalFiles } from '@millrace/file-space';
import { EngineHost, type EngineSession } from '@millrace/engines/host';

const catalogue = await loadCatalogue();

interface Text {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly path?: string;
  readonly width: number;
  readonly header?: boolean;
  readonly separator?: string;
  readonly escape?: string;
  readonly quote?: string;
  readonly encoding?: string;
  /** Further options of Spark’s reader. */
  readonly options?: Readonly<Record<string, string>>;
  /** What Spark's own reader must be told so that it reads the text as it is meant. */
  readonly multiLine?: boolean;
  readonly lineSep?: string | undefined;
  readonly meantEscape?: string;
  /** Sail is not to be trusted with it, for a reason that holds this text. */
  readonly unverified?: string;
  readonly rejected?: number;
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const one = (text: string | Uint8Array, width: number, more: Partial<Text> = {}): Text => ({
  files: { 'a.csv': text },
  width,
  ...more,
});

const texts: Readonly<Record<string, Text>> = {
  'Windows line ends': one('a,b\r\n1,2\r\n', 2),
  'carriage returns alone': one('a,b\r1,2\r', 2),
  'all line ends mixed': one('a,b\r1,2\n3,4\r\n5,6', 2),
  'a byte order mark': one('\uFEFFa,b\n1,2\n', 2),
  'a byte order mark before a quoted header': one('\uFEFF"a",b\n1,2\n', 2, { header: true }),
  'quoted cells': one('"a,1",b\n1,"2"\n"",x\n', 2),
  'doubled quotes with the escape "': one('"a""x",b\n"""q""",2\n', 2, { escape: '"' }),
  'doubled quotes with the escape \\, by which nothing is escaped': one('"a""x",b\n"""q""",2\n', 2, {
    meantEscape: '"',
  }),
  'doubled and escaped quotes': one('"a""x","b\\"y"\n1,2\n', 2, { unverified: 'unescaped quotes inside cells' }),
  'escaped quotes': one('"a\\"x",b\n1,2\n', 2),
  'backslashes before other characters, which are text': one('"C:\\dir",b\n"a\\nb","\\\\x"\n', 2, {
    meantEscape: '"',
  }),
  'escapes before escapes': one('"C:\\\\dir",b\n"a\\\\",2\n', 2, { unverified: 'escape characters' }),
  'escapes before escapes, and before quotes': one('"C:\\\\dir",b\n"a\\"",2\n', 2, { unverified: 'escape characters' }),
  'backslashes at the end of cells with doubled quotes': one('"a,\\","b"\n"x ""y""\\",2\n', 2, { meantEscape: '"' }),
  'a backslash at the end of the last cell': one('1,"a,\\"\n', 2, { meantEscape: '"' }),
  'escapes outside quotes': one('C:\\dir,b\\\n1,2\n', 2),
  'quotes inside cells': one('5" disk,b\na "q" b,2\n', 2),
  'text behind a closing quote': one('"x"y,2\n"a" ,b\n', 2, { unverified: 'unescaped quotes inside cells' }),
  'a quote that nobody closes': one('"a,b\n1,2\n', 2, { unverified: 'an unclosed quote', rejected: 1 }),
  'other quotes': one("'a,1',b\n\"x,2\n", 2, { quote: "'" }),
  'cells of several lines': one('"a\nx",b\n1,"2\n\n3"\n', 2, { multiLine: true }),
  'cells of several lines below a header of several lines': one('"a\nx",b\n1,"2\n3"\n', 2, {
    header: true,
    multiLine: true,
  }),
  'cells of several lines with Windows line ends': one('"a\r\nx",b\r\n1,"2\n\r"\r\n"\r\n",3\r\n', 2, {
    multiLine: true,
    lineSep: '\r\n',
  }),
  'Windows line ends inside cells alone': one('"a\r\nx",b\n1,"2\r\n"\n', 2, { multiLine: true, lineSep: '\n' }),
  'cells of several lines with carriage returns alone': one('"a\r\nx",b\r1,"2\r"\r', 2, {
    multiLine: true,
    lineSep: '\r',
  }),
  'cells of several lines in lines that end in different ways': one('"a\r\nx",b\r\n1,2\n', 2, {
    multiLine: true,
    unverified: 'mixed line endings',
  }),
  'short and long rows': one('a,b,c\n1\n1,2\n1,2,3,4\n', 3, { rejected: 3 }),
  'short and long rows with quotes': one('"a",b,c\n1\n1,2,3,4\n', 3, {
    unverified: 'rows with different numbers of cells',
    rejected: 2,
  }),
  'a first row that is short': one('a\n1,2,3\n', 3, { rejected: 1 }),
  'a file wider than the schema': one('a,b,c\n1,2,3\n', 2),
  'a file narrower than the schema': one('a,b\n1,2\n', 4),
  'a header longer than the rows': one('a,b,c\n1,2\n3,4\n', 2, { header: true }),
  'empty lines': one('\n\na,b\n\n1,2\n\n', 2, { header: true }),
  'lines of blanks': one('a,b\n  \n1,2\n \t \n', 2),
  'lines of blanks in one column': one('a\n  \n1\n', 1),
  'a line of tabs between tabs': one('a\tb\n\t\n1\t2\n', 2, { separator: '\\t' }),
  'blanks around cells': one(' a , b\n  ,2\n', 2),
  'empty and quoted empty cells': one('a,\n,\n"",x\n', 2),
  'delimiters of several characters': one('a||b\n1|2||3\n|||x\n', 2, { separator: '||' }),
  'delimiters of several characters with quotes': one('"a||1"||b\n1||2\n', 2, {
    separator: '||',
    unverified: 'a multi-character or non-ASCII delimiter',
  }),
  'delimiters beyond ASCII': one('a§b\n1§2\n', 2, { separator: '§' }),
  'control characters as delimiters': one('a\x01b\n1\x012\n', 2, { separator: '\x01' }),
  'a blank as delimiter': one('a b\n1  2\n3 4\n', 2, { separator: ' ', rejected: 1 }),
  'words that look like null': one('null,NA\n\\N,"null"\n', 2),
  'lines that look like comments': one('#a,b\n1,2\n', 2),
  'form feeds and Unicode line ends inside cells': one('a\x0b,b\x0c\n1\u2028,2\u0085\n', 2),
  Unicode: one('ä,日本\n🎉,\u00e9\n', 2),
  'Latin-1': one(latin('é,b\n1,ü\n'), 2, { encoding: 'ISO-8859-1', unverified: 'text in ISO-8859-1' }),
  'bytes that are not UTF-8': one(latin('é,b\n1,ü\n'), 2, { unverified: 'bytes that are not valid UTF-8' }),
  'UTF-16': one(utf16('é,b\n1,2\n'), 2, { encoding: 'utf16', multiLine: true, unverified: 'text in UTF-16' }),
  'an empty file': one('', 2),
  'an empty file with a header': one('', 2, { header: true }),
  'a header without rows': one('a,b\n', 2, { header: true }),
  'nothing but empty lines': one('\n\n\n', 2),
  'a folder of files with headers, one of them empty': {
    files: { 'd/a.csv': 'a,b\n1,2\n', 'd/b.csv': 'a,b\r\n3,4', 'd/c.csv': '', 'd/_SUCCESS': 'x', 'd/.crc': 'y' },
    path: 'd',
    width: 2,
    header: true,
  },
  'a folder with folders in it': { files: { 'd/a.csv': '1,2\n', 'd/sub/b.csv': '3,4\n' }, path: 'd', width: 2 },
  'a packed file': one('', 2, {
    files: { 'a.csv.gz': (await import('node:zlib')).gzipSync('a,b\n1,2\n') },
    path: 'a.csv.gz',
  }),
};

describe('delimited text is read as Spark’s own reader reads it', () => {
  const host = new EngineHost(sharing());
  let root: string;
  let sail: EngineSession;
  let spark: EngineSession;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-csv-'));
    sail = await host.open('sail');
    spark = await host.open('spark');
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  const read = (
    { kind, session }: EngineSession,
    folder: string,
    text: Text,
    kinds: readonly string[] = [],
    names: readonly string[] = Array.from({ length: text.width }, (_, i) => `c${i}`),
  ): Promise<Outcome> => {
    const processor = catalogue.get('fire.nodes.dataset.NodeDatasetCSV');
    assert.ok(processor !== undefined);
    const lists: Readonly<Record<string, readonly string[]>> = {
      outputColNames: names,
      outputColTypes: kinds,
      extraOptionsKeys: Object.keys(text.options ?? {}),
      extraOptionsValues: Object.values(text.options ?? {}),
    };
    const fields: Readonly<Record<string, string | undefined>> = {
      path: text.path ?? 'a.csv',
      header: String(text.header ?? false),
      enforceSchema: 'true',
      separator: text.separator,
      escape: text.escape,
      quote: text.quote,
      encoding: text.encoding,
    };
    const empty = types.struct([]);
    return processor.compose({
      session,
      engine: kind,
      files: new LocalFiles(folder),
      dataset: () => undefined,
      onePartition: true,
      now: '2024-02-29T12:00:00.000Z',
      seed: 1n,
      input: session.range(0),
      inputs: [],
      schema: empty,
      schemas: [],
      stored: { text: (name) => fields[name], list: (name) => lists[name] },
    });
  };

  /** What Spark's reader gives for columns of text. */
  const oracle = (
    folder: string,
    {
      path = 'a.csv',
      width,
      header = false,
      separator = ',',
      escape = '\\',
      quote = '"',
      encoding,
      multiLine = false,
      lineSep,
      meantEscape = escape,
    }: Text,
  ) =>
    spark.session.read
      .format('csv')
      .schema(types.struct(Array.from({ length: width }, (_, i) => types.field(`c${i}`, types.string))))
      .options({
        sep: separator,
        header,
        escape: meantEscape,
        quote,
        multiLine,
        ...(lineSep === undefined ? {} : { lineSep }),
        ...(encoding === undefined ? {} : { encoding: encoding === 'utf16' ? 'UTF-16' : encoding }),
      })
      .load(join(folder, path))
      .table();

  const tableOf = async ({ outputs }: Outcome): Promise<CollectedTable> => {
    const [output] = outputs;
    assert.ok(output !== undefined);
    return output.table();
  };
  const rejectsOf = async ({ rejects }: Outcome): Promise<CollectedTable> => {
    assert.ok(rejects !== undefined);
    return rejects.rows.table();
  };

  for (const [name, text] of Object.entries(texts))
    test(name, async () => {
      const folder = join(root, name.replaceAll(/\W/g, '_'));
      for (const [file, content] of Object.entries(text.files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), content);
      }
      const expected = await oracle(folder, text);
      const onSpark = await read(spark, folder, text);
      assert.equal(compareTables(expected, await tableOf(onSpark)), undefined);
      const badBytes = onSpark.warnings?.some((warning) => warning.includes('bytes that are not valid UTF-8')) ?? false;
      assert.equal(badBytes, text.unverified === 'bytes that are not valid UTF-8');
      if (text.rejected === undefined) assert.equal(onSpark.rejects, undefined);
      else {
        assert.equal((await rejectsOf(onSpark)).rows.length, text.rejected);
        // counting reads no columns, and must see the same
        assert.equal(Number(await onSpark.rejects?.rows.count()), text.rejected);
      }
      const onSail = await read(sail, folder, text);
      assert.equal(onSail.unverified !== undefined, text.unverified !== undefined, onSail.unverified);
      assert.equal(onSpark.unverified, onSail.unverified);
      if (text.unverified !== undefined) assert.ok(onSail.unverified?.includes(text.unverified), onSail.unverified);
      else {
        assert.equal(compareTables(expected, await tableOf(onSail)), undefined);
        if (text.rejected !== undefined)
          assert.equal(compareTables(await rejectsOf(onSpark), await rejectsOf(onSail)), undefined);
      }
    });

  test('options about blanks and comments hold for the header too', async () => {
    const cases: readonly [string, Readonly<Record<string, string>>][] = [
      ['id, name ,x\n1, a ,2\n', { ignoreLeadingWhiteSpace: 'true' }],
      ['id, name ,x\n1, a ,2\n', { ignoretrailingwhitespace: 'TRUE' }],
      ['id, "na, me" ,x\n1, "a, b" ,2\n', { ignoreLeadingWhiteSpace: 'true', ignoreTrailingWhiteSpace: 'true' }],
      ['# made, by, "us\nid,name\n# 1\n1,#a\n', { comment: '#' }],
    ];
    for (const [i, [content, options]] of cases.entries()) {
      const folder = join(root, `header${i}`);
      await mkdir(folder);
      await writeFile(join(folder, 'a.csv'), content);
      const expected = await spark.session.read
        .format('csv')
        .options({ header: true, ...options })
        .load(join(folder, 'a.csv'))
        .table();
      for (const engine of [spark, sail]) {
        const outcome = await read(engine, folder, { width: 0, files: {}, header: true, options }, [], []);
        assert.deepEqual((await outcome.outputs[0]?.schema())?.fields, expected.schema.fields);
        // Sail knows comments, and is not asked for blanks but by name
        if (engine === spark || options['comment'] !== undefined)
          assert.deepEqual((await tableOf(outcome)).rows, expected.rows);
        assert.match(outcome.unverified ?? '', /the reader option/);
      }
    }
  });

  test('typed cells of lines that engines cut: blank, bad and good, the same values, rejects and schema', async () => {
    const folder = join(root, 'typed-lines');
    await mkdir(folder);
    const kinds = ['INTEGER', 'LONG', 'DOUBLE', 'FLOAT', 'DECIMAL(10,2)', 'BOOLEAN', 'DATE', 'TIMESTAMP', 'BINARY'];
    const good = ['7', '-8', '1.5d', '2e3', '12.345', 'true', '2024-02-29', '2024-02-29 01:02:03', 'abc', 'text'];
    const lines = [
      good,
      good.map(() => ''),
      good.map(() => '  '),
      good.map(() => 'x'),
      good.slice(0, 4),
      [...good, '1'],
    ];
    await writeFile(join(folder, 'a.csv'), lines.map((cells) => cells.join(';')).join('\n'));
    const names = good.map((_, i) => `c${i}`);
    const typed = (engine: EngineSession): Promise<Outcome> =>
      read(engine, folder, { width: 0, files: {}, separator: ';' }, [...kinds, 'STRING'], names);
    const [onSpark, onSail] = [await typed(spark), await typed(sail)];
    assert.equal(onSail.unverified, undefined);
    for (const { outputs, schemas } of [onSpark, onSail]) assert.deepEqual(schemas?.[0], await outputs[0]?.schema());
    const rows = await tableOf(onSpark);
    assert.equal(compareTables(rows, await tableOf(onSail)), undefined);
    assert.deepEqual(
      rows.rows[1],
      names.map(() => null),
    );
    const rejected = await rejectsOf(onSpark);
    assert.equal(compareTables(rejected, await rejectsOf(onSail)), undefined);
    assert.deepEqual(
      rejected.rows.map(([why]) => why),
      [names.slice(0, 8), ['row length'], ['row length']],
    );
    for (const { rejects } of [onSpark, onSail]) {
      const all = await rejects?.counting?.explained.table();
      const bad = all?.rows.filter(([why]) => Array.isArray(why) && why.length > 0);
      assert.equal(all?.rows.length, 6);
      assert.deepEqual(bad, rejected.rows);
    }
  });

  test('so is text made at random, on Sail wherever it is trusted', async (t) => {
    // a linear congruential generator: the same texts at every run
    let state = 20_240_229;
    const random = (): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state / 0x7fff_ffff;
    };
    const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];
    let trusted = 0;
    for (let n = 0; n < 80; n++) {
      const separator = pick([',', ',', '\t', '||']);
      const escape = pick(['\\', '"']);
      const width = 1 + Math.floor(random() * 3);
      const ragged = random() < 0.3;
      const wild = random() < 0.4;
      const cell = () =>
        wild
          ? Array.from({ length: Math.floor(random() * 4) }, () =>
              pick(['a', '"', '\\', ' ', 'é', separator, '\t', '#', '\n']),
            ).join('')
          : pick([
              '',
              'a',
              '12',
              '日本',
              ' x',
              'in"ner',
              'b\\s',
              `"q${separator}r"`,
              '""',
              '"l1\nl2"',
              `"e${escape}"f"`,
            ]);
      const line = () =>
        random() < 0.07
          ? pick(['', ' ', '\t'])
          : Array.from({ length: ragged ? 1 + Math.floor(random() * 4) : width }, cell).join(separator);
      const content = Array.from({ length: 1 + Math.floor(random() * 5) }, line).join(pick(['\n', '\n', '\r\n', '\r']));
      const text = { ...one(content, width), header: random() < 0.4, separator, escape };
      const folder = join(root, `random${n}`);
      await mkdir(folder);
      await writeFile(join(folder, 'a.csv'), content);
      const files = new LocalFiles(folder);
      const { facts, format } = await withEscape({ delimiter: separator, quote: '"', escape }, (marks) =>
        files.csv('a.csv', marks),
      );
      // a delimiter that no line holds is refused, which is tested elsewhere
      if (
        width > 1 &&
        Math.max(facts?.cells.most ?? 0, ...(text.header ? [] : (facts?.firstRows ?? []).map((row) => row.length))) ===
          1
      )
        continue;
      const multiLine =
        facts !== undefined && facts.quirks.includes('multi-line') && !facts.quirks.includes('unclosed-quotes');
      const expected = await oracle(folder, {
        ...text,
        multiLine,
        ...(multiLine ? { lineSep: facts.lineEnd } : {}),
        meantEscape: format.escape,
      });
      const onSail = await read(sail, folder, text);
      const message = JSON.stringify({ content, separator, escape, width, header: text.header });
      assert.equal(compareTables(expected, await tableOf(await read(spark, folder, text))), undefined, message);
      if (onSail.unverified !== undefined) continue;
      trusted++;
      assert.equal(compareTables(expected, await tableOf(onSail)), undefined, message);
    }
    t.diagnostic(`Sail was trusted with ${trusted} of 80 texts`);
    assert.ok(trusted > 20);
  });
});
