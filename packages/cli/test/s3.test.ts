import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { S3Tree } from '@millrace/s3';
import { sharedS3 } from '@millrace/testkit/servers';
import type { S3Server } from '../../s3/test/server/s3.ts';
import { csvNode, manifestOf, TestFolder, sqlNode, workflow, type Circumstances, type NodeDraft } from './support.ts';

const people = csvNode('in/people.csv', { outputColNames: ['name', 'age'], outputColTypes: ['STRING', 'INTEGER'] });
const save: NodeDraft = { id: '3', nodeClass: 'fire.nodes.save.NodeSaveParquet', fields: { path: 'out' } };
const older = workflow([people, sqlNode('select * from t where age > 10'), save]);

describe('a file space on S3, from the command line', () => {
  let s3: S3Server;
  let tree: S3Tree;
  before(async () => {
    s3 = await sharedS3();
    await s3.makeBucket('command-line');
    const { endpoint, credentials } = s3;
    tree = new S3Tree({
      bucket: 'command-line',
      prefix: 'space',
      endpoint,
      region: 'us-east-1',
      credentials: () => credentials,
    });
    await tree.write('/in/people.csv', Readable.from([Buffer.from('name,age\nAda,36\nBo,7\n')], { objectMode: false }));
  });

  const onS3 = (): Circumstances => ({
    env: {
      AWS_ENDPOINT_URL: s3.endpoint,
      AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    },
    files: 's3://command-line/space',
  });

  test('a run reads and saves there, and leaves nothing on this machine', async () => {
    await using folder = await TestFolder.make({});
    const file = await folder.workflow(older);
    const done = await folder.runUnder(onS3(), 'run', file, '--engine', 'sail', '--json');
    assert.equal(done.code, 0, done.stderr + done.stdout);
    assert.deepEqual(
      manifestOf(done).nodes.map(({ rows }) => rows),
      [2, 1, 1],
    );
    const names = (await Array.fromAsync(tree.list('/out'))).flat().map(({ name }) => name);
    assert.equal(names.filter((name) => name.endsWith('.parquet')).length, 1);
    assert.deepEqual(await folder.leftovers(), []);
  });

  test('a bucket that is not there is named, with the setting', async () => {
    await using folder = await TestFolder.make({});
    const file = await folder.workflow(older);
    const done = await folder.runUnder({ ...onS3(), files: 's3://absent' }, 'run', file, '--engine', 'sail', '--json');
    const [error] = manifestOf(done).nodes.map((node) => node.error);
    assert.deepEqual([done.code, error?.code, error?.field], [1, 'SPACE_UNREACHABLE', 'path']);
    assert.match(`${error?.message}; ${error?.remedy}`, /s3:\/\/absent has no such bucket.*check the bucket/);
    assert.deepEqual(await folder.leftovers(), []);
  });
});
