import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { barriers, Bench, skip } from './browser.ts';

const field = (name: string, value: string) => ({ name, value });
const node = (id: number, name: string, type: string, nodeClass: string, ...fields: ReturnType<typeof field>[]) => ({
  id: String(id),
  name,
  type,
  nodeClass: `fire.nodes.${nodeClass}`,
  x: `${60 + 200 * ((id - 1) % 3)}px`,
  y: `${60 + 120 * Math.floor((id - 1) / 3)}px`,
  fields,
});

const workflow = {
  name: 'Learns',
  nodes: [
    node(
      1,
      'Points',
      'dataset',
      'dataset.NodeDatasetCSV',
      field('path', '/points.csv'),
      field('outputColNames', '["x","y","label"]'),
      field('outputColTypes', '["DOUBLE","DOUBLE","DOUBLE"]'),
    ),
    node(
      2,
      'Features',
      'ml-transformer',
      'ml.NodeVectorAssembler',
      field('inputCols', '["x","y"]'),
      field('outputCol', 'features'),
    ),
    node(
      3,
      'Forest',
      'ml-estimator',
      'ml.NodeRandomForestClassifier',
      field('featuresCol', 'features'),
      field('labelCol', 'label'),
    ),
    node(4, 'Predict', 'ml-predict', 'ml.NodePredict'),
    node(
      5,
      'Judge',
      'ml-evaluator',
      'ml.NodeBinaryClassificationEvaluator',
      field('labelCol', 'label'),
      field('output_roc_chart', 'true'),
    ),
    node(6, 'Show', 'transform', 'util.NodePrintFirstNRows', field('n', '5')),
  ],
  edges: [
    [1, 2],
    [2, 3],
    [2, 4],
    [3, 4],
    [4, 5],
    [5, 6],
  ].map(([source, target], id) => ({ id, source: String(source), target: String(target) })),
};

describe('a workflow that learns', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start('auto');
    const lines = Array.from({ length: 80 }, (_, i) => `${i},${(i * 7) % 11},${i > 30 ? 1 : 0}`);
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([`x,y,label\n${lines.join('\n')}\n`]), 'points.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(() => bench[Symbol.asyncDispose]());

  test('shows rows of its nodes while it is drawn, runs, and shows metrics, curves and vectors', async () => {
    const id = Number(await bench.call('POST', '/api/v1/workflows', { workflow }));
    const page = await bench.signedIn(`/workflows/${id}`);
    await page.getByText('Predict', { exact: true }).click();
    await page
      .getByRole('region', { name: 'Data', exact: true })
      .getByRole('columnheader', { name: /^prediction/ })
      .waitFor();
    // the trained model and its metrics, from the sample, before any run
    const below = page.getByRole('region', { name: 'Data', exact: true });
    await below.getByRole('tab', { name: 'Charts and texts' }).click();
    await page.locator('.react-flow__node').filter({ hasText: 'Judge' }).click();
    await below
      .getByRole('region', { name: 'Metrics' })
      .getByRole('row', { name: /areaUnderROC 1/ })
      .waitFor();
    await below.getByRole('img', { name: /ROC/ }).first().waitFor();
    assert.equal(await below.getByText('This node has no charts or texts.').count(), 0);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('completed', { exact: true }).waitFor();

    await page.goto(`${bench.service.url}/executions`);
    await page.getByRole('link', { name: 'Learns' }).first().click();
    const outputs = page.getByRole('region', { name: 'Outputs' });
    const metrics = outputs.getByRole('region', { name: 'Metrics' });
    await metrics.getByRole('row', { name: /areaUnderROC 1/ }).waitFor();
    await outputs.getByRole('img', { name: /ROC/ }).first().waitFor();
    const figures = outputs.getByRole('figure');
    await figures.filter({ hasText: 'Metrics' }).getByText('Judge', { exact: true }).waitFor();
    await figures.getByText('Receiver operating characteristic (ROC) curve').waitFor();
    await outputs.getByRole('cell', { name: '[0, 0]', exact: true }).first().waitFor();
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });
});
