import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadCatalogue, type TableSave } from '@millrace/processors';
import { parseWorkflow, targetsOf } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { LocalFiles } from '@millrace/file-space';
import { recoverTarget } from '../../file-space/src/local/local-save-target.ts';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { commitSave, discardSave, stageSave } from '../src/execute/saves.ts';

describe('saves are staged beside their target and put in place at once', () => {
  const host = new EngineHost(sharing());
  let engine: EngineSession;
  before(async () => {
    engine = await host.open('sail');
  });
  after(() => host.close());

  const inFolder = async (work: (folder: string, files: LocalFiles) => Promise<void>) => {
    const folder = await mkdtemp(join(tmpdir(), 'millrace-saves-'));
    try {
      await work(folder, new LocalFiles(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const saveOf = (
    rows: readonly (readonly [number, string])[],
    mode: TableSave['mode'],
    more: Partial<TableSave> = {},
  ): TableSave => ({
    data: engine.session.createDataFrame(rows, 'id int, kind string'),
    format: 'parquet',
    path: 'out/people',
    mode,
    ...more,
  });
  const ids = async (folder: string): Promise<number[]> =>
    (await engine.session.read.parquet(join(folder, 'out/people')).orderBy('id').table()).rows.map((row) =>
      Number(row[0]),
    );

  test('until the commit the target is as it was; after it the new rows stand there', async () => {
    await inFolder(async (folder, files) => {
      await commitSave(await stageSave('1', saveOf([[1, 'a']], 'error'), files, {}));
      const staged = await stageSave(
        '1',
        saveOf(
          [
            [2, 'b'],
            [3, 'c'],
          ],
          'overwrite',
        ),
        files,
        {},
      );
      assert.deepEqual(await ids(folder), [1]);
      assert.equal(await commitSave(staged), true);
      assert.deepEqual(await ids(folder), [2, 3]);
      assert.deepEqual(await readdir(join(folder, 'out')), ['people']);
    });
  });

  test('append keeps what is there, in partition folders too', async () => {
    await inFolder(async (folder, files) => {
      for (const id of [1, 2])
        await commitSave(await stageSave('1', saveOf([[id, 'a']], 'append', { partitionBy: ['kind'] }), files, {}));
      assert.deepEqual(await ids(folder), [1, 2]);
      assert.deepEqual((await readdir(join(folder, 'out/people'))).toSorted(), ['_SUCCESS', 'kind=a']);
    });
  });

  test('every mode of saving can be repeated, in every format, on both engines', async () => {
    const spark = await host.open('spark');
    const formats = ['parquet', 'csv', 'json', 'orc', 'avro', 'text'] as const;
    const modes = ['append', 'overwrite', 'ignore', 'error'] as const;
    await inFolder(async (folder, files) => {
      for (const { kind, session } of [spark, engine])
        for (const format of formats.filter((one) => kind === 'spark' || (one !== 'orc' && one !== 'avro')))
          for (const mode of modes) {
            const path = `${kind}-${format}-${mode}`;
            const save = async (): Promise<unknown> =>
              commitSave(
                await stageSave(
                  '1',
                  { data: session.createDataFrame([['a']], 'kind string'), format, path, mode } satisfies TableSave,
                  files,
                  {},
                ),
              );
            await save();
            for (const _again of [2, 3])
              if (mode === 'error') await assert.rejects(save(), /^RunError: path "[^"]*" already exists$/, path);
              else await save();
            const rows = await spark.session.read.format(format).load(join(folder, path)).count();
            assert.equal(rows, mode === 'append' ? 3 : 1, path);
          }
    });
  });

  test('ignore leaves a target that is there; error refuses it by name', async () => {
    await inFolder(async (folder, files) => {
      await commitSave(await stageSave('1', saveOf([[1, 'a']], 'append'), files, {}));
      assert.equal(await commitSave(await stageSave('1', saveOf([[2, 'b']], 'ignore'), files, {})), false);
      assert.deepEqual(await ids(folder), [1]);
      await assert.rejects(stageSave('1', saveOf([[2, 'b']], 'error'), files, {}), /path "out\/people" already exists/);
    });
  });

  test('error refuses a target that has come there since the rows were staged', async () => {
    await inFolder(async (folder, files) => {
      const staged = await Promise.all(
        [1, 2].map((id) => stageSave(String(id), saveOf([[id, 'a']], 'error'), files, {})),
      );
      const [first, second] = staged;
      assert.ok(first !== undefined && second !== undefined);
      assert.equal(await commitSave(first), true);
      await assert.rejects(commitSave(second), /path "out\/people" already exists/);
      await discardSave(second);
      assert.deepEqual(await ids(folder), [1]);
      assert.deepEqual(await readdir(join(folder, 'out')), ['people']);
    });
  });

  test('every path that processors save to is in a field that says so, with what becomes of what is there', async () => {
    const catalogue = await loadCatalogue();
    let count = 0;
    for (const processor of catalogue)
      for (const { name, fields = {}, saves = [] } of processor.examples) {
        const stored = Object.entries(fields).map(([field, value]) => ({
          name: field,
          value: typeof value === 'string' ? value : JSON.stringify(value),
        }));
        const node = { id: '1', name, type: processor.type, nodeClass: processor.nodeClass, fields: stored };
        const parsed = parseWorkflow({ name, nodes: [node], edges: [] });
        const [read] = parsed.ok ? parsed.workflow.nodes : [];
        assert.ok(read !== undefined);
        const targets = targetsOf(read, processor).map(({ value, shares }) => [value.replace(/\/$/, ''), shares]);
        const done = saves.map(({ path, mode, format }) => {
          const version = format === 'model' ? /^(.*)\/\d{8}T\d{9}Z$/.exec(path)?.[1] : undefined;
          return version === undefined ? [path, mode === 'append' ? 'rows' : 'nothing'] : [version, 'versions'];
        });
        if (saves.length > 0) assert.deepEqual(targets, done, `${processor.nodeClass}: ${name}`);
        count += saves.length;
      }
    assert.ok(count > 20, `${count} saves`);
  });

  test('a run that is begun again after its save was put in place does not save again', async () => {
    await inFolder(async (folder, files) => {
      for (const mode of ['append', 'error'] as const) {
        const run = { runKey: `run ${mode}` };
        const target = { path: `out/people` };
        if (mode === 'error') await rm(join(folder, 'out'), { recursive: true });
        await commitSave(await stageSave('1', saveOf([[1, 'a']], mode, target), files, run));
        await commitSave(await stageSave('1', saveOf([[1, 'a']], mode, target), files, run));
        assert.deepEqual(await ids(folder), [1]);
      }
      await commitSave(await stageSave('1', saveOf([[2, 'b']], 'append'), files, { runKey: 'another run' }));
      assert.deepEqual(await ids(folder), [1, 2]);
    });
  });

  test('what an attempt that was cut off has left goes when the run is begun again', async () => {
    await inFolder(async (folder, files) => {
      await stageSave('1', saveOf([[1, 'a']], 'append'), files, { runKey: 'cut off' });
      await commitSave(await stageSave('1', saveOf([[1, 'a']], 'append'), files, { runKey: 'cut off' }));
      assert.deepEqual(await readdir(join(folder, 'out')), ['people']);
    });
  });

  test('saves that append to one target at once are all there', async () => {
    await inFolder(async (folder, files) => {
      const staged = [1, 2, 3, 4, 5, 6].map((id) => stageSave(String(id), saveOf([[id, 'a']], 'append'), files, {}));
      await Promise.all((await Promise.all(staged)).map(commitSave));
      assert.deepEqual(await ids(folder), [1, 2, 3, 4, 5, 6]);
    });
  });

  test('so are those of several processes', async () => {
    await inFolder(async (folder) => {
      const saver = fileURLToPath(new URL('local-saver.ts', import.meta.url));
      const [names, each] = [['a', 'b', 'c'], 40];
      const run = promisify(execFile);
      await Promise.all(names.map((name) => run(process.execPath, [saver, folder, name, String(each)])));
      const expected = names.flatMap((name) => Array.from({ length: each }, (_, i) => `${name}-${i}`));
      assert.deepEqual((await readdir(join(folder, 'out'))).toSorted(), ['_SUCCESS', ...expected].toSorted());
      assert.deepEqual(await readdir(folder), ['out']);
    });
  });

  test('a discarded save leaves no trace', async () => {
    await inFolder(async (folder, files) => {
      await discardSave(await stageSave('1', saveOf([[1, 'a']], 'overwrite'), files, {}));
      assert.deepEqual(await readdir(join(folder, 'out')), []);
    });
  });

  test('a crash between the two steps of the exchange is put right by the next run', async () => {
    await inFolder(async (folder) => {
      const target = join(folder, 'people');
      await mkdir(join(folder, '.people.millrace-former'));
      await writeFile(join(folder, '.people.millrace-former', 'part-0'), 'former');
      await recoverTarget(target);
      assert.equal(await readFile(join(target, 'part-0'), 'utf8'), 'former');
      assert.deepEqual(await readdir(folder), ['people']);
    });
  });

  test('a target outside the file space, or the root itself, is refused', async () => {
    await inFolder(async (_folder, files) => {
      await assert.rejects(
        stageSave('1', saveOf([[1, 'a']], 'append', { path: '../x' }), files, {}),
        /outside the file space/,
      );
      await assert.rejects(
        stageSave('1', saveOf([[1, 'a']], 'append', { path: '/' }), files, {}),
        /root of the file space/,
      );
    });
  });

  test('a table without rows, for which Sail writes no file, is refused, so that the run can move to Spark', async () => {
    await inFolder(async (folder, files) => {
      await assert.rejects(
        stageSave('1', saveOf([], 'overwrite'), files, {}),
        /wrote no file for a table without rows/,
      );
      assert.deepEqual(await readdir(join(folder, 'out')), []);
    });
  });
});
