import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { CsvFacts, CsvFormat } from '@millrace/processors';
import { splitLine } from '@millrace/processors/split-line';
import { withEscape } from '@millrace/processors/csv-escape';
import { csvFacts } from '../src/scan/csv-facts.ts';
import { CsvScan } from '../src/scan/csv-scan.ts';
import { lineEndOf } from '../src/scan/line-ends.ts';

const comma: CsvFormat = { delimiter: ',', quote: '"', escape: '\\' };
const doubled: CsvFormat = { ...comma, escape: '"' };

describe('what delimited text is found to hold', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-facts-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const factsOf = async (content: string | Uint8Array, format = comma, name = 'a.csv'): Promise<CsvFacts> => {
    const file = join(folder, name);
    await writeFile(file, content);
    const facts = await csvFacts([file], format, { displayName: () => name });
    assert.ok(facts !== undefined);
    return facts;
  };

  interface Case {
    readonly text: string;
    readonly format?: CsvFormat;
    readonly first?: readonly string[];
    readonly cells?: readonly [number, number];
    readonly quirks?: readonly string[];
  }
  const cases: Readonly<Record<string, Case>> = {
    'lines and cells are counted, the first line apart': {
      text: 'a,b\n1,2\n3,4,5\n',
      first: ['a', 'b'],
      cells: [2, 3],
    },
    'a last line needs no end': { text: 'a,b\n1,2,3', first: ['a', 'b'], cells: [3, 3] },
    'Windows line ends count once': {
      text: 'a,b\r\n1,2\r\n',
      first: ['a', 'b'],
      cells: [2, 2],
      quirks: ['carriage-returns'],
    },
    'carriage returns alone end lines': {
      text: 'a,b\r1,2,3\r',
      first: ['a', 'b'],
      cells: [3, 3],
      quirks: ['carriage-returns'],
    },
    'lines that begin with the mark of comments do not count, whatever they hold': {
      text: '#x,"y\na,b\n#\n1,#2\n1,"#\n#3"\n#',
      format: { ...comma, comment: '#' },
      first: ['a', 'b'],
      cells: [2, 2],
      quirks: ['multi-line'],
    },
    'blanks around cells are left out where they are no part of them, but for those in quotes': {
      text: 'id,  na me , " b, c " ,\t\n1, "2,3",4,\n',
      format: { ...comma, trims: { start: true, end: true } },
      first: ['id', 'na me', ' b, c ', ''],
      cells: [4, 4],
    },
    'empty lines do not count': { text: '\n\na,b\n\n1,2\n\n', first: ['a', 'b'], cells: [2, 2] },
    'lines of blanks do not count either, and are told': {
      text: 'a,b\n \t \n1,2\n',
      first: ['a', 'b'],
      cells: [2, 2],
      quirks: ['blank-lines'],
    },
    'a line of tabs is a line of blanks though tabs delimit': {
      text: 'a\tb\n\t\n1\t2\n',
      format: { ...comma, delimiter: '\t' },
      first: ['a', 'b'],
      cells: [2, 2],
      quirks: ['blank-lines'],
    },
    'a byte order mark is no part of the first name': {
      text: '\uFEFFa,b\n1,2\n',
      first: ['a', 'b'],
      cells: [2, 2],
      quirks: ['byte-order-mark'],
    },
    'a quoted name behind a byte order mark': {
      text: '\uFEFF"a,x",b\n',
      first: ['a,x', 'b'],
      cells: [0, 0],
      quirks: ['byte-order-mark'],
    },
    'delimiters in quotes part nothing': {
      text: '"a,1",b\n"1,""2",3\n',
      format: doubled,
      first: ['a,1', 'b'],
      cells: [2, 2],
      quirks: ['escaped-quotes'],
    },
    'escaped quotes': { text: 'a\n"x\\"y,z"\n', first: ['a'], cells: [1, 1], quirks: ['escaped-quotes'] },
    'doubled quotes are loose where the escape is a backslash': {
      text: 'a\n"x""y"\n',
      first: ['a'],
      cells: [1, 1],
      quirks: ['loose-quotes', 'inner-quotes', 'doubled-quotes'],
    },
    'a loose quote ends the quoting: the next delimiter parts': {
      text: 'a\n"x"y,z"\n',
      first: ['a'],
      cells: [2, 2],
      quirks: ['loose-quotes', 'inner-quotes'],
    },
    'blanks behind a closing quote are not loose': { text: '"a" ,b\n', first: ['a', 'b'], cells: [0, 0] },
    'quotes inside a cell mean nothing': {
      text: 'a\n5" disk,x\nb"c"\n',
      first: ['a'],
      cells: [1, 2],
      quirks: ['inner-quotes'],
    },
    'an escape before something else': {
      text: 'a\n"C:\\dir",2\n',
      first: ['a'],
      cells: [2, 2],
      quirks: ['lone-escapes'],
    },
    'an escape before another': { text: 'a\n"x\\\\",2\n', first: ['a'], cells: [2, 2], quirks: ['escaped-escapes'] },
    'escapes outside quotes mean nothing': { text: 'a\nC:\\dir,b\\,c\n', first: ['a'], cells: [3, 3] },
    'a cell of several lines': { text: 'a,b\n"x\ny",2\n', first: ['a', 'b'], cells: [2, 2], quirks: ['multi-line'] },
    'a header of several lines': {
      text: '"a\nx",b\n1,2\n',
      first: ['a\nx', 'b'],
      cells: [2, 2],
      quirks: ['multi-line'],
    },
    'a quote that nobody closes does not swallow the file': {
      text: 'a,b\n"x,1\ny,2\nz,3\n',
      first: ['a', 'b'],
      cells: [1, 2],
      quirks: ['unclosed-quotes'],
    },
    'nor does one that ends in the middle of a cell': {
      text: 'a,b\n"x,1\ny"z,2\n',
      first: ['a', 'b'],
      cells: [1, 2],
      quirks: ['unclosed-quotes', 'inner-quotes'],
    },
    'delimiters of several characters': {
      text: 'a||b\n1|2||3\n|||x\n',
      format: { ...comma, delimiter: '||' },
      first: ['a', 'b'],
      cells: [2, 2],
    },
    'delimiters beyond ASCII': {
      text: 'a§b\n1§2§3\n',
      format: { ...comma, delimiter: '§' },
      first: ['a', 'b'],
      cells: [3, 3],
    },
    'quotes behind a delimiter of several characters': {
      text: 'a\n"x||y"||z\n',
      format: { ...comma, delimiter: '||' },
      first: ['a'],
      cells: [2, 2],
    },
    'no quotes at all': { text: '"a,b\n1",2,3\n', format: { ...comma, quote: '' }, first: ['"a', 'b'], cells: [3, 3] },
  };
  for (const [name, { text, format = comma, first = [], cells = [0, 0], quirks = [] }] of Object.entries(cases))
    test(name, async () => {
      const facts = await factsOf(text, format);
      assert.deepEqual(facts.firstRows, [first]);
      assert.deepEqual([facts.cells.least, facts.cells.most], cells);
      assert.deepEqual(facts.quirks.toSorted(), quirks.toSorted());
    });

  test('how all lines end is known where cells hold line ends, wherever pieces end', () => {
    const ends: readonly (readonly [string, string | undefined])[] = [
      ['"a\r\nb",c\n1,2\n', '\n'],
      ['"a\nb",c\r\n1,2\r\n', '\r\n'],
      ['"a\nb",c\r\n\r\n1,2', '\r\n'],
      ['"a\nb",c\r1,2\r', '\r'],
      ['"a\nb",c\r\r1,2\n', undefined],
      ['"a\nb",c\r\n1,2\n', undefined],
      ['"a\nb",c\n1,2\r\n', undefined],
      ['"a\nb",c\n\r\n1,2\n', undefined],
      ['"a\r\nb"', undefined],
    ];
    for (const [content, lineEnds] of ends)
      for (let size = 1; size <= content.length; size++) {
        const scan = new CsvScan(
          { delimiter: Buffer.from(','), quote: 34, escape: 92, comment: -1, skipsBlanks: false, utf8: true },
          true,
        );
        const text = Buffer.from(content);
        for (let at = 0; at < text.length; at += size) scan.push(text.subarray(at, at + size));
        scan.end();
        assert.equal(lineEndOf(scan.lineEnds), lineEnds, JSON.stringify([content, size]));
      }
  });

  test('text by RFC 4180 is known as such whatever backslashes its cells hold', async () => {
    const cells = ['a "b"', 'a,\\', ',\\"', '\\",\\', 'say \\"hi\\", x', '\\\\server\\share, x', ',b"', '\\,\\", \\"'];
    const rfc = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    for (const one of cells)
      for (const next of ['x', ',b', '"q"', ',\\'])
        for (const row of [
          [one, next],
          [next, one],
          ['1', one, next],
        ]) {
          const line = row.map(rfc).join(',');
          const { format, facts } = await withEscape(comma, (marks) => factsOf(`${line}\n`, marks));
          assert.deepEqual(splitLine(line, format), row, line);
          assert.deepEqual(facts?.firstRows, [row]);
        }
  });

  test('text that escapes quotes by a backslash is known as such', async () => {
    for (const line of ['"a\\"b",x', '"a\\"",x', '"\\"a\\"",x', '"a\\",b",x', '"C:\\\\",x', '"a\\"b",5" disk']) {
      const { format } = await withEscape(comma, (marks) => factsOf(`${line}\n`, marks));
      assert.equal(format.escape, '\\', line);
    }
  });

  test('a file cut into pieces anywhere gives the same', () => {
    const text = Buffer.from('\n"a\né",b\r\n1,"2""\r\n3",4\n \t\n日本||,"x"y,\n"open\\",z\n\n"last');
    for (const delimiter of [',', '||', '日'])
      for (const escape of ['"', '\\'])
        for (const spanLines of [true, false]) {
          const scanBy = (size: number) => {
            const scan = new CsvScan(
              {
                delimiter: Buffer.from(delimiter),
                quote: 34,
                escape: escape.charCodeAt(0),
                comment: -1,
                skipsBlanks: false,
                utf8: true,
              },
              spanLines,
            );
            for (let at = 0; at < text.length; at += size) scan.push(text.subarray(at, at + size));
            scan.end();
            return [
              scan.least,
              scan.most,
              scan.first?.toString(),
              scan.quoted,
              scan.strayQuote,
              scan.lineEnds,
              [...scan.quirks].toSorted(),
            ];
          };
          const whole = scanBy(text.length);
          for (let size = 1; size < 12; size++)
            assert.deepEqual(scanBy(size), whole, `${delimiter} ${escape} ${spanLines} ${size}`);
        }
  });

  test('a header is told from a line that ends like it, or begins so, wherever pieces end', () => {
    for (const [line, isHeader] of [
      ['head,er', true],
      ['Head,er', false],
      ['head,eR', false],
    ] as const)
      for (let size = 1; size < 20; size++) {
        const text = Buffer.from(`head,er\n1,2\n${line}\n3,4\n`);
        const scan = new CsvScan(
          { delimiter: Buffer.from(','), quote: 34, escape: 92, comment: -1, skipsBlanks: false, utf8: true },
          true,
        );
        for (let at = 0; at < text.length; at += size) scan.push(text.subarray(at, at + size));
        scan.end();
        assert.equal(scan.headerAgain, isHeader, `${line} ${size}`);
      }
  });

  test('files of a folder are taken together, equal headers once', async () => {
    const files = ['x.csv', 'y.csv', 'z.csv'].map((name) => join(folder, name));
    await Promise.all(['a,b\n1,2\n', 'a,b\n1,2,3\n', ''].map((text, i) => writeFile(files[i] ?? '', text)));
    const facts = await csvFacts(files, comma);
    assert.deepEqual(facts?.firstRows, [['a', 'b']]);
    assert.deepEqual(facts?.cells, { least: 2, most: 3 });
    assert.equal(facts?.files, 3);
  });

  test('a header that comes again later is noticed, a line of the same length is not taken for it', async () => {
    assert.equal((await factsOf('ab,c\n1,2\nab,c\n')).headerAgain, true);
    assert.equal((await factsOf('ab,c\n12,3\n')).headerAgain, false);
  });

  test('an empty file has no lines', async () => {
    const facts = await factsOf('');
    assert.deepEqual([facts.firstRows, facts.cells, facts.bytes], [[], { least: 0, most: 0 }, 0]);
  });

  test('packed files are looked into', async () => {
    for (const [name, content] of [
      ['a.csv.gz', gzipSync('a,b\n1,2\n')],
      ['a.csv.zst', zstdCompressSync(Buffer.from('a,b\n1,2\n'))],
    ] as const)
      assert.deepEqual((await factsOf(content, comma, name)).firstRows, [['a', 'b']]);
  });

  test('UTF-16, Latin-1 and other character sets are read as such', async () => {
    const text = 'é,ü\n1,2,3\n';
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le');
    for (const [encoding, content] of [
      ['UTF-16', little],
      ['UTF-16', Buffer.from(little).swap16()],
      ['UTF-16LE', Buffer.from(text, 'utf16le')],
      ['ISO-8859-1', Buffer.from(text, 'latin1')],
      ['windows-1252', Buffer.from(text, 'latin1')],
    ] as const) {
      const facts = await factsOf(content, { ...comma, encoding });
      assert.deepEqual([facts.firstRows, facts.cells.most], [[['é', 'ü']], 3], encoding);
    }
  });

  test('bytes that are not UTF-8 are told, also where a character is cut by the end', async () => {
    assert.deepEqual((await factsOf(Buffer.from('é,b\n', 'latin1'))).quirks, ['bad-bytes']);
    assert.deepEqual((await factsOf(Buffer.from([97, 44, 0xe6, 0x97]))).quirks, ['bad-bytes']);
    assert.deepEqual((await factsOf('日,本\n')).quirks, []);
  });

  const refusals: Readonly<Record<string, readonly [string | Uint8Array, string]>> = {
    'random bytes': [
      Uint8Array.from({ length: 4096 }, (_, i) => (i * 167 + (i >> 3) * 31) & 255),
      'file "a.csv" is not delimited text but binary',
    ],
    'a Parquet file': ['PAR1....', 'file "a.csv" is not delimited text but a Parquet file'],
    'a PDF': ['%PDF-1.7', 'but a PDF'],
    'UTF-16 that is not said to be': [Buffer.from('\uFEFFa,b\n', 'utf16le'), 'but text in UTF-16'],
    'an archive': [gzipSync('a,b'), 'but a gzip archive'],
  };
  for (const [name, [content, message]] of Object.entries(refusals))
    test(`${name} under the name of a CSV file: refused by name`, async () => {
      await assert.rejects(
        factsOf(content),
        (error: Error & { code?: string }) => error.code === 'NOT_TEXT' && error.message.includes(message),
      );
    });

  test('what is packed badly is refused by name', async () => {
    await assert.rejects(
      factsOf(gzipSync('a,b\n'.repeat(1000)).subarray(0, 30), comma, 'b.csv.gz'),
      /cannot be decompressed/,
    );
    await assert.rejects(factsOf('a,b\n', comma, 'c.csv.gz'), /cannot be decompressed/);
  });

  test('a row of a million cells is refused at once', async () => {
    await assert.rejects(
      factsOf(`a,b\n${','.repeat(1_000_000)}\n`),
      /file "a.csv" has a row with more than 20,480 cells/,
    );
  });

  test('a line of a gigabyte is refused within seconds, without holding it', { timeout: 20_000 }, async () => {
    const file = join(folder, 'long.csv');
    const handle = await open(file, 'w');
    await handle.write(Buffer.alloc(80 << 20, 'x'));
    // the rest is a hole: it takes no room on the disk
    await handle.truncate(1 << 30);
    await handle.close();
    const before = process.memoryUsage().rss;
    await assert.rejects(
      csvFacts([file], comma, { displayName: () => 'long.csv' }),
      /file "long.csv" has a line longer than 64 MB/,
    );
    assert.ok(process.memoryUsage().rss - before < 300 << 20);
    await rm(file);
  });

  test('the event loop is not held up while a large file is looked through', async () => {
    const file = join(folder, 'large.csv');
    await writeFile(file, 'abc,"d,e",123456,2024-01-01\n'.repeat(1_000_000));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await csvFacts([file], comma);
    clearInterval(timer);
    assert.ok(turns >= 10, `${turns} turns`);
  });
});
