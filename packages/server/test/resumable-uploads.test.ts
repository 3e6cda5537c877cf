import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Sweeper } from '../src/retention/sweeper.ts';
import { ServiceProcess } from './crash/process.ts';
import { at, base, form, is, names, person, token } from './files-calls.ts';
import { adminPassword, Client, TestService } from './support.ts';
import { begin, beginUpload, offsetIn, offsetOf, part, partType } from './uploads-in-parts.ts';

const day = 86_400_000;

/** Begins to send bytes of an upload by hand, and leaves the line open. */
function sending(url: string, address: string, secret: string, bytes: Uint8Array, offset: number, all: number): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `PATCH ${address} HTTP/1.1\r\nhost: x\r\ntoken: ${secret}\r\ncontent-type: ${partType}\r\n` +
      `upload-offset: ${offset}\r\ncontent-length: ${all - offset}\r\n\r\n`,
  );
  socket.write(bytes);
  return socket;
}

/** Waits until so many bytes of an upload lie in the state folder. */
async function waitForBytes(home: string, address: string, bytes: number): Promise<void> {
  const file = join(home, 'uploads', `${address.split('/').at(-1)}.part`);
  while ((await stat(file)).size < bytes);
}

/** How long the service waits, as it ends, for requests that are not cut, ms: no other step of its end takes so long. */
const closeMs = 120_000;

