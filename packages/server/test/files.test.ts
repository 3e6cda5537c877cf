import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { disposition } from '../src/files/download.ts';
import { at, base, form, fromTo, is, names, person, rows, token } from './files-calls.ts';
import { TestService, type Answer, type Client } from './support.ts';

describe('the file space on a folder', () => {
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

  test('deletes a folder with links and names that are no text, and not what the links lead to', async () => {
    await mkdir(join(root, 'sorted'));
    for (const name of ['a', 'b', 'c']) await writeFile(join(root, 'sorted', name), '');
    await mkdir(join(root, 'gone/deep'), { recursive: true });
    await symlink(join(root, 'sorted'), join(root, 'gone/link'));
    await writeFile(Buffer.concat([Buffer.from(join(root, 'gone/deep/')), Buffer.from([0xe9])]), 'no UTF-8');
    is(await ada.delete(`${base}/files/delete?path=/gone&recursive=true`), 200);
    assert.equal((await readdir(join(root, 'sorted'))).length, 3);
  });

  test('shows no home of others through a link', async () => {
    const ben = await person(service, 'ben', 'ANALYST');
    is(await ben.send('POST', `${base}/files/upload`, form([['secret.txt', 'ben']])), 200);
    await symlink(join(root, 'user/ben'), join(root, 'to-ben'));
    assert.ok(!names(await ada.get(`${base}/dir/open?path=/`)).includes('to-ben'));
    is(await ada.get(`${base}/files/download?path=/to-ben/secret.txt`), 404, 'NOT_FOUND');
    is(await ada.get(`${base}/dir/open?path=/to-ben`), 404, 'NOT_FOUND');
    assert.equal((await admin.get(`${base}/files/download?path=/to-ben/secret.txt`)).text, 'ben');
  });

  describe('uploads', () => {
    const upload = (query: string, body: FormData): Promise<Answer> =>
      admin.send('POST', `${base}/files/upload?${query}`, body);

    test('keep names that browsers write with escapes in the head of a part', async () => {
      await mkdir(join(root, 'escapes'));
      const fileNames = ['a "quoted" name.txt', 'a%20b%2F100%25.txt', "it's.txt"];
      for (const name of fileNames) is(await upload('path=/escapes', form([[name, 'x']])), 200);
      assert.deepEqual((await readdir(join(root, 'escapes'))).toSorted(), fileNames.toSorted());
      is(await upload('path=/escapes', form([['two\r\nlines.txt', 'x']])), 422, 'UNPROCESSABLE');
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
  });

  describe('downloads', () => {
    test('break where the file becomes shorter', async () => {
      const file = join(root, 'shrinks');
      await writeFile(file, '');
      await truncate(file, 200 << 20);
      const secret = await token(service);
      const download = await fetch(`${service.url}${base}/files/download?path=/shrinks`, {
        headers: { token: secret },
      });
      await truncate(file, 0);
      await assert.rejects(download.arrayBuffer());
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
      const neighbour = `${root}-evil`;
      await mkdir(neighbour);
      await writeFile(join(neighbour, 'file'), outside);
      await mkdir(join(root, 'p/real'), { recursive: true });
      await writeFile(join(root, 'p/real/file'), 'inside');
      await symlink('real', join(root, 'p/good'));
      await symlink('real/file', join(root, 'p/good-file'));
      await symlink(neighbour, join(root, 'p/out'));
      await symlink(join(neighbour, 'file'), join(root, 'p/out-file'));
      await symlink('../../../../../../../../../../../etc', join(root, 'p/etc'));
      await symlink('nowhere', join(root, 'p/dangling'));
      await symlink(join(neighbour, 'made'), join(root, 'p/dangling-out'));
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
        const answer = await admin.get(`${base}/files/rename?${fromTo('/p/good-file', path)}`);
        // a name with odd signs is a name like others
        if (answer.status === 200) {
          assert.equal(write, 404);
          is(await admin.get(`${base}/files/rename?${fromTo(path, '/p/good-file')}`), 200);
        } else is(answer, write);
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
        const [it, link, staying] = ['it', 'link', 'kept'].map((name) => join(folder, name)) as [
          string,
          string,
          string,
        ];
        while (!isOver) {
          await rename(it, staying);
          await rename(link, it);
          await rename(it, link);
          await rename(staying, it);
          // let some requests find it as it was
          for (let i = 0; i < 100; i++) await setImmediate();
        }
      })();
      const statuses = new Set<number>();
      for (let i = 0; i < 150; i++) {
        const download = await admin.get(`${base}/files/download?path=/race/it/file`);
        assert.ok(!download.text.includes(outside));
        const listing = await admin.get(`${base}/dir/open?path=/race/it`);
        const upload = await admin.send('POST', `${base}/files/upload?path=/race/it`, form([[`f${i}`, 'x']]));
        const deletion = await admin.delete(`${base}/files/delete?path=/race/it/f${i}`);
        for (const { status } of [download, listing, upload, deletion]) statuses.add(status);
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
