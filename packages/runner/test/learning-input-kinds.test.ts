import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { EngineHost } from '../src/host.ts';
import type { Manifest, RunEvent } from '../src/run/events.ts';
import { reading, workflowOf, type Nodes } from './learning/graphs.ts';
import { ready, runOn } from './support.ts';

const columns = 'a DOUBLE, b DOUBLE, c DOUBLE, y DOUBLE, same DOUBLE, kind STRING, many STRING';
/** Rows that a straight line does not quite tell. */
const rows = Array.from({ length: 12 }, (_, i) => [
  i,
  (i * 7) % 5,
  (i * 3) % 4,
  2 * i + ((i * 5) % 3),
  7,
  ['red', 'green', 'blue'][i % 3] ?? '',
  `m${i}`,
]);

const assembler = (inputCols: readonly string[]) =>
  ['ml.NodeVectorAssembler', { inputCols, outputCol: 'features' }] as const;
const sql = (text: string) => ['etl.NodeSQL', { sql: text, tempTable: 't' }] as const;

describe('nodes of machine learning take what Spark ML takes', () => {
  const host = new EngineHost();
  let root: string;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'millrace-kinds-'));
    const write = (name: string, heading: string, lines: readonly (readonly (string | number)[])[]) =>
      writeFile(join(root, name), [heading, ...lines.map((one) => one.join()), ''].join('\n'));
    await write('rows.csv', 'a,b,c,y,same,kind,many', rows);
    await write('few.csv', 'a,b,c,y,same,kind,many', rows.slice(0, 3));
    const classes = Array.from({ length: 600 }, (_, i) => [i, i % 2, 0, i % 150, 7, `k${i % 150}`, `m${i % 150}`]);
    await write('classes.csv', 'a,b,c,y,same,kind,many', classes);
  });
  after(async () => {
    await host.close();
    await rm(root, { recursive: true, force: true });
  });

  const Data = reading('/rows.csv', columns);
  const run = async (nodes: Nodes, events: RunEvent[] = []): Promise<Manifest> =>
    runOn(host, 'spark', await ready(workflowOf(nodes), new Map(), root), { events });
  const failures = ({ nodes }: Manifest) =>
    nodes.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error.field, error.message, error.remedy]]));
  const tableOf = ({ nodes, outputs }: Manifest, node: string, title: RegExp) => {
    const { id } = nodes.find(({ name }) => name === node) ?? {};
    const found = outputs.find((one) => one.nodeId === id && one.type === 'table' && title.test(one.title));
    return found?.type === 'table' ? found : assert.fail(`${node} shows no such table`);
  };
  const warningsIn = (events: readonly RunEvent[]): string[] =>
    events.flatMap((one) => (one.event === 'log' && one.level === 'warning' ? [one.message] : []));

  describe('a linear regression shows how sure its coefficients are where Spark can tell', () => {
    const regression = (file: string, inputCols: readonly string[], more = {}): Nodes => ({
      Data: reading(file, columns),
      Rows: [...assembler(inputCols), 'Data'],
      Model: ['ml.NodeLinearRegression', { featuresCol: 'features', labelCol: 'y', ...more }, 'Rows'],
    });
    const cases: Readonly<Record<string, readonly [Nodes, RegExp | undefined]>> = {
      'more rows than coefficients': [regression('/rows.csv', ['a', 'b']), undefined],
      'wide rows with ridge': [regression('/few.csv', ['a', 'b', 'c'], { regParam: '0.1' }), /4 coefficients.* 3 rows/],
      'rows that determine all coefficients': [regression('/few.csv', ['a', 'b']), /3 coefficients.* 3 rows/],
      'a label that never changes': [regression('/rows.csv', ['a', 'b'], { labelCol: 'same' }), /same in every row/],
      'a label that never changes, without intercept': [
        regression('/rows.csv', ['a', 'b'], { labelCol: 'same', fitIntercept: 'false' }),
        undefined,
      ],
    };
    for (const [name, [graph, missing]] of Object.entries(cases))
      test(name, async () => {
        const events: RunEvent[] = [];
        const done = await run(graph, events);
        assert.deepEqual(failures(done), []);
        const shown = tableOf(done, 'Model', /^Coefficients/).columns.map((one) => one.name);
        const usual = ['feature', 'coefficient'];
        assert.deepEqual(shown, missing === undefined ? [...usual, 'standard_error', 't', 'p'] : usual);
        assert.deepEqual(
          warningsIn(events).map((one) => missing?.test(one) ?? one),
          missing === undefined ? [] : [true],
        );
      });
  });

  describe('numbers of all types are features', () => {
    const types = ['tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal(10,2)'];
    const nodes: Nodes = {
      Binarizer: ['ml.NodeBinarizer', { inputCol: 'n', outputCol: 'o', threshold: '1' }],
      Bucketizer: ['etl.NodeBucketizer', { inputCol: 'n', outputCol: 'o', splits: '-inf,2,inf' }],
      Quantiles: ['ml.NodeQuantileDiscretizer', { inputCol: 'n', outputCol: 'o' }],
      ImputerMean: ['ml.NodeImputer', { inputCol: 'n', outputCol: 'o', strategy: 'mean' }],
      ImputerMedian: ['ml.NodeImputer', { inputCol: 'n', outputCol: 'o', strategy: 'median' }],
      ImputerMode: ['ml.NodeImputer', { inputCol: 'n', outputCol: 'o', strategy: 'mode' }],
      Interaction: ['etl.NodeInteraction', { inputCols: ['n', 'a'], outputCol: 'o' }],
      OneHot: ['ml.NodeOneHotEncoder', { inputCols: ['n'], outputCols: ['o'] }],
      OneHotAdvanced: ['ml.NodeOneHotEncoderAdvanced', { inputCol: 'n', outputCol: 'o' }],
      Indexer: ['ml.NodeStringIndexer', { inputCols: ['n'], outputCols: ['o'] }],
      IndexerAdvanced: ['ml.NodeStringIndexerAdvanced', { inputCol: 'n', outputCol: 'o' }],
      Labels: ['etl.NodeIndexToString', { inputCol: 'n', outputCol: 'o', labels: 'x,y,z,u' }],
      Assembler: ['ml.NodeVectorAssembler', { inputCols: ['n'], outputCol: 'o' }],
    };
    for (const type of types)
      test(type, async () => {
        const done = await run({
          Data,
          Cast: [...sql(`select cast(c as ${type}) as n, a from t`), 'Data'],
          ...Object.fromEntries(Object.entries(nodes).map(([name, [kind, fields]]) => [name, [kind, fields, 'Cast']])),
        });
        assert.deepEqual(failures(done), []);
      });
  });

  test('true and false, dates and times are categories, and a pipeline of them predicts', async () => {
    const done = await run({
      Data,
      Cast: [
        ...sql(
          "select a > 4 as flag, date_add(date'2024-01-01', cast(c as int)) as day, a, b, y > 8 as big, cast(b as int) as n from t",
        ),
        'Data',
      ],
      Index: ['ml.NodeStringIndexer', { inputCols: ['flag', 'day', 'big'], outputCols: ['f', 'd', 'label'] }, 'Cast'],
      Advanced: ['ml.NodeStringIndexerAdvanced', { inputCol: 'flag', outputCol: 'g' }, 'Index'],
      Twin: ['ml.NodeStringIndexerAdvancedTransform', {}, 'Advanced', 'Index'],
      Above: ['ml.NodeBinarizer', { inputCol: 'n', outputCol: 'above', threshold: '2' }, 'Index'],
      Rows: [...assembler(['f', 'd', 'above']), 'Above'],
      Model: ['ml.NodeDecisionTreeClassifier', { featuresCol: 'features', labelCol: 'label' }, 'Rows'],
      Pipeline: ['ml.NodePipeline', {}, 'Model'],
      Save: ['ml.NodeModelSave', { path: 'models/kinds', fixedPath: 'true' }, 'Pipeline'],
      Predict: ['ml.NodePredict', {}, 'Pipeline', 'Cast'],
      Selected: [
        'featureselection.NodeFeatureSelectionWithImportance',
        { targetCol: 'big', featureCols: ['flag', 'a'], mlType: 'Classification' },
        'Cast',
      ],
    });
    assert.deepEqual(failures(done), []);
    const predicted = done.nodes.find(({ name }) => name === 'Predict')?.schema?.map(({ name }) => name);
    assert.deepEqual(predicted, [
      'flag',
      'day',
      'a',
      'b',
      'big',
      'n',
      'f',
      'd',
      'label',
      'above',
      'features',
      'rawPrediction',
      'probability',
      'prediction',
    ]);
  });
});