describe('an upload in parts', () => {
  let service: TestService;
  let admin: Client;
  let ada: Client;
  let home: string;
  let now = Date.now();
  before(async () => {
    service = await TestService.start({}, () => now, { closeMs });
    admin = await service.signedIn();
    ada = await person(service, 'ada', 'ANALYST');
    home = join(service.folder, 'home');
  });
  after(() => service[Symbol.asyncDispose]());

  const there = (path: string): string => join(service.files, path);
  const folder = async (name: string): Promise<string> => {
    await mkdir(there(name));
    return at(`/${name}`);
  };
  const left = async (): Promise<string[]> => readdir(join(home, 'uploads'));

  test('says where it goes on, and of which version of the protocol it is', async () => {
    const answer = await begin(admin, await folder('told'), 'naïve.txt', 10);
    is(answer, 201);
    assert.equal(answer.headers.get('tus-resumable'), '1.0.0');
    assert.equal(offsetIn(answer), 0);
    const address = answer.headers.get('location') ?? '';
    const first = await part(admin, address, 0, 'abcd', { 'tus-resumable': '1.0.0' });
    is(first, 204);
    assert.equal(offsetIn(first), 4);
    const expires = Date.parse(first.headers.get('upload-expires') ?? '');
    assert.ok(Math.abs(expires - now - 7 * day) < 2_000);
    const head = await admin.send('HEAD', address);
    is(head, 200);
    assert.deepEqual(
      ['upload-offset', 'upload-length', 'cache-control'].map((name) => head.headers.get(name)),
      ['4', '10', 'no-store'],
    );
    const [key, name = ''] = head.headers.get('upload-metadata')?.split(' ') ?? [];
    assert.deepEqual([key, Buffer.from(name, 'base64').toString()], ['filename', 'naïve.txt']);
    const wrong = await part(admin, address, 4, 'x', { 'tus-resumable': '0.2.2' });
    is(wrong, 412, 'WRONG_VERSION');
    assert.equal(wrong.headers.get('tus-version'), '1.0.0');
    is(await admin.delete(address), 204);
  });

  test('goes on only at the byte that it has reached', async () => {
    const address = await beginUpload(admin, await folder('offsets'), 'x', 10);
    is(await part(admin, address, 0, 'abcd'), 204);
    for (const offset of [0, 3, 5, 10, 999]) {
      const answer = await part(admin, address, offset, 'Z');
      is(answer, 409, 'WRONG_STATE');
      assert.equal(offsetIn(answer), 4);
    }
    is(await part(admin, address, 4, 'efghijk'), 413, 'TOO_LARGE');
    // without a length given beforehand
    const body = new ReadableStream({
      start(controller) {
        for (const text of ['ef', 'ghijklmn']) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const response = await fetch(`${service.url}${address}`, {
      method: 'PATCH',
      body,
      duplex: 'half',
      headers: { token: await token(service), 'content-type': partType, 'upload-offset': '4' },
    } as RequestInit);
    assert.equal(response.status, 413);
    const offset = await offsetOf(admin, address);
    assert.ok(offset === 4 || offset === 6);
    assert.deepEqual(await readdir(there('offsets')), []);
    is(await part(admin, address, offset, 'abcdefghij'.slice(offset)), 204);
    assert.equal(await readFile(there('offsets/x'), 'utf8'), 'abcdefghij');
    assert.equal(await offsetOf(admin, address), 10);
    is(await part(admin, address, 10, ''), 204);
    is(await part(admin, address, 4, 'x'), 409, 'WRONG_STATE');
  });

  test('needs a name, a length, bytes of its kind, and a folder', async () => {
    const where = await folder('needs');
    is(await begin(admin, where, '', 1), 400, 'MALFORMED');
    is(await begin(admin, where, 'a/b', 1), 422, 'UNPROCESSABLE');
    is(await begin(admin, where, '..', 1), 422, 'UNPROCESSABLE');
    is(await begin(admin, where, '.millrace-upload-x', 1), 422, 'UNPROCESSABLE');
    is(await begin(admin, at('/nowhere'), 'x', 1), 404, 'NOT_FOUND');
    is(await begin(admin, at('/../x'), 'x', 1), 422, 'UNPROCESSABLE');
    for (const bytes of ['-1', '1.5', '', 'x', '1e400', '99999999999999999999'])
      is(await begin(admin, where, 'x', bytes), 400, 'MALFORMED');
    is(await begin(admin, where, 'x', 2 ** 53 - 1), 413, 'TOO_LARGE');
    for (const metadata of ['name eA==', 'filename', 'filename !', 'filename eA== eA==', 'filename /w=='])
      is(await begin(admin, where, 'x', 1, { 'upload-metadata': metadata }), 400, 'MALFORMED');
    const address = await beginUpload(admin, where, 'x', 4);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      is(await part(admin, address, 0, '{}', { 'content-type': type }), 415, 'WRONG_MEDIA_TYPE');
    is(await part(admin, address, '', 'x'), 400, 'MALFORMED');
    is(await part(admin, `${base}/files/uploads/..%2f..%2fsecret`, 0, 'x'), 400, 'MALFORMED');
    is(await admin.delete(address), 204);
    for (const method of ['HEAD', 'DELETE']) assert.equal((await admin.send(method, address)).status, 404);
    is(await part(admin, address, 0, 'x'), 404, 'NOT_FOUND');
  });

  test('belongs to who has begun it, and to those who may write', async () => {
    const address = await beginUpload(ada, '', 'mine', 4);
    is(await part(ada, address, 0, 'ab'), 204);
    for (const method of ['HEAD', 'DELETE']) assert.equal((await admin.send(method, address)).status, 404);
    is(await part(admin, address, 2, 'xx'), 404, 'NOT_FOUND');
    const viewer = await person(service, 'vic', 'VIEWER');
    is(await begin(viewer, '', 'x', 1), 403, 'FORBIDDEN');
    is(await begin(ada, at('/user/admin'), 'x', 1), 404, 'NOT_FOUND');
    is(await part(ada, address, 2, 'cd', { origin: 'https://evil.example' }), 403, 'CROSS_SITE');
    is(await part(ada, address, 2, 'cd'), 204);
    assert.equal(await readFile(there('user/ada/mine'), 'utf8'), 'abcd');
  });

  test('takes the place of a file only when told, at the beginning or at the end', async () => {
    const where = await folder('taken');
    await writeFile(there('taken/a'), 'old');
    await mkdir(there('taken/dir'));
    is(await begin(admin, where, 'a', 1), 409, 'CONFLICT');
    is(await begin(admin, `${where}&overwrite=true`, 'dir', 1), 409, 'CONFLICT');
    const replacing = await beginUpload(admin, `${where}&overwrite=true`, 'a', 3);
    is(await part(admin, replacing, 0, 'ne'), 204);
    assert.equal(await readFile(there('taken/a'), 'utf8'), 'old');
    is(await part(admin, replacing, 2, 'w'), 204);
    assert.equal(await readFile(there('taken/a'), 'utf8'), 'new');
    // another user was faster: all that has come stays, and no caller takes it for done
    const late = await beginUpload(admin, where, 'b', 3);
    await writeFile(there('taken/b'), 'theirs');
    is(await part(admin, late, 0, 'our'), 409, 'CONFLICT');
    assert.equal((await admin.send('HEAD', late)).status, 409);
    assert.equal(await readFile(there('taken/b'), 'utf8'), 'theirs');
    is(await part(admin, `${late}?overwrite=true`, 3, ''), 204);
    assert.equal(await readFile(there('taken/b'), 'utf8'), 'our');
    assert.deepEqual((await readdir(there('taken'))).toSorted(), ['a', 'b', 'dir']);
  });

  test('of nothing is there at once', async () => {
    const address = await beginUpload(admin, await folder('nothing'), 'empty', 0);
    assert.equal((await stat(there('nothing/empty'))).size, 0);
    assert.equal(await offsetOf(admin, address), 0);
  });

  test('is noted once in the audit log, when its file is there', async () => {
    const address = await beginUpload(admin, await folder('noted'), 'x', 3);
    for (const i of [0, 1, 2]) is(await part(admin, address, i, 'x'), 204);
    const { db, audit } = service.service.context;
    await audit.flush();
    const entries = await db
      .selectFrom('audit')
      .select(['action', 'status'])
      .where('target', '=', address.split('/').at(-1) ?? '')
      .execute();
    assert.deepEqual(entries, [{ action: `PATCH ${base}/files/uploads/:id`, status: 204 }]);
  });

  test('is written by one at a time: who comes later goes on with what is there', async () => {
    const bytes = randomBytes(3_000_000);
    const address = await beginUpload(admin, await folder('two'), 'file', bytes.length);
    const secret = await token(service);
    // a line on which nothing more comes, as one that was cut
    const first = sending(service.url, address, secret, bytes.subarray(0, 1_000_000), 0, bytes.length);
    const cut = new Promise((resolve) => first.once('close', resolve));
    await waitForBytes(home, address, 1);
    const offset = await offsetOf(admin, address);
    assert.ok(offset > 0 && offset <= 1_000_000);
    await cut;
    // both at once: one of them, or one after the other; never two. Who comes later may cut the line of the other
    const answers = await Promise.allSettled([1, 2].map(() => part(admin, address, offset, bytes.subarray(offset))));
    const statuses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.status] : []));
    assert.ok(statuses.length > 0 && statuses.every((status) => [204, 409].includes(status)), String(statuses));
    const rest = await offsetOf(admin, address);
    if (rest < bytes.length) is(await part(admin, address, rest, bytes.subarray(rest)), 204);
    assert.ok((await readFile(there('two/file'))).equals(bytes));
  });

  test('keeps what has come before the line breaks', async () => {
    const bytes = randomBytes(2_000_000);
    const address = await beginUpload(admin, await folder('cut'), 'file', bytes.length);
    const line = sending(service.url, address, await token(service), bytes.subarray(0, 1_500_000), 0, bytes.length);
    await waitForBytes(home, address, 1_000_000);
    line.destroy();
    const offset = await offsetOf(admin, address);
    assert.ok(offset >= 1_000_000 && offset <= 1_500_000);
    assert.deepEqual(names(await admin.get(`${base}/dir/open?path=/cut`)), []);
    is(await admin.delete(`${base}/files/delete?path=/cut`), 200);
    // its folder is gone: what has come is not
    is(await part(admin, address, offset, bytes.subarray(offset)), 404, 'NOT_FOUND');
    await mkdir(there('cut'));
    assert.equal(await offsetOf(admin, address), bytes.length);
    assert.ok((await readFile(there('cut/file'))).equals(bytes));
  });

  test('goes on after a restart of the service', async () => {
    const bytes = randomBytes(2_000_000);
    const address = await beginUpload(admin, await folder('again'), 'file', bytes.length);
    is(await part(admin, address, 0, bytes.subarray(0, 700_000)), 204);
    const secret = await token(service);
    const line = sending(service.url, address, secret, bytes.subarray(700_000, 1_200_000), 700_000, bytes.length);
    await waitForBytes(home, address, 1_000_000);
    const begun_ = performance.now();
    await service.restart();
    // no caller waits for the rest of it
    assert.ok(performance.now() - begun_ < closeMs / 2);
    line.destroy();
    admin = await service.signedIn();
    ada = await service.signedIn('ada');
    const offset = await offsetOf(admin, address);
    assert.ok(offset >= 1_000_000 && offset <= 1_200_000);
    is(await part(admin, address, offset, bytes.subarray(offset)), 204);
    assert.ok((await readFile(there('again/file'))).equals(bytes));
  });

  test('that got its place as the service was cut off is there, not in its own way', async () => {
    const address = await beginUpload(admin, await folder('edge'), 'file', 4);
    is(await part(admin, address, 0, 'ab'), 204);
    const id = address.split('/').at(-1) ?? '';
    const record = join(home, 'uploads', `${id}.json`);
    await writeFile(there('edge/file'), 'abcd');
    await writeFile(join(home, 'uploads', `${id}.part`), 'abcd');
    await writeFile(record, JSON.stringify({ ...JSON.parse(await readFile(record, 'utf8')), state: 'placing' }));
    assert.equal(await offsetOf(admin, address), 4);
    is(await part(admin, address, 4, ''), 204);
    assert.ok(!existsSync(join(home, 'uploads', `${id}.part`)));
  });

  test('that was to replace a file of the same size as the service was cut off replaces it', async () => {
    await mkdir(there('swap'));
    await writeFile(there('swap/file'), 'old!');
    const address = await beginUpload(admin, at('/swap', { overwrite: 'true' }), 'file', 4);
    is(await part(admin, address, 0, 'ne'), 204);
    const id = address.split('/').at(-1) ?? '';
    const record = join(home, 'uploads', `${id}.json`);
    await writeFile(join(home, 'uploads', `${id}.part`), 'new!');
    await writeFile(record, JSON.stringify({ ...JSON.parse(await readFile(record, 'utf8')), state: 'placing' }));
    assert.equal(await offsetOf(admin, address), 4);
    assert.equal(await readFile(there('swap/file'), 'utf8'), 'new!');
    assert.deepEqual(await readdir(there('swap')), ['file']);
  });

  test('that has stood still for too long is gone; one that goes on stays', async () => {
    const where = await folder('stale');
    for (const address of [await beginUpload(admin, where, 'old', 4), await beginUpload(admin, where, 'older', 4)])
      is(await part(admin, address, 0, 'ab'), 204);
    const { context } = service.service;
    const sweeper = new Sweeper({ ...context, now: () => now });
    assert.equal((await sweeper.sweep()).uploads, 0);
    now += 8 * day;
    // sessions do not last that long
    admin = await service.signedIn();
    const due = async () =>
      ((await admin.get('/api/v1/retention')).json as { kind: string; due: number }[]).find(
        ({ kind }) => kind === 'uploads',
      )?.due;
    assert.ok(Number(await due()) >= 2);
    assert.ok((await sweeper.sweep()).uploads >= 2);
    assert.deepEqual(await left(), []);
    assert.equal(await due(), 0);
    now = Date.now();
  });

  test('leaves nothing behind when it is done or called off', async () => {
    const where = await folder('clean');
    const before = await left();
    const off = await beginUpload(admin, where, 'off', 4);
    is(await part(admin, off, 0, 'ab'), 204);
    is(await admin.delete(off), 204);
    assert.deepEqual(await left(), before);
    const done = await beginUpload(admin, where, 'done', 2);
    is(await part(admin, done, 0, 'ab'), 204);
    assert.deepEqual(
      (await left()).filter((name) => !before.includes(name)),
      [`${done.split('/').at(-1)}.json`],
    );
    is(await admin.delete(done), 204);
    assert.deepEqual(await left(), before);
    assert.deepEqual(await readdir(there('clean')), ['done']);
  });
});

