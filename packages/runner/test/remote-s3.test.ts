import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { S3Tree } from '@millrace/s3';
import { sharedS3 } from '@millrace/testkit/servers';
import type { S3Server } from '../../s3/test/server/s3.ts';
import { troubledWay, type TroubledWay } from '../../s3/test/server/troubled-way.ts';
import { FileCache, RemoteFiles, S3Store } from '@millrace/file-space/remote';
import { saveTwo } from './hdfs-space.ts';

describe('the files of runs on S3', () => {
  let s3: S3Server;
  let way: TroubledWay;
  let folder: string;
  let tree: S3Tree;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-s3-runs-'));
    s3 = await sharedS3();
    way = await troubledWay(s3.endpoint);
    await s3.makeBucket('data');
    tree = treeAt(s3.endpoint);
    for (const name of ['inputs', 'outputs']) await mkdir(join(folder, name));
  });
  after(async () => {
    await way?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const root = { bucket: 'data', prefix: 'space' };
  const treeAt = (endpoint: string): S3Tree =>
    new S3Tree(
      { ...root, endpoint, region: 'us-east-1', credentials: () => s3.credentials },
      { patience: { connect: 2_000, silence: 10_000, attempts: 1 } },
    );
  const filesAt = (endpoint: string): RemoteFiles =>
    new RemoteFiles({
      store: new S3Store(treeAt(endpoint), root),
      cache: new FileCache(join(folder, 'cache'), 1 << 20),
      inputs: join(folder, 'inputs'),
      outputs: join(folder, 'outputs'),
    });
  const write = (path: string, text = path): Promise<void> =>
    tree.write(`/${path}`, Readable.from([Buffer.from(text)], { objectMode: false }));
  const names = async (path: string): Promise<string[]> =>
    (await Array.fromAsync(tree.list(`/${path}`)))
      .flat()
      .map(({ name }) => name)
      .toSorted();

  test('paths stand for what they stand for elsewhere, and may be URLs of the bucket', async () => {
    for (const path of ['in/a.csv', 'in/b.txt', 'in/_meta', 'in/day=1/c.csv', 'in/sub/d.csv', 'in-2/e.csv', 'in.csv'])
      await write(path);
    await tree.makeFolder('/empty');
    await using files = filesAt(s3.endpoint);
    assert.deepEqual([...(await files.list('in'))].toSorted(), ['in/a.csv', 'in/b.txt', 'in/day=1/c.csv']);
    assert.deepEqual(await files.list('in*/*.csv'), ['in-2/e.csv', 'in/a.csv']);
    assert.deepEqual(await files.list('in.csv'), ['in.csv']);
    assert.equal(await files.text('in/**/d.csv'), 'in/sub/d.csv');
    for (const url of ['s3://data/space/in/b.txt', 's3a://data/space/in/b.txt', 'S3N://data/space/in/b.txt'])
      assert.deepEqual(await files.list(url), ['in/b.txt']);
    for (const path of ['s3://other/space/in/b.txt', 's3://data/spaces/x', '../x', 'hdfs://data/space/in/b.txt'])
      await assert.rejects(files.list(path), /outside the file space/);
    for (const path of ['absent', 'in/a.csv/below']) await assert.rejects(files.list(path), { code: 'FILE_MISSING' });
    await assert.rejects(files.list('empty'), { code: 'NO_FILES' });
    await write(`long/${'n'.repeat(255)}`);
    await s3.writeMany('data', `space/long/${'x'.repeat(300)}`, 1);
    await assert.rejects(files.list('long'), { code: 'BAD_PATH', field: 'path' });
  });

  test('what is read is what was looked up, though it changes meanwhile', async () => {
    await write('changing', 'first');
    const cut = filesAt(way.endpoint);
    await using files = cut;
    let isChanged = false;
    const other = Promise.withResolvers<void>();
    way.trouble = (line) => {
      if (isChanged || !/^GET \/data\/[^?]*changing/.test(line)) return undefined;
      isChanged = true;
      write('changing', 'second').then(other.resolve, other.reject);
      return other.promise;
    };
    assert.equal(await files.text('changing'), 'second');
    assert.equal(isChanged, true);
    way.trouble = undefined;
  });

  test('a save that is cut off at any request leaves the target as it was or is gone on with; written once', async () => {
    const content = async (path: string): Promise<string[]> =>
      (await names(path)).filter((name) => !name.startsWith('_'));
    for (const mode of ['append', 'overwrite']) {
      const expected = mode === 'append' ? ['former', 'new-1', 'new-2'] : ['new-1', 'new-2'];
      const former = ['former'];
      let stop = 1;
      for (let isDone = false; !isDone; stop++) {
        const path = `killed/${mode}-${stop}`;
        await tree.makeFolder(`/${path}`);
        for (const name of former) await write(`${path}/${name}`);
        let changes = 0;
        way.trouble = (line) => {
          if (!line.startsWith('GET ')) changes++;
          return changes >= stop ? 'cut' : undefined;
        };
        isDone = await saveTwo(filesAt(way.endpoint), path, mode).then(
          () => true,
          () => false,
        );
        way.trouble = undefined;
        if (!isDone) {
          // another one who looks finds it as it was, or as it is to be
          await (await filesAt(s3.endpoint).place(path, 'path')).holds();
          const files = await content(path);
          assert.ok(
            [former, expected].some((one) => isDeepStrictEqual(files, one)),
            `${path}: ${files.join()}`,
          );
          await saveTwo(filesAt(s3.endpoint), path, mode);
        }
        await filesAt(s3.endpoint).place(path, 'path');
        assert.deepEqual(await content(path), expected, path);
        assert.ok((await names(path)).includes('_SUCCESS'), path);
      }
      // folder, files, success, mark, decision, copies
      assert.ok(stop > 8, `${mode} was stopped ${stop - 2} times`);
    }
    assert.deepEqual(
      (await names('killed')).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('overwriting takes all that was there, folders of partitions and a file of that name too', async () => {
    for (const path of ['old/kind=a/x', 'old/kind=b/y', 'old/z', 'file']) await write(path);
    for (const path of ['old', 'file']) {
      await saveTwo(filesAt(s3.endpoint), path, 'overwrite');
      assert.deepEqual(await names(path), ['_SUCCESS', '_millrace-run', 'new-1', 'new-2']);
    }
  });

  test('what is wrong is told with path, field and remedy', async () => {
    await write('told', 'x');
    for (const [code, says] of [
      [
        'SignatureDoesNotMatch',
        /path "\/told" cannot be reached: .* s3:\/\/data\/space does not accept the key of Millrace/,
      ],
      ['NoSuchBucket', /has no such bucket/],
      ['SlowDown', /does not answer/],
    ] as const) {
      way.trouble = () => ({ status: code === 'SlowDown' ? 503 : 403, code });
      await using files = filesAt(way.endpoint);
      await assert.rejects(files.list('told'), { code: 'SPACE_UNREACHABLE', field: 'path', message: says });
    }
    way.trouble = () => ({ status: 403, code: 'AccessDenied' });
    await assert.rejects(filesAt(way.endpoint).place('told', 'path'), { code: 'FILE_FORBIDDEN', field: 'path' });
    way.trouble = undefined;
    assert.deepEqual(await readdir(join(folder, 'inputs')), []);
  });
});
