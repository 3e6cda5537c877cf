import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { until } from '@millrace/testkit/until';
import { toolchain } from '@millrace/toolchain';
import { closedSandboxArgs, findSandbox } from '@millrace/engines/sandbox';
import { RunError } from '@millrace/errors';
import { LocalFiles } from '../src/local/local-files.ts';
import { pdfText } from '../src/pdf/pdf-text.ts';
import { TextMemory } from '../src/pdf/text-memory.ts';

/** A PDF with one line of text a page, written by hand. Source: ISO 32000-1. */
function pdf(...pages: readonly string[]): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, i) => {
      const content = `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** A PDF of one page whose content is a stream with some filters. */
const pack = (filters: string, content: Buffer): Buffer => {
  const text = pdf('Hello');
  const at = text.indexOf('<< /Length ');
  const end = text.indexOf('endstream');
  return Buffer.concat([
    Buffer.from(`${text.slice(0, at)}<< /Length ${content.length} /Filter [${filters}] >>\nstream\n`),
    content,
    Buffer.from(`\n${text.slice(end)}`),
  ]);
};

describe('the text of PDF files', () => {
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-pdf-'));
  });
  after(() => rm(root, { recursive: true, force: true }));

  test('pages follow each other; files come in name order under their names in the file space', async () => {
    await writeFile(join(root, 'b.pdf'), pdf('First page', 'Second page'));
    await writeFile(join(root, 'a.pdf'), pdf('Hello'));
    const texts = await new LocalFiles(root).pdfText('*.pdf');
    assert.deepEqual(
      texts.map(({ file, text }) => [file, text.trim()]),
      [
        ['a.pdf', 'Hello'],
        ['b.pdf', 'First page\nSecond page'],
      ],
    );
  });

  for (const [name, content] of [
    ['no PDF', 'hello'],
    ['a PDF cut off', pdf('Hello').slice(0, 200)],
    ['an empty file', ''],
  ] as const)
    test(`${name}: one line that names the file`, async () => {
      await writeFile(join(root, 'bad file.pdf'), content);
      await assert.rejects(new LocalFiles(root).pdfText('bad file.pdf'), (error: unknown) => {
        assert.ok(error instanceof RunError);
        assert.equal(error.code, 'PDF_UNREADABLE');
        assert.match(error.message, /^file "bad file.pdf" cannot be read as a PDF: [^\n]+$/);
        return true;
      });
    });

  describe('read again', () => {
    const long = new Date('2024-05-01T00:00:00Z');
    const write = async (name: string, ...pages: readonly string[]): Promise<string> => {
      const file = join(root, name);
      await writeFile(file, pdf(...pages));
      await utimes(file, long, long);
      return file;
    };
    const textsBy = async (files: readonly string[], python?: string, memory?: TextMemory): Promise<string[]> =>
      (await pdfText(files, python, memory)).map(({ text }) => text.trim());
    const noPython = (): string => join(root, 'no-python');
    const isMissing = { code: 'PYTHON_MISSING' };

    test('files that did not change are not read: no Python is started', async () => {
      const files = [await write('one.pdf', 'One'), await write('two.pdf', 'Two')];
      assert.deepEqual(await textsBy(files), ['One', 'Two']);
      assert.deepEqual(await textsBy(files.toReversed(), noPython()), ['Two', 'One']);
      assert.equal((await new LocalFiles(root).pdfText('one.pdf'))[0]?.file, 'one.pdf');
    });

    test('a changed one is read, though its size and time stayed, and it alone', async () => {
      const files = [await write('same.pdf', 'Same'), await write('other.pdf', 'Before')];
      const read: string[] = [];
      const memory = new (class extends TextMemory {
        override set(key: string, text: string): void {
          read.push(text.trim());
          super.set(key, text);
        }
      })(1 << 20);
      await textsBy(files, undefined, memory);
      await write('other.pdf', 'Behind');
      assert.deepEqual(await textsBy(files, undefined, memory), ['Same', 'Behind']);
      assert.deepEqual(read, ['Same', 'Before', 'Behind']);
      assert.deepEqual(await textsBy(files, noPython(), memory), ['Same', 'Behind']);
    });

    test('one that was written a moment ago is read, for it may change within the same time', async () => {
      const file = await write('new.pdf', 'New');
      const soon = new Date(Date.now() + 60_000);
      await utimes(file, soon, soon);
      await textsBy([file]);
      await assert.rejects(textsBy([file], noPython()), isMissing);
    });

    test('failures are not remembered', async () => {
      const file = await write('mended.pdf', 'Mended');
      const { mtime } = await stat(file);
      await writeFile(file, 'no PDF');
      await utimes(file, mtime, mtime);
      await assert.rejects(textsBy([file]), { code: 'PDF_UNREADABLE' });
      await assert.rejects(textsBy([file], noPython()), isMissing);
      await write('mended.pdf', 'Mended');
      assert.deepEqual(await textsBy([file]), ['Mended']);
    });

    test('no more is kept than there is room for; what was not used for longest goes', async () => {
      const files = await Promise.all(['x', 'y', 'z'].map((name) => write(`${name}.pdf`, name.repeat(1000))));
      const memory = new TextMemory(2 * (2 * 1000 + 2 * 450));
      await textsBy(files.slice(0, 2), undefined, memory);
      await textsBy(files.slice(0, 1), noPython(), memory);
      await textsBy(files.slice(2), undefined, memory);
      await textsBy([files[0] ?? '', files[2] ?? ''], noPython(), memory);
      await assert.rejects(textsBy(files.slice(1, 2), noPython(), memory), isMissing);
      const small = new TextMemory(1000);
      await textsBy(files, undefined, small);
      for (const file of files) await assert.rejects(textsBy([file], noPython(), small), isMissing);
    });
  });

  describe('read by a process of its own', () => {
    const limits = { seconds: 2, megabytes: 400 };
    const write = async (name: string, content: string | Buffer): Promise<string> => {
      const file = join(root, name);
      await writeFile(file, content);
      return file;
    };
    const fails = (file: string, says: RegExp, within = limits) =>
      assert.rejects(pdfText([file], undefined, new TextMemory(0), within), (error: unknown) => {
        assert.ok(error instanceof RunError, String(error));
        assert.equal(error.code, 'PDF_UNREADABLE');
        assert.match(error.message, says);
        return true;
      });
    test('within its time', async () => {
      const shows = 'BT /F1 24 Tf 72 720 Td (x) Tj ET\n'.repeat(400_000);
      await fails(
        await write('slow.pdf', pack('/FlateDecode', deflateSync(shows))),
        /"slow.pdf" .*: it takes longer than 2 s$/,
      );
    });

    test('within its memory', async () => {
      const bomb = deflateSync(Buffer.alloc(70 << 20, '('));
      await fails(
        await write('bomb.pdf', pack('/FlateDecode', bomb)),
        /"bomb.pdf" .*: it takes more than 150 MB of memory$/,
        { seconds: 60, megabytes: 150 },
      );
    });

    test('a bomb in a bomb is not unpacked', async () => {
      const bomb = deflateSync(deflateSync(Buffer.alloc(200 << 20)));
      await fails(
        await write('bombs.pdf', pack('/FlateDecode /FlateDecode', bomb)),
        /file "bombs.pdf" cannot be read as a PDF: Limit reached/,
      );
    });

    test('objects in objects, 100,000 deep', async () => {
      const deep = pdf('Hello').replace(
        '/MediaBox [0 0 612 792]',
        `/MediaBox ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      );
      await fails(await write('deep.pdf', deep), /file "deep.pdf" cannot be read as a PDF/);
    });

    test('pages that are their own parents', async () => {
      const circle = pdf('Hello').replace('/Kids [4 0 R]', '/Kids [2 0 R]');
      await fails(await write('circle.pdf', circle), /file "circle.pdf" cannot be read as a PDF/);
    });

    test('which sees no environment, no file space and no network', async (t) => {
      const sandbox = await findSandbox();
      if (!('flags' in sandbox)) {
        t.skip(sandbox.missing);
        return;
      }
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const [program = '', ...rest] = [
        ...closedSandboxArgs(sandbox, []),
        toolchain().python,
        '-I',
        '-c',
        `import os, json, socket
def tried(work):
    try: return repr(work())
    except OSError as error: return type(error).__name__
print(json.dumps([tried(lambda: os.listdir(${JSON.stringify(root)})), tried(lambda: open('/tmp/x', 'w')), sorted(set(os.environ) - {'PATH', 'PWD', 'LC_CTYPE'}), tried(lambda: socket.create_connection(('127.0.0.1', ${port})))]))`,
      ];
      const { stdout } = await promisify(execFile)(program, rest, { env: { PATH: process.env['PATH'] } });
      server.close();
      assert.deepEqual(JSON.parse(stdout), ['FileNotFoundError', 'OSError', [], 'ConnectionRefusedError']);
    });
  });

  describe(
    'when its run is stopped',
    { skip: platform() === 'linux' ? false : 'processes are looked up in /proc' },
    () => {
      /** Processes below one that read PDFs, by Python itself. */
      const readersBelow = async (ancestor: number): Promise<string[]> => {
        const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
        const parts = await Promise.all(
          pids.map(async (pid) => {
            const [command, stat] = await Promise.all(
              ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
            );
            return { pid, command: command ?? '', parent: /^\d+ \(.*\) \S (\d+)/s.exec(stat ?? '')?.[1] ?? '' };
          }),
        );
        const parents = new Map(parts.map(({ pid, parent }) => [pid, parent]));
        const isBelow = (pid: string): boolean => {
          for (let at = parents.get(pid); at !== undefined; at = parents.get(at))
            if (at === String(ancestor)) return true;
          return false;
        };
        return parts
          .filter(({ pid, command }) => /^[^\0]*python[^\0]*\0-I\0[^\0]*pdf_text\.py\0/.test(command) && isBelow(pid))
          .map(({ pid }) => pid);
      };
      const goes = (pid: string): Promise<void> =>
        until(async () => {
          const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X');
          return /\) [XZ]/.test(stat);
        });

      test('the process that reads ends, and the one that has started it', async () => {
        const shows = 'BT /F1 24 Tf 72 720 Td (x) Tj ET\n'.repeat(400_000);
        await writeFile(join(root, 'slow.pdf'), pack('/FlateDecode', deflateSync(shows)));
        await using files = new LocalFiles(root);
        const run = new AbortController();
        files.fetchUntil(run.signal);
        const reading = assert.rejects(files.pdfText('slow.pdf'), { code: 'STOPPED' });
        let readers: string[] = [];
        await until(async () => (readers = await readersBelow(process.pid)).length === 2);
        run.abort();
        await reading;
        for (const pid of readers) await goes(pid);
        await assert.rejects(files.pdfText('*.pdf'), { code: 'STOPPED' });
      });

      test('both end without a sandbox, too', async () => {
        const script = fileURLToPath(new URL('../../../python/pdf_text.py', import.meta.url));
        // a pipe in which nothing comes is read for as long as one lets it
        const child = spawn(toolchain().python, ['-I', script, '1000', '400', '1'], {
          env: {},
          stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        });
        let readers: string[] = [];
        await until(async () => (readers = await readersBelow(process.pid)).length === 2);
        child.kill('SIGKILL');
        for (const pid of readers) await goes(pid);
        child.stdio[3]?.destroy();
      });
    },
  );

  test('without Python the message says what is missing', async () => {
    await assert.rejects(
      pdfText([join(root, 'never read.pdf')], join(root, 'no-python')),
      /the Python environment that reads PDFs is not set up/,
    );
  });
});
