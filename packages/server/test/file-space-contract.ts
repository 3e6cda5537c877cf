import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rangeOf } from '../src/files/download.ts';
import { stagedPrefix } from '../src/files/paths.ts';
import { at, base, form, fromTo, is, names, person, raw, rows, token, type Row } from './files-calls.ts';
import { Client, TestService, type Answer } from './support.ts';
import type { Space } from './spaces.ts';
import { begin, beginUpload, offsetOf, part, partType } from './uploads-in-parts.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that something holds: what is not needed any more is released first, whenever the collector would have come. */
function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What a file space does wherever it lies, over HTTP. */
export function contract(what: string, opened: () => Promise<Space>): void {
  describe(what, () => {
    let space: Space;
    let service: TestService;
    let admin: Client;
    let ada: Client;
    before(async () => {
      space = await opened();
      service = await TestService.start(space.environment);
      admin = await service.signedIn();
      ada = await person(service, 'ada', 'ANALYST');
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      await space?.[Symbol.asyncDispose]();
    });

    /** The names of uploads that are not complete. */
    const stagedNames = async (folder: string): Promise<string[]> =>
      (await space.names(folder)).filter((name) => name.startsWith(stagedPrefix));

    test('begins with a home of one’s own', async () => {
      assert.deepEqual(names(await ada.get(base)), []);
      assert.equal((await ada.get(`${base}/user/home-dir`)).text, '/user/ada');
      assert.deepEqual(
        rows(await ada.get(`${base}/dir/open?path=/user`)).map(({ path }) => path),
        ['/user/ada'],
      );
      const about = (await ada.get(`${base}/configurations`)).json;
      assert.deepEqual(about, { type: space.kind, root: '/', home: '/user/ada' });
    });

    test('takes several files, lists them with all their facts, and gives them back', async () => {
      const upload = await ada.send(
        'POST',
        `${base}/files/upload`,
        form([
          ['a.csv', 'x\n1\n'],
          ['naïve 数据.txt', 'é'],
        ]),
      );
      is(upload, 200);
      assert.equal((upload.json as { files: Row[] }).files.length, 2);
      const [first, second] = rows(await ada.get(`${base}/dir/files?path=/user/ada`));
      const facts = await space.facts('/user/ada/a.csv');
      assert.deepEqual(first, {
        name: 'a.csv',
        path: '/user/ada/a.csv',
        isDirectory: false,
        size: 4,
        owner: first?.['owner'],
        group: first?.['group'],
        permission: 'rw-r--r--',
        modificationTime: facts.modificationTime,
        replication: facts.replication,
        blockSize: facts.blockSize,
      });
      assert.match(String(first?.['owner']), /^\S+$/);
      assert.equal(second?.name, 'naïve 数据.txt');
      const download = await ada.get(`${base}/files/download?${at('/user/ada/naïve 数据.txt')}`);
      assert.equal(download.text, 'é');
      assert.equal(
        download.headers.get('content-disposition'),
        `attachment; filename="na_ve __.txt"; filename*=UTF-8''na%C3%AFve%20%E6%95%B0%E6%8D%AE.txt`,
      );
      const opened = await ada.get(`${base}/files/open?path=/user/ada/a.csv`);
      assert.equal(opened.text, 'x\n1\n');
      assert.match(opened.headers.get('content-type') ?? '', /^text\/plain/);
    });

    test('sorts by time and by name, in every spelling of the word', async () => {
      for (const [name, time] of [
        ['b', 2_000],
        ['a', 3_000],
        ['c', 1_000],
      ] as const) {
        await space.write(`/sorted/${name}`, '');
        await space.setTime(`/sorted/${name}`, time * 1_000);
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
        assert.equal(
          names(await ada.get(`${base}/files?${at('/sorted', { sortPara: word })}`)).join(''),
          expected,
          word,
        );
      const inHeader = await ada.get(`${base}/files?path=/sorted`, { sortPara: 'asc' });
      assert.equal(names(inHeader).join(''), 'cba');
      for (const word of ['random', 'constructor'])
        is(await ada.get(`${base}/files?path=/sorted&sortPara=${word}`), 400, 'MALFORMED');
    });

    test('shows as text what a file begins with, in whole characters', async () => {
      await space.write('/long.txt', `a${'é'.repeat(40_000)}`);
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
      assert.equal((await ada.post(`${base}/dir/create?path=/made`)).text, 'The directory already exists.');
      is(await ada.post(`${base}/dir/create`, {}), 400, 'MALFORMED');
      is(await ada.post(`${base}/dir/create?path=/long.txt`), 409, 'CONFLICT');
      is(await ada.post(`${base}/dir/create?path=/long.txt/sub`), 422, 'UNPROCESSABLE');
      is(await ada.post(`${base}/dir/create?${at('/line\nbreak')}`), 422, 'UNPROCESSABLE');
      is(await ada.post(`${base}/dir/create?${at(`/${'x'.repeat(300)}`)}`), 422, 'UNPROCESSABLE');
    });

    test('deletes; what is in a folder only when told', async () => {
      await ada.post(`${base}/dir/create?path=/gone/deep/er`);
      await space.write('/gone/file', 'x');
      is(await ada.delete(`${base}/files/delete?path=/gone`), 409, 'CONFLICT');
      const answer = await ada.delete(`${base}/files/delete?path=/gone&recursive=true`, { accept: 'text/plain' });
      assert.equal(answer.text, 'Deleted successfully.');
      is(await ada.delete(`${base}/files/delete?path=/gone`), 404, 'NOT_FOUND');
      const line = await ada.delete(`${base}/files/delete?path=/gone`, { accept: 'text/plain' });
      assert.equal(line.text, 'path "/gone" does not exist');
    });

    test('renames and moves, and replaces nothing by that', async () => {
      for (const path of ['/m/folder', '/m/full/in', '/m/empty']) await ada.post(`${base}/dir/create?path=${path}`);
      for (const name of ['one', 'two']) await space.write(`/m/${name}`, name);
      const rename = (from: string, to: string): Promise<Answer> => ada.get(`${base}/files/rename?${fromTo(from, to)}`);
      assert.equal((await rename('/m/one', '/m/uno')).text, 'Renamed successfully.');
      is(await rename('/m/uno', '/m/two'), 409, 'CONFLICT');
      is(await rename('/m/uno', '/m/folder'), 409, 'CONFLICT');
      is(await rename('/m/folder', '/m/empty'), 409, 'CONFLICT');
      is(await rename('/m/folder', '/m/folder/itself'), 422, 'UNPROCESSABLE');
      is(await rename('/m/none', '/m/x'), 404, 'NOT_FOUND');
      is(await rename('/m/uno', '/none/x'), 404, 'NOT_FOUND');
      assert.equal(await space.read('/m/two'), 'two');
      is(await ada.send('HEAD', `${base}/files/rename?${fromTo('/m/uno', '/m/head')}`), 405);
      is(await rename('/m/folder', '/m/renamed'), 200);
      assert.equal((await ada.get(`${base}/files/move?${fromTo('/m/uno', '/m/empty')}`)).text, 'Moved successfully.');
      is(await ada.post(`${base}/files/moves`, [{ sourceFilePath: '/m/two', destinationFilePath: '/m/empty' }]), 200);
      const many = { sourceFilePaths: ['/m/empty/uno', '/m/empty/two'], destinationFilePath: '/m/full' };
      is(await ada.post(`${base}/files/moves`, many), 200);
      assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/m/full`)), ['in', 'two', 'uno']);
      is(await ada.post(`${base}/files/moves`, { from: 1 }), 400, 'MALFORMED');
    });

    test('changes permissions, but no bits beyond the nine', async () => {
      await space.write('/mode', '');
      const change = (permission: string): string => `${base}/files/permissions/change?${at('/mode', { permission })}`;
      for (const wrong of ['4755', '999', 'rwx', '']) is(await ada.get(change(wrong)), 400, 'MALFORMED');
      if (space.kind === 's3') {
        const answer = await ada.get(change('640'));
        is(answer, 422, 'UNPROCESSABLE');
        assert.match(answer.text, /has no permissions of its own: S3 has none/);
        is(await ada.get(`${base}/files/permissions/change?${at('/none', { permission: '640' })}`), 404, 'NOT_FOUND');
        return;
      }
      assert.equal((await ada.get(change('640'))).text, 'Permissions changed successfully.');
      assert.equal((await space.facts('/mode')).mode, 0o640);
      is(await ada.post(`${base}/files/permissions/change`, { path: '/mode', permission: 'rwxr-x--x' }), 200);
      assert.equal((await space.facts('/mode')).mode, 0o751);
    });

    test('keeps homes from each other, and for the superuser only open', async () => {
      const ben = await person(service, 'ben', 'ANALYST');
      await ben.send('POST', `${base}/files/upload`, form([['secret.txt', 'ben']]));
      assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/user`)), ['ada']);
      for (const path of ['/user/ben/secret.txt', '/user/ada/../ben/secret.txt'])
        is(await ada.get(`${base}/files/download?${at(path)}`), 404, 'NOT_FOUND');
      is(await ada.get(`${base}/dir/open?path=/user/ben`), 404, 'NOT_FOUND');
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
          service.url,
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

    test('takes names in any language and with any sign', async () => {
      const odd = [
        'a+b',
        'a%20b',
        'a;b=1',
        'a#b?c&d=e',
        `it's "so"`,
        'a\\b',
        '[x]*{y}',
        '😀',
        '.hidden',
        'ends ',
        'Ünï cødé',
      ];
      await ada.post(`${base}/dir/create?path=/odd`);
      is(await ada.send('POST', `${base}/files/upload?path=/odd`, form([['plain', 'x']])), 200);
      let name = 'plain';
      for (const next of odd) {
        is(await ada.get(`${base}/files/rename?${fromTo(`/odd/${name}`, `/odd/${next}`)}`), 200);
        name = next;
        assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/odd`)), [name]);
        assert.equal((await ada.get(`${base}/files/download?${at(`/odd/${name}`)}`)).text, 'x');
      }
      is(await ada.delete(`${base}/files/delete?${at(`/odd/${name}`)}`), 200);
    });

    test('stays within its root', async () => {
      const attacks: readonly (readonly [path: string, status: number])[] = [
        ['/../other', 422],
        ['../../../../etc/passwd', 422],
        ['/sorted/../../..', 422],
        ['/sorted/a\0/../../..', 422],
        [`/${'x'.repeat(8_000)}`, 422],
        ['/%2e%2e/other', 404],
        ['/..%2fother', 404],
        ['/\uff0e\uff0e/\uff0e\uff0e/etc', 404],
        ['/.../x', 404],
        ['/sorted/a/x', 404],
        ['file%3A%2F%2F%2Fetc%2Fpasswd', 404],
      ];
      for (const [path, status] of attacks) {
        for (const call of ['files/download', 'files/open', 'dir/open'])
          is(await admin.get(`${base}/${call}?${at(path)}`), status);
        is(await admin.get(`${base}/files/rename?${fromTo(path, '/taken-in')}`), status);
        is(await admin.delete(`${base}/files/delete?${at(path, { recursive: 'true' })}`), status);
      }
    });

    describe('uploads', () => {
      const upload = (query: string, body: FormData): Promise<Answer> =>
        admin.send('POST', `${base}/files/upload?${query}`, body);

      test('replace only when told, and all or nothing', async () => {
        await space.makeFolder('/up');
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
        assert.deepEqual(await space.names('/up'), ['a']);
        is(await upload('path=/up&overwrite=true', form([['a', 'new']])), 200);
        is(await upload('', form([['a', 'newer']], { path: '/up', overwrite: 'true' })), 200);
        assert.equal(await space.read('/up/a'), 'newer');
        await space.makeFolder('/up/dir');
        for (const overwrite of ['true', 'false'])
          is(await upload(`path=/up&overwrite=${overwrite}`, form([['dir', '']])), 409, 'CONFLICT');
        assert.deepEqual(await stagedNames('/up'), []);
        assert.deepEqual(await stagedNames('/user/admin'), []);
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
        assert.deepEqual((await space.names('/up')).sort(), ['a', 'climbed', 'dir']);
      });

      test('of one name at once: one of them comes in, whole', async () => {
        await space.makeFolder('/same');
        const texts = Array.from({ length: 8 }, (_, i) => String(i).repeat(100_000));
        const answers = await Promise.all(texts.map((one) => upload('path=/same', form([['file', one]]))));
        const statuses = answers.map(({ status }) => status);
        assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 7 }, () => 409)]);
        assert.equal(await space.read('/same/file'), texts[statuses.indexOf(200)]);
        assert.deepEqual(await space.names('/same'), ['file']);
      });

      test('that are cut in the middle leave nothing behind', async () => {
        await space.makeFolder('/cut');
        const secret = await token(service);
        const { hostname, port } = new URL(service.url);
        const socket = connect(Number(port), hostname);
        socket.write(
          `POST ${base}/files/upload?path=/cut HTTP/1.1\r\nhost: x\r\ntoken: ${secret}\r\ncontent-length: 100000000\r\n` +
            'content-type: multipart/form-data; boundary=x\r\n\r\n' +
            '--x\r\ncontent-disposition: form-data; name="f"; filename="whole"\r\n\r\nwhole\r\n' +
            '--x\r\ncontent-disposition: form-data; name="f"; filename="half"\r\n\r\n',
        );
        // more than one part of an upload
        socket.write(randomBytes(20_000_000));
        while ((await stagedNames('/cut')).length !== 2);
        assert.deepEqual(names(await admin.get(`${base}/dir/open?path=/cut`)), []);
        const [name = ''] = await stagedNames('/cut');
        is(await admin.get(`${base}/files/download?${at(`/cut/${name}`)}`), 422, 'UNPROCESSABLE');
        is(await admin.delete(`${base}/files/delete?path=/cut`), 409, 'CONFLICT');
        socket.destroy();
        while ((await space.names('/cut')).length > 0);
      });

      test('of hundreds of MB pass through little memory, and come back as they were', async () => {
        const secret = await token(service);
        const piece = randomBytes(1 << 20);
        const pieces = space.kind === 'local' ? 300 : 150;
        const before = inUse();
        let peak = 0;
        // what is in use is asked after each 16 MB
        let total = 0;
        const watch = (bytes: number): void => {
          total += bytes;
          if (total < 16 << 20) return;
          total = 0;
          peak = Math.max(peak, inUse() - before);
        };
        const [head, tail] = [
          '--x\r\ncontent-disposition: form-data; name="f"; filename="big"\r\n\r\n',
          '\r\n--x--\r\n',
        ];
        async function* body(): AsyncGenerator<Uint8Array> {
          yield Buffer.from(head);
          for (let i = 0; i < pieces; i++) {
            yield piece;
            watch(piece.length);
          }
          yield Buffer.from(tail);
        }
        const reply = await fetch(`${service.url}${base}/files/upload`, {
          method: 'POST',
          headers: { token: secret, 'content-type': 'multipart/form-data; boundary=x' },
          body: ReadableStream.from(body()),
          duplex: 'half',
        } as RequestInit);
        assert.equal(reply.status, 200, await reply.text());
        assert.equal((await space.facts('/user/admin/big')).size, pieces * piece.length);
        const download = await fetch(`${service.url}${base}/files/download?path=/user/admin/big`, {
          headers: { token: secret },
        });
        let bytes = 0;
        for await (const some of download.body ?? []) {
          const from = bytes % piece.length;
          const first = Buffer.from(some).subarray(0, piece.length - from);
          assert.ok(first.equals(piece.subarray(from, from + first.length)));
          bytes += some.length;
          watch(some.length);
        }
        assert.equal(bytes, pieces * piece.length);
        assert.ok(peak < 64 << 20, `${Math.round(peak / 2 ** 20)} MB more were in use`);
      });

      test('in parts come together at their place, and replace only when told', async () => {
        await space.makeFolder('/parts');
        const bytes = randomBytes(9_000_000);
        const address = await beginUpload(admin, 'path=/parts', 'naïve & 100%', bytes.length);
        is(await part(admin, address, 0, bytes.subarray(0, 4_000_000)), 204);
        assert.deepEqual(await space.names('/parts'), []);
        await service.restart(space.environment);
        admin = await service.signedIn();
        assert.equal(await offsetOf(admin, address), 4_000_000);
        is(await part(admin, address, 4_000_000, bytes.subarray(4_000_000)), 204);
        assert.deepEqual(await space.names('/parts'), ['naïve & 100%']);
        const secret = await token(service);
        const download = await fetch(`${service.url}${base}/files/download?${at('/parts/naïve & 100%')}`, {
          headers: { token: secret },
        });
        assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes));
        is(await begin(admin, 'path=/parts', 'naïve & 100%', 1), 409, 'CONFLICT');
        is(await begin(admin, 'path=/none', 'x', 1), 404, 'NOT_FOUND');
        is(await begin(admin, at('/parts/naïve & 100%'), 'x', 1), 404, 'NOT_FOUND');
        const late = await beginUpload(admin, 'path=/parts', 'late', 3);
        await space.write('/parts/late', 'theirs');
        is(await part(admin, late, 0, 'our'), 409, 'CONFLICT');
        assert.equal(await space.read('/parts/late'), 'theirs');
        is(await part(admin, `${late}?overwrite=true`, 3, ''), 204);
        assert.equal(await space.read('/parts/late'), 'our');
        is(await part(admin, await beginUpload(admin, 'path=/parts&overwrite=true', 'late', 0), 0, ''), 204);
        assert.equal(await space.read('/parts/late'), '');
        assert.deepEqual((await space.names('/parts')).toSorted(), ['late', 'naïve & 100%']);
      });

      test('in parts of hundreds of MB pass through little memory', async () => {
        const piece = randomBytes(1 << 20);
        const pieces = space.kind === 'local' ? 300 : 100;
        const bytes = pieces * piece.length;
        const address = await beginUpload(admin, 'path=/parts&overwrite=true', 'big', bytes);
        const before = inUse();
        let peak = 0;
        async function* body(): AsyncGenerator<Uint8Array> {
          for (let i = 1; i <= pieces; i++) {
            yield piece;
            if (i % 16 === 0) peak = Math.max(peak, inUse() - before);
          }
        }
        const reply = await fetch(`${service.url}${address}`, {
          method: 'PATCH',
          headers: { token: await token(service), 'content-type': partType, 'upload-offset': '0' },
          body: ReadableStream.from(body()),
          duplex: 'half',
        } as RequestInit);
        assert.equal(reply.status, 204, await reply.text());
        assert.equal((await space.facts('/parts/big')).size, bytes);
        assert.ok(peak < 64 << 20, `${Math.round(peak / 2 ** 20)} MB more were in use`);
      });

      test('that were left behind a day ago are gone after a start', async () => {
        const [old, young] = [`${stagedPrefix}old`, `${stagedPrefix}young`];
        for (const name of [old, young]) await space.write(`/left/deep/${name}`, '');
        await space.setTime(`/left/deep/${old}`, Date.now() - 90_000_000);
        await service.restart(space.environment);
        admin = await service.signedIn();
        while ((await space.names('/left/deep')).includes(old));
        assert.deepEqual(await space.names('/left/deep'), [young]);
      });
    });

    describe('downloads', () => {
      const download = `${base}/files/download?path=/ten`;
      before(() => space.write('/ten', '0123456789'));

      test('give the range that is asked for', async () => {
        const cases: readonly (readonly [range: string, status: number, text: string, contentRange: string | null])[] =
          [
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
        await space.write('/nothing', '');
        const answer = await admin.get(`${base}/files/download?path=/nothing`);
        is(answer, 200);
        assert.equal(answer.headers.get('content-length'), '0');
      });

      test('are what was opened, though the file is replaced meanwhile', async () => {
        const first = Buffer.alloc(8 << 20, 'first ');
        await space.write('/replaced', first.toString());
        const reply = await admin.open(`${base}/files/download?path=/replaced`);
        const reader = reply.body?.getReader();
        const pieces = [(await reader?.read())?.value ?? new Uint8Array()];
        is(await admin.get(`${base}/files/rename?${fromTo('/replaced', '/before')}`), 200);
        await space.write('/replaced', 'second');
        for (;;) {
          const next = await reader?.read();
          if (next === undefined || next.done) break;
          pieces.push(next.value);
        }
        assert.ok(Buffer.concat(pieces).equals(first));
      });
    });
  });
}
