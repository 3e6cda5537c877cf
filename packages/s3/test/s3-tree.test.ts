import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ListMultipartUploadsCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { S3Error, S3Tree, type S3Root } from '../src/index.ts';
import { startS3, type S3Server } from './server/s3.ts';
import { troubledWay, type TroubledWay } from './server/troubled-way.ts';

const impatient = { connect: 2_000, silence: 10_000, attempts: 3 };
const bytes = (text: string | Buffer): Readable => Readable.from([Buffer.from(text)], { objectMode: false });
const faultOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof S3Error) return error.fault;
      throw error;
    },
  );

describe('files and folders in a bucket', () => {
  let s3: S3Server;
  let way: TroubledWay;
  let tree: S3Tree;
  let troubled: S3Tree;
  let count = 0;
  let prefix: string;
  const rootAt = (endpoint: string): S3Root => ({
    bucket: 'data',
    prefix,
    endpoint,
    region: 'us-east-1',
    credentials: () => s3.credentials,
  });
  before(async () => {
    s3 = await startS3();
    way = await troubledWay(s3.endpoint);
    await s3.makeBucket('data');
  });
  after(async () => {
    await way?.[Symbol.asyncDispose]();
    await s3?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    prefix = `root ${count++}/ü`;
    way.trouble = undefined;
    way.lines.length = 0;
    tree = new S3Tree(rootAt(s3.endpoint));
    troubled = new S3Tree(rootAt(way.endpoint), { patience: impatient });
  });

  const put = (key: string, body: string | Buffer = key): Promise<unknown> =>
    s3.client.send(new PutObjectCommand({ Bucket: 'data', Key: `${prefix}/${key}`, Body: body }));
  const keys = async (below = ''): Promise<string[]> => {
    const { Contents = [] } = await s3.client.send(
      new ListObjectsV2Command({ Bucket: 'data', Prefix: `${prefix}/${below}` }),
    );
    return Contents.map(({ Key = '' }) => Key.slice(prefix.length + 1));
  };
  const uploads = async (): Promise<number> =>
    (await s3.client.send(new ListMultipartUploadsCommand({ Bucket: 'data' }))).Uploads?.length ?? 0;
  const names = async (path: string): Promise<string[]> =>
    (await Array.fromAsync(tree.list(path))).flat().map(({ name, isDirectory }) => (isDirectory ? `${name}/` : name));
  const text = async (path: string, from = tree): Promise<string> => {
    const status = await from.status(path);
    return (await buffer(from.read(path, status, { start: 0, end: status.bytes }))).toString();
  };

  test('are what the keys say: prefixes, markers, and names that begin alike', async () => {
    for (const key of [
      'a/b',
      'a-c',
      'a.d',
      'only/deep/er',
      'mark/',
      'both',
      'both/in',
      'odd//x',
      'odd/./y',
      'odd/../z',
    ])
      await put(key);
    assert.deepEqual(await names('/'), ['a-c', 'a.d', 'both', 'a/', 'mark/', 'odd/', 'only/']);
    assert.deepEqual(await names('/only'), ['deep/']);
    assert.deepEqual(await names('/mark'), []);
    assert.deepEqual(await names('/odd'), []);
    assert.equal((await tree.status('/a')).isDirectory, true);
    assert.equal((await tree.status('/both')).isDirectory, false);
    assert.deepEqual(await names('/both'), ['in']);
    assert.deepEqual(await names('/a-c'), ['']);
    for (const path of ['/none', '/onl', '/a/b/c']) assert.equal(await faultOf(tree.status(path)), 'notFound');
    assert.equal(await faultOf(Array.fromAsync(tree.list('/none'))), 'notFound');
  });

  test('hold more than a part of a list tells', async () => {
    await s3.writeMany('data', `${prefix}/many/`, 2_005);
    await put('many/folder/in');
    assert.equal((await names('/many')).length, 2_006);
    await tree.remove('/many', true);
    assert.deepEqual(await keys(), []);
  });

  test('have names in any language, and none that S3 or a disk cannot have', async () => {
    for (const name of ['a+b', 'a b', 'a%20b', 'ü数据😀', `"q" <&>'`, 'a\\b', 'x\u0001y']) {
      await tree.write(`/${name}`, bytes(name));
      assert.deepEqual(await names('/'), [name]);
      assert.equal(await text(`/${name}`), name);
      await tree.move(`/${name}`, '/plain');
      assert.equal(await text('/plain'), name);
      await tree.remove('/plain', false);
    }
    assert.equal(await faultOf(tree.makeFolder(`/${'ü'.repeat(128)}`)), 'badName');
    // a thousand bytes
    const deep = `/${Array.from({ length: 11 }, () => 'x'.repeat(100)).join('/')}`;
    for (const work of [
      () => tree.makeFolder(deep),
      () => tree.write(deep, bytes('x')),
      () => tree.status(deep),
      () => tree.remove(deep, true),
    ])
      assert.equal(await faultOf((async () => work())()), 'badName');
    const shorter = deep.slice(0, -150);
    await tree.makeFolder(shorter);
    assert.equal(await faultOf(tree.move(deep.slice(0, 101), `/${'y'.repeat(200)}`)), 'badName');
    assert.equal((await tree.status(shorter)).isDirectory, true);
    assert.deepEqual(await names('/'), ['x'.repeat(100) + '/']);
  });

  test('are made, moved and removed as on a disk; a folder stays when it is empty', async () => {
    await tree.makeFolder('/one/two');
    assert.deepEqual(await keys(), ['one/', 'one/two/']);
    await tree.write('/one/file', bytes('1'));
    await put('lonely/file');
    assert.equal(await faultOf(tree.makeFolder('/one/file')), 'exists');
    assert.equal(await faultOf(tree.makeFolder('/one/file/in')), 'notFolder');
    assert.equal(await faultOf(tree.move('/one', '/lonely')), 'exists');
    assert.equal(await faultOf(tree.move('/one/file', '/one/two')), 'exists');
    assert.equal(await faultOf(tree.move('/one/file', '/none/file')), 'notFound');
    assert.equal(await faultOf(tree.move('/one/two', '/one/file/two')), 'notFolder');
    assert.equal(await faultOf(tree.remove('/one', false)), 'notEmpty');
    await tree.move('/lonely/file', '/one/lonely');
    assert.deepEqual(await names('/lonely'), []);
    await tree.move('/one', '/uno');
    assert.deepEqual(await keys(), ['lonely/', 'uno/', 'uno/file', 'uno/lonely', 'uno/two/']);
    assert.equal(await tree.remove('/one', true), false);
    assert.equal(await tree.remove('/uno', true), true);
    assert.equal(await tree.remove('/lonely', false), true);
    assert.deepEqual(await keys(), []);
  });

  test('come in parts and are copied in parts, byte for byte', async () => {
    const content = randomBytes(21_000_001);
    const pieces = Array.from({ length: 300 }, (_, i) => content.subarray(i * 70_001, (i + 1) * 70_001));
    await tree.write('/large', Readable.from(pieces, { objectMode: false }));
    const inParts = new S3Tree(rootAt(way.endpoint), { patience: impatient, copyAtOnce: 6 << 20 });
    await inParts.move('/large', '/moved');
    assert.equal(way.lines.filter((line) => /^PUT .*partNumber=/.test(line)).length, 4);
    const status = await tree.status('/moved');
    assert.equal(status.bytes, content.length);
    const download = await buffer(tree.read('/moved', status, { start: 0, end: status.bytes }));
    const sum = (one: Buffer): string => createHash('sha256').update(one).digest('hex');
    assert.equal(sum(download), sum(content));
    const some = await buffer(tree.read('/moved', status, { start: 8_388_600, end: 8_388_700 }));
    assert.ok(some.equals(content.subarray(8_388_600, 8_388_700)));
    assert.equal(await uploads(), 0);
  });

  test('an upload is seen when it is complete, and nothing stays of one that breaks', async () => {
    const upload = tree.upload('/file');
    await upload.write(bytes('content'));
    assert.deepEqual(await keys(), []);
    assert.equal(await uploads(), 1);
    await tree.write('/file', bytes('other'));
    assert.equal(await faultOf(upload.complete(true)), 'exists');
    await upload.complete(false);
    assert.equal(await text('/file'), 'content');
    const broken = Readable.from(
      (function* () {
        yield randomBytes(9 << 20);
        throw new Error('the sender has gone');
      })(),
      { objectMode: false },
    );
    await assert.rejects(tree.write('/broken', broken), /the sender has gone/);
    assert.deepEqual(await keys(), ['file']);
    assert.equal(await uploads(), 0);
  });

  test('a download is of the file that was looked at, or breaks', async () => {
    await tree.write('/file', bytes('first'));
    const status = await tree.status('/file');
    await tree.write('/file', bytes('other'));
    await assert.rejects(
      buffer(tree.read('/file', status, { start: 0, end: 5 })),
      (error) => error instanceof S3Error && error.fault === 'changed',
    );
  });

  test('uploads that were left are forgotten when they are old', async () => {
    for (const name of ['old', 'young']) await tree.upload(`/${name}`).write(bytes(name));
    const stop = new AbortController().signal;
    await s3.setBegun('data', `${prefix}/old`, Date.now() - 90_000_000);
    assert.equal(await tree.removeUploads(Date.now() - 86_400_000, stop), 1);
    assert.equal(await uploads(), 1);
    assert.equal(await tree.removeUploads(Date.now() + 1_000, stop), 1);
  });

  describe('on a way on which things go wrong', () => {
    /** Gives trouble to the first so many requests whose lines fit. */
    const first = (times: number, fits: RegExp, trouble: Exclude<TroubledWay['trouble'], undefined>): void => {
      let left = times;
      way.trouble = (line, headers) => (fits.test(line) && left-- > 0 ? trouble(line, headers) : undefined);
    };

    test('what passes is tried again, so often and no oftener', async () => {
      for (const [status, code] of [
        [500, 'InternalError'],
        [503, 'SlowDown'],
      ] as const) {
        first(2, /^PUT /, () => ({ status, code }));
        await troubled.write('/file', bytes('x'.repeat(9_000_000)));
        assert.equal((await text('/file')).length, 9_000_000);
        way.lines.length = 0;
        first(1_000, /^PUT /, () => ({ status, code }));
        assert.equal(await faultOf(troubled.write('/never', bytes('x'))), 'unavailable');
        assert.equal(way.lines.filter((line) => line.startsWith('PUT ')).length, impatient.attempts);
        // two whole parts, and no third
        assert.equal(await faultOf(troubled.write('/never', bytes(Buffer.alloc(16 << 20)))), 'unavailable');
      }
      way.trouble = undefined;
      assert.equal(await uploads(), 0);
      assert.deepEqual(await keys(), ['file']);
    });

    test('requests that are cut are made again', async () => {
      first(1, /^(PUT|POST) .*upload/, () => 'cut');
      await troubled.write('/file', bytes('cut'));
      first(1, /list-type/, () => 'cut');
      assert.equal(await text('/file', troubled), 'cut');
    });

    test('a download that breaks goes on where it broke, or fails', async () => {
      const content = randomBytes(3_000_000);
      await put('file', content);
      const status = await tree.status('/file');
      const download = (): Promise<Buffer> => buffer(troubled.read('/file', status, { start: 0, end: content.length }));
      first(2, /^GET .*GetObject|^GET \/data\/[^?]*file/, () => ({ cutAfter: 1_000_000 }));
      assert.ok((await download()).equals(content));
      assert.equal(way.lines.filter((line) => /^GET .*file/.test(line)).length, 3);
      way.lines.length = 0;
      first(1_000, /^GET .*file/, () => ({ cutAfter: 0 }));
      assert.equal(await faultOf(download()), 'unavailable');
      assert.ok(way.lines.length < 20, way.lines.join('\n'));
    });

    test('an upload whose last answer is lost is known as done', async () => {
      for (const isNew of [true, false]) {
        const upload = troubled.upload(`/new-${isNew}`);
        await upload.write(bytes('content'));
        first(1, /^POST .*uploadId/, () => ({ cutAfter: -1 }));
        await upload.complete(isNew);
        assert.equal(await text(`/new-${isNew}`), 'content');
      }
    });

    test('a server that knows no conditions is asked without them', async () => {
      way.trouble = (_line, headers) =>
        headers['if-none-match'] === undefined ? undefined : { status: 501, code: 'NotImplemented' };
      await troubled.makeFolder('/a/b');
      await troubled.write('/a/b/c', bytes('c'));
      await troubled.move('/a', '/d');
      assert.equal(await text('/d/b/c'), 'c');
    });

    test('a move that fails before its target is whole leaves the source, and nothing of the target', async () => {
      for (const name of ['a', 'b', 'c', 'd']) await put(`from/${name}`);
      let copied = 0;
      way.trouble = (_line, headers) =>
        headers['x-amz-copy-source'] === undefined || ++copied < 3 ? undefined : { status: 403, code: 'AccessDenied' };
      assert.equal(await faultOf(troubled.move('/from', '/to')), 'denied');
      assert.deepEqual(await keys(), ['from/a', 'from/b', 'from/c', 'from/d']);
    });

    test('a move that is cut off at any request leaves the source whole or the target', async () => {
      const expectedNames = ['a', 'b', 'c', 'sub/d'];
      for (let stop = 1, isDone = false; !isDone; stop++) {
        assert.ok(stop < 100);
        for (const name of expectedNames) await put(`from-${stop}/${name}`);
        let changes = 0;
        way.trouble = (line) => (/^GET /.test(line) || ++changes < stop ? undefined : 'cut');
        isDone = (await faultOf(troubled.move(`/from-${stop}`, `/to-${stop}`))) === 'none';
        const isWhole = async (folder: string): Promise<boolean> =>
          (await keys(`${folder}-${stop}/`)).filter((key) => !key.endsWith('/')).length === expectedNames.length;
        assert.ok((await isWhole('from')) || (await isWhole('to')), `stopped at ${stop}`);
      }
    });
  });

  test('what is wrong with bucket, key or address is told apart, and no secret is in it', async () => {
    // Moto reckons signatures of plain letters alone
    const at = { ...rootAt(s3.endpoint), prefix: '' };
    const ask = (more: Partial<S3Root>): Promise<string> =>
      faultOf(new S3Tree({ ...at, ...more }, { patience: { ...impatient, attempts: 1 } }).status('/'));
    assert.equal(await ask({ bucket: 'absent' }), 'noBucket');
    assert.equal(await ask({ endpoint: 'http://127.0.0.1:1' }), 'unavailable');
    const keysOfIt = await s3.onlyKeys();
    assert.equal(await ask({ credentials: () => keysOfIt }), 'none');
    assert.equal(await ask({}), 'badKey');
    assert.equal(await ask({ credentials: () => ({ ...keysOfIt, secretAccessKey: 'wrong' }) }), 'badKey');
    const own = new S3Tree({ ...at, credentials: () => keysOfIt });
    assert.equal(await faultOf(own.write('/closed/x', bytes('x'))), 'denied');
    const error = await new S3Tree({ ...at, credentials: () => ({ ...keysOfIt, secretAccessKey: 'wrong' }) })
      .status('/')
      .then(
        () => assert.fail(),
        (fault: S3Error) => fault,
      );
    const report = `${error.stack} ${JSON.stringify({ ...error, cause: error.cause })}`;
    assert.doesNotMatch(report, /wrong|AKIA|Signature=/);
  });
});
