import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { csvNode, TestFolder, sqlNode, workflow } from './support.ts';

const people = { 'people.csv': 'name,age\nAda,36\n' };

test('a workflow file that cannot be read is named with the reason, in one line', async () => {
  await using folder = await TestFolder.make(people);
  const at = (name: string) => join(folder.root, name);
  const document = JSON.stringify(workflow([csvNode('people.csv')])).replace('test', 't\u00e9st');
  await symlink('loop.json', at('loop.json'));
  execFileSync('mkfifo', [at('pipe.json')]);
  await writeFile(at('latin1.json'), document, 'latin1');
  await writeFile(at('utf16.json'), document, 'utf16le');
  await mkdir(at('folder.json'));
  const calls: [string, RegExp][] = [
    ['loop.json', /cannot read ".*loop\.json" as a workflow file: its symbolic links form a loop/],
    ['pipe.json', /as a workflow file: it is a named pipe or a device/],
    ['latin1.json', /as a workflow file: it must be UTF-8 text/],
    ['utf16.json', /as a workflow file: it must be UTF-8 text/],
    ['folder.json', /as a workflow file: it is a folder/],
    ['latin1.json/x.json', /as a workflow file: a part of its path is a file, not a folder/],
  ];
  for (const [name, says] of calls) {
    const done = await folder.run('validate', at(name));
    assert.equal(done.code, 2, name);
    assert.match(done.stderr, says);
    assert.equal(done.stderr.trim().split('\n').length, 1, done.stderr);
  }
  const run = await folder.run('run', at('pipe.json'));
  assert.equal(run.code, 2);
  assert.match(run.stderr, /as a workflow file: it is a named pipe or a device/);
  assert.deepEqual(await folder.leftovers(), []);
});

test('a file that the user may not read is named', async () => {
  await using folder = await TestFolder.make();
  const path = await folder.workflow(workflow([]));
  await chmod(path, 0);
  // root may read everything, unless it gives that right away
  const before = process.getuid?.() === 0 ? 'exec setpriv --bounding-set -dac_override,-dac_read_search "$@"' : ':';
  const done = await folder.runUnder({ before }, 'validate', path);
  assert.equal(done.code, 2, done.stderr);
  assert.match(done.stderr, /as a workflow file: this user has no permission to read it/);
});

test('a pipe that a shell gives for a file is read', async () => {
  await using folder = await TestFolder.make(people);
  const path = await folder.workflow(workflow([csvNode('people.csv')]));
  const done = await folder.runUnder({ before: `cat ${path} | "$@"; exit $?` }, 'validate', '/dev/stdin');
  assert.equal(done.code, 0, done.stderr);
});

test('links in a circle, links to nothing and pipes among the data are named, and nothing waits for them', async () => {
  await using folder = await TestFolder.make({ ...people, 'in/a.csv': 'a\n1\n', 'dangling/a.csv': 'a\n1\n' });
  await symlink('loop.csv', join(folder.files, 'loop.csv'));
  await symlink('.', join(folder.files, 'in/part=1'));
  await symlink('nothing', join(folder.files, 'dangling/b.csv'));
  execFileSync('mkfifo', [join(folder.files, 'pipe.csv')]);
  const paths: [string, RegExp][] = [
    ['loop.csv', /path "loop\.csv" contains a circular link/],
    ['in', /path "in" contains a circular link/],
    ['dangling', /path "dangling" no longer exists, or contains a broken link/],
    ['pipe.csv', /path "pipe\.csv" is a named pipe, not a file/],
  ];
  const nodes = paths.map(([path], i) => ({ ...csvNode(path), id: String(i + 1) }));
  const done = await folder.run('run', await folder.workflow(workflow(nodes, [])), '--engine', 'sail');
  assert.equal(done.code, 1);
  for (const [, says] of paths) assert.match(done.stdout, says);
  assert.equal(done.stderr, '');
  assert.deepEqual(await folder.leftovers(), []);
});

test('a line of 1 GB is refused before an engine has to hold it', async () => {
  await using folder = await TestFolder.make();
  // text at its beginning and a hole behind: a file of 1 GB that takes no room
  const hole = await open(await folder.write('hole.txt', 'a'.repeat(1 << 16)), 'r+');
  await hole.truncate(1 << 30);
  await hole.close();
  const readers = ['TextFiles', 'JSON', 'CSV', 'WholeTextFiles', 'BinaryFiles'];
  const nodes = readers.map((reader, i) => ({
    id: String(i + 1),
    nodeClass: `fire.nodes.dataset.NodeDataset${reader}`,
    type: 'dataset',
    fields: { path: 'hole.txt' },
  }));
  const done = await folder.run('run', await folder.workflow(workflow(nodes, [])), '--engine', 'sail');
  assert.equal(done.code, 1);
  assert.equal(done.stdout.match(/file "hole\.txt" has a line longer than 64 MB/g)?.length, 3, done.stdout);
  assert.equal(done.stdout.match(/file "hole\.txt" is larger than 256 MB/g)?.length, 2, done.stdout);
});

test('a graph of 50 MB is checked; broken at its end the place is named', async () => {
  await using folder = await TestFolder.make(people);
  const comment = `/* ${'x'.repeat(50 << 20)} */`;
  const document = JSON.stringify(workflow([csvNode('people.csv'), sqlNode(`select 1 ${comment}`)]));
  const whole = await folder.run('validate', await folder.workflow(document));
  assert.equal(whole.code, 0, whole.stdout.slice(0, 500));
  const broken = await folder.run('validate', await folder.workflow(document.slice(0, -1)));
  assert.equal(broken.code, 2);
  assert.match(broken.stdout, new RegExp(`not valid JSON at line 1, column ${document.length}: `));
});

test('a row of 400 nodes that each keep the rows in the plan runs on Sail', async () => {
  await using folder = await TestFolder.make(people);
  const filter = { nodeClass: 'fire.nodes.etl.NodeRowFilter', fields: { conditionExpr: 'name is not null' } };
  const filters = Array.from({ length: 400 }, (_, i) => ({ ...filter, id: String(i + 2) }));
  const path = await folder.workflow(workflow([csvNode('people.csv', { header: 'true' }), ...filters]));
  for (const engine of ['sail', 'auto']) {
    const done = await folder.run('run', path, '--engine', engine);
    assert.equal(done.code, 0, done.stdout.slice(-500));
    assert.match(done.stdout, /completed: 401 of 401 nodes on sail/);
  }
});
