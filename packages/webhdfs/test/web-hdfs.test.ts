import assert from 'node:assert/strict';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { before, test } from 'node:test';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { HdfsError, WebHdfs, type HdfsFault } from '../src/index.ts';
import { sharedHdfs } from '@millrace/testkit/servers';
import type { Hdfs } from './hadoop/hdfs.ts';

let hdfs: Hdfs;
let files: WebHdfs;
let alice: WebHdfs;

before(async () => {
  hdfs = await sharedHdfs();
  const addresses = [`http://${hdfs.http}`];
  files = new WebHdfs({ addresses, user: hdfs.superuser });
  alice = new WebHdfs({ addresses, user: 'alice' });
  await files.makeFolder('/open', 0o777);
});

const failsAs =
  (fault: HdfsFault, message = /./) =>
  (error: unknown) => {
    assert.ok(error instanceof HdfsError, String(error));
    assert.equal(error.fault, fault, error.message);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /\n|\tat /);
    return true;
  };

const write = (path: string, content: string | Buffer, overwrite = false) =>
  files.create(path, Readable.from([Buffer.from(content)], { objectMode: false }), { overwrite, withFolders: true });

const read = async (path: string) => text(await files.open(path));

test('A file is what was written, whole and in parts, over several blocks', async () => {
  const bytes = Buffer.alloc(3_500_000, 'abcdefghijk');
  await write('/big/file', bytes);
  const status = await files.status('/big/file');
  assert.deepEqual(
    { ...status, modificationTime: 0, accessTime: 0, fileId: 0 },
    {
      name: '',
      type: 'FILE',
      length: bytes.length,
      owner: 'hdfs',
      group: 'supergroup',
      permission: 0o644,
      modificationTime: 0,
      accessTime: 0,
      replication: 1,
      blockSize: 1_048_576,
      fileId: 0,
    },
  );
  assert.ok(Math.abs(status.modificationTime - Date.now()) < 600_000);
  assert.ok(bytes.equals(await buffer(await files.open('/big/file'))));
  const part = await buffer(await files.open('/big/file', { start: 1_048_570, end: 2_100_000 }));
  assert.ok(bytes.subarray(1_048_570, 2_100_000).equals(part));
  const byNumber = await buffer(await files.open(`/.reserved/.inodes/${status.fileId}`, { start: 0, end: 3 }));
  assert.equal(byNumber.toString(), 'abc');
  const summary = await files.contentSummary('/big');
  assert.deepEqual([summary.fileCount, summary.directoryCount, summary.length], [1, 1, bytes.length]);
});

test('An empty file is one', async () => {
  await write('/empty', '');
  assert.equal(await read('/empty'), '');
  assert.equal((await files.status('/empty')).length, 0);
});

test('Names in any language and with any sign are names, in lists of several parts too', async () => {
  const names = ['a+b', 'a%20b', 'a;b', 'a#b?c&d=e', 'é ü 日本', `x"y'z`, 'a\\b', '[x]*{y}', '😀', '.hidden', 'ends '];
  for (const name of names) await write(`/names/${name}`, name);
  for (const name of names) assert.equal(await read(`/names/${name}`), name);
  const parts = await Array.fromAsync(files.list('/names'));
  assert.ok(parts.length > 5, `${parts.length} parts`);
  assert.deepEqual(
    parts
      .flat()
      .map(({ name }) => name)
      .sort(),
    names.sort(),
  );
  for (const name of names) {
    await files.rename(`/names/${name}`, `/names/${name}2`, false);
    assert.equal(await files.remove(`/names/${name}2`, false), true);
  }
  assert.deepEqual(await Array.fromAsync(files.list('/names')), []);
  await assert.rejects(write('/names/a:b', ''), failsAs('badName'));
});

test('A rename replaces only when it is told to, and says what is wrong', async () => {
  await write('/r/a', 'a');
  await write('/r/b', 'b');
  await write('/r/folder/inner', 'inner');
  await assert.rejects(files.rename('/r/a', '/r/b', false), failsAs('exists'));
  await assert.rejects(files.rename('/r/a', '/r/folder', false), failsAs('exists'));
  await assert.rejects(files.rename('/r/none', '/r/c', false), failsAs('notFound'));
  await assert.rejects(files.rename('/r/a', '/none/c', false), failsAs('notFound'));
  await assert.rejects(files.rename('/r/a', '/r/b/c', false), failsAs('notFolder'));
  await assert.rejects(files.rename('/r/folder', '/r/folder/in', false), failsAs('refused'));
  await assert.rejects(files.rename('/r/a', '/r/folder', true), failsAs('exists'));
  assert.equal(await read('/r/b'), 'b');
  await files.rename('/r/a', '/r/b', true);
  assert.equal(await read('/r/b'), 'a');
  await files.rename('/r/folder', '/r/moved', false);
  assert.equal(await read('/r/moved/inner'), 'inner');
});

