import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FileCache } from '../src/remote/file-cache.ts';

describe('copies of remote files', () => {
  const inFolder = async (work: (folder: string, own: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-copies-'));
    try {
      await mkdir(join(folder, 'own'));
      await work(join(folder, 'cache'), join(folder, 'own'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const never = new AbortController().signal;

  /** Fetches a text and counts how often. */
  const fetcher = () => {
    const texts: string[] = [];
    return {
      fetched: texts,
      of: (text: string, signal = never) => ({
        signal,
        write: async (file: string): Promise<void> => {
          texts.push(text);
          await writeFile(file, text);
        },
      }),
    };
  };

  test('what is here is not fetched again, by another process neither', async () => {
    await inFolder(async (folder, own) => {
      const { fetched, of } = fetcher();
      const cache = new FileCache(folder, 1000);
      await cache.place('a 1', join(own, 'a'), own, of('one'));
      await cache.place('a 1', join(own, 'b'), own, of('one'));
      await new FileCache(folder, 1000).place('a 1', join(own, 'c'), own, of('one'));
      assert.deepEqual(fetched, ['one']);
      assert.equal(await readFile(join(own, 'c'), 'utf8'), 'one');
      await cache.place('a 2', join(own, 'a'), own, of('two'));
      assert.equal(await readFile(join(own, 'a'), 'utf8'), 'two');
      assert.equal(await readFile(join(own, 'b'), 'utf8'), 'one');
      assert.deepEqual((await readdir(own)).toSorted(), ['a', 'b', 'c']);
      assert.equal((await stat(join(own, 'a'))).mode & 0o777, 0o444);
    });
  });

  test('two who want one file at once fetch it once', async () => {
    await inFolder(async (folder, own) => {
      const { fetched, of } = fetcher();
      const cache = new FileCache(folder, 1000);
      await Promise.all(['a', 'b', 'c'].map((name) => cache.place('x', join(own, name), own, of('text'))));
      assert.deepEqual(fetched, ['text']);
      for (const name of ['a', 'b', 'c']) assert.equal(await readFile(join(own, name), 'utf8'), 'text');
    });
  });

  test('one who gives up leaves nothing, and the others fetch it themselves', async () => {
    await inFolder(async (folder, own) => {
      const { of } = fetcher();
      const cache = new FileCache(folder, 1000);
      const stop = new AbortController();
      const start = Promise.withResolvers<void>();
      const halfDone = cache.place('x', join(own, 'a'), own, {
        signal: stop.signal,
        write: async (file) => {
          await writeFile(file, 'ha');
          start.resolve();
          await new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason)));
        },
      });
      await start.promise;
      const other = cache.place('x', join(own, 'b'), own, of('half'));
      stop.abort();
      await assert.rejects(halfDone, { name: 'AbortError' });
      await other;
      assert.equal(await readFile(join(own, 'b'), 'utf8'), 'half');
      assert.deepEqual(await readdir(own), ['b']);
    });
  });

  test('what fails fails for all who wait for it, and is tried anew by the next', async () => {
    await inFolder(async (folder, own) => {
      const { of } = fetcher();
      const cache = new FileCache(folder, 1000);
      const fails = { signal: never, write: () => Promise.reject(new Error('gone')) };
      const both = ['a', 'b'].map((name) => cache.place('x', join(own, name), own, fails));
      for (const one of both) await assert.rejects(one, /gone/);
      await cache.place('x', join(own, 'a'), own, of('here'));
      assert.deepEqual(await readdir(own), ['a']);
    });
  });

  test('it holds no more bytes than it may: the least recently used go, and those who have one keep it', async () => {
    await inFolder(async (folder, own) => {
      const { fetched, of } = fetcher();
      const cache = new FileCache(folder, 10);
      await cache.place('a', join(own, 'a'), own, of('aaaa'));
      await cache.place('b', join(own, 'b'), own, of('bbbb'));
      await cache.place('a', join(own, 'a again'), own, of('aaaa'));
      await cache.place('c', join(own, 'c'), own, of('cccc'));
      assert.equal(await cache.bytes(), 8);
      await cache.place('a', join(own, 'a'), own, of('aaaa'));
      await cache.place('b', join(own, 'b again'), own, of('bbbb'));
      assert.deepEqual(fetched, ['aaaa', 'bbbb', 'cccc', 'bbbb']);
      await cache.place('large', join(own, 'large'), own, of('more than all'));
      assert.equal(await cache.bytes(), 8);
      assert.equal(await readFile(join(own, 'large'), 'utf8'), 'more than all');
      assert.equal(await readFile(join(own, 'b'), 'utf8'), 'bbbb');
    });
  });
});