test('an upload in parts goes on from the byte that was kept when the service was killed', async () => {
  const root = await mkdtemp(join(tmpdir(), 'millrace-uploads-'));
  const environment = {
    MILLRACE_HOME: join(root, 'home'),
    MILLRACE_FILES: join(root, 'files'),
    MILLRACE_ADMIN_PASSWORD: adminPassword,
    MILLRACE_WARM_ENGINES: '0',
  };
  let process = await ServiceProcess.start(environment);
  try {
    const bytes = randomBytes(40_000_000);
    let client = new Client(process.url);
    await client.signIn('admin', adminPassword);
    const address = await beginUpload(client, '', 'big', bytes.length);
    let offset = 0;
    for (const until of [11_000_000, 23_000_000]) {
      const upload = part(client, address, offset, bytes.subarray(offset)).catch(() => undefined);
      await waitForBytes(environment.MILLRACE_HOME, address, Math.min(until, bytes.length));
      await process.kill();
      await upload;
      process = await ServiceProcess.start(environment);
      client = new Client(process.url);
      await client.signIn('admin', adminPassword);
      offset = await offsetOf(client, address);
      assert.ok(offset >= until);
    }
    if (offset < bytes.length) is(await part(client, address, offset, bytes.subarray(offset)), 204);
    const digest = (some: Uint8Array): string => createHash('sha256').update(some).digest('hex');
    assert.equal(digest(await readFile(join(root, 'files/user/admin/big'))), digest(bytes));
    assert.equal(await process.stop(), 0);
  } finally {
    await process.kill();
    await rm(root, { recursive: true, force: true });
  }
});