test('What is not there, in the way or not allowed fails as that', async () => {
  await write('/f/file', 'x');
  await assert.rejects(files.status('/f/none'), failsAs('notFound'));
  await assert.rejects(files.open('/f/none'), failsAs('notFound'));
  await assert.rejects(files.open('/f'), failsAs('notFound'));
  await assert.rejects(files.open('/f/file', { start: 5, end: 6 }), failsAs('refused'));
  await assert.rejects(Array.fromAsync(files.list('/f/none')), failsAs('notFound'));
  assert.deepEqual(
    (await Array.fromAsync(files.list('/f/file'))).flat().map(({ name }) => name),
    [''],
  );
  await assert.rejects(write('/f/file', 'y'), failsAs('exists'));
  await assert.rejects(write('/f/file/below', 'y'), failsAs('notFolder'));
  await assert.rejects(files.makeFolder('/f/file'), failsAs('exists'));
  await assert.rejects(files.makeFolder('/f/file/below'), failsAs('notFolder'));
  const noFolder = files.create('/nowhere/x', Readable.from([]), { overwrite: false });
  await assert.rejects(noFolder, failsAs('notFound'));
  assert.equal(await files.remove('/f/none', true), false);
  await assert.rejects(files.remove('/f', false), failsAs('notEmpty'));
  await assert.rejects(files.makeFolder(`/${'x'.repeat(300)}`), failsAs('badName'));
  await assert.rejects(alice.makeFolder('/of-alice'), failsAs('denied'));
  await assert.rejects(
    alice.create('/f/other', Readable.from(['x']), { overwrite: false }),
    failsAs('denied', /Permission denied/),
  );
  await assert.rejects(alice.status('/f/file/below'), failsAs('notFolder'));
  await files.setPermission('/f/file', 0o600);
  assert.equal((await files.status('/f/file')).permission, 0o600);
  await assert.rejects(alice.open('/f/file'), failsAs('denied'));
  assert.equal(await alice.home(), '/user/alice');
});

test('A refusal is read however much of the body is on its way', async () => {
  await write('/refusing/file', 'x');
  for (const pieces of [1, 80, 400])
    for (let i = 0; i < 20; i++) {
      const body = Array.from({ length: pieces }, () => Buffer.alloc(65_536));
      const writing = files.create('/refusing/file/below', Readable.from(body), { overwrite: true });
      await assert.rejects(writing, failsAs('notFolder'));
    }
});

test('A source that breaks is the reason; HDFS keeps what came before', async () => {
  async function* breaking() {
    yield Buffer.alloc(200_000);
    throw new Error('the source is gone');
  }
  await assert.rejects(files.create('/broken', Readable.from(breaking()), { overwrite: false }), /the source is gone/);
  assert.equal(await files.remove('/broken', false), true);
});

test('Safe mode, a NameNode that is gone, one that never answers', async () => {
  await write('/s/file', 'x');
  await hdfs.tell('safemode on');
  await assert.rejects(files.makeFolder('/s/new'), failsAs('safeMode'));
  await assert.rejects(write('/s/new', 'x'), failsAs('safeMode'));
  await assert.rejects(files.rename('/s/file', '/s/b', false), failsAs('safeMode'));
  await assert.rejects(files.remove('/s/file', false), failsAs('safeMode'));
  assert.equal(await read('/s/file'), 'x');
  await hdfs.tell('safemode off');

  const silent = createServer();
  const sockets: Socket[] = [];
  silent.on('connection', (socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const patience = { connect: 5_000, answer: 200 };
  const waiting = new WebHdfs({ addresses: [`http://127.0.0.1:${port}`], user: 'x', patience });
  await assert.rejects(waiting.status('/'), failsAs('unavailable', /took too long to answer/));
  for (const socket of sockets) socket.destroy();
  silent.close();
  await once(silent, 'close');

  const closedPort = new WebHdfs({ addresses: [`http://127.0.0.1:${port}`], user: 'x' });
  await assert.rejects(closedPort.status('/'), failsAs('unavailable', /cannot be reached/));
  const either = new WebHdfs({ addresses: [`http://127.0.0.1:${port}`, `http://${hdfs.http}`], user: hdfs.superuser });
  assert.equal(await text(await either.open('/s/file')), 'x');
});

test('A DataNode whose connection a NameNode has closed is asked again to write, if what it took is remembered', async () => {
  const settings = {
    RemoteException: { exception: 'EOFException', message: 'End of File Exception between local host and another' },
  };
  const [stored, paths]: [string[], string[]] = [[], []];
  const server = createHttpServer((request, response) => {
    const location = `http://${request.headers.host}/data${request.url}`;
    response.writeHead(307, { location: location }).end();
  });
  server.on('checkContinue', async (request: IncomingMessage, response: ServerResponse) => {
    paths.push(request.url ?? '');
    const path = request.url ?? '';
    const isFirst = paths.filter((url) => url === path).length === 1;
    if (isFirst && path.includes('taken')) {
      response.writeContinue();
      // of a long body it takes the beginning
      if (path.includes('short')) await text(request);
      else for (let size = 0; size < 3 << 20;) size += ((await once(request, 'data')) as [Buffer])[0].length;
    }
    if (isFirst) return response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(settings));
    response.writeContinue();
    stored.push(await text(request));
    return response.writeHead(201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const files = new WebHdfs({ addresses: [`http://127.0.0.1:${port}`], user: 'x' });
  const body = (content: string): Readable => Readable.from([Buffer.from(content)], { objectMode: false });
  await files.create('/a', body('whole'), { overwrite: false });
  assert.deepEqual([stored, paths.length], [['whole'], 2]);
  await files.create('/taken/short', body('whole again'), { overwrite: true });
  assert.deepEqual([stored.at(-1), paths.length], ['whole again', 4]);
  const pieces = Array.from({ length: 20 }, (_, i) => Buffer.alloc(1 << 18, String(i)));
  await assert.rejects(
    files.create('/taken/long', Readable.from(pieces, { objectMode: false }), { overwrite: true }),
    failsAs('unavailable', /End of File/),
  );
  assert.equal(paths.length, 5);
  server.close();
  await once(server, 'close');
});
