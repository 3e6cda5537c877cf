import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EngineHost } from '@millrace/engines/host';
import { LocalFiles } from '@millrace/file-space';
import {
  NodeStore,
  prepareRun,
  runWorkflow,
  type RequestedEngine,
  type Manifest,
  type RunEvent,
} from '../src/index.ts';
import { loadCatalogue, type ProcessorCatalogue } from '@millrace/processors';
import { parseWorkflow, type Dataset, type Workflow } from '@millrace/workflow';
import { sharing } from '@millrace/testkit/engines';
import { dataGraphs, gallery, galleryDatasets, galleryWorkflow, hasGallery, quickLearningGraphs } from './support.ts';

type Fields = Readonly<Record<string, string>>;
type Draft = readonly [nodeClass: string, fields?: Fields];

const csv = (path: string): Draft => [
  'dataset.NodeDatasetCSV',
  { path, outputColNames: '["id","name"]', outputColTypes: '["INTEGER","STRING"]' },
];
const sql = (text: string): Draft => ['etl.NodeSQL', { tempTable: 't', sql: text }];
const print: Draft = ['util.NodePrintFirstNRows', { n: '5' }];

/** Types of nodes, where they are not `transform`. */
const types: Readonly<Record<string, string>> = {
  'ml.NodeStringIndexer': 'ml-transformer',
  'ml.NodeVectorAssembler': 'ml-transformer',
  'ml.NodeHashingTF': 'ml-transformer',
  'ml.NodeIndexString': 'ml-transformer',
  'ml.NodeTokenizer': 'ml-transformer',
  'ml.NodeLogisticRegression': 'ml-estimator',
  'ml.NodeDecisionTreeClassifier': 'ml-estimator',
  'ml.NodeLinearRegression': 'ml-estimator',
  'ml.NodeRandomForestClassifier': 'ml-estimator',
  'ml.NodePipeline': 'ml-pipeline',
  'ml.NodePredict': 'ml-predict',
  'ml.NodeBinaryClassificationEvaluator': 'ml-evaluator',
  'ml.NodeCrossValidator': 'ml-crossvalidator',
  'ml.NodeModelSave': 'ml-modelsave',
  'ml.NodeModelLoad': 'ml-modelload',
};

const typeOf = (nodeClass: string): string =>
  nodeClass.startsWith('dataset') ? 'dataset' : (types[nodeClass] ?? 'transform');

/** A graph of nodes one behind the other, and branches from the first one. */
function graph(nodes: readonly Draft[], edges?: readonly (readonly [string, string])[]): Workflow {
  const text = JSON.stringify({
    name: 'Again',
    nodes: nodes.map(([nodeClass, fields = {}], i) => ({
      id: String(i + 1),
      name: `n${i + 1}`,
      type: typeOf(nodeClass),
      nodeClass: `fire.nodes.${nodeClass}`,
      fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    })),
    edges: (edges ?? nodes.slice(1).map((_, i) => [String(i + 1), String(i + 2)] as const)).map(
      ([source, target], i) => ({ id: i + 1, source, target }),
    ),
  });
  const parsed = parseWorkflow(text);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.workflow;
}