test('an upload in parts waits when the disk is full, and goes on when there is room', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'millrace-small-'));
  const small = join(home, 'uploads');
  await mkdir(small);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', small], { stdio: 'ignore' });
  } catch {
    await rm(home, { recursive: true });
    return t.skip('no small disk can be mounted here');
  }
  const service = await TestService.start({ MILLRACE_HOME: home });
  try {
    const admin = await service.signedIn();
    is(await begin(admin, '', 'never', 5_000_000), 413, 'TOO_LARGE');
    const address = await beginUpload(admin, '', 'file', 3_000_000);
    const bytes = randomBytes(3_000_000);
    await writeFile(join(small, 'ballast'), Buffer.alloc(2_500_000));
    is(await begin(admin, '', 'late', 3_000_000), 507, 'FULL');
    is(await part(admin, address, 0, bytes), 507, 'FULL');
    const offset = await offsetOf(admin, address);
    assert.ok(offset > 0 && offset < bytes.length);
    await rm(join(small, 'ballast'));
    // the file space lies on another disk: the bytes are copied there
    is(await part(admin, address, offset, bytes.subarray(offset)), 204);
    const { files } = service.service.context.settings;
    assert.ok(files.kind === 'local');
    assert.ok((await readFile(join(files.folder, 'user/admin/file'))).equals(bytes));
    is(await admin.send('POST', `${base}/files/upload`, form([['small', 'x']])), 200);
  } finally {
    await service[Symbol.asyncDispose]();
    execFileSync('umount', [small]);
    await rm(home, { recursive: true, force: true });
  }
});
