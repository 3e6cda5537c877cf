import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, Bench, signIn, skip, intercept } from './browser.ts';
import { data, node, save, saved, settings } from './editor-bench.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';
const name = `Leavers ${hostile}`;

const step = (
  id: number,
  title: string,
  type: string,
  nodeClass: string,
  fields: Readonly<Record<string, string>>,
) => ({
  id: String(id),
  name: title,
  type,
  nodeClass: `fire.nodes.${nodeClass}`,
  x: `${60 + 220 * ((id - 1) % 4)}px`,
  y: `${60 + 130 * Math.floor((id - 1) / 4)}px`,
  fields: Object.entries(fields).map(([field, value]) => ({ name: field, value })),
});
const inARow = (title: string, nodes: readonly ReturnType<typeof step>[]) => ({
  name: title,
  nodes,
  edges: nodes.slice(1).map(({ id }, i) => ({ id: i + 1, source: nodes[i]?.id, target: id })),
});
const customers = step(1, 'Customers', 'dataset', 'dataset.NodeDatasetCSV', {
  path: '/customers.csv',
  outputColNames: '["plan","calls","left"]',
  outputColTypes: '["STRING","DOUBLE","STRING"]',
});
/** Trains a model on customers that leave, and saves it. */
const trainingGraph = (maxDepth: number, fields: Readonly<Record<string, string>> = { path: '/models/leavers' }) =>
  inARow(`Learn ${hostile}`, [
    customers,
    step(2, 'Plans', 'ml-transformer', 'ml.NodeStringIndexer', {
      inputCols: '["plan"]',
      outputCols: '["plan_index"]',
    }),
    step(3, 'Label', 'ml-transformer', 'ml.NodeStringIndexer', { inputCols: '["left"]', outputCols: '["label"]' }),
    step(4, 'Features', 'ml-transformer', 'ml.NodeVectorAssembler', {
      inputCols: '["plan_index","calls"]',
      outputCol: 'features',
    }),
    step(5, 'Forest', 'ml-estimator', 'ml.NodeRandomForestClassifier', {
      featuresCol: 'features',
      labelCol: 'label',
      numTrees: '3',
      seed: '7',
      maxDepth: String(maxDepth),
    }),
    step(6, 'Pipeline', 'ml-pipeline', 'ml.NodePipeline', {}),
    step(7, 'Keep it', 'ml-modelsave', 'ml.NodeModelSave', { ...fields, modelName: name }),
    step(8, 'Predict', 'ml-predict', 'ml.NodePredict', {}),
    step(9, 'Judge', 'ml-evaluator', 'ml.NodeBinaryClassificationEvaluator', { labelCol: 'label' }),
  ]);
const scoring = (title: string, model: string) =>
  inARow(title, [
    customers,
    step(2, 'Score', 'ml-predict', 'ml.NodePredict', { model_uuid: model }),
    step(3, 'Show', 'transform', 'util.NodePrintFirstNRows', { n: '5' }),
  ]);

interface ModelNow {
  readonly champion: number | null;
  readonly description: string;
  readonly versions: readonly { readonly version: number; readonly path: string }[];
}