describe('a run takes the work of earlier ones', () => {
  let folder: string;
  let root: string;
  let host: EngineHost;
  let catalogue: ProcessorCatalogue;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-reuse-'));
    root = join(folder, 'files');
    await mkdir(root);
    await mkdir(join(folder, 'scratch'));
    host = new EngineHost(sharing({ scratch: join(folder, 'scratch') }));
    catalogue = await loadCatalogue();
  });
  after(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  let stores = 0;
  const newStore = (bytes = 1 << 30): NodeStore => new NodeStore(join(folder, `store-${stores++}`), bytes);
  /** What nodes of the last run have said, by their ids. */
  let pairs: (readonly [string, string])[] = [];
  const run = async (
    workflow: Workflow,
    reuse: NodeStore | undefined,
    engine: RequestedEngine = 'auto',
    {
      datasets = new Map<string, Dataset>(),
      at = root,
      dryRun = false,
      now,
      seed,
      longLearning,
      on = host,
    }: {
      datasets?: ReadonlyMap<string, Dataset>;
      at?: string;
      dryRun?: boolean;
      now?: string;
      seed?: bigint;
      longLearning?: number;
      on?: EngineHost;
    } = {},
  ): Promise<Manifest> => {
    const prepared = prepareRun({ workflow, catalogue, datasets });
    assert.ok(prepared.ok, JSON.stringify(prepared));
    await using files = new LocalFiles(at);
    const reusing = reuse && {
      reuse: { store: reuse, scope: 'a', ...(longLearning !== undefined && { longLearning }) },
    };
    const fixed = { ...(now && { now }), ...(seed !== undefined && { seed }) };
    const log: RunEvent[] = [];
    const emit = (event: RunEvent): void => void log.push(event);
    const services = { catalogue, datasets, files, host: on, ...reusing, emit };
    const manifest = await runWorkflow(prepared.run, { engine, dryRun, ...fixed }, services);
    pairs = log.flatMap((one) =>
      one.event === 'log' && one.level === 'warning' ? [[one.nodeId ?? '', one.message] as const] : [],
    );
    assert.deepEqual(
      log.filter((event) => JSON.stringify(event).includes('cannot be stored')),
      [],
    );
    return manifest;
  };
  const reused = ({ nodes }: Manifest): string[] => nodes.filter((node) => node.reused).map(({ id }) => id);
  /** What a run has told of its rows, without times and marks. */
  const summary = ({ nodes, outputs, status, engine }: Manifest): unknown => ({
    status,
    engine,
    outputs,
    nodes: nodes.map((node) => ({ ...node, ms: 0, reused: true })),
  });
  const write = (name: string, rows: number): Promise<void> =>
    writeFile(join(root, name), `id,name\n${Array.from({ length: rows }, (_, i) => `${i},n${i % 7}\n`).join('')}`);

  test('all of them where nothing has changed, some of them where a node has, none where the file has', async () => {
    await write('a.csv', 50);
    const store = newStore();
    const last = (text: string): Workflow =>
      graph([csv('a.csv'), sql('select name, count(*) n from t group by name'), sql(text), print]);
    const first = await run(last('select * from t order by name'), store);
    assert.deepEqual(reused(first), []);
    const second = await run(last('select * from t order by name'), store);
    assert.deepEqual(reused(second), ['1', '2', '3', '4']);
    assert.deepEqual(summary(second), summary(first));
    const changed = await run(last('select * from t order by name desc'), store);
    assert.deepEqual(reused(changed), ['1', '2']);
    assert.equal(changed.status, 'COMPLETED');
    await write('a.csv', 60);
    const third = await run(last('select * from t order by name'), store);
    assert.deepEqual(reused(third), []);
    assert.equal(third.nodes[0]?.rows, 60);
  });

  for (const engine of ['sail', 'spark'] as const)
    test(`${engine}: many sorted rows keep their order, also for a node that is new`, async () => {
      await write('many.csv', 40_000);
      const store = newStore();
      const upTo = (...more: Draft[]): Workflow =>
        graph([csv('many.csv'), sql('select id, name from t order by name, id desc'), ...more]);
      await run(upTo(print), store, engine);
      const other = sql('select * from t where id % 3 = 0');
      const again = await run(upTo(other, print), store, engine);
      assert.deepEqual(reused(again), ['1', '2']);
      const fresh = await run(upTo(other, print), newStore(), engine);
      assert.deepEqual(summary(again), summary(fresh));
    });

  test('not that of a node which is another one each time, nor of those behind it', async () => {
    await write('a.csv', 50);
    for (const [changing, expected] of [
      [sql('select *, rand() as r from t'), ['1']],
      [sql('select *, current_date() as d from t'), ['1']],
      [['etl.NodeFormula', { outputCol: 'd', formula: 'DateTimeNow()' }], ['1']],
      [['etl.NodeSample', { fraction: '0.5', withReplacement: 'false' }], ['1']],
    ] as const) {
      const store = newStore();
      const workflow = graph([csv('a.csv'), changing as Draft, print]);
      await run(workflow, store);
      const again = await run(workflow, store);
      assert.equal(again.status, 'COMPLETED', JSON.stringify(again.nodes));
      assert.deepEqual(reused(again), expected, changing[0]);
    }
  });

  test('not what was read from years of two digits on another day', async () => {
    await writeFile(join(root, 'years.csv'), 'born\n31/12/44\n');
    const store = newStore();
    const years = { path: 'years.csv', outputColNames: '["born"]', outputColTypes: '["DATE"]' };
    const read = (pattern: string): Workflow =>
      graph([['dataset.NodeDatasetCSV', { ...years, outputColFormats: JSON.stringify([pattern]) }], print]);
    const rowsOf = async (pattern: string, now: string): Promise<unknown> => {
      const manifest = await run(read(pattern), store, 'auto', { now });
      const table = manifest.outputs.find(({ nodeId }) => nodeId === '2');
      return [reused(manifest), table?.type === 'table' ? table.rows : table];
    };
    assert.deepEqual(await rowsOf('dd/MM/yy', '2024-02-29T23:59:00.000Z'), [[], [['1944-12-31']]]);
    assert.deepEqual(await rowsOf('dd/MM/yy', '2024-02-29T00:01:00.000Z'), [['1', '2'], [['1944-12-31']]]);
    assert.deepEqual(await rowsOf('dd/MM/yy', '2026-02-28T00:01:00.000Z'), [[], [['2044-12-31']]]);
    assert.deepEqual(await rowsOf('dd/MM/yyyy', '2026-02-28T00:01:00.000Z'), [[], [[null]]]);
    assert.deepEqual(await rowsOf('dd/MM/yyyy', '2027-02-28T00:01:00.000Z'), [['1', '2'], [[null]]]);
  });

  test('what is saved is saved again, from the rows of before', async () => {
    await write('a.csv', 50);
    const store = newStore();
    const save: Draft = ['save.NodeSaveParquet', { path: 'out', saveMode: 'Overwrite' }];
    const workflow = graph([csv('a.csv'), sql('select distinct name from t order by name'), save]);
    await run(workflow, store);
    await rm(join(root, 'out'), { recursive: true });
    const again = await run(workflow, store);
    assert.deepEqual([again.status, again.engine, reused(again)], ['COMPLETED', 'sail', ['1', '2']]);
    assert.ok((await readdir(join(root, 'out'))).some((name) => name.endsWith('.parquet')));
  });

  test('a branch that is new finds the rows that two others have shared', async () => {
    await write('a.csv', 50);
    const store = newStore();
    const two = [csv('a.csv'), sql('select id from t'), sql('select name from t')];
    await run(
      graph(two, [
        ['1', '2'],
        ['1', '3'],
      ]),
      store,
    );
    const three = [...two, sql('select max(id) m from t')];
    const again = await run(
      graph(three, [
        ['1', '2'],
        ['1', '3'],
        ['1', '4'],
      ]),
      store,
    );
    assert.deepEqual(reused(again), ['1', '2', '3']);
    assert.deepEqual(
      again.nodes.map(({ rows }) => rows),
      [50, 50, 50, 1],
    );
  });

  test('a node that failed, and one whose rows were never computed without an error, are not stored', async () => {
    await writeFile(join(root, 'bad.csv'), 'id,name\n1,a\n2,b\n');
    const store = newStore();
    const bad = graph([csv('bad.csv'), sql('select cast(name as int) as n from t'), sql('select sum(n) s from t')]);
    const first = await run(bad, store);
    assert.deepEqual(
      first.nodes.map(({ status }) => status),
      ['COMPLETED', 'FAILED', 'SKIPPED'],
    );
    const again = await run(bad, store);
    assert.deepEqual(
      again.nodes.map(({ status }) => status),
      ['COMPLETED', 'FAILED', 'SKIPPED'],
    );
    assert.deepEqual(reused(again), ['1']);
  });

  test('a store keeps within its bound and outlives damage and a restart', async () => {
    await write('many.csv', 40_000);
    const at = join(folder, 'bounded');
    const store = new NodeStore(at, 700_000);
    const sorted = (column: string): Workflow =>
      graph([csv('many.csv'), sql(`select * from t order by ${column}`), print]);
    for (const column of ['id', 'name, id', 'id desc', 'name desc, id']) await run(sorted(column), store, 'sail');
    const bytes = await store.bytes();
    assert.ok(bytes > 0 && bytes <= 700_000, String(bytes));
    const reopened = new NodeStore(at, 700_000);
    assert.equal(await reopened.bytes(), bytes);
    assert.deepEqual(reused(await run(sorted('name desc, id'), reopened, 'sail')), ['1', '2', '3']);
    for (const file of await readdir(at, { recursive: true, withFileTypes: true }))
      if (file.name === 'node.json') await writeFile(join(file.parentPath, file.name), '{"taps"');
    assert.deepEqual(reused(await run(sorted('name desc, id'), reopened, 'sail')), []);
    await reopened.removeUnusedSince(Date.now() + 1);
    assert.equal(await reopened.bytes(), 0);
  });

  test('a node that is stored again is there all the time', async () => {
    const store = newStore();
    const taps = { counts: [], shown: [], logs: [] } as unknown as Parameters<
      ReturnType<NodeStore['begin']>['commit']
    >[0];
    const key = 'ab'.repeat(32);
    await store.begin(key).commit(taps);
    for (let round = 0; round < 50; round++) {
      let isStored = false;
      const storing = store
        .begin(key)
        .commit(taps)
        .then(() => (isStored = true));
      while (!isStored) assert.notEqual(await store.find(key), undefined);
      await storing;
    }
  });

  test('a store is added to while it looks through what is there', async () => {
    const at = join(folder, 'at-once');
    const taps = { rows: [1], rejected: 0, shown: [] };
    const keys = Array.from({ length: 300 }, (_, i) => createHash('sha256').update(String(i)).digest('hex'));
    const fill = async (store: NodeStore): Promise<void> => {
      // some of them twice, as two readers of one file are
      await Promise.all([...keys, ...keys.slice(100)].map((key) => store.begin(key).commit(taps)));
      for (const key of keys) assert.deepEqual((await store.find(key))?.taps, taps);
    };
    const first = new NodeStore(at, 1 << 30);
    await fill(first);
    const bytes = await first.bytes();
    const second = new NodeStore(at, 1 << 30);
    await fill(second);
    assert.equal(await second.bytes(), bytes);
  });

  describe('features that learners learn from', () => {
    const read: Draft = [
      'dataset.NodeDatasetCSV',
      {
        path: 'learn.csv',
        outputColNames: '["kind","a","b","said","y"]',
        outputColTypes: '["STRING","DOUBLE","DOUBLE","STRING","STRING"]',
      },
    ];
    const index: Draft = [
      'ml.NodeStringIndexer',
      { inputCols: '["kind","y"]', outputCols: '["kindIndex","label"]', handleInvalid: 'skip' },
    ];
    const assemble = (...columns: string[]): Draft => [
      'ml.NodeVectorAssembler',
      { inputCols: JSON.stringify(columns), outputCol: 'features' },
    ];
    const split: Draft = ['ml.NodeSplit', { fraction1: '.7' }];
    const seeded: Draft = ['ml.NodeSplit', { fraction1: '.7', seed: '7' }];
    const forest: Draft = [
      'ml.NodeRandomForestClassifier',
      { featuresCol: 'features', labelCol: 'label', numTrees: '5' },
    ];
    const predict: Draft = ['ml.NodePredict', {}];
    const judge: Draft = ['ml.NodeBinaryClassificationEvaluator', { labelCol: 'label' }];
    /** From a file to a judged forest: 1 read, 2 index, 3 assemble, 4 split, 5 learn, 6 predict, 7 judge. */
    const learning = (features: readonly Draft[], learner = forest): Workflow => {
      const last = 1 + features.length;
      const row = Array.from({ length: last }, (_, i) => [String(i + 1), String(i + 2)] as const);
      const [splitId, trainId, predictId, evaluateId] = [1, 2, 3, 4].map((i) => String(last + i)) as [
        string,
        string,
        string,
        string,
      ];
      return graph(
        [read, ...features, split, learner, predict, judge],
        [...row, [splitId, trainId], [trainId, predictId], [splitId, predictId], [predictId, evaluateId]],
      );
    };
    const writeRows = (rows: number, kinds: readonly string[] = ['x', 'y', 'z']): Promise<void> =>
      writeFile(
        join(root, 'learn.csv'),
        Array.from({ length: rows }, (_, i) => {
          const [a, b] = [(i * 37) % 101, (i * 53) % 89];
          return `${kinds[i % kinds.length]},${a},${b},${i % 2 ? 'good thing' : 'bad thing'},${a + b + (i % 3) * 20 > 110 ? 'yes' : 'no'}`;
        }).join('\n'),
      );
    const completed = async (workflow: Workflow, store: NodeStore | undefined, seed = 11n): Promise<Manifest> => {
      const manifest = await run(workflow, store, 'auto', { seed });
      assert.equal(manifest.status, 'COMPLETED', JSON.stringify(manifest.nodes));
      return manifest;
    };
    const numbers = ['a', 'b', 'kindIndex'];

    test('are not learned again, and all that is learned from them is the same', async () => {
      await writeRows(300);
      const store = newStore();
      const workflow = learning([index, assemble(...numbers)]);
      const first = await completed(workflow, store);
      assert.deepEqual(reused(first), []);
      const again = await completed(workflow, store);
      // the seed of the run has not changed either
      assert.deepEqual(reused(again), ['1', '2', '3', '4']);
      assert.deepEqual(summary(again), summary(first));
      const elsewhere = await completed(workflow, newStore());
      assert.deepEqual(summary(again), summary(elsewhere));
      const otherSeed = await completed(workflow, store, 12n);
      assert.deepEqual(reused(otherSeed), ['1', '2', '3']);
      const importances = otherSeed.outputs.find(({ title }) => title === 'Feature importances');
      assert.ok(importances?.type === 'table' && importances.rows.some(([name]) => name === 'kindIndex'));
    });

    test('are learned again where one of them has changed, or what they are of', async () => {
      await writeRows(300);
      const store = newStore();
      await completed(learning([index, assemble(...numbers)]), store);
      const fewer = learning([index, assemble('a', 'kindIndex')]);
      const changed = await completed(fewer, store);
      assert.deepEqual(reused(changed), ['1']);
      assert.deepEqual(summary(changed), summary(await completed(fewer, newStore())));
      assert.deepEqual(reused(await completed(fewer, store)), ['1', '2', '3', '4']);
      await writeRows(310);
      assert.deepEqual(reused(await completed(fewer, store)), []);
    });

    test('are learned again where the store has let go of their rows', async () => {
      await writeRows(300);
      const at = join(folder, 'features-gone');
      const store = new NodeStore(at, 1 << 30);
      const workflow = learning([index, assemble(...numbers)]);
      const first = await completed(workflow, store);
      for (const file of await readdir(at, { recursive: true, withFileTypes: true }))
        if (file.name.endsWith('.parquet')) await rm(join(file.parentPath, file.name));
      const again = await completed(workflow, store);
      assert.deepEqual(summary(again), summary(first));
      assert.deepEqual(summary(await completed(workflow, store)), summary(first));
    });

    test('are learned again where a pipeline takes them along', async () => {
      await writeRows(300);
      const store = newStore();
      const alone = [read, index, assemble(...numbers), forest] as const;
      const piped = graph([...alone, ['ml.NodePipeline', {}], predict]);
      await completed(graph([...alone]), store);
      const again = await completed(piped, store);
      assert.deepEqual(reused(again), ['1']);
      assert.deepEqual(summary(again), summary(await completed(piped, newStore())));
    });

    test('are learned again where no file holds their rows', async () => {
      await writeRows(300);
      const store = newStore();
      const words = [
        index,
        ['ml.NodeTokenizer', { inputCol: 'said', outputCol: 'words' }],
        ['ml.NodeHashingTF', { inputCol: 'words', outputCol: 'features', numFeatures: '1000' }],
      ] as const satisfies readonly Draft[];
      const workflow = learning(words, ['ml.NodeLogisticRegression', { featuresCol: 'features', labelCol: 'label' }]);
      const first = await completed(workflow, store);
      const again = await completed(workflow, store);
      assert.deepEqual(reused(again), ['1', '5']);
      assert.deepEqual(summary(again), summary(first));
    });

    test('keep what is noted at their columns behind nodes that store rows', async () => {
      await writeRows(300);
      const row = [read, index, seeded, assemble(...numbers), forest, predict, judge] as const;
      // all that is learned is learned from the first part, whose categories have their names
      const workflow = graph(
        [...row, assemble(...numbers)],
        [
          ['1', '2'],
          ['2', '3'],
          ['3', '4'],
          ['4', '5'],
          ['3', '8'],
          ['5', '6'],
          ['8', '6'],
          ['6', '7'],
        ],
      );
      const without = await completed(workflow, undefined);
      const store = newStore();
      const first = await completed(workflow, store);
      assert.deepEqual(summary(first), summary(without));
      const again = await completed(workflow, store);
      assert.deepEqual(summary(again), summary(without));
      assert.ok(
        ['2', '3', '4'].every((id) => reused(again).includes(id)),
        String(reused(again)),
      );
    });

    test('keep the names of many categories, which no plan carries', async () => {
      await writeRows(
        4_000,
        Array.from({ length: 3_000 }, (_, i) => `a kind with a long name that is number ${i}`),
      );
      const regression: Draft = [
        'ml.NodeLogisticRegression',
        { featuresCol: 'features', labelCol: 'label', maxIter: '2' },
      ];
      const back: Draft = ['ml.NodeIndexString', { inputCol: 'kindIndex', outputCol: 'kindAgain' }];
      const workflow = learning([index, assemble(...numbers)], regression);
      const variant = graph([read, index, split, back, print]);
      const store = newStore();
      for (const one of [workflow, variant]) {
        const without = await completed(one, undefined);
        assert.deepEqual(summary(await completed(one, store)), summary(without));
        const again = await completed(one, store);
        assert.deepEqual(summary(again), summary(without));
        assert.ok(
          ['2', '3'].every((id) => reused(again).includes(id)),
          String(reused(again)),
        );
      }
    });

    test('are not those of a node whose file calls it so, where a model makes its rows', async () => {
      await writeRows(300);
      const store = newStore();
      const trees = (numTrees: string): Workflow => {
        const workflow = learning([index, assemble(...numbers)], [forest[0], { ...forest[1], numTrees }]);
        const called = workflow.nodes.map((node) =>
          /Predict$/.test(node.nodeClass) ? { ...node, type: 'ml-transformer' } : node,
        );
        return { ...workflow, nodes: called };
      };
      await completed(trees('1'), store);
      assert.deepEqual(summary(await completed(trees('9'), store)), summary(await completed(trees('9'), newStore())));
    });

    describe('and models that they make', () => {
      const features = [index, assemble(...numbers)];
      /** The same with a split that no run changes, and more nodes behind the forest, by the ends of their edges. */
      const lasting = ({
        learner = forest,
        judged = judge,
        more = [],
      }: {
        learner?: Draft;
        judged?: Draft;
        more?: readonly (readonly [Draft, ...string[]])[];
      } = {}): Workflow => {
        const nodes = [read, ...features, seeded, learner, predict, judged, ...more.map(([node]) => node)];
        const edges = [
          ['1', '2'],
          ['2', '3'],
          ['3', '4'],
          ['4', '5'],
          ['5', '6'],
          ['4', '6'],
          ['6', '7'],
          ...more.flatMap(([, ...from], i) => from.map((id) => [id, String(8 + i)])),
        ] as const;
        return graph(
          nodes,
          edges.map(([source = '', target = '']) => [source, target] as const),
        );
      };
      const all = ['1', '2', '3', '4', '5', '6', '7'];
      const withoutStore = async (workflow: Workflow, seed?: bigint): Promise<unknown> =>
        summary(await completed(workflow, undefined, seed));
      /** What a node has shown, as if it were another one. */
      const resultsAt = ({ outputs }: Manifest, id: string): unknown => {
        const results = outputs.filter(({ nodeId }) => nodeId === id).map((one) => ({ ...one, nodeId: '' }));
        assert.ok(results.length > 0);
        return results;
      };
      /** Files of models that a store holds. */
      const modelsIn = async (at: string): Promise<readonly string[]> =>
        (await readdir(at, { recursive: true })).filter((name) =>
          /\/model\/.*\.(parquet|txt)$|\/model\/.*part-/.test(name),
        );

      test('are not learned again, by runs of any seed, and all that is told of them is the same', async () => {
        await writeRows(300);
        const store = newStore();
        const first = await completed(lasting(), store, 1n);
        assert.deepEqual(reused(first), []);
        assert.ok(first.nodes.some(({ metrics }) => metrics !== undefined));
        const again = await completed(lasting(), store, 2n);
        assert.deepEqual(reused(again), all);
        assert.deepEqual(summary(again), summary(first));
        assert.deepEqual(summary(again), await withoutStore(lasting(), 3n));
      });

      test('are taken where a node behind them is new or has changed', async () => {
        await writeRows(300);
        const store = newStore();
        await completed(lasting(), store);
        const otherMetric = lasting({ judged: [judge[0], { ...judge[1], metricName: 'areaUnderPR' }] });
        const judgedAnew = await completed(otherMetric, store);
        assert.deepEqual(reused(judgedAnew), all.slice(0, 6));
        assert.deepEqual(summary(judgedAnew), await withoutStore(otherMetric));
        // of all rows, by the model that the store holds
        const predicting = lasting({
          more: [
            [predict, '5', '3'],
            [print, '8'],
          ],
        });
        const predicted = await completed(predicting, store);
        assert.deepEqual(reused(predicted), all);
        assert.deepEqual(summary(predicted), await withoutStore(predicting));
      });

      test('are saved as if they had just been learned', async () => {
        await writeRows(300);
        const store = newStore();
        const saving = lasting({ more: [[['ml.NodeModelSave', { path: '/models/forest' }], '5']] });
        const first = await completed(saving, store);
        const again = await completed(saving, store);
        assert.deepEqual(reused(again), all);
        const saved = ({ outputs }: Manifest): unknown =>
          outputs.map((one) => (one.type === 'file' ? { written: one.written, model: one.model } : undefined));
        assert.deepEqual(saved(again), saved(first));
        assert.ok(JSON.stringify(saved(again)).includes('random forest classifier'));
        const path = again.outputs.flatMap((one) => (one.type === 'file' ? [one.path] : []))[0] ?? '';
        const loading = graph(
          [read, ...features, ['ml.NodeModelLoad', { path, fixedPath: 'true' }], predict, print],
          [
            ['1', '2'],
            ['2', '3'],
            ['3', '5'],
            ['4', '5'],
            ['5', '6'],
          ],
        );
        const predicting = lasting({
          more: [
            [predict, '5', '3'],
            [print, '8'],
          ],
        });
        const [loaded, learned] = [await completed(loading, undefined), await completed(predicting, undefined)];
        assert.deepEqual(resultsAt(loaded, '6'), resultsAt(learned, '9'));
      });

      test('are learned again where a node before them has changed, or draws by the seed of the run', async () => {
        await writeRows(300);
        const at = join(folder, 'models-once');
        const store = new NodeStore(at, 1 << 30);
        const fewerTrees = lasting({ learner: [forest[0], { ...forest[1], numTrees: '3' }] });
        await completed(learning(features), store, 1n);
        assert.deepEqual(await modelsIn(at), []);
        await completed(lasting(), store);
        assert.notDeepEqual(await modelsIn(at), []);
        const changed = await completed(fewerTrees, store);
        assert.deepEqual(reused(changed), ['1', '2', '3', '4']);
        assert.deepEqual(summary(changed), await withoutStore(fewerTrees));
        // a learner parts its rows alike each time
        const parted = lasting({ learner: [forest[0], { ...forest[1], splitRatio: '0.8' }] });
        await completed(parted, store, 1n);
        const again = await completed(parted, store, 2n);
        assert.deepEqual(reused(again), all);
        assert.deepEqual(summary(again), await withoutStore(parted, 3n));
      });

      test('are kept for the same run begun again, too, where they took long', async () => {
        await writeRows(300);
        const store = newStore();
        const options = { seed: 5n, longLearning: 0 };
        const first = await run(learning(features), store, 'auto', options);
        const again = await run(learning(features), store, 'auto', options);
        // predictions are made by the model that was kept
        assert.deepEqual(reused(again), ['1', '2', '3', '4', '5']);
        assert.deepEqual(summary(again), summary(first));
        const other = await run(learning(features), store, 'auto', { ...options, seed: 6n });
        assert.deepEqual(reused(other), ['1', '2', '3']);
      });

      test('are learned again where the store has let go of them, or what it holds is damaged', async () => {
        await writeRows(300);
        for (const spoil of ['gone', 'half gone', 'damaged']) {
          const at = join(folder, `models-${spoil}`);
          const store = new NodeStore(at, 1 << 30);
          await completed(lasting(), store);
          const names = await modelsIn(at);
          for (const name of spoil === 'half gone' ? names.slice(-1) : names)
            await (spoil === 'damaged' ? writeFile(join(at, name), 'spoilt') : rm(join(at, name)));
          // one that predicts anew needs the model itself
          const predicting = lasting({
            more: [
              [predict, '5', '3'],
              [print, '8'],
            ],
          });
          assert.deepEqual(summary(await completed(predicting, store)), await withoutStore(predicting), spoil);
          // and are there again for the next one, or the one after it where only reading has shown that they are damaged
          if (spoil === 'damaged') await completed(predicting, store);
          const [mended, name] = [await completed(predicting, store), spoil];
          assert.deepEqual(reused(mended).includes('5'), true, name);
          assert.notDeepEqual(await modelsIn(at), [], name);
          assert.deepEqual(summary(mended), await withoutStore(predicting), name);
        }
      });

      test('are taken with the warnings that they came with', async () => {
        await writeRows(300);
        const store = newStore();
        const three = sql('select *, if(a > 60, 2.0, label) as three, 0 * a + 1 as one from t');
        const tree: Draft = [
          'ml.NodeDecisionTreeClassifier',
          { featuresCol: 'features', labelCol: 'three', output_roc_curve: 'true' },
        ];
        const line: Draft = ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'b' }];
        const workflow = graph(
          [read, index, three, assemble('a', 'one'), tree, line],
          [['1', '2'] as const, ['2', '3'] as const, ['3', '4'] as const, ['4', '5'] as const, ['4', '6'] as const],
        );
        await completed(workflow, store);
        const first = pairs;
        assert.deepEqual(first.map(([id, message]) => [id, message.slice(0, 36)]).toSorted(), [
          ['1', 'the header of path "learn.csv" names'],
          ['5', 'the ROC curve is left out: it needs '],
          ['6', 'standard errors, t values and p valu'],
        ]);
        const again = await completed(workflow, store);
        assert.deepEqual(reused(again).slice(-2), ['5', '6']);
        assert.deepEqual(pairs.toSorted(), first.toSorted());
      });

      test('are those of every learner of Spark ML', async () => {
        await writeRows(300);
        const store = newStore();
        const label = { featuresCol: 'features', labelCol: 'label' };
        const amount = { featuresCol: 'features', labelCol: 'amount' };
        const learners: readonly Draft[] = [
          ['ml.NodeLogisticRegression', { ...label, maxIter: '3' }],
          ['ml.NodeNaiveBayes', label],
          ['ml.NodeDecisionTreeClassifier', label],
          ['ml.NodeGBTClassifier', { ...label, maxIter: '2' }],
          ['ml.NodeMultilayerPerceptron', { ...label, layers: '3,2,2', maxIter: '3' }],
          ['ml.NodeLinearRegression', { ...amount, maxIter: '3' }],
          ['ml.NodeDecisionTreeRegression', amount],
          ['ml.NodeRandomForestRegression', { ...amount, numTrees: '2' }],
          ['ml.NodeGBTRegression', { ...amount, maxIter: '2' }],
          ['ml.NodeAFTSurvivalRegression', { ...amount, censorCol: 'label', maxIter: '3' }],
          ['ml.NodeKMeans', { featuresCol: 'features', k: '2', maxIter: '3' }],
          ['ml.NodeGaussianMixture', { featuresCol: 'features', k: '2', maxIter: '3' }],
          ['ml.NodeLDA', { featuresCol: 'features', k: '2', maxIter: '2' }],
          ['ml.NodeALS', { userCol: 'i', itemCol: 'j', ratingCol: 'amount', maxIter: '2', rank: '2' }],
        ];
        const amounts = sql('select *, a + 1 as amount, cast(a as int) as i, cast(b as int) as j from t');
        const before = [read, amounts, ...features, ['etl.NodeRowFilter', { conditionExpr: 'a > 20' }] satisfies Draft];
        /** Each learns from all rows and predicts for them, and for some of them where that is asked. */
        const workflow = (others = false): Workflow => {
          const nodes = [...before];
          const edges = [1, 2, 3, 4].map((i): [string, string] => [String(i), String(i + 1)]);
          for (const learner of learners) {
            const at = nodes.push(learner);
            edges.push(['4', String(at)]);
            for (const rows of ['4', ...(others ? ['5'] : [])]) {
              const predicts = nodes.push(predict);
              edges.push([rows, String(predicts)], [String(at), String(predicts)]);
              // ALS joins, in an order of its own
              const sorts = nodes.push(sql('select * from t order by a, b'));
              edges.push([String(predicts), String(sorts)], [String(sorts), String(nodes.push(print))]);
            }
          }
          return graph(nodes, edges);
        };
        const first = await completed(workflow(), store);
        const again = await completed(workflow(), store);
        assert.deepEqual(
          again.nodes.filter((node) => !node.reused).map(({ nodeClass }) => nodeClass),
          [],
        );
        assert.deepEqual(summary(again), summary(first));
        const predicting = await completed(workflow(true), store);
        assert.deepEqual(
          predicting.nodes.filter((node) => !node.reused).map(({ nodeClass }) => nodeClass.replace(/.*\./, '')),
          learners.flatMap(() => ['NodePredict', 'NodeSQL', 'NodePrintFirstNRows']),
        );
        assert.deepEqual(summary(predicting), await withoutStore(workflow(true)));
      });

      test('are those of pipelines and searches, too, and none of what is only a part of these', async () => {
        await writeRows(300);
        const store = newStore();
        const grid: Draft = [forest[0], { ...forest[1], maxDepthGrid: '1 3' }];
        const piped = graph([read, ...features, forest, ['ml.NodePipeline', {}], predict, print]);
        const searched = graph([
          read,
          ...features,
          grid,
          judge,
          ['ml.NodeCrossValidator', { numFolds: '2' }],
          predict,
          print,
        ]);
        const alone = graph([read, ...features, forest, predict, print]);
        for (const [workflow, expected] of [
          [piped, ['1', '5', '6', '7']],
          [alone, ['1', '2', '3', '4', '5', '6']],
          [searched, ['1', '6', '7', '8']],
        ] as const) {
          const first = await completed(workflow, store);
          const again = await completed(workflow, store);
          assert.deepEqual(reused(again), expected);
          assert.deepEqual(summary(again), summary(first));
          assert.deepEqual(summary(again), await withoutStore(workflow));
        }
      });
    });
  });

  test('a Spark that lives on has no files of runs that have ended', async () => {
    await write('a.csv', 50);
    const store = newStore();
    const workflow = graph([csv('a.csv'), sql('select name, count(*) n from t group by name order by n'), print]);
    const scratch = join(folder, 'scratch-of-one');
    await mkdir(scratch);
    // one of its own: the shared one's files lie elsewhere
    await using own = new EngineHost({ scratch });
    for (const ids of [[], ['1', '2', '3']]) {
      assert.deepEqual(reused(await run(workflow, store, 'spark', { on: own })), ids);
      assert.equal(own.sparks, 1);
      const remaining = await readdir(scratch, { recursive: true });
      assert.ok(remaining.length > 0);
      assert.deepEqual(
        remaining.filter((name) => /(session|kept|reused)-[^/]*$/.test(name)),
        [],
      );
    }
  });

  test('graphs of others that learn tell the same the second time', { skip: !hasGallery }, async (t) => {
    const datasets = await galleryDatasets();
    for (const name of await quickLearningGraphs())
      await t.test(name, async () => {
        const store = newStore();
        const workflow = await galleryWorkflow(name);
        const options = { datasets, at: gallery, dryRun: true, seed: 5n };
        const first = await run(workflow, store, 'auto', options);
        const again = await run(workflow, store, 'auto', options);
        assert.equal(first.status, 'COMPLETED');
        assert.deepEqual(summary(again), summary(first));
        assert.ok(reused(again).length > 0);
      });
  });

  test('graphs of others tell the same the second time', { skip: !hasGallery }, async (t) => {
    const datasets = await galleryDatasets();
    for (const name of await dataGraphs())
      await t.test(name, async () => {
        const store = newStore();
        const workflow = await galleryWorkflow(name);
        const options = { datasets, at: gallery, dryRun: true };
        const first = await run(workflow, store, 'auto', options);
        const again = await run(workflow, store, 'auto', options);
        assert.equal(first.status, 'COMPLETED');
        assert.deepEqual(summary(again), summary(first));
        const saves = again.nodes.filter(({ nodeClass }) => /\.save\./.test(nodeClass)).map(({ id }) => id);
        assert.deepEqual(
          reused(again),
          again.nodes.map(({ id }) => id).filter((id) => !saves.includes(id)),
        );
      });
  });
});
