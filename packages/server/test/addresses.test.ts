import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FilesAt } from '../src/settings/files-at.ts';
import { pathIn } from '../src/files/addressed-path.ts';
import { TestService, type Client } from './support.ts';

describe('addresses that are near to known ones', () => {
  let service: TestService;
  let admin: Client;
  before(async () => {
    service = await TestService.start({ MILLRACE_RATE_LIMIT: '0' });
    admin = await service.signedIn();
  });
  after(() => service[Symbol.asyncDispose]());

  const integersOf = (schema: unknown): ReadonlySet<string> => {
    const { properties = {} } = ((schema as { params?: unknown } | undefined)?.params ?? {}) as {
      properties?: Record<string, { type?: unknown }>;
    };
    return new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'integer'));
  };
  const routes = () =>
    service.service.app.allRoutes.map(({ url, method, schema }) => ({
      url,
      methods: [method].flat(),
      integers: integersOf(schema),
    }));
  const fill = (url: string, of: (name: string) => string): string =>
    url.replaceAll(/:(\w+)/g, (_, name: string) => of(name)).replace('*', 'x');

  test('a word in the place of an id is not there, whatever the call', async () => {
    let requests = 0;
    for (const { url, methods, integers } of routes())
      for (const id of [...integers].filter((name) => /id$/i.test(name)))
        for (const method of methods.filter((one) => one !== 'HEAD')) {
          const path = fill(url, (name) => (name === id ? 'neighbours' : '1'));
          const answer = await admin.send(method, path, method === 'GET' ? undefined : {});
          assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
          assert.match(answer.text, new RegExp(`no route ${method} ${path.slice(0, 200)}: ${id} in .*neighbours`));
          assert.doesNotMatch(answer.text, /must be integer/);
          requests++;
        }
    assert.ok(requests > 80, `${requests} routes have ids`);
  });

  test('the runs of whoever asks are a list of their own, as their datasets are', async () => {
    const list = await admin.get('/api/v1/workflow-executions/users');
    assert.deepEqual([list.status, list.json], [200, []]);
  });

  test('a method that an address does not know is told with those that it knows', async () => {
    for (const { url, methods, integers } of routes()) {
      if (url.includes('/uploads')) continue;
      const path = fill(url, (name) => (integers.has(name) ? '1' : 'x'));
      const answer = await admin.send('PATCH', path, {});
      assert.equal(answer.status, 405, `${path}: ${answer.text}`);
      const allow = answer.headers.get('allow')?.split(', ') ?? [];
      for (const method of methods) assert.ok(allow.includes(method), `${method} ${path}: ${allow.join()}`);
      assert.ok(!allow.includes('PATCH'));
    }
    const answer = await admin.delete('/api/v1/workflow-executions/latest');
    const { code, detail } = answer.json as { code: string; detail: string };
    assert.deepEqual(
      [answer.status, code, detail, answer.headers.get('allow')],
      [
        ...[405, 'METHOD_NOT_ALLOWED', '/api/v1/workflow-executions/latest does not support DELETE: use GET or HEAD'],
        'GET, HEAD',
      ],
    );
    assert.equal((await admin.send('PATCH', '/api/v1/nothing', {})).status, 404);
    assert.equal((await admin.send('PATCH', '/api/v1/workflow-executions/neighbours', {})).status, 404);
  });

  test('addresses of other file systems are refused by name, with what to do', async () => {
    const path = encodeURIComponent('hdfs://namenode:8020/data/a.csv');
    for (const [method, call] of [
      ['GET', `dir/open?path=${path}`],
      ['GET', `files?path=${path}`],
      ['GET', `files/open?path=${path}`],
      ['GET', `files/download?path=${path}`],
      ['POST', `dir/create?path=${path}`],
      ['DELETE', `files/delete?path=${path}`],
      ['GET', `files/rename?sourceFilePath=/a&destinationFilePath=${path}`],
    ] as const) {
      const answer = await admin.send(method, `/api/v1/hdfs/${call}`);
      assert.equal(answer.status, 422, call);
      assert.equal(
        (answer.json as { detail: string }).detail,
        'path "hdfs://namenode:8020/data/a.csv" is on another file system: the file space is a local folder of the service: enter a path of the file space, such as /folder/file',
      );
    }
    assert.equal((await admin.post(`/api/v1/hdfs/dir/create?path=${encodeURIComponent('file:///made')}`)).status, 200);
    assert.equal((await admin.get('/api/v1/hdfs/dir/open?path=/made')).status, 200);
  });
});

test('an address of the file system that the file space lies on is a path of it', () => {
  const hdfs = (root: string): FilesAt => ({
    kind: 'hdfs',
    addresses: ['http://one:9870', 'http://two:9870'],
    root,
    user: 'u',
  });
  const s3: FilesAt = {
    ...{ kind: 's3', bucket: 'lake', prefix: 'data', endpoint: undefined, region: undefined, credentials: undefined },
  };
  for (const [at, body, path] of [
    [hdfs('/data'), 'hdfs://one:8020/data/a b/c.csv', '/a b/c.csv'],
    [hdfs('/data'), 'HDFS://TWO/data', '/'],
    [hdfs('/data'), 'hdfs:///data/x', '/x'],
    [hdfs('/data'), 'hdfs:/data/x', '/x'],
    [hdfs('/data'), 'webhdfs://one:9870/data/x/../y', '/y'],
    [hdfs('/'), 'hdfs://one/user/ada', '/user/ada'],
    [hdfs('/data'), '/data/x', '/data/x'],
    [s3, 's3a://lake/data/x', '/x'],
  ] as const)
    assert.equal(pathIn(at, body), path, body);
  for (const [at, body, why] of [
    [hdfs('/data'), 'hdfs://other/data/x', /on another file system: the file space is on HDFS: enter a path/],
    [hdfs('/data'), 'hdfs://one/database/x', /is outside the file space: enter a path/],
    [hdfs('/data'), 'hdfs://one/data/../etc', /is outside the file space/],
    [hdfs('/data'), 'hdfs://one/../x', /is outside the file space/],
    [hdfs('/data'), 's3://lake/x', /on another file system/],
    [s3, 's3://other/data/x', /on another file system: the file space is on S3/],
  ] as const)
    assert.throws(() => pathIn(at, body), why, body);
});
