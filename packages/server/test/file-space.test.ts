import assert from 'node:assert/strict';
import { sharedHdfs, sharedS3 } from '@millrace/testkit/servers';
import type { S3Server } from '../../s3/test/server/s3.ts';
import type { Hdfs } from '../../webhdfs/test/hadoop/hdfs.ts';
import { after, before, describe, test } from 'node:test';
import { backUp, BackupError } from '../src/backup/index.ts';
import { readSettings, SettingError } from '../src/index.ts';
import { at, base, form, fromTo, is, names, person } from './files-calls.ts';
import { csv, inARow, print } from './graphs.ts';
import { contract } from './file-space-contract.ts';
import { hdfsSpace, localSpace, s3Space } from './spaces.ts';
import { TestService, type Client } from './support.ts';

let hdfs: Hdfs;
let s3: S3Server;
before(async () => {
  [hdfs, s3] = await Promise.all([sharedHdfs(), sharedS3()]);
});

contract('a file space on a folder', localSpace);
contract('a file space on HDFS', () => hdfsSpace(hdfs, '/contract'));
contract('a file space on S3', () => s3Space(s3, 'contract'));

describe('HDFS as a file space', () => {
  let space: Awaited<ReturnType<typeof hdfsSpace>>;
  let service: TestService;
  let admin: Client;
  let ada: Client;
  before(async () => {
    space = await hdfsSpace(hdfs, '/shared');
    service = await TestService.start(space.environment);
    admin = await service.signedIn();
    ada = await person(service, 'ada', 'ANALYST');
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
  });

  const upload = (path: string, text = 'x') =>
    ada.send('POST', `${base}/files/upload?${at(path, { overwrite: 'true' })}`, form([['file', text]]));
  const ready = async () => ((await admin.get('/health/ready')).json as { files: string }).files;

  test('shows owners, copies and blocks as HDFS has them', async () => {
    is(await upload('/user/ada', 'x'.repeat(3_000_000)), 200);
    const [row] = (await ada.get(`${base}/dir/open?path=/user/ada`)).json as Record<string, unknown>[];
    assert.deepEqual(
      [row?.['owner'], row?.['size'], row?.['replication'], row?.['blockSize']],
      ['millrace', 3_000_000, 1, 1_048_576],
    );
    assert.equal(
      (await ada.get(`${base}/files/download?path=/user/ada/file`, { range: 'bytes=1048574-1048577' })).text,
      'xxxx',
    );
  });

  test('refuses names that HDFS cannot have, and gives nobody a home of such a name', async () => {
    is(await ada.post(`${base}/dir/create?path=/a:b`), 422, 'UNPROCESSABLE');
    is(await ada.get(`${base}/files/rename?${fromTo('/user/ada/file', '/user/ada/a:b')}`), 422, 'UNPROCESSABLE');
    const colon = await person(service, 'corp:eve', 'ANALYST');
    is(await colon.get(base), 422, 'UNPROCESSABLE');
    is(await colon.get(`${base}/dir/open?path=/`), 200);
  });

  test('does not show what HDFS keeps beside the files: homes of others in snapshots, files by number', async () => {
    const ben = await person(service, 'ben', 'ANALYST');
    is(await ben.send('POST', `${base}/files/upload`, form([['secret', 'ben']])), 200);
    const ask = async (op: string, more: Record<string, string> = {}) => {
      const query = new URLSearchParams({ op, 'user.name': hdfs.superuser, ...more });
      const answer = await fetch(`http://${hdfs.http}/webhdfs/v1/shared/files?${query}`, { method: 'PUT' });
      assert.ok(answer.ok, await answer.text());
    };
    await ask('ALLOWSNAPSHOT');
    await ask('CREATESNAPSHOT', { snapshotname: 'one' });
    const inSnapshot = '/.snapshot/one/user/ben/secret';
    assert.equal(await space.read(inSnapshot), 'ben');
    for (const client of [ada, admin])
      for (const path of [inSnapshot, '/user/.snapshot/one/ben/secret', '/.reserved/.inodes/16386']) {
        if (client === admin && path.startsWith('/user')) continue;
        is(await client.get(`${base}/files/download?${at(path)}`), 404, 'NOT_FOUND');
        is(await client.get(`${base}/dir/open?${at(path)}`), 404, 'NOT_FOUND');
      }
  });

  test('what the service may not touch is forbidden', async () => {
    await space.superuser.makeFolder('/shared/files/closed', 0o700);
    is(await admin.get(`${base}/dir/open?path=/closed`), 403, 'FORBIDDEN');
    is(await admin.post(`${base}/dir/create?path=/closed/in`), 403, 'FORBIDDEN');
    is(await admin.send('POST', `${base}/files/upload?path=/closed`, form([['x', 'x']])), 403, 'FORBIDDEN');
  });

  test('takes paths of datasets that lie in it', async () => {
    const save = (path: string) => ada.post('/dataset/save', { name: path, path, header: true, projectId: 1 });
    is(await admin.post('/dataset/save', { name: 'In', path: '/user/ada/file', header: true, projectId: 1 }), 200);
    assert.equal((await save('/../out')).status >= 400, true);
  });

  test('in safe mode is only read, and says so', async () => {
    await hdfs.tell('safemode on');
    try {
      assert.equal((await ada.get(`${base}/files/download?path=/user/ada/file`)).text.length, 3_000_000);
      for (const answer of [
        await upload('/user/ada'),
        await ada.post(`${base}/dir/create?path=/new`),
        await ada.delete(`${base}/files/delete?path=/user/ada/file`),
        await ada.get(`${base}/files/rename?${fromTo('/user/ada/file', '/user/ada/other')}`),
      ]) {
        is(answer, 503, 'UNAVAILABLE');
        assert.match(answer.text, /HDFS is in safe mode/);
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      }
    } finally {
      await hdfs.tell('safemode off');
    }
    assert.deepEqual(await space.names('/user/ada'), ['file']);
  });

  test('whose DataNodes are gone still lists, and says that bytes cannot be had', async () => {
    await hdfs.tell('datanode stop');
    try {
      assert.deepEqual(names(await ada.get(`${base}/dir/open?path=/user/ada`)), ['file']);
      const download = await ada.get(`${base}/files/download?path=/user/ada/file`);
      is(download, 503, 'UNAVAILABLE');
      assert.doesNotMatch(download.text, /127\.0\.0\.1|\bat /);
      assert.ok([503, 507].includes((await upload('/user/ada')).status));
      assert.deepEqual(await space.names('/user/ada'), ['file']);
    } finally {
      await hdfs.tell('datanode start');
    }
    is(await upload('/user/ada', 'again'), 200);
    assert.equal(await space.read('/user/ada/file'), 'again');
  });

  test('that is gone takes no other part of the service with it, and is there again when it is', async () => {
    assert.equal(await ready(), 'UP');
    await hdfs.tell('namenode stop');
    try {
      for (const answer of [
        await ada.get(base),
        await ada.get(`${base}/files/download?path=/user/ada/file`),
        await upload('/user/ada'),
        await ada.post(`${base}/dir/create?path=/new`),
      ]) {
        is(answer, 503, 'UNAVAILABLE');
        assert.match(answer.text, /HDFS does not respond/);
        assert.doesNotMatch(answer.text, /127\.0\.0\.1|ECONNREFUSED|\bat /);
      }
      const line = await ada.get(base, { accept: 'text/plain' });
      assert.equal(line.text, 'path "/user/ada" cannot be reached: HDFS does not respond');
      assert.equal(await ready(), 'AWAY');
      await service.restart(space.environment);
      admin = await service.signedIn();
      ada = await service.signedIn('ada');
      is(await admin.get('/api/v1/projects'), 200);
      is(await ada.get(base), 503, 'UNAVAILABLE');
    } finally {
      await hdfs.tell('namenode start');
    }
    assert.equal((await ada.get(`${base}/files/download?path=/user/ada/file`)).text, 'again');
    assert.equal(await ready(), 'UP');
  });

  test('whose setting names the port of Hadoop’s own protocol says which one it must be', async () => {
    const { WebHdfs } = await import('@millrace/webhdfs');
    const wrong = new WebHdfs({ addresses: [hdfs.rpc.replace('hdfs:', 'http:')], user: 'x' });
    await assert.rejects(wrong.status('/'), /use the port of WebHDFS/);
  });

  test('gives runs what was uploaded to it', async () => {
    is(await admin.send('POST', `${base}/files/upload?path=/user/admin`, form([['rows.csv', 'a\nof hdfs\n']])), 200);
    const workflow = inARow('On HDFS', [csv('/user/admin/rows.csv', ['a'], ['STRING']), print]);
    const { json: workflowId } = await admin.post('/api/v1/workflows', { projectId: 1, workflow });
    const { json: id } = await admin.post('/api/v1/workflow/execute', { workflowId });
    assert.equal(await admin.waitForEnd(Number(id)), 'COMPLETED');
    assert.match((await admin.get(`/api/v1/workflow-executions/${String(id)}/results`)).text, /of hdfs/);
  });
});

