import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { loadCatalogue, type ProcessorCatalogue, type TableSave } from '@millrace/processors';
import { parseWorkflow, type Dataset, type Workflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { LocalFiles } from '@millrace/file-space';
import type { RunFiles } from '@millrace/file-space';
import { EngineHost, type EngineSession } from '@millrace/engines/host';
import { NodeStore } from '../src/cache/node-store.ts';
import type { Manifest } from '../src/results/events.ts';
import { prepareRun } from '../src/execute/prepare-run.ts';
import type { RunServices } from '../src/execute/run-request.ts';
import { runWorkflow } from '../src/execute/run.ts';
import type { RequestedEngine } from '../src/plan/choose-engine.ts';
import { commitSave, discardSave, stageSave, type StageOptions } from '../src/execute/saves.ts';
import { HdfsSpace, saveTwo } from './hdfs-space.ts';

type Draft = readonly [nodeClass: string, fields: Readonly<Record<string, string>>];

const csv = (path: string, more: readonly string[] = []): Draft => [
  'dataset.NodeDatasetCSV',
  {
    path,
    outputColNames: JSON.stringify(['id', 'name', ...more]),
    outputColTypes: JSON.stringify(['INTEGER', 'STRING', ...more.map(() => 'STRING')]),
  },
];
const sql = (text: string): Draft => ['etl.NodeSQL', { tempTable: 't', sql: text }];
const print: Draft = ['util.NodePrintFirstNRows', { n: '50' }];
const save = (format: 'CSV' | 'Parquet', path: string, saveMode = 'Overwrite'): Draft => [
  `save.NodeSave${format}`,
  { path, saveMode },
];

/** Nodes one behind the other. */
function graph(nodes: readonly Draft[]): Workflow {
  const parsed = parseWorkflow(
    JSON.stringify({
      name: 'On HDFS',
      nodes: nodes.map(([nodeClass, fields], i) => ({
        id: String(i + 1),
        name: `n${i + 1}`,
        type: nodeClass.startsWith('dataset') ? 'dataset' : 'transform',
        nodeClass: `fire.nodes.${nodeClass}`,
        fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
      })),
      edges: nodes.slice(1).map((_, i) => ({ id: i + 1, source: String(i + 1), target: String(i + 2) })),
    }),
  );
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.workflow;
}

describe('runs whose file space is HDFS', () => {
  let at: HdfsSpace;
  let local: string;
  let host: EngineHost;
  let catalogue: ProcessorCatalogue;
  before(async () => {
    local = await mkdtemp(join(tmpdir(), 'millrace-local-twin-'));
    host = new EngineHost(sharing());
    [at, catalogue] = await Promise.all([HdfsSpace.start(), loadCatalogue()]);
  });
  after(async () => {
    await host.close();
    await at?.[Symbol.asyncDispose]();
    await rm(local, { recursive: true, force: true });
  });

  /** The same file on HDFS and on the local disk. */
  const writeBoth = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(local, path)), { recursive: true });
    await writeFile(join(local, path), content);
    await at.write(path, content);
  };
  const run = async (
    nodes: readonly Draft[],
    files: RunFiles,
    engine: RequestedEngine = 'sail',
    more: Pick<RunServices, 'reuse' | 'signal'> = {},
  ): Promise<Manifest> => {
    const workflow = graph(nodes);
    const datasets = new Map<string, Dataset>();
    const prepared = prepareRun({ workflow, catalogue, datasets });
    assert.ok(prepared.ok, JSON.stringify(prepared));
    await using own = files;
    return await runWorkflow(
      prepared.run,
      { engine, now: '2026-01-01T00:00:00Z' },
      { catalogue, datasets, files: own, host, ...more, emit: () => undefined },
    );
  };
  const summary = ({ nodes, outputs, status }: Manifest): unknown => ({
    status,
    outputs,
    nodes: nodes.map((node) => ({ ...node, ms: 0 })),
  });
  const errorsOf = ({ nodes }: Manifest) =>
    nodes.flatMap(({ id, error }) => (error === undefined ? [] : [{ id, ...error }]));

  const rows = (count: number, from = 0): string =>
    `id,name\n${Array.from({ length: count }, (_, i) => `${from + i},"n, ${(from + i) % 7}"\n`).join('')}`;

  for (const engine of ['sail', 'spark'] as const)
    test(`${engine}: a graph reads and saves there what it does on a local disk`, async () => {
      await writeBoth('in/land=de/a.csv', rows(30));
      await writeBoth('in/land=at/b.csv', rows(20, 100));
      await writeBoth('in/_SUCCESS', '');
      // Sail reads no columns out of the names of folders where the file is CSV
      const folder = engine === 'sail' ? 'in/*' : 'in';
      const format = engine === 'sail' ? 'Parquet' : 'CSV';
      const nodes = [
        csv(folder, engine === 'sail' ? [] : ['land']),
        sql(
          `select name, ${engine === 'sail' ? 'length(name)' : 'land'} land, count(*) n, min(id) least from t group by name, land order by least`,
        ),
        save(format, `out/${engine}`),
        print,
      ];
      const expected = await run(nodes, new LocalFiles(local), engine);
      const got = await run(nodes, at.files(), engine);
      assert.equal(expected.status, 'COMPLETED', JSON.stringify(expected.nodes));
      assert.deepEqual(summary(got), summary(expected));
      const names = await at.names(`out/${engine}`);
      assert.ok(names.includes('_SUCCESS'));
      assert.deepEqual(
        names.filter((name) => name.startsWith('.')),
        [],
      );
      assert.deepEqual(
        await at.names('out'),
        names.length > 0 ? (engine === 'sail' ? ['sail'] : ['sail', 'spark']) : [],
      );
      const again = (files: RunFiles): Promise<Manifest> =>
        run(
          [
            engine === 'sail'
              ? ['dataset.NodeDatasetParquet', { path: `out/${engine}` }]
              : [
                  'dataset.NodeDatasetCSV',
                  {
                    path: `out/${engine}`,
                    outputColNames: '["name","land","n","least"]',
                    outputColTypes: '["STRING","STRING","LONG","INTEGER"]',
                  },
                ],
            sql('select * from t order by least'),
            print,
          ],
          files,
          engine,
        );
      const readBack = await again(at.files());
      assert.equal(readBack.nodes[0]?.rows, engine === 'sail' ? 7 : 14);
      assert.deepEqual(summary(readBack), summary(await again(new LocalFiles(local))));
      assert.deepEqual(await readdir(at.space.inputs), []);
      assert.deepEqual(await readdir(at.space.outputs), []);
    });

  test('files, folders and patterns stand for what they stand for on a local disk, faults too', async () => {
    const paths = [
      'tree/a.csv',
      'tree/b.txt',
      'tree/.hidden',
      'tree/_meta',
      'tree/sub/c.csv',
      'tree/sub/deep/d.csv',
      'tree/day=1/e.csv',
      'tree/day=2/hour=3/f.csv',
      'tree/day=2/_SUCCESS',
      'tree/ü x%2F/g+h.csv',
      'tree/[odd].csv',
      'plain/x.csv',
      'plain/y.csv',
      'plain/z.csv',
      'plain/zz.csv',
      'folders/one/k.csv',
    ];
    for (const path of paths) await writeBoth(path, path);
    await mkdir(join(local, 'empty'));
    await at.client.makeFolder('/space/empty');
    const patterns = [
      'plain',
      '/plain/',
      'plain/x.csv',
      './plain/../plain/x.csv',
      'tree',
      'tree/day=2',
      'tree/*.csv',
      'tree/*/c.csv',
      'tree/**/*.csv',
      'tree/s*',
      'tree/{a.csv,b.txt}',
      'tree/{sub/c.csv,sub/deep/d.csv}',
      'tree/[ab].*',
      'tree/[odd].csv',
      'tree/ü x%2F',
      'tree/ü x%2F/g+h.csv',
      'pl*/{x,y}.csv',
      '**/z*.csv',
      'plain/?.csv',
      'tree/.hidden',
      'file:///plain/x.csv',
      'empty',
      'folders',
      'absent',
      'absent/*.csv',
      'plain/*.txt',
      '',
      ' ',
      '../x',
      '/../x',
      's3://else/x',
      'plain/x.csv/below',
    ];
    await using there = at.files();
    await using here = new LocalFiles(local);
    const list = (files: RunFiles, path: string): Promise<unknown> =>
      files.list(path).catch(({ code, message, remedy, field }: Record<string, unknown>) => ({
        code,
        // faults of HDFS name paths from the root
        message: String(message).replace('"/', '"'),
        remedy,
        field,
      }));
    for (const path of patterns) assert.deepEqual(await list(there, path), await list(here, path), `"${path}"`);
  });

  test('a path may begin with the address of the space, with no host or with another port', async () => {
    await at.write('plain/x.csv', 'x');
    await using files = at.files();
    const { address } = at.space.store;
    for (const path of [
      `${address}/plain/x.csv`,
      'hdfs:///space/plain/x.csv',
      'HDFS://127.0.0.1:8020/space/plain/x.csv',
    ])
      assert.deepEqual(await files.list(path), ['plain/x.csv']);
    for (const path of ['hdfs://127.0.0.1/spaces/x', 'hdfs://other/space/plain/x.csv', `${address}/../etc/passwd`])
      await assert.rejects(files.list(path), /outside the file space/);
  });

  test('what has not changed is not fetched again; what has is, and its nodes are not taken from earlier runs', async () => {
    const store = new NodeStore(join(at.folder, 'reuse'), 1 << 30);
    const reuse = { store, scope: 'a' };
    const nodes = [csv('again/a.csv'), sql('select count(*) n from t'), print];
    const countOf = ({ outputs }: Manifest): unknown =>
      outputs.flatMap((one) => (one.type === 'table' ? one.rows : []));
    await at.write('again/a.csv', rows(10));
    at.client.opened.length = 0;
    assert.deepEqual(countOf(await run(nodes, at.files())), [[10]]);
    assert.deepEqual(countOf(await run(nodes, at.files())), [[10]]);
    assert.deepEqual(at.client.opened, ['/space/again/a.csv']);
    await run(nodes, at.files(), 'sail', { reuse });
    const second = await run(nodes, at.files(), 'sail', { reuse });
    assert.deepEqual(
      second.nodes.map(({ reused }) => reused),
      [true, true, true],
    );
    await at.write('again/a.csv', rows(10).replace('n, 1', 'n; 1'));
    const third = await run(nodes, at.files(), 'sail', { reuse });
    assert.deepEqual(
      third.nodes.map(({ reused }) => reused),
      [undefined, undefined, undefined],
    );
    assert.equal(at.client.opened.length, 2);
    await at.superuser.remove('/space/again/a.csv', false);
    const [error] = errorsOf(await run(nodes, at.files()));
    assert.deepEqual([error?.id, error?.code, error?.field], ['1', 'FILE_MISSING', 'path']);
  });

  test('a run that is stopped while its input comes leaves nothing, and the next one fetches it', async () => {
    await at.write('stopped/a.csv', rows(200_000));
    const stop = new AbortController();
    at.client.onOpen = () => stop.abort();
    const nodes = [csv('stopped/a.csv'), print];
    const { status } = await run(nodes, at.files(), 'sail', { signal: stop.signal });
    at.client.onOpen = undefined;
    assert.equal(status, 'STOPPED');
    assert.deepEqual(await readdir(at.space.inputs), []);
    at.client.opened.length = 0;
    assert.equal((await run(nodes, at.files())).status, 'COMPLETED');
    assert.deepEqual(at.client.opened, ['/space/stopped/a.csv']);
  });

  test('the homes of others are not there, and nothing takes their place', async () => {
    await at.write('user/bob/secret.csv', rows(3));
    await at.write('user/alice/own.csv', rows(3));
    const isOfBob = (path: string): boolean => path === '/user/bob' || path.startsWith('/user/bob/');
    const view = { sees: (path: string) => !isOfBob(path), mayReplace: (path: string) => path !== '/user' };
    await using files = at.files({ view });
    for (const path of ['user/bob/secret.csv', 'user/bob', 'user/bob/*.csv'])
      await assert.rejects(files.list(path), { code: /\*/.test(path) ? 'NO_FILES' : 'FILE_MISSING' });
    assert.deepEqual(await files.list('user/*/*.csv'), ['user/alice/own.csv']);
    assert.deepEqual(await files.list('user/{bob/secret,alice/own}.csv'), ['user/alice/own.csv']);
    await assert.rejects(files.place('user/bob/out', 'path'), { code: 'FILE_MISSING' });
    await assert.rejects(files.place('user', 'path'), /contains folders of other users/);
  });

  test('a process that is killed at any point of a save leaves the target as it was, or written once', async () => {
    const saver = fileURLToPath(new URL('./remote-saver.ts', import.meta.url));
    /** Saves in a process of its own; kills it before its change number `stop`, if it comes so far. */
    const save = async (path: string, mode: string, stop: number): Promise<'here' | 'done'> => {
      const args = [saver, `http://${at.hdfs.http}`, join(at.folder, 'killed'), path, mode, String(stop)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const exit = once(child, 'exit');
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      child.kill('SIGKILL');
      await exit;
      return line.toString().trim() as 'here' | 'done';
    };
    const content = async (path: string): Promise<string[]> =>
      (await at.names(path)).filter((name) => !name.startsWith('_'));
    for (const mode of ['append', 'overwrite']) {
      const expected = mode === 'append' ? ['former', 'new-1', 'new-2'] : ['new-1', 'new-2'];
      let stop = 1;
      for (let state = 'here'; state === 'here'; stop++) {
        const path = `killed/${mode}-${stop}`;
        await at.write(`${path}/former`, 'former');
        state = await save(path, mode, stop);
        if (state === 'here') {
          // another one who looks finds it as it was, or as it is to be
          await (await at.files().place(path, 'path')).holds();
          const files = await content(path);
          assert.ok(
            [['former'], expected].some((one) => isDeepStrictEqual(files, one)),
            `${path}: ${files.join()}`,
          );
          await saveTwo(at.files(), path, mode);
        }
        assert.deepEqual(await content(path), expected, path);
      }
      // files, success, mark and names
      assert.ok(stop > 5, `${mode} was stopped ${stop - 2} times`);
    }
    const leftovers = (await at.names('killed')).filter((name) => name.startsWith('.'));
    assert.deepEqual(leftovers, []);
  });

  describe('saves', () => {
    let engine: EngineSession;
    before(async () => {
      engine = await host.open('sail');
    });
    after(() => engine[Symbol.asyncDispose]());
    const saveOf = (ids: readonly number[], mode: TableSave['mode'], more: Partial<TableSave> = {}): TableSave => ({
      data: engine.session.createDataFrame(
        ids.map((id) => [id, `k${id % 2}`]),
        'id int, kind string',
      ),
      format: 'parquet',
      path: 'saves/t',
      mode,
      ...more,
    });
    const stage = (save: TableSave, more: StageOptions = {}) => stageSave('1', save, at.files(), more);
    const ids = async (path = 'saves/t'): Promise<number[]> => {
      await using files = at.files();
      const { paths } = await files.input(path);
      return (
        await engine.session.read
          .parquet(...paths)
          .orderBy('id')
          .table()
      ).rows.map(([id]) => Number(id));
    };

    test('overwrite, append, error and ignore do what they say; until the commit nothing changes', async () => {
      await commitSave(await stage(saveOf([1], 'error')));
      const staged = await stage(saveOf([2, 3], 'overwrite'));
      assert.deepEqual(await ids(), [1]);
      assert.equal(await commitSave(staged), true);
      assert.deepEqual(await ids(), [2, 3]);
      await commitSave(await stage(saveOf([4], 'append')));
      assert.deepEqual(await ids(), [2, 3, 4]);
      assert.equal(await commitSave(await stage(saveOf([5], 'ignore'))), false);
      await assert.rejects(stage(saveOf([5], 'error')), { code: 'TARGET_EXISTS', field: 'path' });
      await discardSave(await stage(saveOf([5], 'overwrite')));
      assert.deepEqual(await ids(), [2, 3, 4]);
      assert.deepEqual(await at.names('saves'), ['t']);
      assert.deepEqual(await readdir(at.space.outputs), []);
    });

    test('partitions keep their folders, and one file is one file', async () => {
      const partitions = { path: 'saves/p', partitionBy: ['kind'] };
      for (const part of [[1, 2], [3]]) await commitSave(await stage(saveOf(part, 'append', partitions)));
      assert.deepEqual(await at.names('saves/p'), ['_SUCCESS', 'kind=k0', 'kind=k1']);
      assert.deepEqual(await ids('saves/p'), [1, 2, 3]);
      assert.equal((await at.names('saves/p/kind=k1')).length, 2);
      await commitSave(await stage(saveOf([1, 2], 'overwrite', { path: 'saves/one', singleFile: true })));
      assert.equal((await at.names('saves/one')).filter((name) => !name.startsWith('_')).length, 1);
    });

    test('a run that is begun again after its save was put in place does not save again', async () => {
      const again = { path: 'saves/again' };
      for (const _attempt of [1, 2]) await commitSave(await stage(saveOf([1], 'append', again), { runKey: 'the run' }));
      await commitSave(await stage(saveOf([2], 'append', again), { runKey: 'another' }));
      assert.deepEqual(await ids('saves/again'), [1, 2]);
    });

    test('saves that append to one target at once are all there', async () => {
      const staged = await Promise.all([1, 2, 3, 4].map((id) => stage(saveOf([id], 'append', { path: 'saves/many' }))));
      await Promise.all(staged.map(commitSave));
      assert.deepEqual(await ids('saves/many'), [1, 2, 3, 4]);
    });

    test('the root, what lies outside and a file under rows are refused by name', async () => {
      await at.write('saves/file.csv', 'x');
      await assert.rejects(stage(saveOf([1], 'append', { path: '/' })), /root of the file space/);
      await assert.rejects(stage(saveOf([1], 'append', { path: '../x' })), /outside the file space/);
      await assert.rejects(stage(saveOf([1], 'append', { path: 'saves/file.csv' })), { code: 'TARGET_IS_FILE' });
      await assert.rejects(stage(saveOf([1], 'append', { path: 'saves/file.csv/below' })), { code: 'BAD_PATH' });
    });
  });

  test('what is wrong with HDFS is told with node, field, path and remedy', async () => {
    await at.write('faults/a.csv', rows(3));
    await at.superuser.makeFolder('/space/closed', 0o700);
    await at.superuser.create('/space/closed-file.csv', (await import('node:stream')).Readable.from([]), {
      overwrite: true,
      permission: 0o600,
    });
    const read = [csv('faults/a.csv'), print];
    const write = [csv('faults/a.csv'), save('Parquet', 'closed/out')];
    const [denied] = errorsOf(await run(write, at.files()));
    assert.deepEqual([denied?.id, denied?.code, denied?.field], ['2', 'FILE_FORBIDDEN', 'path']);
    assert.match(
      denied?.message ?? '',
      /closed.*cannot be read or written by the HDFS user of Millrace.*Permission denied/,
    );
    const [failure] = errorsOf(await run([csv('closed-file.csv'), print], at.files()));
    assert.deepEqual([failure?.id, failure?.code, failure?.field], ['1', 'FILE_FORBIDDEN', 'path']);
    await at.hdfs.tell('safemode on');
    try {
      assert.equal((await run(read, at.files())).status, 'COMPLETED');
      const [safe] = errorsOf(await run([csv('faults/a.csv'), save('Parquet', 'safe')], at.files()));
      assert.deepEqual([safe?.id, safe?.code, safe?.field], ['2', 'SPACE_READ_ONLY', 'path']);
      assert.match(`${safe?.message}; ${safe?.remedy}`, /safe mode/);
    } finally {
      await at.hdfs.tell('safemode off');
    }
    assert.deepEqual(await at.names('faults'), ['a.csv']);
    assert.deepEqual(await readdir(at.space.outputs), []);
  });

  test('a NameNode that is gone is named, and the run goes when it is back', async () => {
    const read = [csv('faults/a.csv'), print];
    await at.hdfs.tell('namenode stop');
    try {
      const [failure] = errorsOf(await run(read, at.files()));
      assert.deepEqual([failure?.id, failure?.code, failure?.field], ['1', 'SPACE_UNREACHABLE', 'path']);
      assert.match(
        failure?.message ?? '',
        /"\/faults\/a.csv" cannot be reached: the file space hdfs:\/\/.*\/space does not answer/,
      );
    } finally {
      await at.hdfs.tell('namenode start');
    }
    assert.equal((await run(read, at.files())).status, 'COMPLETED');
  });
});
