import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { WebHdfs } from '@millrace/webhdfs';
import { sharedHdfs } from '@millrace/testkit/servers';
import type { Hdfs } from '../../webhdfs/test/hadoop/hdfs.ts';
import { csvNode, manifestOf, TestFolder, sqlNode, workflow, type Circumstances, type NodeDraft } from './support.ts';

const people = csvNode('in/people.csv', { outputColNames: ['name', 'age'], outputColTypes: ['STRING', 'INTEGER'] });
const save: NodeDraft = { id: '3', nodeClass: 'fire.nodes.save.NodeSaveParquet', fields: { path: 'out' } };
const older = workflow([people, sqlNode('select * from t where age > 10'), save]);

describe('a file space on HDFS, from the command line', () => {
  let hdfs: Hdfs;
  let client: WebHdfs;
  before(async () => {
    hdfs = await sharedHdfs();
    client = new WebHdfs({ addresses: [`http://${hdfs.http}`], user: hdfs.superuser });
    const write = (path: string, text: string): Promise<void> =>
      client.create(path, Readable.from([Buffer.from(text)], { objectMode: false }), {
        overwrite: true,
        withFolders: true,
      });
    await write('/data/in/people.csv', 'name,age\nAda,36\nBo,7\n');
    await write('/data/large/people.csv', `name,age\n${'Ada,36\n'.repeat(500_000)}`);
  });

  const onHdfs = (): Circumstances => ({
    env: { MILLRACE_FILES_USER: 'hdfs' },
    files: `hdfs://${hdfs.http}/data`,
  });

  test('a run reads and saves there, and leaves nothing on this machine', async () => {
    await using folder = await TestFolder.make({});
    const file = await folder.workflow(older);
    const done = await folder.runUnder(onHdfs(), 'run', file, '--engine', 'sail', '--json');
    assert.equal(done.code, 0, done.stderr + done.stdout);
    assert.deepEqual(
      manifestOf(done).nodes.map(({ rows }) => rows),
      [2, 1, 1],
    );
    const names = (await Array.fromAsync(client.list('/data/out'))).flat().map(({ name }) => name);
    assert.equal(names.filter((name) => name.endsWith('.parquet')).length, 1);
    assert.deepEqual(await folder.leftovers(), []);
  });

  test('a disk without room for a copy is named', async () => {
    await using folder = await TestFolder.make({});
    const large = { ...people, fields: { ...people.fields, path: 'large/people.csv' } };
    const file = await folder.workflow(workflow([large]));
    // blocks of 512 bytes
    const done = await folder.runUnder(
      { ...onHdfs(), before: 'ulimit -f 3000' },
      'run',
      file,
      '--engine',
      'sail',
      '--json',
    );
    const [error] = manifestOf(done).nodes.map((node) => node.error);
    assert.deepEqual([done.code, error?.code, error?.field], [1, 'DISK_FULL', 'path']);
    assert.match(
      error?.message ?? '',
      /this machine has no space left for a copy of file "\/large\/people.csv" \(4 MB\)/,
    );
    assert.deepEqual(await folder.leftovers(), []);
  });
});

test('an address that is none is refused at once', async () => {
  await using folder = await TestFolder.make({});
  const file = await folder.workflow(older);
  const done = await folder.runUnder({ files: 'gopher://somewhere/data' }, 'run', file);
  assert.equal(done.code, 2);
  assert.match(
    done.stderr,
    /invalid value "gopher:\/\/somewhere\/data" for --files: must be a folder, or a URL that begins with hdfs/,
  );
});
