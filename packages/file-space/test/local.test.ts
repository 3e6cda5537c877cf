import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { RunError } from '@millrace/errors';
import { LocalFiles } from '../src/local/local-files.ts';

const fails = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof RunError && error.code === code && message.test(error.message) && error.remedy !== '';

describe('the file space on a local folder', () => {
  let outside: string;
  let root: string;
  before(async () => {
    outside = await mkdtemp(join(tmpdir(), 'millrace-files-'));
    root = join(outside, 'space');
    for (const name of [
      'space/data/b.csv',
      'space/data/a.csv',
      'space/data/_SUCCESS',
      'space/data/.hidden',
      'space/parts/year=2024/land=AT/x.csv',
      'space/parts/year=2023/land=DE/y.csv',
      'space/parts/_temporary/z.csv',
      'space/only/folders/a.csv',
      'space/mixed/a.csv',
      'space/mixed/sub/b.csv',
      'space/odd/a[1].csv',
      'space/odd/a1.csv',
      'space/odd/ü b.csv',
      'secret/a.csv',
    ]) {
      await mkdir(dirname(join(outside, name)), { recursive: true });
      await writeFile(join(outside, name), `${name}\n`);
    }
    await mkdir(join(root, 'none'));
    await symlink(join(outside, 'secret'), join(root, 'link'));
    await symlink(join(outside, 'secret/a.csv'), join(root, 'data-link.csv'));
    await mkdir(join(root, 'linked'));
    await symlink(join(outside, 'secret/a.csv'), join(root, 'linked/a.csv'));
    await symlink(join(root, 'data'), join(root, 'inner-link'));
  });
  after(() => rm(outside, { recursive: true, force: true }));

  test('paths are taken below the root, however they are written', async () => {
    const files = new LocalFiles(root);
    for (const path of [
      'data/a.csv',
      '/data/a.csv',
      './data/../data/a.csv',
      `file://${root}/data/a.csv`,
      join(root, 'data/a.csv'),
      'file:/data/a.csv',
    ])
      assert.deepEqual((await files.input(path)).paths, [join(root, 'data/a.csv')], path);
  });

  test('nothing outside the root can be named: by dots, by scheme, by link, by pattern', async () => {
    const files = new LocalFiles(root);
    for (const path of [
      '../secret/a.csv',
      'data/../../secret/a.csv',
      'hdfs://host/a.csv',
      's3a://bucket/a',
      'link/a.csv',
      'link',
      'data-link.csv',
      'linked',
      'lin*/a.csv',
      'a\0b',
    ])
      await assert.rejects(files.input(path), fails('BAD_PATH', /outside the file space|zero byte/), path);
  });

  test('links inside the file space are followed', async () => {
    assert.deepEqual((await new LocalFiles(root).input('inner-link')).names.length, 2);
  });

  test('a folder stands for its data files: hidden ones and markers do not count', async () => {
    const files = new LocalFiles(root);
    assert.deepEqual(await files.list('data'), ['data/a.csv', 'data/b.csv']);
    assert.deepEqual((await files.input('data')).paths, [join(root, 'data')]);
  });

  test('folders named column=value belong to it and name columns; other folders do not', async () => {
    const files = new LocalFiles(root);
    assert.deepEqual((await files.input('parts')).partitions, ['year', 'land']);
    assert.deepEqual(await files.list('parts'), ['parts/year=2023/land=DE/y.csv', 'parts/year=2024/land=AT/x.csv']);
    assert.deepEqual((await files.input('mixed')).paths, [join(root, 'mixed/a.csv')]);
    await assert.rejects(
      files.input('only'),
      fails('NO_FILES', /folder "only" contains no files of its own, only folders/),
    );
  });

  test('patterns find files; a name that looks like a pattern is taken as it is', async () => {
    const files = new LocalFiles(root);
    assert.deepEqual(await files.list('data/*.csv'), ['data/a.csv', 'data/b.csv']);
    assert.deepEqual(await files.list('data/{b,c}.csv'), ['data/b.csv']);
    assert.deepEqual(await files.list('odd/a[1].csv'), ['odd/a[1].csv']);
    assert.deepEqual(await files.list('odd/a[0-9].csv'), ['odd/a1.csv']);
    assert.deepEqual(await files.list('odd/ü b.csv'), ['odd/ü b.csv']);
    await assert.rejects(files.input('data/*.tsv'), fails('NO_FILES', /no file matches "data\/\*.tsv"/));
  });

  test('what is missing or empty is named', async () => {
    const files = new LocalFiles(root);
    await assert.rejects(files.input('data/c.csv'), fails('FILE_MISSING', /file not found: "data\/c.csv"/));
    await assert.rejects(files.input('none'), fails('NO_FILES', /folder "none" contains no files$/));
    await assert.rejects(files.input(' '), fails('BAD_PATH', /the path is empty/));
  });

  test('bytes of the inputs are counted, missing ones left out', async () => {
    const files = new LocalFiles(root);
    await files.input('data');
    await assert.rejects(files.input('data/c.csv'));
    assert.equal(await files.inputBytes(), 'space/data/a.csv\n'.length + 'space/data/b.csv\n'.length);
  });

  test('a target may be new, but only inside', async () => {
    const files = new LocalFiles(root);
    assert.equal(await files.target('new/deep/folder'), join(root, 'new/deep/folder'));
    for (const path of ['../new', 'link/new', 'hdfs://host/new'])
      await assert.rejects(files.target(path), fails('BAD_PATH', /outside/), path);
  });

  test('text is read whole from one small file alone', async () => {
    const files = new LocalFiles(root);
    assert.equal(await files.text('data/a.csv'), 'space/data/a.csv\n');
    await assert.rejects(
      files.text('data'),
      fails('NOT_ONE_FILE', /path "data" names 2 files: must be a single file$/),
    );
    await writeFile(join(root, 'big.txt'), Buffer.alloc(17 << 20, 'x'));
    await assert.rejects(files.text('big.txt'), fails('TOO_LARGE', /larger than 16 MB/));
  });

  test('XML is not looked through for a run that was stopped', async () => {
    await writeFile(join(root, 'a.xml'), '<a><b/></a>');
    await using files = new LocalFiles(root);
    assert.deepEqual(await files.xmlElements('a.xml', 'c'), { isThere: false, names: ['a', 'b'] });
    files.fetchUntil(AbortSignal.abort());
    await assert.rejects(files.xmlElements('a.xml', 'c'), fails('STOPPED', /file "a.xml" was not read to the end/));
  });
});
