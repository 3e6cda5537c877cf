import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import type { CsvFacts, CsvFormat } from '@millrace/processors';
import { csvFacts, type CsvScanOptions } from '../src/scan/csv-facts.ts';
import { LocalFiles } from '../src/local/local-files.ts';
import { askThread } from '../src/threads/thread.ts';

const comma: CsvFormat = { delimiter: ',', quote: '"', escape: '\\' };
const bytes = 66 << 20;

describe('large delimited text, looked through by a thread', () => {
  let folder: string;
  const threads: Worker[] = [];
  const started = (thread: Worker): void => void threads.push(thread);
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-large-csv-'));
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

  /** What a look by a thread gives, which must be what a look by this one gives. */
  const byThread = async (files: readonly string[], format = comma): Promise<CsvFacts> => {
    const before = threads.length;
    const facts = await csvFacts(files, format, { bytes });
    assert.equal(threads.length, before + 1);
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
    const changed = async (at: readonly number[], text: string, check: () => Promise<void>): Promise<void> => {
      await using handle = await open(file, 'r+');
      const positions = at.map((part) => header.length + Math.floor(part * rows) * Buffer.byteLength(row));
      for (const position of positions) await handle.write(text, position);
      try {
        await check();
      } finally {
        for (const position of positions) await handle.write(row.repeat(text.length), position);
      }
    };

    test('is looked through by a thread, and the header found in its last rows', async () => {
      const facts = await byThread([file]);
      assert.deepEqual(facts.cells, { least: 3, most: 3 });
      assert.deepEqual([facts.headerAgain, facts.quoted, facts.quirks], [false, false, []]);
      assert.equal(facts.bytes, header.length + rows * Buffer.byteLength(row));
      await changed([0.999], header, async () => {
        const again = await byThread([file]);
        // what is left of the row that it was written over has two cells
        assert.deepEqual([again.headerAgain, again.cells.least], [true, 2]);
      });
    });

    const marks: Readonly<Record<string, readonly [at: readonly number[], text: string, quirks: readonly string[]]>> = {
      'a quoted cell in its last rows alone': [[0.99], '"1,2,3",', []],
      'a cell of several lines in its last rows': [[0.99], '"1\n\n2",3', ['multi-line']],
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
          const facts = await byThread([file]);
          assert.deepEqual(facts.quirks, quirks);
          assert.equal(facts.quoted, text.includes('"'));
        }),
      );

    test('a row too wide at its end is refused by name', () =>
      changed([0.99], ','.repeat(30_000), () =>
        assert.rejects(csvFacts([file], comma, { bytes, displayName: () => 'large.csv' }), {
          code: 'ROW_TOO_WIDE',
          message: 'file "large.csv" has a row with more than 20,480 cells',
        }),
      ));

    test('a thread that dies leaves the look to this one', async () => {
      // 'worker' fires a tick after the first messages were posted to the thread
      const kill = (thread: Worker): void => void thread.terminate();
      process.on('worker', kill);
      try {
        assert.equal((await byThread([file])).cells.most, 3);
      } finally {
        process.off('worker', kill);
      }
    });

    test('a thread that cannot be started is the fault that its caller names', async () => {
      const module = new URL('../src/scan/csv-thread.ts', import.meta.url);
      // what Node refuses at once, as it does if the system has no thread left
      const options = { module, env: 5 as never, errorOf: (end: string) => new Error(`the thread ended: ${end}`) };
      await assert.rejects(askThread(options, []), /the thread ended: fault/);
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

    test('the work is done by the thread, not by the one that asks', async () => {
      const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
      await csvFacts([file], comma, { bytes });
      const cpuTime = process.cpuUsage(all).user;
      assert.ok(process.threadCpuUsage(own).user < cpuTime / 2);
    });
  });

  test('cells of several lines', async () => {
    const file = await write('cells.csv', `a,b,c\n${'1,"some\nlines\nof text",2\n'.repeat(40_000)}1,2\n`);
    assert.deepEqual((await byThread([file])).cells, { least: 2, most: 3 });
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
    const facts = await byThread(files);
    assert.deepEqual(facts.firstRows, [['a', 'b'], ['b'], ['1'], ['c']]);
    assert.equal(facts.files, 6);
    const wide = await write('utf-16.csv', Buffer.from(`é,ü\n${'1,2,3\n'.repeat(5000)}`, 'utf16le'));
    const format = { ...comma, encoding: 'UTF-16LE' };
    assert.deepEqual((await byThread([wide], format)).firstRows, [['é', 'ü']]);
    for (const delimiter of ['||', 'é']) {
      const latin = await write('latin.csv', Buffer.from(`é||ü\n${'1||2\n'.repeat(5000)}`, 'latin1'));
      const other = { ...comma, delimiter, encoding: 'ISO-8859-1' };
      assert.equal((await byThread([latin], other)).cells.most, delimiter === 'é' ? 1 : 2);
    }
  });

  describe('what is refused, is refused in the same words', () => {
    const outcomeOf = async (files: readonly string[], options: CsvScanOptions): Promise<unknown> => {
      try {
        return await csvFacts(files, comma, { ...options, displayName: (file) => file.slice(folder.length + 1) });
      } catch (error) {
        assert.ok(error instanceof Error);
        return { ...error, name: error.name, message: error.message };
      }
    };
    const good = `a,b\n${'1,2\n'.repeat(5000)}`;
    const refusals: Readonly<Record<string, readonly [content: string | Uint8Array | undefined, code: string]>> = {
      'a Parquet file': [`PAR1${good}`, 'NOT_TEXT'],
      'binary garbage': [`a,\0\n${good}`, 'NOT_TEXT'],
      'a row too wide in the middle': [`${good}${','.repeat(30_000)}\n${good}`, 'ROW_TOO_WIDE'],
      'a line too long': [`${good}${'x'.repeat(70 << 20)}`, 'LINE_TOO_LONG'],
      'a file that has vanished': [undefined, 'ENOENT'],
    };
    for (const [name, [content, code]] of Object.entries(refusals))
      test(name, async () => {
        const files = [await write('good.csv', good), join(folder, 'bad.csv'), join(folder, 'not looked at.csv')];
        if (content !== undefined) await write('bad.csv', content);
        const outcome = await outcomeOf(files, { bytes });
        assert.ok(threads.length > 0);
        assert.deepEqual(outcome, await outcomeOf(files, {}));
        assert.ok(
          outcome !== null && typeof outcome === 'object' && 'code' in outcome && outcome.code === code,
          String(outcome),
        );
        await rm(join(folder, 'bad.csv'), { force: true });
      });

    test('a folder, and a packed file that is cut off', async () => {
      const packed = await write('bad.csv.gz', gzipSync(good).subarray(0, 40));
      for (const file of [folder, packed])
        assert.deepEqual(await outcomeOf([file], { bytes }), await outcomeOf([file], {}));
    });
  });

  test('small files start no threads', async () => {
    await csvFacts([await write('small.csv', 'a,b\n1,2\n')], comma, { bytes: 8 });
    await new LocalFiles(folder).csv('small.csv', comma);
    assert.deepEqual(threads, []);
  });
});