test('a backup leaves a file space on HDFS where it is, and says so', async () => {
  const settings = readSettings({ MILLRACE_FILES: 'hdfs://namenode/data' });
  const backup = backUp({ settings, path: 'backup.tar.gz', withKey: true, withFiles: true });
  await assert.rejects(
    backup,
    (error) => error instanceof BackupError && /is on HDFS and is not backed up/.test(error.message),
  );
});

test('MILLRACE_FILES names a folder, or one of HDFS', () => {
  const read = (MILLRACE_FILES: string, more: NodeJS.ProcessEnv = {}) =>
    readSettings({ MILLRACE_FILES, ...more }, '/here').files;
  const user = { MILLRACE_FILES_USER: 'etl' };
  assert.deepEqual(read('data'), { kind: 'local', folder: '/here/data' });
  assert.deepEqual(read('hdfs://one:9870/data/all/', user), {
    kind: 'hdfs',
    addresses: ['http://one:9870'],
    root: '/data/all',
    user: 'etl',
  });
  assert.deepEqual(read('hdfs://one,two:1234', user), {
    kind: 'hdfs',
    addresses: ['http://one:9870', 'http://two:1234'],
    root: '/',
    user: 'etl',
  });
  assert.deepEqual(read('swebhdfs://[::1]/x', user), {
    kind: 'hdfs',
    addresses: ['https://[::1]:9871'],
    root: '/x',
    user: 'etl',
  });
  for (const wrong of [
    'hdfs:///data',
    'hdfs://a b/x',
    'hdfs://one:99999/x',
    'hdfs://one/../x',
    'hdfs://one/a?b',
    'ftp://one/x',
  ])
    assert.throws(
      () => read(wrong),
      (error) => error instanceof SettingError && error.message.includes(wrong),
      wrong,
    );
  assert.throws(() => read('hdfs://one/x', { MILLRACE_FILES_USER: 'a b' }), SettingError);
  const elsewhere = { MILLRACE_SPARK_REMOTE: 'sc://spark:15002' };
  const onCluster = { MILLRACE_SPARK_CLUSTER: 'spark://spark:7077' };
  assert.throws(() => read('hdfs://one/x', onCluster), /MILLRACE_SPARK_CLUSTER .* MILLRACE_FILES/);
  assert.throws(() => read('hdfs://one/x', elsewhere), /MILLRACE_SPARK_REMOTE .* MILLRACE_FILES/);
  assert.deepEqual(read('data', elsewhere).kind, 'local');
});
