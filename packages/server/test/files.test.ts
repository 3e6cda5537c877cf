import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { hashPassword } from '../src/access/passwords.ts';
import { newSecret, hashOf } from '../src/access/principal.ts';
import { disposition, rangeOf } from '../src/resources/files/download.ts';
import { stagedPrefix } from '../src/resources/files/paths.ts';
import { adminPassword, Client, TestService, type Answer } from './support.ts';

const base = '/api/v1/hdfs';
const at = (path: string, more: Record<string, string> = {}): string =>
  new URLSearchParams({ path, ...more }).toString();
const fromTo = (sourceFilePath: string, destinationFilePath: string): string =>
  new URLSearchParams({ sourceFilePath, destinationFilePath }).toString();

interface Row {
  name: string;
  path: string;
  isDirectory: boolean;
  size: number;
  [key: string]: unknown;
}
const rows = (answer: Answer): Row[] => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json as Row[];
};
const names = (answer: Answer): string[] => rows(answer).map(({ name }) => name);
const is = (answer: Answer, status: number, code?: string): void => {
  assert.equal(answer.status, status, answer.text);
  if (code !== undefined) assert.equal((answer.json as { code: string }).code, code);
};

/** A form of files, each with its name and its text. */
const form = (
  files: readonly (readonly [name: string, text: string])[],
  fields: Record<string, string> = {},
): FormData => {
  const made = new FormData();
  for (const [name, text] of files) made.append('any[]', new Blob([text]), name);
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
};

/** Waits until something holds of a folder that is looked at again whenever it changes. */
async function until(folder: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const done = Promise.withResolvers<void>();
  const look = async (): Promise<void> => {
    if (await holds()) done.resolve();
  };
  const watcher = watch(folder, () => void look().catch(done.reject));
  try {
    await look();
    await done.promise;
  } finally {
    watcher.close();
  }
}

const staged = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith(stagedPrefix));

