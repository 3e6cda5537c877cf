import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { CsvFacts, CsvFormat } from '@millrace/processors';
import { csvFacts, type LookOptions } from '../src/scan/csv-facts.ts';
import { stretchOf, wholeFile, type CsvPart } from '../src/scan/csv-part.ts';
import { inStretches } from '../src/scan/csv-stretches.ts';
import { LocalFiles } from '../src/local/local-files.ts';
import { randomBelow } from '../../runner/test/random.ts';

const comma: CsvFormat = { delimiter: ',', quote: '"', escape: '\\' };
const bytes = 66 << 20;

describe('large delimited text, looked through in stretches', () => {
  let folder: string;
  const threads: Worker[] = [];
  const started = (thread: Worker): void => void threads.push(thread);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-stretches-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => {
    threads.length = 0;
    process.on('worker', started);
  });
  afterEach(() => {
    process.off('worker', started);
    assert.deepEqual(
      threads.filter(({ threadId }) => threadId !== -1),
      [],
      'no thread is left',
    );
  });

  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  };

  test('any text in any stretches gives what it gives in one go', async () => {
    const usual = ['a', 'bc', '7', ',', ',', '|', '||', ' ', '\n', '\n', '\n', '\r\n', 'é', '日本', '😀', '\t'];
    const rare = ['\r', '\n\n', ' \n', '"', '"', '","', '"x\ny"', '\n"', '"\n', '\\', '\\"', '""', '"a","b"\n', '§'];
    let [looks, told] = [0, 0];
    for (let seed = 1; seed <= 150; seed++) {
      const below = randomBelow(seed);
      const pick = (words: readonly string[]): string => words[below(words.length)] ?? '';
      const header = pick(['h,i\n', '"h",i\n', 'é|日\r\n', '\n \nh,i,j\r\n', '\uFEFFh\n', '"h\ni",j\n']);
      const rareness = pick(['2', '10', '50', '1000000']);
      const word = (): string => (below(Number(rareness)) === 0 ? pick(rare) : pick(usual));
      const lines = Array.from({ length: below(300) }, () => (below(40) === 0 ? header : word()));
      const content = Buffer.from(header + lines.join(''));
      if (below(4) === 0) content[below(content.length)] = 0xe6;
      const file = await write('random.csv', content);
      const marks = {
        delimiter: Buffer.from(pick([',', '|', '||', '§'])),
        quote: pick(['x', ' ']) === 'x' ? 34 : -1,
        escape: pick(['\\', '"']).charCodeAt(0),
        comment: -1,
        skipsBlanks: false,
        utf8: below(3) > 0,
      };
      for (const spanLines of [true, false]) {
        const encoding = marks.utf8 ? 'utf8' : 'latin1';
        const whole: CsvPart = { file, shown: '', marks, encoding, spanLines, from: 0, to: Infinity };
        const inOneGo = await wholeFile(whole);
        for (const length of [40 + below(20), Math.ceil(content.length / 2)]) {
          const count = Math.ceil(content.length / length) - 1;
          const cuts = Array.from({ length: count }, (_, i) => (i + 1) * length);
          const found = await inStretches(whole, cuts, stretchOf, 3);
          looks++;
          if (found === undefined) continue;
          told++;
          assert.deepEqual(found, inOneGo, `seed ${seed}, ${length} bytes a stretch, ${JSON.stringify(`${content}`)}`);
        }
      }
    }
    assert.ok(told > looks / 3, `only ${told} of ${looks} could be told by stretches`);
  });

  /** What a look by threads gives, which must be what a look in one go gives. */
  const byThreads = async (files: readonly string[], format = comma, options: LookOptions = {}): Promise<CsvFacts> => {
    const facts = await csvFacts(files, format, { bytes, ...options });
    assert.ok(threads.length > 0);
    assert.ok(facts !== undefined);
    assert.deepEqual(facts, await csvFacts(files, format));
    return facts;
  };

  describe('a file of 66 MB', () => {
    const header = 'number,word,price\n';
    const row = '1234567,日本 abc,12.50\n';
    const rows = Math.floor((bytes - header.length) / Buffer.byteLength(row));
    let file: string;
    before(async () => {
      file = await write('large.csv', header + row.repeat(rows));
    });
    /** Writes over what stands at the beginning of some rows while a test goes on. */
    const changed = async (at: readonly number[], text: string, look: () => Promise<void>): Promise<void> => {
      await using handle = await open(file, 'r+');
      const places = at.map((part) => header.length + Math.floor(part * rows) * Buffer.byteLength(row));
      for (const place of places) await handle.write(text, place);
      try {
        await look();
      } finally {
        for (const place of places) await handle.write(row.repeat(text.length), place);
      }
    };

    test('is looked through by threads, and the header found in its last rows', async () => {
      const facts = await byThreads([file]);
      assert.deepEqual(facts.cells, { least: 3, most: 3 });
      assert.deepEqual([facts.headerAgain, facts.quoted, facts.quirks], [false, false, []]);
      assert.equal(facts.bytes, header.length + rows * Buffer.byteLength(row));
      await changed([0.999], header, async () => {
        const again = await byThreads([file]);
        // what is left of the row that it was written over has two cells
        assert.deepEqual([again.headerAgain, again.cells.least], [true, 2]);
      });
    });

    const marks: Readonly<Record<string, readonly [at: readonly number[], text: string, quirks: readonly string[]]>> = {
      'a quoted cell in its last stretch alone': [[0.99], '"1,2,3",', []],
      'a cell of several lines in its last stretch': [[0.99], '"1\n\n2",3', ['multi-line']],
      'a quote there that nobody closes': [[0.99], '"1', ['unclosed-quotes']],
      'a carriage return, a blank line and a byte that is no UTF-8': [
        [0.2, 0.6, 0.99],
        '\r\n  \n日\n',
        ['bad-bytes', 'blank-lines', 'carriage-returns'],
      ],
    };
    for (const [name, [at, text, quirks]] of Object.entries(marks))
      test(name, () =>
        changed(at, text, async () => {
          const facts = await byThreads([file]);
          assert.deepEqual(facts.quirks, quirks);
          assert.equal(facts.quoted, text.includes('"'));
        }),
      );

    test('a row too wide at its end is refused by name', () =>
      changed([0.99], ','.repeat(30_000), () =>
        assert.rejects(csvFacts([file], comma, { bytes, shown: () => 'large.csv' }), {
          code: 'ROW_TOO_WIDE',
          message: '"large.csv" has a row of more than 20,480 cells',
        }),
      ));

    test('threads that die leave the look to this one', async () => {
      // 'worker' fires a tick after the first messages were posted to the thread
      const kill = (thread: Worker): void => void thread.terminate();
      process.on('worker', kill);
      try {
        assert.equal((await byThreads([file])).cells.most, 3);
      } finally {
        process.off('worker', kill);
      }
    });

    test('a run that is stopped ends the look', async () => {
      const stop = new AbortController();
      process.once('worker', () => stop.abort());
      const files = new LocalFiles(folder);
      files.fetchUntil(stop.signal);
      await assert.rejects(files.csv('large.csv', comma), { code: 'STOPPED' });
      assert.ok(threads.length > 0);
      await assert.rejects(files.csv('large.csv', { ...comma, quote: '' }), { code: 'STOPPED' });
    });

    test('the work is done by the threads, not by the one that asks', async () => {
      const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
      await csvFacts([file], comma, { bytes });
      const spent = process.cpuUsage(all).user;
      assert.ok(process.threadCpuUsage(own).user < spent / 2);
    });
  });

  test('cells of several lines, in which stretches end', async () => {
    const file = await write('cells.csv', `a,b,c\n${'1,"some\nlines\nof text",2\n'.repeat(40_000)}1,2\n`);
    for (const stretchBytes of [200_000, 200_001, 200_002, 200_003])
      assert.deepEqual((await byThreads([file], comma, { stretchBytes })).cells, { least: 2, most: 3 });
  });

  test('files of a folder, packed ones and other encodings among them', async () => {
    const files = await Promise.all([
      write('1.csv', `a,b\n${'1,2\n'.repeat(10_000)}1,2,3`),
      write('2.csv.gz', gzipSync(`a,b\n${'1,2\n'.repeat(10_000)}"1"x\n`)),
      write('3.csv', ''),
      write('4.csv', `\uFEFFb\n${'1\n'.repeat(10_000)}`),
      write('5.csv', '1\r2\r'.repeat(10_000)),
      write('6.csv', `${'\n'.repeat(20_000)}c\n4`),
    ]);
    const facts = await byThreads(files, comma, { stretchBytes: 5000 });
    assert.deepEqual(facts.firstRows, [['a', 'b'], ['b'], ['1'], ['c']]);
    assert.equal(facts.files, 6);
    const wide = await write('utf-16.csv', Buffer.from(`é,ü\n${'1,2,3\n'.repeat(5000)}`, 'utf16le'));
    const format = { ...comma, encoding: 'UTF-16LE' };
    assert.deepEqual((await byThreads([wide], format, { stretchBytes: 5000 })).firstRows, [['é', 'ü']]);
    for (const delimiter of ['||', 'é']) {
      const latin = await write('latin.csv', Buffer.from(`é||ü\n${'1||2\n'.repeat(5000)}`, 'latin1'));
      const other = { ...comma, delimiter, encoding: 'ISO-8859-1' };
      assert.equal((await byThreads([latin], other, { stretchBytes: 5000 })).cells.most, delimiter === 'é' ? 1 : 2);
    }
  });

  describe('what is refused, is refused in the same words', () => {
    const whatIsSaid = async (files: readonly string[], options: LookOptions): Promise<unknown> => {
      try {
        return await csvFacts(files, comma, { ...options, shown: (file) => file.slice(folder.length + 1) });
      } catch (error) {
        assert.ok(error instanceof Error);
        return { ...error, name: error.name, message: error.message };
      }
    };
    const good = `a,b\n${'1,2\n'.repeat(5000)}`;
    const refused: Readonly<Record<string, readonly [content: string | Uint8Array | undefined, code: string]>> = {
      'a Parquet file': [`PAR1${good}`, 'NOT_TEXT'],
      'binary garbage': [`a,\0\n${good}`, 'NOT_TEXT'],
      'a row too wide in the middle': [`${good}${','.repeat(30_000)}\n${good}`, 'ROW_TOO_WIDE'],
      'a line too long': [`${good}${'x'.repeat(70 << 20)}`, 'LINE_TOO_LONG'],
      'a file that has vanished': [undefined, 'ENOENT'],
    };
    for (const [name, [content, code]] of Object.entries(refused))
      test(name, async () => {
        const files = [await write('good.csv', good), join(folder, 'bad.csv'), join(folder, 'not looked at.csv')];
        if (content !== undefined) await write('bad.csv', content);
        const said = await whatIsSaid(files, { bytes, stretchBytes: 5000 + Math.ceil((content?.length ?? 0) / 5) });
        assert.ok(threads.length > 0);
        assert.deepEqual(said, await whatIsSaid(files, {}));
        assert.ok(said !== null && typeof said === 'object' && 'code' in said && said.code === code, String(said));
        await rm(join(folder, 'bad.csv'), { force: true });
      });

    test('a folder, and a packed file that is cut off', async () => {
      const packed = await write('bad.csv.gz', gzipSync(good).subarray(0, 40));
      for (const file of [folder, packed])
        assert.deepEqual(await whatIsSaid([file], { bytes }), await whatIsSaid([file], {}));
    });
  });

  test('small files start no threads', async () => {
    await csvFacts([await write('small.csv', 'a,b\n1,2\n')], comma, { bytes: 8 });
    await new LocalFiles(folder).csv('small.csv', comma);
    assert.deepEqual(threads, []);
  });
});
