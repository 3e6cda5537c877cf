import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue, type ProcessorCatalogue } from '@millrace/processors';
import { parseWorkflow, type Dataset, type Workflow } from '@millrace/workflow';
import { LocalFiles } from '../src/files/local-files.ts';
import type { RunFiles } from '../src/files/run-files.ts';
import { EngineHost } from '../src/host.ts';
import { NodeStore } from '../src/reuse/node-store.ts';
import type { Manifest } from '../src/run/events.ts';
import { prepareRun, runWorkflow, type EngineWish, type RunOptions } from '../src/run/run.ts';
import { HdfsSpace } from './hdfs-space.ts';

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
    host = new EngineHost();
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
    engine: EngineWish = 'sail',
    more: Partial<RunOptions> = {},
  ): Promise<Manifest> => {
    const workflow = graph(nodes);
    const datasets = new Map<string, Dataset>();
    const prepared = prepareRun({ workflow, catalogue, datasets });
    assert.ok(prepared.ok, JSON.stringify(prepared));
    await using own = files;
    const options = { workflow, catalogue, datasets, files: own, host, engine, now: '2026-01-01T00:00:00Z', ...more };
    return await runWorkflow(options, prepared.run, () => undefined);
  };
  const told = ({ nodes, outputs, status }: Manifest): unknown => ({
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
      const wanted = await run(nodes, new LocalFiles(local), engine);
      const got = await run(nodes, at.files(), engine);
      assert.equal(wanted.status, 'COMPLETED', JSON.stringify(wanted.nodes));
      assert.deepEqual(told(got), told(wanted));
      const written = await at.names(`out/${engine}`);
      assert.ok(written.includes('_SUCCESS'));
      assert.deepEqual(
        written.filter((name) => name.startsWith('.')),
        [],
      );
      assert.deepEqual(
        await at.names('out'),
        written.length > 0 ? (engine === 'sail' ? ['sail'] : ['sail', 'spark']) : [],
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
      assert.deepEqual(told(readBack), told(await again(new LocalFiles(local))));
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
    const asked = [
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
    const listed = (files: RunFiles, path: string): Promise<unknown> =>
      files
        .list(path)
        .catch(({ code, message, remedy, field }: Record<string, unknown>) => ({
          code,
          // faults of HDFS name paths from the root
          message: String(message).replace('"/', '"'),
          remedy,
          field,
        }));
    for (const path of asked) assert.deepEqual(await listed(there, path), await listed(here, path), `"${path}"`);
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
    await assert.rejects(files.place('user', 'path'), /holds the folders of others/);
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
    assert.match(denied?.message ?? '', /closed.*may not be read or written.*Permission denied/);
    const [unread] = errorsOf(await run([csv('closed-file.csv'), print], at.files()));
    assert.deepEqual([unread?.id, unread?.code, unread?.field], ['1', 'FILE_FORBIDDEN', 'path']);
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
      const [gone] = errorsOf(await run(read, at.files()));
      assert.deepEqual([gone?.id, gone?.code, gone?.field], ['1', 'SPACE_UNREACHABLE', 'path']);
      assert.match(
        gone?.message ?? '',
        /"\/faults\/a.csv" cannot be reached: the file space hdfs:\/\/.*\/space does not answer/,
      );
    } finally {
      await at.hdfs.tell('namenode start');
    }
    assert.equal((await run(read, at.files())).status, 'COMPLETED');
  });
});