/** Makes a user with a role, and gives a client that is signed in. */
async function person(service: TestService, username: string, role: 'ANALYST' | 'VIEWER'): Promise<Client> {
  const { db, now } = service.service.context;
  const at = { dateCreated: now(), dateLastUpdated: now() };
  const user = await db
    .insertInto('users')
    .values({
      username,
      passwordHash: await hashPassword(adminPassword),
      firstName: '',
      lastName: '',
      email: '',
      isActive: 1,
      isSuperuser: 0,
      currentProjectId: null,
      ...at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow();
  await db.insertInto('userRoles').values({ userId: user.id, roleId: id }).execute();
  return service.signedIn(username);
}

/** A token of admin, for requests that are written by hand. */
async function token({ service }: TestService): Promise<string> {
  const { db, now } = service.context;
  const secret = newSecret();
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow();
  await db
    .insertInto('tokens')
    .values({ hash: hashOf(secret), userId: id, description: '', createdAt: now(), expiresAt: now() + 3_600_000 })
    .execute();
  return secret;
}

describe('the file space', () => {
  let service: TestService;
  let admin: Client;
  let ada: Client;
  let root: string;
  before(async () => {
    service = await TestService.start();
    admin = await service.signedIn();
    ada = await person(service, 'ada', 'ANALYST');
    root = service.files;
  });
  after(() => service[Symbol.asyncDispose]());

  test('begins with a home of one’s own', async () => {
    assert.deepEqual(names(await ada.get(base)), []);
    assert.equal((await ada.get(`${base}/user/home-dir`)).text, '/user/ada');
    assert.deepEqual(
      rows(await ada.get(`${base}/dir/open?path=/user`)).map(({ path }) => path),
      ['/user/ada'],
    );
    const about = (await ada.get(`${base}/configurations`)).json;
    assert.deepEqual(about, { type: 'local', root: '/', home: '/user/ada' });
  });

  test('takes several files, lists them with all their facts, and gives them back', async () => {
    const sent = await ada.send(
      'POST',
      `${base}/files/upload`,
      form([
        ['a.csv', 'x\n1\n'],
        ['naïve 数据.txt', 'é'],
      ]),
    );
    is(sent, 200);
    assert.equal((sent.json as { files: Row[] }).files.length, 2);
    const [first, second] = rows(await ada.get(`${base}/dir/files?path=/user/ada`));
    const { mtimeMs, blksize } = await stat(join(root, 'user/ada/a.csv'));
    assert.deepEqual(first, {
      name: 'a.csv',
      path: '/user/ada/a.csv',
      isDirectory: false,
      size: 4,
      owner: first?.['owner'],
      group: first?.['group'],
      permission: 'rw-r--r--',
      modificationTime: Math.trunc(mtimeMs),
      replication: 1,
      blockSize: blksize,
    });
    assert.match(String(first?.['owner']), /^\S+$/);
    assert.equal(second?.name, 'naïve 数据.txt');
    const got = await ada.get(`${base}/files/download?${at('/user/ada/naïve 数据.txt')}`);
    assert.equal(got.text, 'é');
    assert.equal(
      got.headers.get('content-disposition'),
      `attachment; filename="na_ve __.txt"; filename*=UTF-8''na%C3%AFve%20%E6%95%B0%E6%8D%AE.txt`,
    );
    const opened = await ada.get(`${base}/files/open?path=/user/ada/a.csv`);
    assert.equal(opened.text, 'x\n1\n');
    assert.match(opened.headers.get('content-type') ?? '', /^text\/plain/);
  });

  test('sorts by time and by name, in every spelling of the word', async () => {
    await mkdir(join(root, 'sorted'));
    for (const [name, time] of [
      ['b', 2_000],
      ['a', 3_000],
      ['c', 1_000],
    ] as const) {
      await writeFile(join(root, 'sorted', name), '');
      await utimes(join(root, 'sorted', name), time, time);
    }
    const orders: Record<string, string> = {
      '': 'abc',
      desc: 'abc',
      DSC: 'abc',
      asc: 'cba',
      Alphabetical: 'abc',
      alphbetical: 'abc',
    };
    for (const [word, expected] of Object.entries(orders))
      assert.equal(names(await ada.get(`${base}/files?${at('/sorted', { sortPara: word })}`)).join(''), expected, word);
    const inHeader = await ada.get(`${base}/files?path=/sorted`, { sortPara: 'asc' });
    assert.equal(names(inHeader).join(''), 'cba');
    for (const word of ['random', 'constructor'])
      is(await ada.get(`${base}/files?path=/sorted&sortPara=${word}`), 400, 'MALFORMED');
  });

  test('shows as text what a file begins with, in whole characters', async () => {
    await writeFile(join(root, 'long.txt'), `a${'é'.repeat(40_000)}`);
    const { text } = await ada.get(`${base}/files/open?path=/long.txt`);
    assert.equal(text, `a${'é'.repeat(32_767)}`);
  });

  test('makes folders, and says where one was there', async () => {
    for (const send of [
      () => ada.post(`${base}/dir/create?path=/made/one/two`, undefined, { accept: 'text/plain' }),
      () => ada.post(`${base}/dir/create`, { path: 'made/three' }),
    ]) {
      const answer = await send();
      assert.equal(answer.text, 'Directory created successfully.');
      assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
    }
    assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/made`)), ['one', 'three']);
    assert.equal((await ada.post(`${base}/dir/create?path=/made`)).text, 'The directory is already there.');
    is(await ada.post(`${base}/dir/create`, {}), 400, 'MALFORMED');
    is(await ada.post(`${base}/dir/create?path=/long.txt`), 409, 'CONFLICT');
    is(await ada.post(`${base}/dir/create?path=/long.txt/sub`), 422, 'UNPROCESSABLE');
    is(await ada.post(`${base}/dir/create?${at('/line\nbreak')}`), 422, 'UNPROCESSABLE');
    is(await ada.post(`${base}/dir/create?${at(`/${'x'.repeat(300)}`)}`), 422, 'UNPROCESSABLE');
  });

  test('deletes; what is in a folder only when told', async () => {
    await ada.post(`${base}/dir/create?path=/gone/deep/er`);
    await symlink(join(root, 'sorted'), join(root, 'gone/link'));
    await writeFile(Buffer.concat([Buffer.from(join(root, 'gone/deep/')), Buffer.from([0xe9])]), 'no UTF-8');
    is(await ada.delete(`${base}/files/delete?path=/gone`), 409, 'CONFLICT');
    const answer = await ada.delete(`${base}/files/delete?path=/gone&recursive=true`, { accept: 'text/plain' });
    assert.equal(answer.text, 'Deleted successfully.');
    assert.equal((await readdir(join(root, 'sorted'))).length, 3);
    is(await ada.delete(`${base}/files/delete?path=/gone`), 404, 'NOT_FOUND');
    const line = await ada.delete(`${base}/files/delete?path=/gone`, { accept: 'text/plain' });
    assert.equal(line.text, '"/gone" is not there');
  });

  test('renames and moves, and replaces nothing by that', async () => {
    for (const path of ['/m/folder', '/m/full/in', '/m/empty']) await ada.post(`${base}/dir/create?path=${path}`);
    for (const name of ['one', 'two']) await writeFile(join(root, 'm', name), name);
    const renamed = (from: string, to: string): Promise<Answer> => ada.get(`${base}/files/rename?${fromTo(from, to)}`);
    assert.equal((await renamed('/m/one', '/m/uno')).text, 'Renamed successfully.');
    is(await renamed('/m/uno', '/m/two'), 409, 'CONFLICT');
    is(await renamed('/m/uno', '/m/folder'), 409, 'CONFLICT');
    is(await renamed('/m/folder', '/m/empty'), 409, 'CONFLICT');
    is(await renamed('/m/folder', '/m/folder/itself'), 422, 'UNPROCESSABLE');
    is(await renamed('/m/none', '/m/x'), 404, 'NOT_FOUND');
    is(await renamed('/m/uno', '/none/x'), 404, 'NOT_FOUND');
    assert.equal(await readFile(join(root, 'm/two'), 'utf8'), 'two');
    is(await ada.send('HEAD', `${base}/files/rename?${fromTo('/m/uno', '/m/head')}`), 404);
    is(await renamed('/m/folder', '/m/renamed'), 200);
    assert.equal((await ada.get(`${base}/files/move?${fromTo('/m/uno', '/m/empty')}`)).text, 'Moved successfully.');
    is(await ada.post(`${base}/files/moves`, [{ sourceFilePath: '/m/two', destinationFilePath: '/m/empty' }]), 200);
    const many = { sourceFilePaths: ['/m/empty/uno', '/m/empty/two'], destinationFilePath: '/m/full' };
    is(await ada.post(`${base}/files/moves`, many), 200);
    assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/m/full`)), ['in', 'two', 'uno']);
    is(await ada.post(`${base}/files/moves`, { from: 1 }), 400, 'MALFORMED');
  });

  test('changes permissions, but no bits beyond the nine', async () => {
    await writeFile(join(root, 'mode'), '');
    const change = (permission: string): string => `${base}/files/permissions/change?${at('/mode', { permission })}`;
    assert.equal((await ada.get(change('640'))).text, 'Permissions changed successfully.');
    assert.equal((await stat(join(root, 'mode'))).mode & 0o7777, 0o640);
    is(await ada.post(`${base}/files/permissions/change`, { path: '/mode', permission: 'rwxr-x--x' }), 200);
    assert.equal((await stat(join(root, 'mode'))).mode & 0o7777, 0o751);
    for (const wrong of ['4755', '999', 'rwx', '']) is(await ada.get(change(wrong)), 400, 'MALFORMED');
  });

  test('keeps homes from each other, and for the superuser only open', async () => {
    const ben = await person(service, 'ben', 'ANALYST');
    await ben.send('POST', `${base}/files/upload`, form([['secret.txt', 'ben']]));
    const link = join(root, 'to-ben');
    await symlink(join(root, 'user/ben'), link);
    assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/user`)), ['ada']);
    assert.ok(!names(await ada.get(`${base}/dir/open?path=/`)).includes('to-ben'));
    for (const path of ['/user/ben/secret.txt', '/to-ben/secret.txt', '/user/ada/../ben/secret.txt'])
      is(await ada.get(`${base}/files/download?${at(path)}`), 404, 'NOT_FOUND');
    is(await ada.get(`${base}/dir/open?path=/user/ben`), 404, 'NOT_FOUND');
    is(await ada.get(`${base}/dir/open?path=/to-ben`), 404, 'NOT_FOUND');
    is(await ada.post(`${base}/dir/create?path=/user/ben/x`), 404, 'NOT_FOUND');
    is(await ada.post(`${base}/dir/create?path=/user/carl`), 404, 'NOT_FOUND');
    is(await ada.get(`${base}/files/rename?${fromTo('/sorted/a', '/user/ben/a')}`), 404, 'NOT_FOUND');
    is(await ada.get(`${base}/files/rename?${fromTo('/user/ben', '/ben')}`), 404, 'NOT_FOUND');
    is(await ada.delete(`${base}/files/delete?path=/user/ben&recursive=true`), 404, 'NOT_FOUND');
    is(await ada.send('POST', `${base}/files/upload?path=/user/ben`, form([['x', '']])), 404, 'NOT_FOUND');
    for (const path of ['/user', '/'])
      for (const client of [ada, admin]) {
        is(await client.delete(`${base}/files/delete?path=${path}&recursive=true`), 403, 'FORBIDDEN');
        is(await client.get(`${base}/files/permissions/change?${at(path, { permission: '777' })}`), 403, 'FORBIDDEN');
        is(await client.get(`${base}/files/rename?${fromTo(path, '/other')}`), 403, 'FORBIDDEN');
      }
    assert.equal((await admin.get(`${base}/files/download?path=/user/ben/secret.txt`)).text, 'ben');
    assert.ok(names(await admin.get(`${base}/dir/open?path=/user`)).includes('ben'));
  });

  test('lets a viewer look and not change; nobody who is not signed in', async () => {
    const vic = await person(service, 'vic', 'VIEWER');
    is(await vic.get(`${base}/dir/open?path=/sorted`), 200);
    is(await vic.post(`${base}/dir/create?path=/vic`), 403, 'FORBIDDEN');
    is(await vic.get(`${base}/files/rename?${fromTo('/sorted/a', '/sorted/z')}`), 403, 'FORBIDDEN');
    is(await new Client(service.url).get(`${base}/dir/open?path=/`), 401, 'UNAUTHENTICATED');
    const other = { 'sec-fetch-site': 'cross-site' };
    is(await ada.get(`${base}/files/rename?${fromTo('/sorted/a', '/sorted/z')}`, other), 403, 'CROSS_SITE');
    is(
      await ada.get(`${base}/files/permissions/change?${at('/mode', { permission: '777' })}`, other),
      403,
      'CROSS_SITE',
    );
  });

  test('takes the path of /filesInPathJSON as the body of a GET', async () => {
    const secret = await token(service);
    const ask = (body: string, type = 'application/json', query = ''): Promise<string> =>
      raw(
        `GET /filesInPathJSON${query} HTTP/1.1\r\nhost: x\r\ntoken: ${secret}\r\nconnection: close\r\n` +
          `content-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    for (const answer of [
      await ask('/sorted'),
      await ask('"/sorted"'),
      await ask('{"path": "/sorted"}'),
      await ask('/sorted', 'application/x-www-form-urlencoded'),
      await ask('path=%2Fsorted', 'application/x-www-form-urlencoded'),
      await ask('', 'text/plain', '?path=/sorted'),
    ]) {
      assert.match(answer, /^HTTP\/1\.1 200 /);
      assert.match(answer, /"path":"\/sorted\/a"/);
    }
    assert.match(await ask('{"path": 1}'), /^HTTP\/1\.1 400 /);
    assert.match(await ask('"/sor'), /^HTTP\/1\.1 400 /);
    assert.match(await ask('x'.repeat(20_000)), /^HTTP\/1\.1 413 /);
    assert.equal(names(await admin.get('/filesInPathJSON?path=/sorted')).length, 3);
  });

  /** What comes back for a request that is written by hand. */
  function raw(request: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let answer = '';
    socket.on('data', (piece) => (answer += piece));
    socket.on('error', reject).on('close', () => resolve(answer));
    return promise;
  }

  describe('uploads', () => {
    const upload = (query: string, body: FormData): Promise<Answer> =>
      admin.send('POST', `${base}/files/upload?${query}`, body);

    test('replace only when told, and all or nothing', async () => {
      await mkdir(join(root, 'up'));
      is(await upload('path=/up', form([['a', 'old']])), 200);
      for (const query of ['path=/up', 'path=/up&overwrite=false'])
        is(
          await upload(
            query,
            form([
              ['new', '1'],
              ['a', 'x'],
            ]),
          ),
          409,
          'CONFLICT',
        );
      assert.deepEqual(await readdir(join(root, 'up')), ['a']);
      is(await upload('path=/up&overwrite=true', form([['a', 'new']])), 200);
      is(await upload('', form([['a', 'newer']], { path: '/up', overwrite: 'true' })), 200);
      assert.equal(await readFile(join(root, 'up/a'), 'utf8'), 'newer');
      await mkdir(join(root, 'up/dir'));
      for (const overwrite of ['true', 'false'])
        is(await upload(`path=/up&overwrite=${overwrite}`, form([['dir', '']])), 409, 'CONFLICT');
      assert.deepEqual(await staged(join(root, 'up')), []);
      assert.deepEqual(await staged(join(root, 'user/admin')), []);
    });

    test('need a form with files, names that can be made, and a folder', async () => {
      is(await admin.send('POST', `${base}/files/upload`, undefined, { 'content-type': 'application/json' }), 415);
      is(await upload('path=/up', form([])), 422, 'UNPROCESSABLE');
      is(
        await upload(
          'path=/up',
          form([
            ['twice', ''],
            ['twice', ''],
          ]),
        ),
        422,
        'UNPROCESSABLE',
      );
      is(await upload('path=/up', form([['x'.repeat(300), '']])), 422, 'UNPROCESSABLE');
      is(await upload('path=/up', form([[`${stagedPrefix}x`, '']])), 422, 'UNPROCESSABLE');
      is(await upload('path=/none', form([['x', 'y'.repeat(5_000_000)]])), 404, 'NOT_FOUND');
      is(await upload('path=/up/a', form([['x', '']])), 404, 'NOT_FOUND');
      is(await upload('', form([['x', '']], { overwrite: 'perhaps' })), 400, 'MALFORMED');
      const broken = new TextEncoder().encode(
        '--x\r\ncontent-disposition: form-data; name="f"; filename="b"\r\n\r\nhalf',
      );
      const type = { 'content-type': 'multipart/form-data; boundary=x' };
      is(await admin.send('POST', `${base}/files/upload?path=/up`, broken, type), 400, 'MALFORMED');
      // a name with a folder in it lands in the folder that was named
      is(await upload('path=/up', form([['../../climbed', '']])), 200);
      assert.deepEqual((await readdir(join(root, 'up'))).sort(), ['a', 'climbed', 'dir']);
    });

    test('of one name at once: one of them comes in, whole', async () => {
      await mkdir(join(root, 'same'));
      const texts = Array.from({ length: 8 }, (_, i) => String(i).repeat(100_000));
      const answers = await Promise.all(texts.map((one) => upload('path=/same', form([['file', one]]))));
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 7 }, () => 409)]);
      assert.equal(await readFile(join(root, 'same/file'), 'utf8'), texts[statuses.indexOf(200)]);
      assert.deepEqual(await readdir(join(root, 'same')), ['file']);
    });

    test('that are cut in the middle leave nothing behind', async () => {
      const folder = join(root, 'cut');
      await mkdir(folder);
      const secret = await token(service);
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST ${base}/files/upload?path=/cut HTTP/1.1\r\nhost: x\r\ntoken: ${secret}\r\ncontent-length: 100000000\r\n` +
          'content-type: multipart/form-data; boundary=x\r\n\r\n' +
          '--x\r\ncontent-disposition: form-data; name="f"; filename="whole"\r\n\r\nwhole\r\n' +
          '--x\r\ncontent-disposition: form-data; name="f"; filename="half"\r\n\r\n',
      );
      socket.write(randomBytes(3_000_000));
      await until(folder, async () => (await staged(folder)).length === 2);
      assert.deepEqual(names(await admin.get(`${base}/dir/open?path=/cut`)), []);
      const [name = ''] = await staged(folder);
      is(await admin.get(`${base}/files/download?${at(`/cut/${name}`)}`), 422, 'UNPROCESSABLE');
      is(await admin.delete(`${base}/files/delete?path=/cut`), 409, 'CONFLICT');
      socket.destroy();
      await until(folder, async () => (await readdir(folder)).length === 0);
    });

    test('of 300 MB pass through little memory, and come back as they were', async () => {
      const secret = await token(service);
      const piece = randomBytes(1 << 20);
      const pieces = 300;
      const used = (): number => {
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const before = used();
      let most = 0;
      const [head, tail] = ['--x\r\ncontent-disposition: form-data; name="f"; filename="big"\r\n\r\n', '\r\n--x--\r\n'];
      async function* body(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(head);
        for (let i = 0; i < pieces; i++) {
          yield piece;
          most = Math.max(most, used() - before);
        }
        yield Buffer.from(tail);
      }
      const sent = await fetch(`${service.url}${base}/files/upload`, {
        method: 'POST',
        headers: { token: secret, 'content-type': 'multipart/form-data; boundary=x' },
        body: ReadableStream.from(body()),
        duplex: 'half',
      } as RequestInit);
      assert.equal(sent.status, 200, await sent.text());
      assert.equal((await stat(join(root, 'user/admin/big'))).size, pieces * piece.length);
      const got = await fetch(`${service.url}${base}/files/download?path=/user/admin/big`, {
        headers: { token: secret },
      });
      let bytes = 0;
      for await (const some of got.body ?? []) {
        const from = bytes % piece.length;
        const first = Buffer.from(some).subarray(0, piece.length - from);
        assert.ok(first.equals(piece.subarray(from, from + first.length)));
        bytes += some.length;
        most = Math.max(most, used() - before);
      }
      assert.equal(bytes, pieces * piece.length);
      assert.ok(most < 64 << 20, `${Math.round(most / 2 ** 20)} MB more were in use`);
    });

    test('that find no room answer 507 and leave nothing behind', async (t) => {
      const folder = join(root, 'small');
      await mkdir(folder);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
      } catch {
        return t.skip('no small disk can be mounted here');
      }
      try {
        is(await upload('path=/small', form([['big', 'x'.repeat(3_000_000)]])), 507, 'FULL');
        assert.deepEqual(await readdir(folder), []);
        // what has been received elsewhere, because the folder came last
        is(await upload('', form([['small', 'x']], { path: '/small' })), 422, 'UNPROCESSABLE');
        is(await admin.get(`${base}/files/rename?${fromTo('/sorted/a', '/small/a')}`), 422, 'UNPROCESSABLE');
      } finally {
        execFileSync('umount', [folder]);
      }
    });

    test('that were left behind a day ago are gone after a start', async () => {
      const folder = join(root, 'left/deep');
      await mkdir(folder, { recursive: true });
      const [old, young] = [join(folder, `${stagedPrefix}old`), join(folder, `${stagedPrefix}young`)];
      for (const file of [old, young]) await writeFile(file, '');
      const time = Date.now() / 1_000 - 90_000;
      await utimes(old, time, time);
      await service.restart();
      admin = await service.signedIn();
      await until(folder, () => !existsSync(old));
      assert.ok(existsSync(young));
    });
  });

  describe('downloads', () => {
    const download = `${base}/files/download?path=/ten`;
    before(() => writeFile(join(root, 'ten'), '0123456789'));

    test('give the range that is asked for', async () => {
      const cases: readonly (readonly [range: string, status: number, text: string, contentRange: string | null])[] = [
        ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
        ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
        ['bytes=-3', 206, '789', 'bytes 7-9/10'],
        ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
        ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
        ['bytes=10-', 416, '', 'bytes */10'],
        ['bytes=-0', 416, '', 'bytes */10'],
        ['bytes=5-2', 200, '0123456789', null],
        ['bytes=0-1,4-5', 200, '0123456789', null],
        ['lines=1-2', 200, '0123456789', null],
        ['bytes=-', 200, '0123456789', null],
        [`bytes=${'9'.repeat(400)}-`, 416, '', 'bytes */10'],
      ];
      for (const [range, status, text, contentRange] of cases) {
        const answer = await admin.get(download, { range });
        is(answer, status);
        assert.equal(answer.text, text, range);
        assert.equal(answer.headers.get('content-range'), contentRange, range);
      }
      assert.equal(rangeOf('bytes=0-', 0), 'none');
    });

    test('go on only where the file is the same', async () => {
      const whole = await admin.get(download);
      const etag = whole.headers.get('etag') ?? '';
      is(await admin.get(download, { range: 'bytes=1-1', 'if-range': etag }), 206);
      is(await admin.get(download, { range: 'bytes=1-1', 'if-range': '"other"' }), 200);
    });

    test('tell of a file without sending it', async () => {
      const answer = await admin.send('HEAD', download);
      is(answer, 200);
      assert.equal(answer.headers.get('content-length'), '10');
      assert.equal(answer.headers.get('accept-ranges'), 'bytes');
      assert.equal(answer.headers.get('content-disposition'), `attachment; filename="ten"; filename*=UTF-8''ten`);
      is(await admin.send('HEAD', `${download}x`), 404);
    });

    test('of nothing are empty', async () => {
      await writeFile(join(root, 'nothing'), '');
      const answer = await admin.get(`${base}/files/download?path=/nothing`);
      is(answer, 200);
      assert.equal(answer.headers.get('content-length'), '0');
    });

    test('break where the file becomes shorter', async () => {
      const file = join(root, 'shrinks');
      await writeFile(file, '');
      await truncate(file, 200 << 20);
      const secret = await token(service);
      const got = await fetch(`${service.url}${base}/files/download?path=/shrinks`, { headers: { token: secret } });
      await truncate(file, 0);
      await assert.rejects(got.arrayBuffer());
    });

    test('have names that no header breaks on', () => {
      const cases: Record<string, string> = {
        'a"b\\c%.txt': `attachment; filename="a_b_c_.txt"; filename*=UTF-8''a%22b%5Cc%25.txt`,
        'x\r\nset-cookie: y': `attachment; filename="x__set-cookie: y"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20y`,
        "it's (1)*": `attachment; filename="it's (1)*"; filename*=UTF-8''it%27s%20%281%29%2A`,
        '\ud800': `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`,
      };
      for (const [name, header] of Object.entries(cases)) assert.equal(disposition(name), header);
    });
  });

  describe('paths never leave the root', () => {
    const outside = 'what nobody may see';
    before(async () => {
      const beside = `${root}-evil`;
      await mkdir(beside);
      await writeFile(join(beside, 'file'), outside);
      await mkdir(join(root, 'p/real'), { recursive: true });
      await writeFile(join(root, 'p/real/file'), 'inside');
      await symlink('real', join(root, 'p/good'));
      await symlink('real/file', join(root, 'p/good-file'));
      await symlink(beside, join(root, 'p/out'));
      await symlink(join(beside, 'file'), join(root, 'p/out-file'));
      await symlink('../../../../../../../../../../../etc', join(root, 'p/etc'));
      await symlink('nowhere', join(root, 'p/dangling'));
      await symlink(join(beside, 'made'), join(root, 'p/dangling-out'));
      await symlink('loop', join(root, 'p/loop'));
      await symlink('/dev/zero', join(root, 'p/zero'));
      execFileSync('mkfifo', [join(root, 'p/pipe')]);
    });

    /** Paths, and what each may answer to a read and to a write. */
    const attacks: readonly (readonly [path: string, read: number, write: number])[] = [
      ['/../files-evil/file', 422, 422],
      ['../../../../etc/passwd', 422, 422],
      ['/p/../../files-evil/file', 422, 422],
      ['/..', 422, 422],
      ['/p/real/../../..', 422, 422],
      ['-evil/file', 404, 404],
      ['/p/out/file', 404, 404],
      ['/p/out/new', 404, 404],
      ['/p/out/../out/file', 404, 404],
      ['/p/etc/passwd', 404, 404],
      ['/p/out-file', 404, 409],
      ['/p/dangling', 404, 409],
      ['/p/dangling-out', 404, 409],
      ['/p/loop', 404, 409],
      ['/p/loop/x', 404, 404],
      ['/p/zero', 404, 409],
      ['/p/pipe', 422, 409],
      ['/p/pipe/x', 404, 404],
      ['/p/real', 422, 409],
      ['/p/real/file/x', 404, 404],
      ['/p/real\0/../../..', 422, 422],
      ['/p/real/file\0.csv', 422, 422],
      [`/${'x'.repeat(4_000)}`, 422, 422],
      [`/${'x/'.repeat(2_000)}`, 404, 404],
      [`/${'x'.repeat(8_000)}`, 422, 422],
      ['/%2e%2e/files-evil/file', 404, 404],
      ['/..%2ffiles-evil/file', 404, 404],
      ['/\uff0e\uff0e/\uff0e\uff0e/etc', 404, 404],
      ['/\u2024\u2024/etc/passwd', 404, 404],
      ['/..\\..\\etc\\passwd', 404, 404],
      ['/.../x', 404, 404],
      ['file:///etc/passwd', 404, 404],
      ['/proc/self/environ', 404, 404],
    ];
    for (const [path, read, write] of attacks)
      test(`${JSON.stringify(path.length > 60 ? `${path.slice(0, 60)}…` : path)} answers ${read} and ${write}`, async () => {
        for (const call of ['files/download', 'files/open']) {
          const answer = await admin.get(`${base}/${call}?${at(path)}`);
          assert.ok(!answer.text.includes(outside));
          is(answer, read);
        }
        const moved = await admin.get(`${base}/files/rename?${fromTo('/p/good-file', path)}`);
        // a name with odd signs is a name like others
        if (moved.status === 200) {
          assert.equal(write, 404);
          is(await admin.get(`${base}/files/rename?${fromTo(path, '/p/good-file')}`), 200);
        } else is(moved, write);
        const folder = await admin.send('POST', `${base}/files/upload?${at(path)}`, form([['x', 'x']]));
        if (path !== '/p/real') assert.ok([404, 422].includes(folder.status), folder.text);
      });

    test('nothing outside has been touched, whatever was asked for', async () => {
      const all = attacks.map(([path]) => path);
      for (const path of all.filter((one) => !one.startsWith('/p/') || /out\/|etc\//.test(one))) {
        await admin.post(`${base}/dir/create?${at(path)}`);
        await admin.delete(`${base}/files/delete?${at(path, { recursive: 'true' })}`);
        await admin.get(`${base}/files/permissions/change?${at(path, { permission: '777' })}`);
      }
      assert.deepEqual(await readdir(`${root}-evil`), ['file']);
      assert.equal(await readFile(`${root}-evil/file`, 'utf8'), outside);
      assert.deepEqual(
        (await readdir(join(root, '..'))).filter((name) => name.includes('evil')),
        ['files-evil'],
      );
    });

    test('links that stay inside are followed; what leads out is not shown', async () => {
      assert.deepEqual(names(await admin.get(`${base}/dir/open?path=/p`)), ['good', 'good-file', 'real']);
      assert.equal((await admin.get(`${base}/files/download?path=/p/good/file`)).text, 'inside');
      assert.equal((await admin.get(`${base}/files/download?path=/p/good-file`)).text, 'inside');
      assert.deepEqual(
        rows(await admin.get(`${base}/dir/open?path=/p/good`)).map(({ path }) => path),
        ['/p/good/file', '/p/good/x'],
      );
      is(await admin.send('POST', `${base}/files/upload?path=/p/good`, form([['new', '']])), 200);
      assert.ok(existsSync(join(root, 'p/real/new')));
    });

    test('a folder that turns into a link and back while it is used leads nowhere else', async () => {
      const folder = join(root, 'race');
      const outer = `${root}-evil`;
      await mkdir(join(folder, 'it'), { recursive: true });
      await writeFile(join(folder, 'it/file'), 'inside');
      await symlink(outer, join(folder, 'link'));
      let isOver = false;
      const swap = (async () => {
        const [it, link, kept] = ['it', 'link', 'kept'].map((name) => join(folder, name)) as [string, string, string];
        while (!isOver) {
          await rename(it, kept);
          await rename(link, it);
          await rename(it, link);
          await rename(kept, it);
          // let some requests find it as it was
          for (let i = 0; i < 100; i++) await setImmediate();
        }
      })();
      const statuses = new Set<number>();
      for (let i = 0; i < 150; i++) {
        const got = await admin.get(`${base}/files/download?path=/race/it/file`);
        assert.ok(!got.text.includes(outside));
        const listed = await admin.get(`${base}/dir/open?path=/race/it`);
        const sent = await admin.send('POST', `${base}/files/upload?path=/race/it`, form([[`f${i}`, 'x']]));
        const gone = await admin.delete(`${base}/files/delete?path=/race/it/f${i}`);
        for (const { status } of [got, listed, sent, gone]) statuses.add(status);
      }
      isOver = true;
      await swap;
      assert.deepEqual(
        [...statuses].filter((status) => ![200, 404, 409, 422].includes(status)),
        [],
      );
      assert.equal((await admin.get(`${base}/files/download?path=/race/it/file`)).text, 'inside');
      assert.deepEqual(await readdir(outer), ['file']);
      assert.equal(await readFile(join(outer, 'file'), 'utf8'), outside);
    });

    test('a link is deleted, not what it leads to', async () => {
      for (const name of ['out', 'out-file', 'etc', 'dangling', 'loop', 'zero'])
        is(await admin.delete(`${base}/files/delete?path=/p/${name}&recursive=true`), 200);
      assert.equal(await readFile(`${root}-evil/file`, 'utf8'), outside);
      await symlink(`${root}-evil`, join(root, 'p/real/out'));
      is(await admin.delete(`${base}/files/delete?path=/p/real&recursive=true`), 200);
      assert.equal(await readFile(`${root}-evil/file`, 'utf8'), outside);
    });
  });
});