describe('the pages of models', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start('auto');
    const lines = Array.from(
      { length: 80 },
      (_, i) => `${i % 4 === 0 ? 'gold' : 'basic'},${i % 9},${i % 9 > 5 !== (i % 11 === 0) ? 'yes' : 'no'}`,
    );
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([`plan,calls,left\n${lines.join('\n')}\n`]), 'customers.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(() => bench[Symbol.asyncDispose]());

  const modelNow = async (): Promise<ModelNow> => JSON.parse(await bench.call('GET', '/api/v1/models/1')) as ModelNow;
  const modelsNow = async () =>
    JSON.parse(await bench.call('GET', '/api/v1/models')) as readonly { id: number; name: string }[];
  const versionLink = (page: Page, version: number) =>
    page.getByRole('row').getByRole('link', { name: `Version ${version}`, exact: true });

  test('tell how a model comes here, and lead from the run that saved one to it', async () => {
    const page = await bench.signedIn('/models');
    await page.getByText('No models yet').waitFor();
    await page.getByText('Spark ML Model Save').waitFor();
    assert.deepEqual(await barriers(page), []);

    const id = await save(bench, trainingGraph(1));
    await page.goto(`${bench.service.url}/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('completed', { exact: true }).waitFor();
    await bench.call('PUT', '/api/v1/workflows', { analysisflowId: id, workflow: trainingGraph(6) });
    const run = await bench.call('POST', '/api/v1/workflow/execute', { workflowId: id });
    await page.goto(`${bench.service.url}/executions/${run}`);
    await page.getByText('completed', { exact: true }).waitFor();
    // a saved model has the name of its folder: it is shown once
    const outputs = page.getByRole('region', { name: 'Outputs' });
    assert.equal(await outputs.getByText(/^\/?models\/leavers\/.+Z$/).count(), 1);
    await page.getByRole('link', { name: `Model ${name}, version 2` }).click();
    await page.waitForURL((url) => url.pathname === '/models/1' && url.search === '?version=2');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await bench.closing(page);
  });

  test('are found from anywhere, and while a workflow is drawn', async () => {
    const id = await save(bench, scoring('Find from here', ''));
    for (const [path, title] of [
      ['/', 'Find'],
      [`/workflows/${id}`, 'Find or add'],
    ] as const) {
      const page = await bench.signedIn(path);
      await (path === '/' ? page.getByRole('heading', { level: 1 }) : node(page, 'Score')).waitFor();
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: title, exact: true }).fill('leavers');
      await page
        .getByRole('group', { name: 'Models' })
        .getByRole('option', { name: /Leavers/ })
        .click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await bench.closing(page);
    }
  });

  test('list models with their metrics; names are mere text', async () => {
    const page = await bench.signedIn('/models');
    const row = page.getByRole('row', { name: /Leavers/ });
    await row.getByText('pipeline: random forest classification').waitFor();
    await row.getByText('areaUnderROC').waitFor();
    await row.getByText('none', { exact: true }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByPlaceholder('Type to filter').fill('nothing like it');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).click();
    await row.getByRole('link').click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    assert.match(await page.title(), /^Leavers <img/);
    await page.goto(`${bench.service.url}/projects/1?tab=models`);
    await row.waitFor();
    await bench.closing(page);
  });

  test('show all of a version, and set versions beside each other: the better metrics, the parameters that differ', async () => {
    const page = await bench.signedIn('/models/1');
    await versionLink(page, 1).click();
    await page.getByRole('heading', { name: 'Version 1' }).waitFor();
    const parameters = page.getByRole('region', { name: 'Parameters' });
    await parameters.getByRole('row', { name: /^maxDepth 1 / }).waitFor();
    assert.equal(await parameters.getByText('default', { exact: true }).count(), 0);
    await page.getByRole('switch', { name: /Show defaults/ }).click();
    await parameters.getByText('default', { exact: true }).first().waitFor();
    await page.getByText('1 = gold').waitFor();
    await page.getByRole('row', { name: /^plan string used to predict/ }).waitFor();
    assert.match(
      (await page.getByRole('link', { name: /^\/models\/leavers\// }).getAttribute('href')) ?? '',
      /^\/files\/models\/leavers$/,
    );
    assert.deepEqual(await barriers(page), []);

    await page.getByRole('link', { name: 'All versions' }).click();
    await page.getByRole('checkbox', { name: 'Select Version 1' }).check();
    assert.ok(await page.getByRole('button', { name: 'Compare', exact: true }).isDisabled());
    await page.getByRole('checkbox', { name: 'Select Version 2' }).check();
    await page.getByRole('button', { name: 'Compare 2' }).click();
    await page.getByRole('heading', { name: 'Versions 1, 2' }).waitFor();
    const table = page.getByRole('region', { name: 'Versions 1, 2' });
    const metric = table.getByRole('row', { name: /areaUnderROC/ });
    await metric.waitFor();
    assert.match((await metric.getByRole('cell').allTextContents())[1] ?? '', /best$/);
    assert.doesNotMatch((await metric.getByRole('cell').allTextContents())[0] ?? '', /best/);
    await table.getByRole('row', { name: /numTrees/ }).waitFor();
    await page.getByRole('switch', { name: 'Only differences' }).click();
    await table.getByRole('row', { name: /numTrees/ }).waitFor({ state: 'detached' });
    assert.deepEqual(
      await table
        .getByRole('row', { name: /maxDepth/ })
        .getByRole('cell')
        .allTextContents(),
      ['1', '6'],
    );
    assert.deepEqual(await barriers(page), []);
    // a link shows others the same
    await page.reload();
    await table.getByRole('row', { name: /maxDepth/ }).waitFor();
    assert.equal(await table.getByRole('row', { name: /numTrees/ }).count(), 0);
    // on a phone the values stand below their names: all versions are in sight
    await page.setViewportSize({ width: 390, height: 800 });
    assert.ok(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });

  test('mark the champion, and take down what is said of a model', async () => {
    const page = await bench.signedIn('/models/1?version=2');
    await page.getByRole('button', { name: 'Mark as champion' }).click();
    await page.getByText('Version 2 is now the champion.').waitFor();
    await page.getByRole('button', { name: 'Remove champion' }).waitFor();
    assert.equal((await modelNow()).champion, 2);
    await page.getByRole('button', { name: 'Add description' }).click();
    await page.getByLabel('Description').fill(`Who leaves ${hostile}`);
    await page.reload();
    await page.getByRole('button', { name: 'Add description' }).click();
    assert.equal(await page.getByLabel('Description').inputValue(), `Who leaves ${hostile}`);
    await page.getByLabel('Description').press('Control+Enter');
    await page.getByRole('button', { name: 'Edit description' }).waitFor();
    assert.equal((await modelNow()).description, `Who leaves ${hostile}`);
    await bench.closing(page);
  });

  test('predict for rows that are written there, say what is wrong with one, and give the call for programs', async () => {
    const page = await bench.signedIn('/models/1');
    await page.getByRole('link', { name: 'Try it' }).click();
    assert.equal(await page.getByRole('link', { name: 'Try it' }).getAttribute('aria-current'), 'page');
    assert.equal(await page.getByRole('link', { name: /^Versions/ }).getAttribute('aria-current'), null);
    const rows = page.getByLabel('Input rows');
    assert.deepEqual(JSON.parse(await rows.inputValue()), [{ plan: 'basic', calls: 0 }]);
    await rows.fill('[{"plan": "gold", "calls": 8}, {"plan": "basic", "calls": 1}]');
    await rows.press('Control+Enter');
    const answer = page.getByRole('region', { name: 'Predictions' });
    await answer.getByRole('columnheader', { name: /predictedClass/ }).waitFor();
    const first = answer.getByRole('row').nth(1).getByRole('cell');
    assert.deepEqual((await first.allTextContents()).slice(0, 2), ['yes', '1']);
    await page.getByText(/ m?s · version 2$/).waitFor();
    assert.deepEqual(await barriers(page), []);

    const call = await page.getByRole('region', { name: 'API call' }).textContent();
    assert.ok(call?.includes(`curl '${bench.service.url}/api/v1/models/1/predict'`), call ?? '');
    assert.ok(call?.includes('"plan":"gold","calls":8'), call ?? '');

    await rows.fill('[{"plan": "gold", "calls": "many"}]');
    await page.getByRole('button', { name: 'Predict', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/rows\/0.*calls/)
      .waitFor();
    await rows.fill('[{"plan"');
    await page.getByRole('button', { name: 'Predict', exact: true }).click();
    await page.getByRole('alert').getByText('Invalid JSON').waitFor();
    // what was written is there after a reload
    await page.reload();
    assert.equal(await rows.inputValue(), '[{"plan"');
    await page.getByRole('button', { name: 'Reset to example' }).click();
    await page.getByLabel('Version').selectOption('1');
    await page.waitForURL((url) => url.searchParams.get('version') === '1');
    await bench.closing(page);
  });

  test('let a node take the champion, whose rows stand below at once', async () => {
    const id = await save(bench, scoring('Score', ''));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Score').click();
    const choice = settings(page).getByRole('combobox', { name: /Registered model/ });
    await choice.fill('leav');
    await page.getByRole('option', { name: /models:\/Leavers/ }).click();
    await choice.click();
    await page.getByRole('option', { name: /\/champion/ }).click();
    assert.equal(await choice.inputValue(), `models:/${name}/champion`);
    await settings(page)
      .getByRole('link', { name: /Open the model Leavers/ })
      .waitFor();
    await data(page)
      .getByRole('columnheader', { name: /^prediction/ })
      .waitFor();
    await choice.fill('models:/nobody');
    await settings(page).getByText('no registered model with this name').waitFor();
    await choice.fill(`models:/${name}/champion`);
    const [, score] = (await saved(bench, page, id)).nodes;
    assert.equal(score?.fields.find((one) => one.name === 'model_uuid')?.value, `models:/${name}/champion`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('completed', { exact: true }).waitFor();
    await bench.closing(page);
  });

  test('let a node that judges name the model that keeps its metrics', async () => {
    const id = await save(bench, trainingGraph(2));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Judge').click();
    const choice = settings(page).getByRole('combobox', { name: /Registered model/ });
    await choice.fill('leav');
    await page.getByRole('option', { name: /models:\/Leavers/ }).click();
    await settings(page).getByText('Champion', { exact: true }).click();
    const judge = (await saved(bench, page, id)).nodes.at(-1);
    const value = (field: string) => judge?.fields.find((one) => one.name === field)?.value;
    assert.deepEqual([value('modelUUID'), value('useChampion')], [`models:/${name}`, 'true']);
    await bench.closing(page);
  });

  test('say who uses what is to be deleted, and delete what nobody uses, with its files where that is wished', async () => {
    await save(bench, scoring('Scores with the first one', `models:/${name}/1`));
    const page = await bench.signedIn('/models/1?version=1');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    await dialog.getByText('Cannot be deleted while in use').waitFor();
    await dialog.getByRole('link', { name: 'Scores with the first one' }).waitFor();
    await dialog.getByText('Workflow: node 2 (version 1)').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: /^Used by/ }).click();
    await page.getByRole('row', { name: /Workflow Score node 2 2/ }).waitFor();
    await page.getByRole('row', { name: /Workflow Scores with the first one node 2 1/ }).waitFor();

    // an unused third version
    const [first] = (await modelNow()).versions.toReversed();
    const again = await save(
      bench,
      trainingGraph(2, { path: first?.path ?? '', fixedPath: 'true', overwrite: 'true' }),
    );
    const run = await bench.call('POST', '/api/v1/workflow/execute', { workflowId: again });
    await bench.call('GET', `/api/v1/workflow-executions/${run}/events`);
    await page.goto(`${bench.service.url}/models/1`);
    // what lies in its folder is the third one's now
    await page
      .getByRole('row', { name: /replaced/ })
      .getByRole('link', { name: 'Version 1' })
      .waitFor();
    // nothing offers to call what can be called no more
    await page.goto(`${bench.service.url}/models/1?tab=try&version=1`);
    await page.getByText('Another model has since been saved to its folder').waitFor();
    assert.equal(await page.getByRole('region', { name: 'API call' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Access tokens' }).count(), 0);
    await page.goto(`${bench.service.url}/models/1`);
    await versionLink(page, 3).click();
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    await dialog.getByRole('checkbox', { name: /Also delete the files/ }).check();
    // during the deletion nothing looks as if it had been cancelled
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await intercept(page, '**/api/v1/models/*/versions/3*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      requested.resolve();
      await released.promise;
      return route.continue();
    });
    // Escape comes before the browser turns to anything else, and once more when the service was asked
    await dialog.getByRole('button', { name: 'Delete', exact: true }).focus();
    await page.evaluate(`(async () => {
      document.activeElement.click();
      for (let task = 0; task < 50; task += 1) await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    })()`);
    await requested.promise;
    await page.keyboard.press('Escape');
    assert.equal(await dialog.isVisible(), true);
    released.resolve();
    await page.getByText('Version 3 was deleted.').waitFor();
    assert.deepEqual(
      (await modelNow()).versions.map(({ version }) => version),
      [2, 1],
    );
    const files = JSON.parse(await bench.call('GET', '/api/v1/hdfs/files?path=/models/leavers')) as { path: string }[];
    assert.equal(
      files.some(({ path }) => path === first?.path),
      false,
    );

    await versionLink(page, 2).click();
    await page.getByRole('button', { name: 'Delete…', exact: true }).click();
    await dialog.getByText(/Cannot be deleted while/).waitFor();
    await bench.closing(page);
  });

  test('mark a champion whose folder holds another model now, and show no metrics as if it could still be used', async () => {
    const id = await save(bench, trainingGraph(2));
    const run = async (modelName: string): Promise<void> => {
      const workflow = trainingGraph(2, { path: '/models/fixed', fixedPath: 'true', overwrite: 'true' });
      const nodes = workflow.nodes.map((one) =>
        one.name === 'Keep it'
          ? { ...one, fields: one.fields.map((of) => (of.name === 'modelName' ? { ...of, value: modelName } : of)) }
          : one,
      );
      await bench.call('PUT', '/api/v1/workflows', { analysisflowId: id, workflow: { ...workflow, nodes } });
      const execution = await bench.call('POST', '/api/v1/workflow/execute', { workflowId: id });
      await bench.call('GET', `/api/v1/workflow-executions/${execution}/events`);
    };
    await run('Fixed place');
    const model = (await modelsNow()).find((one) => one.name === 'Fixed place')?.id;
    await bench.call('PUT', `/api/v1/models/${model}`, { champion: 1 });
    const page = await bench.signedIn('/models');
    const row = page.getByRole('row', { name: /Fixed place/ });
    await row.getByText('areaUnderROC').waitFor();
    const sheets = [
      { idx: '1', name: 'Main', type: 'GRID', items: [{ id: 1, name: '', type: 'MODEL', modelId: model }] },
    ];
    const board = await bench.call('POST', '/api/v1/dashboards', {
      name: 'Board',
      category: '',
      description: '',
      sheets,
    });
    await page.goto(`${bench.service.url}/dashboards/${board}`);
    // each was reported by one node: the name of a metric alone identifies it
    await page.getByRole('term').getByText('areaUnderROC', { exact: true }).waitFor();
    await page.getByText(/^pipeline: random forest classification/).waitFor();
    await page.goto(`${bench.service.url}/models`);
    await run('Fixed place');
    await page.reload();
    await row.getByText('replaced', { exact: true }).waitFor();
    assert.equal(await row.getByText('areaUnderROC').count(), 0);
    assert.deepEqual(await barriers(page), []);
    await row.getByRole('link').click();
    await page
      .getByRole('definition')
      .filter({ hasText: /Version 1.*replaced/ })
      .waitFor();
    await bench.closing(page);
  });

  test('say what is not there at an address, and show what is', async () => {
    const page = await bench.signedIn('/models/4711');
    await page.getByText('Model 4711 not found').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    const model = (await modelsNow()).find((one) => one.name === 'Fixed place')?.id;
    await page.goto(`${bench.service.url}/models/${model}?compare=1,2,99`);
    await page.getByText('Version 99 does not exist').waitFor();
    await page.getByRole('heading', { name: 'Versions 1, 2' }).waitFor();
    await page.goto(`${bench.service.url}/models/${model}?compare=2,98,99`);
    await page.getByText('Versions 98, 99 do not exist').waitFor();
    await versionLink(page, 2).waitFor();
    await bench.closing(page);
  });

  test('register a folder that is found in the file space', async () => {
    const page = await bench.signedIn('/models');
    await page.getByRole('button', { name: 'Register a folder…' }).click();
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByText('Enter the folder of the model.').waitFor();
    await page.getByRole('textbox', { name: 'Folder' }).fill('/customers.csv');
    await page.getByRole('textbox', { name: /^Name/ }).fill('By hand');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/customers\.csv/)
      .waitFor();
    await page.getByRole('button', { name: 'Browse…' }).click();
    await page.getByRole('button', { name: 'models/', exact: true }).click();
    await page.getByRole('button', { name: 'leavers/', exact: true }).click();
    await page.getByRole('button', { name: /Z\/$/ }).click();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Use this folder' }).click();
    assert.match(await page.getByRole('textbox', { name: 'Folder' }).inputValue(), /^\/models\/leavers\/.+Z$/);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('heading', { name: 'By hand', level: 1 }).waitFor();
    await page.getByText('registered manually').waitFor();
    await bench.closing(page);
  });

  test('are only looked at by who may not change them', async () => {
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const password = 'looks and touches nothing';
    const created = await bench.call('POST', '/api/v1/users', {
      username: 'looker',
      password,
      roles: roles.filter((role) => role.name === 'VIEWER').map(({ id }) => id),
    });
    const userId = Number(/ id (\d+)$/.exec(created)?.[1]);
    await bench.call('POST', '/api/v1/project-permissions', { projectId: 1, userId, permissions: ['VIEW'] });
    const page = await bench.open('/models');
    await signIn(page, 'looker', password);
    await page.getByRole('link', { name: 'By hand' }).click();
    await versionLink(page, 1).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    for (const title of ['Mark as champion', 'Remove champion', 'Delete…', 'Delete model…', 'Add description'])
      assert.equal(await page.getByRole('button', { name: title, exact: true }).count(), 0, title);
    await page.getByRole('navigation', { name: 'Model sections' }).getByRole('link', { name: 'Try it' }).click();
    await page.getByText('You can view this model but not run it.').waitFor();
    assert.equal(await page.getByRole('region', { name: 'API call' }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Access tokens' }).count(), 0);
    assert.ok(await page.getByRole('button', { name: 'Predict', exact: true }).isDisabled());
    await page.getByRole('link', { name: 'All models' }).click();
    await page.getByRole('row', { name: /Leavers/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Register a folder…' }).count(), 0);
    await bench.closing(page);
  });
});
