import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { sharedS3 } from '@millrace/testkit/servers';
import type { S3Server } from '../../s3/test/server/s3.ts';
import { troubledWay, type TroubledWay } from '../../s3/test/server/troubled-way.ts';
import { readSettings, SettingError } from '../src/index.ts';
import { base, form, is } from './files-calls.ts';
import { csv, inARow, print, sql, type NodeDraft } from './graphs.ts';
import { s3Space, type Space } from './spaces.ts';
import { TestService, type Client } from './support.ts';

const people = (path: string): NodeDraft => csv(path, ['name', 'age'], ['STRING', 'INTEGER']);
const save = (path: string, format: 'CSV' | 'Parquet' = 'Parquet', saveMode = 'Overwrite'): NodeDraft => ({
  nodeClass: `save.NodeSave${format}`,
  fields: { path, saveMode },
});
const secret = 'a-secret-that-nobody-may-see';

/** Processes below one, at any depth. */
async function descendants(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  const own = lists.flatMap((list) => list.split(' ').filter((one) => one.trim() !== '')).map(Number);
  return [...own, ...(await Promise.all(own.map(descendants))).flat()];
}

describe('a service whose file space is on S3', () => {
  let s3: S3Server;
  let way: TroubledWay;
  let space: Space;
  let service: TestService;
  let admin: Client;
  let ada: Client;
  let logText = '';
  before(async () => {
    s3 = await sharedS3();
    way = await troubledWay(s3.endpoint);
    space = await s3Space(s3, 'shared', way.endpoint);
    const log = pino({ level: 'debug' }, { write: (line: string) => void (logText += line) });
    service = await TestService.start({ ...space.environment, MILLRACE_ENGINE: 'sail' }, Date.now, { log });
    admin = await service.signedIn();
    ada = await service.addUser('ada');
    await space.write('/user/ada/people.csv', 'name,age\nAda,36\nBo,7\nCy,41\n');
    await space.write('/user/ben/secret.csv', 'name,age\nBen,1\n');
  });
  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await way?.[Symbol.asyncDispose]();
  });

  let projects = 0;
  const run = async (client: Client, nodes: readonly NodeDraft[]): Promise<{ id: number; status: string }> => {
    const { id: projectId } = (await client.post('/api/v1/projects', { name: `P${projects++}` })).json as {
      id: number;
    };
    const creation = await client.post('/api/v1/workflows', { workflow: inARow('On S3', nodes), projectId });
    assert.equal(creation.status, 200, creation.text);
    const answer = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
    assert.equal(answer.status, 200, answer.text);
    return { id: Number(answer.text), status: await client.waitForEnd(Number(answer.text)) };
  };
  const lastRows = async (client: Client, id: number): Promise<unknown> =>
    ((await client.get(`/api/v1/workflow-executions/${id}/results`)).json as { rows?: unknown }[]).findLast(
      ({ rows }) => rows !== undefined,
    )?.rows;
  const log = async (client: Client, id: number): Promise<string> =>
    (await client.get(`/api/v1/workflow-executions/${id}/logs/view`)).text;
  const runToEnd = async (nodes: readonly NodeDraft[]): Promise<unknown> => {
    const { id, status } = await run(ada, nodes);
    assert.equal(status, 'COMPLETED', await log(ada, id));
    return lastRows(ada, id);
  };
  const parquet = (path: string): NodeDraft => ({
    nodeClass: 'dataset.NodeDatasetParquet',
    type: 'dataset',
    fields: { path },
  });
  const savedNames = ['name', 'age'];

  test('runs graphs that read there and save there, in the sandbox too', async () => {
    const older = [people('/user/ada/people.csv'), sql('select * from t where age > 10')];
    for (const format of ['Parquet', 'CSV'] as const)
      assert.deepEqual(await runToEnd([...older, save(`/user/ada/out/${format}`, format), print]), [
        ['Ada', 36],
        ['Cy', 41],
      ]);
    for (const format of ['Parquet', 'CSV']) {
      const names = await space.names(`/user/ada/out/${format}`);
      assert.ok(names.includes('_SUCCESS'));
      assert.ok(
        names.some((name) => name.endsWith(`.${format.toLowerCase()}`)),
        names.join(),
      );
    }
    // what saves were written in is gone
    assert.deepEqual((await space.names('/user/ada/out')).toSorted(), ['CSV', 'Parquet']);
    const byName = sql('select name from t order by name desc');
    assert.deepEqual(await runToEnd([parquet('user/ada/out/Par*'), byName, print]), [['Cy'], ['Ada']]);
    assert.deepEqual(await runToEnd([parquet('s3a://shared/in a/ü/user/ada/out/Parquet'), byName, print]), [
      ['Cy'],
      ['Ada'],
    ]);
    const asCsv = csv('/user/ada/out/CSV', savedNames, ['STRING', 'INTEGER']);
    assert.deepEqual(await runToEnd([asCsv, byName, print]), [['Cy'], ['Ada']]);
    const { remote } = service.service.context.files;
    // those who see the same have a folder, with one for each run that is at work
    for (const folder of [remote?.inputs ?? '', remote?.outputs ?? ''])
      for (const view of await readdir(folder)) assert.deepEqual(await readdir(join(folder, view)), []);
  });

  test('overwrites and appends; what was there is gone, or stays', async () => {
    const rows = async (): Promise<unknown> =>
      runToEnd([parquet('/user/ada/kept'), sql('select name from t order by name'), print]);
    const saveGraph = (which: string, mode: string) =>
      runToEnd([
        people('/user/ada/people.csv'),
        sql(`select * from t where ${which}`),
        save('/user/ada/kept', 'Parquet', mode),
      ]);
    await saveGraph('age > 10', 'Overwrite');
    await saveGraph('age < 10', 'Append');
    assert.deepEqual(await rows(), [['Ada'], ['Bo'], ['Cy']]);
    await saveGraph('age = 41', 'Overwrite');
    assert.deepEqual(await rows(), [['Cy']]);
    assert.deepEqual(
      (await space.names('/user/ada')).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('hides the homes of others from runs', async () => {
    for (const nodes of [
      [people('/user/ben/secret.csv'), print],
      [people('/user/ada/people.csv'), save('/user/ben/out')],
    ]) {
      const { id, status } = await run(ada, nodes);
      assert.equal(status, 'FAILED');
      assert.match(await log(ada, id), /file not found: "\/user\/ben\//);
    }
    assert.equal((await run(admin, [people('/user/ben/secret.csv'), print])).status, 'COMPLETED');
  });

  test('fetches a file once, until it is another one', async () => {
    const count = [people('/user/ada/people.csv'), sql('select count(*) n from t'), print];
    assert.deepEqual(await runToEnd(count), [[3]]);
    way.lines.length = 0;
    assert.deepEqual(await runToEnd(count), [[3]]);
    const fetchCount = (): number => way.lines.filter((line) => /^GET \/shared\/[^?]*people\.csv/.test(line)).length;
    assert.equal(fetchCount(), 0, way.lines.join('\n'));
    await space.write('/user/ada/people.csv', 'name,age\nAda,36\nBo,7\nCy,41\nDi,8\n');
    assert.deepEqual(await runToEnd(count), [[4]]);
    assert.equal(fetchCount(), 1);
  });

  test('goes on over errors that pass, and tells those that do not by setting and remedy', async () => {
    let left = 3;
    way.trouble = () => (left-- > 0 ? { status: 503, code: 'SlowDown' } : undefined);
    await runToEnd([people('/user/ada/people.csv'), save('/user/ada/slow')]);
    way.trouble = () => ({ status: 403, code: 'InvalidAccessKeyId' });
    try {
      const { id, status } = await run(ada, [people('/user/ada/people.csv'), print]);
      assert.equal(status, 'FAILED');
      assert.match(await log(ada, id), /does not accept the key of Millrace/);
      const listing = await ada.get(`${base}/dir/open?path=/user/ada`);
      is(listing, 503, 'UNAVAILABLE');
      assert.match(listing.text, /S3 rejects the access key of the service: check AWS_ACCESS_KEY_ID/);
      assert.equal(((await admin.get('/health/ready')).json as { files: string }).files, 'AWAY');
      is(await admin.get('/api/v1/projects'), 200);
    } finally {
      way.trouble = undefined;
    }
    assert.equal(((await admin.get('/health/ready')).json as { files: string }).files, 'UP');
    is(await ada.get(`${base}/dir/open?path=/user/ada`), 200);
  });

  test('a save that fails while it is put in place is whole after the next one', async () => {
    const saveGraph = (which: string, mode = 'Append'): NodeDraft[] => [
      people('/user/ada/people.csv'),
      sql(`select * from t where ${which}`),
      save('/user/ada/half', 'Parquet', mode),
    ];
    await runToEnd(saveGraph('age = 36'));
    // the first copy goes through, what comes behind it does not
    let copies = 0;
    way.trouble = (_line, headers) =>
      headers['x-amz-copy-source'] === undefined || ++copies === 1 ? undefined : { status: 403, code: 'AccessDenied' };
    const { id, status } = await run(ada, saveGraph('age = 7'));
    way.trouble = undefined;
    assert.equal(status, 'FAILED');
    assert.match(await log(ada, id), /some of the rows may be in place: the next save to this path/);
    await runToEnd(saveGraph('age = 41'));
    const names = sql('select name from t order by name');
    assert.deepEqual(await runToEnd([parquet('/user/ada/half'), names, print]), [['Ada'], ['Bo'], ['Cy']]);
    // cut off between the removal of the old rows and the new ones
    way.trouble = (_line, headers) =>
      headers['x-amz-copy-source'] === undefined ? undefined : { status: 403, code: 'AccessDenied' };
    assert.equal((await run(ada, saveGraph('age = 8', 'Overwrite'))).status, 'FAILED');
    way.trouble = undefined;
    assert.ok(!(await space.names('/user/ada/half')).includes('_SUCCESS'));
    await runToEnd(saveGraph('age = 36'));
    assert.deepEqual(await runToEnd([parquet('/user/ada/half'), names, print]), [['Ada'], ['Di']]);
    assert.deepEqual(
      (await space.names('/user/ada')).filter((name) => name.startsWith('.')),
      [],
    );
  });

  test('an upload to a path that the form names behind the file goes there, and nothing stays of it elsewhere', async () => {
    const late = form([['late.csv', 'late']]);
    late.append('path', '/user/ada/out');
    is(await ada.send('POST', `${base}/files/upload`, late), 200);
    assert.equal(await space.read('/user/ada/out/late.csv'), 'late');
    const again = form([['late.csv', 'later']]);
    again.append('path', '/user/ada/out');
    is(await ada.send('POST', `${base}/files/upload`, again), 409, 'CONFLICT');
    again.append('overwrite', 'true');
    is(await ada.send('POST', `${base}/files/upload`, again), 200);
    assert.equal(await space.read('/user/ada/out/late.csv'), 'later');
    assert.ok((await space.names('/user/ada')).every((name) => !name.startsWith('.')));
  });

  test('keeps its keys to itself: none in logs, settings or answers', async () => {
    assert.match(logText, /"level"/);
    assert.doesNotMatch(logText, new RegExp(`${secret}|AKIAMILLRACETEST`));
    assert.doesNotMatch(JSON.stringify(service.service.context.settings), new RegExp(`${secret}|AKIAMILLRACETEST`));
    const configurations = await admin.get('/api/v1/configurations');
    assert.doesNotMatch(configurations.text, new RegExp(`${secret}|AKIAMILLRACETEST`));
    const main = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));
    const env = { PATH: process.env['PATH'], ...space.environment };
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'config'], { env, cwd: service.folder });
    assert.match(stdout, /MILLRACE_FILES=s3:\/\/shared/);
    assert.doesNotMatch(stdout, new RegExp(`${secret}|AKIAMILLRACETEST`));
  });

  test('gives its keys to no engine', { skip: process.platform !== 'linux' && 'there is no /proc' }, async () => {
    process.env['AWS_SECRET_ACCESS_KEY'] = secret;
    try {
      await using other = await TestService.start({ ...space.environment, MILLRACE_ENGINE: 'sail' });
      const client = await other.signedIn();
      const graph = inARow('Looked at', [people('/user/ada/people.csv'), print]);
      const columnsReply = await client.post('/api/v1/workflows/nodes/2/execute?projectId=1', graph);
      is(columnsReply, 200);
      const children = await descendants(process.pid);
      const engines = await Promise.all(
        children.map(async (pid) => ({
          command: await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''),
          environment: await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => ''),
        })),
      );
      assert.ok(
        engines.some(({ command }) => /sail/i.test(command)),
        engines.map(({ command }) => command).join('\n'),
      );
      for (const { command, environment } of engines) assert.ok(!environment.includes(secret), command);
    } finally {
      delete process.env['AWS_SECRET_ACCESS_KEY'];
    }
  });

  test('is served without S3, and says at the start what is wrong', async () => {
    for (const [more, says] of [
      [{ MILLRACE_FILES: 's3://absent' }, /NoSuchBucket.*check the bucket in MILLRACE_FILES/],
      [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }, /ECONNREFUSED.*check AWS_ENDPOINT_URL_S3/],
    ] as const) {
      const warning = Promise.withResolvers<string>();
      const warnLog = pino(
        { level: 'warn' },
        { write: (line: string) => line.includes('does not respond') && warning.resolve(line) },
      );
      await using away = await TestService.start({ ...space.environment, ...more }, Date.now, { log: warnLog });
      const line = await warning.promise;
      assert.match(line, says);
      assert.doesNotMatch(line, new RegExp(`${secret}|AKIAMILLRACETEST`));
      is(await (await away.signedIn()).get('/api/v1/projects'), 200);
    }
  });
});

test('MILLRACE_FILES names a bucket and a folder in it; the rest is where clients of S3 look for it', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: secret };
  const read = (MILLRACE_FILES: string, more: NodeJS.ProcessEnv = keys) => {
    const { files } = readSettings({ MILLRACE_FILES, ...more }, '/here');
    if (files.kind !== 's3') throw new Error(files.kind);
    return files;
  };
  const { credentials, ...rest } = read('s3://bucket/in/all/', {
    ...keys,
    AWS_SESSION_TOKEN: 't',
    AWS_REGION: 'eu-west-1',
  });
  assert.deepEqual(rest, { kind: 's3', bucket: 'bucket', prefix: 'in/all', endpoint: undefined, region: 'eu-west-1' });
  assert.deepEqual(credentials?.(), { accessKeyId: 'AKIA', secretAccessKey: secret, sessionToken: 't' });
  const minio = read('s3://bucket', { ...keys, AWS_ENDPOINT_URL: 'https://minio:9000' });
  assert.deepEqual([minio.prefix, minio.endpoint, minio.region], ['', 'https://minio:9000', 'us-east-1']);
  assert.equal(
    read('s3://b-1', { AWS_ENDPOINT_URL: 'http://a', AWS_ENDPOINT_URL_S3: 'http://b' }).endpoint,
    'http://b',
  );
  assert.equal(read('s3://bucket', {}).credentials, undefined);
  const refusals: readonly (readonly [string, NodeJS.ProcessEnv, RegExp])[] = [
    ['s3:///folder', keys, /must have a bucket/],
    ['s3://bucket/../b', keys, /must end with a valid S3 folder path/],
    ['s3://bucket/a?b', keys, /must end with a valid S3 folder path/],
    [
      's3://bucket',
      { AWS_ACCESS_KEY_ID: 'AKIA' },
      /requires AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: the second is not set/,
    ],
    [
      's3://bucket',
      { ...keys, AWS_ENDPOINT_URL_S3: 'minio:9000' },
      /AWS_ENDPOINT_URL_S3 .* must|requires AWS_ENDPOINT_URL_S3/,
    ],
    ['s3://bucket', { ...keys, AWS_ENDPOINT_URL_S3: 'http://me:pass@minio' }, /without a user/],
  ];
  for (const [files, more, says] of refusals)
    assert.throws(
      () => read(files, more),
      (error) =>
        error instanceof SettingError && says.test(error.message) && !new RegExp(`${secret}|pass@`).test(error.message),
      `${files} ${JSON.stringify(more)}`,
    );
});
