import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { barriers, Bench, signIn, skip } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const field = (name: string, value: string) => ({ name, value });
const graph = (name: string, path = '/people.csv') => ({
  name,
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [
        field('path', path),
        field('outputColNames', '["name","age"]'),
        field('outputColTypes', '["STRING","INTEGER"]'),
      ],
    },
    {
      id: '2',
      name: 'Show',
      type: 'transform',
      nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
      fields: [field('n', '500'), field('title', `Who ${hostile}`)],
    },
    {
      id: '3',
      name: 'Draw',
      type: 'transform',
      nodeClass: 'fire.nodes.graph.NodeGraphValues',
      fields: [
        field('title', 'Ages of people'),
        field('graphType', 'COLUMNCHART'),
        field('xCol', 'name'),
        field('yCols', '["age"]'),
      ],
    },
  ],
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
  ],
});

interface Item {
  readonly id: number;
  readonly [key: string]: unknown;
}

interface Board {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly sheets: readonly { readonly idx: string; readonly name: string; readonly items: readonly Item[] }[];
}

describe('dashboards on the page', { skip }, () => {
  let bench: Bench;
  let workflow: number;
  let idle: number;
  let failing: number;
  const root = '/api/v1/dashboards';
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    JSON.parse(await bench.call(method, path, body));
  const upload = async (name: string, text: string): Promise<void> => {
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([text]), name);
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  };
  const save = async (name: string, path?: string): Promise<number> =>
    Number(await call('POST', '/api/v1/workflows', { name, workflow: graph(name, path) }));
  /** A run that has ended, according to its stream of events. */
  const run = async (workflowId: number): Promise<number> => {
    const id = Number(await call('POST', '/api/v1/workflow/execute', { workflowId }));
    const events = await bench.call('GET', `/api/v1/workflow-executions/${id}/events`);
    assert.match(events, /run\.finished/);
    return id;
  };
  const item = (id: number, part: object): object => ({
    id,
    name: '',
    type: 'TABLE',
    nodeId: '2',
    workflowId: String(workflow),
    workflowName: 'Ages',
    ...part,
  });
  const chart = { nodeId: '3', type: 'CHART', name: 'Ages of people' };
  const make = async (name: string, items: readonly object[], category = ''): Promise<number> => {
    const sheets = [
      { idx: '1', name: 'Main', type: 'GRID', items },
      { idx: '2', name: 'Second', type: 'GRID', items: [] },
    ];
    return Number(await call('POST', root, { name, category, description: '', sheets }));
  };
  const read = async (id: number): Promise<Board> => (await call('GET', `${root}/${id}`)) as Board;

  before(async () => {
    bench = await Bench.start();
    const people = Array.from({ length: 150 }, (_, i) => `Person ${i + 1},${20 + (i % 60)}`);
    await upload('people.csv', `name,age\n${people.join('\n')}\n`);
    await upload('fails.csv', 'name,age\nAda,36\n');
    workflow = await save('Ages');
    idle = await save(`Idle ${hostile}`);
    failing = await save('Failing', '/fails.csv');
    await run(workflow);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  const card = (page: Page, name: string | RegExp): Locator =>
    page.getByRole('article', { name, exact: typeof name === 'string' });
  const chartOf = (page: Page): Locator => card(page, 'Ages of people').locator('svg').first();
  const saved = (page: Page): Promise<unknown> => page.getByRole('button', { name: 'Edit' }).waitFor();

  test('shows the way where there is none, makes one, and deletes it', async () => {
    const page = await bench.signedIn('/dashboards');
    await page.getByText('No dashboards yet').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'New dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill(`First ${hostile}`);
    await dialog.getByLabel('Category').fill('boards');
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('This sheet is empty').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await saved(page);
    await make('Other', [], 'elsewhere');
    await page.getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('row', { name: /Other/ }).waitFor();
    await page.getByRole('combobox', { name: 'Category' }).selectOption('boards');
    await page.waitForURL(/category=boards/);
    await page.getByRole('row', { name: /Other/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Actions: First/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this dashboard?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing matches').waitFor();
    const boards = (await call('GET', root)) as Board[];
    assert.deepEqual(
      boards.map(({ name }) => name),
      ['Other'],
    );
    await bench.closing(page);
  });

  test('shows what the latest runs have shown, and becomes new by itself as runs end', async () => {
    const id = await make('Live', [
      item(1, { name: 'People', x: '0', y: '0', w: '6', h: '8' }),
      item(2, { ...chart, x: '6', y: '0', w: '6', h: '8' }),
      item(3, { name: 'Not yet', workflowId: String(idle), workflowName: `Idle ${hostile}` }),
      item(4, { name: 'Lost', workflowId: '99999', workflowName: 'Lost' }),
      item(5, { name: 'No such node', nodeId: '77' }),
      item(6, { name: 'Words', type: 'TEXT', workflowId: '', nodeId: '', text: `Read me ${hostile}` }),
    ]);
    const page = await bench.signedIn(`/dashboards/${id}`);
    await card(page, 'People').getByRole('cell', { name: 'Person 1', exact: true }).waitFor();
    await card(page, 'People')
      .getByRole('link', { name: /^Ages · / })
      .waitFor();
    await chartOf(page).waitFor();
    await card(page, 'Lost').getByText('The workflow no longer exists.').waitFor();
    await card(page, 'No such node').getByText('The node had no output in its latest run.').waitFor();
    await card(page, 'Words').getByText(`Read me ${hostile}`).waitFor();
    const waits = card(page, 'Not yet');
    await waits.getByText('The workflow has not completed a run yet.').waitFor();
    assert.deepEqual(await barriers(page), []);
    const ran = await run(idle);
    await waits.getByRole('cell', { name: 'Person 1', exact: true }).waitFor();
    await waits.getByRole('link', { name: /^Idle/ }).click();
    await page.waitForURL(new RegExp(`/executions/${ran}$`));
    await page.goBack();
    await page.getByRole('navigation', { name: 'Sheets' }).getByRole('link', { name: 'Second' }).click();
    await page.getByText('This sheet is empty').waitFor();
    await page.waitForURL(/sheet=/);
    await bench.closing(page);
  });

  test('says that the latest run failed, and shows the one before it', async () => {
    const good = await run(failing);
    const id = await make('Fails', [item(1, { name: 'Rows', workflowId: String(failing), workflowName: 'Failing' })]);
    const page = await bench.signedIn(`/dashboards/${id}`);
    await card(page, 'Rows').getByRole('cell', { name: 'Ada' }).waitFor();
    await bench.call('DELETE', '/api/v1/hdfs/files/delete?path=/fails.csv');
    const bad = await run(failing);
    const failureLink = card(page, 'Rows').getByRole('link', { name: /The latest run failed/ });
    assert.match((await failureLink.getAttribute('href')) ?? '', new RegExp(`/executions/${bad}$`));
    const runLink = card(page, 'Rows').getByRole('link', { name: /^Failing · / });
    assert.match((await runLink.getAttribute('href')) ?? '', new RegExp(`/executions/${good}$`));
    await card(page, 'Rows').getByRole('cell', { name: 'Ada' }).waitFor();
    await bench.closing(page);
  });

  test('is shown full screen, and printed on paper in the colours of paper', async () => {
    const id = await make('On paper', [
      item(1, { name: 'People', x: '0', y: '0', w: '6', h: '8' }),
      item(2, { ...chart, x: '6', y: '0', w: '6', h: '8' }),
    ]);
    const page = await bench.signedIn(`/dashboards/${id}`, { colorScheme: 'dark' });
    await chartOf(page).waitFor();
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    await chartOf(page).waitFor();
    // what opens over the sheet is seen, and reached, there too
    await card(page, 'People').getByRole('columnheader').getByRole('button', { name: /^age/ }).click();
    await page.getByRole('dialog', { name: 'Column age' }).getByRole('button', { name: 'Sort descending' }).click();
    await card(page, 'People').locator('th[aria-sort=descending]').waitFor();
    await card(page, 'Ages of people').getByRole('button', { name: 'Export' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    await saving;
    await page.getByRole('button', { name: 'Exit full screen' }).click();
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor({ state: 'hidden' });
    // the events of a browser around printing
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).isVisible(), false);
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
    await card(page, 'People').getByText('The first 100 of 150 rows').waitFor();
    assert.equal(await card(page, 'People').getByRole('row').count(), 101);
    const [ink, wide, chartWidth] = (await page.evaluate(`(() => {
      const chart = document.querySelector('[role=img] svg');
      return [getComputedStyle(document.querySelector('h2')).color, chart.parentElement.clientWidth, chart.clientWidth];
    })()`)) as [string, number, number];
    assert.equal(ink, 'rgb(35, 33, 30)');
    assert.equal(chartWidth, wide);
    await page.emulateMedia({ media: null });
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    await card(page, 'People').getByRole('region').waitFor();
    const paper = await page.pdf({ preferCSSPageSize: true });
    assert.equal(paper.subarray(0, 5).toString(), '%PDF-');
    // A4, across
    assert.match(paper.toString('latin1'), /MediaBox \[0 0 841\.\d+ 59[45]\.\d+\]|MediaBox \[0 0 842 595\]/);
    await bench.closing(page);
  });

  test('shows a large table to its last row, and paper says how many rows it has', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `Row ${i + 1},${i % 60}`);
    await upload('large.csv', `name,age\n${lines.join('\n')}\n`);
    const large = graph('Large', '/large.csv');
    large.nodes[1]!.fields[0] = field('n', '12000');
    const workflowId = Number(await call('POST', '/api/v1/workflows', { name: 'Large', workflow: large }));
    await run(workflowId);
    const id = await make('Large', [
      item(1, { name: 'Rows', workflowId: String(workflowId), x: '0', y: '0', w: '6', h: '8' }),
    ]);
    const page = await bench.signedIn(`/dashboards/${id}`);
    const table = card(page, 'Rows').locator('table[aria-rowcount="12001"]');
    await table.getByRole('cell', { name: 'Row 1', exact: true }).waitFor();
    await table.locator('..').evaluate((element) => {
      element.scrollTop = 1e9;
    });
    await table.getByRole('cell', { name: 'Row 12000', exact: true }).waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    await card(page, 'Rows').getByText('The first 100 of 12,000 rows').waitFor();
    await bench.closing(page);
  });

  test('keeps the focus on the sheet where a card is removed', async () => {
    const text = (id: number, name: string): object => ({
      id,
      name,
      type: 'TEXT',
      nodeId: '',
      workflowId: '',
      text: name,
    });
    const id = await make('Removed', [
      { ...text(1, 'First'), x: '0', y: '0', w: '4', h: '2' },
      { ...text(2, 'Second'), x: '4', y: '0', w: '4', h: '2' },
      { ...text(3, 'Third'), x: '8', y: '0', w: '4', h: '2' },
    ]);
    const page = await bench.signedIn(`/dashboards/${id}?edit=true`);
    const grip = (name: string): Locator => page.getByRole('button', { name: `Move ${name}`, exact: true });
    await grip('First').press('Delete');
    await grip('First').waitFor({ state: 'detached' });
    await grip('Second').and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Remove Third', exact: true }).press('Enter');
    await grip('Third').waitFor({ state: 'detached' });
    await grip('Second').and(page.locator(':focus')).waitFor();
    await bench.closing(page);
  });

  test('is filled, arranged by keys and by mouse, undone, and saved', async () => {
    const id = await make('Arranged', []);
    const page = await bench.signedIn(`/dashboards/${id}?edit=true`);
    await page.getByRole('button', { name: 'Add output or model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an output or a model' });
    await dialog.getByRole('combobox', { name: 'Workflow' }).fill('ages');
    await page.getByRole('option', { name: 'Ages' }).click();
    await dialog.getByRole('button', { name: /^Who/ }).click();
    await dialog.getByRole('button', { name: /^Ages of people/ }).click();
    assert.equal(await dialog.getByText('✓ added').count(), 2);
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Done' }).click();
    // what is added shows at once, before anything is saved
    await card(page, /^Who/).getByRole('cell', { name: 'Person 1', exact: true }).waitFor();
    await chartOf(page).waitFor();
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByLabel('Content of the text').fill('As of today');
    const announcement = page.getByRole('status').filter({ hasText: 'columns wide' });
    const grip = page.getByRole('button', { name: 'Move Ages of people', exact: true });
    await grip.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await announcement.getByText('Column 7, row 1; 5 columns wide, 8 rows high').waitFor();
    await page.keyboard.press('ArrowRight');
    await announcement.getByText('Column 8, row 1; 5 columns wide, 8 rows high').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    // it met the table, which made room
    await announcement.getByText('Column 6, row 1; 5 columns wide, 8 rows high').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const from = await grip.boundingBox();
    const table = await card(page, /^Who/).boundingBox();
    assert.ok(from !== null && table !== null);
    assert.ok(table.y < from.y + 20, 'undone: the table lies beside the chart again');
    // by mouse, below the table
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x - 400, from.y + 120, { steps: 4 });
    await page.mouse.move(table.x + 20, table.y + table.height + 40, { steps: 4 });
    await page.mouse.up();
    await announcement.getByText(/^Column 1, row 9; 5/).waitFor();
    // focus stays on what was moved
    await page.keyboard.press('Shift+ArrowRight');
    await announcement.getByText('Column 1, row 9; 6 columns wide, 8 rows high').waitFor();
    await page.getByLabel('Title of Ages of people').fill('How old');
    await page.getByLabel('Sheet name').fill('Everyone');
    await page.getByRole('button', { name: 'Add sheet' }).click();
    const second = page.getByRole('link', { name: 'Second' });
    const [inside, outer] = [await second.boundingBox(), await second.locator('..').boundingBox()];
    assert.ok((outer?.height ?? 0) >= (inside?.height ?? Infinity), 'the names of the sheets are seen');
    await second.click();
    await page.getByRole('button', { name: 'Remove sheet' }).click();
    await page.getByRole('link', { name: 'Second' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    const { sheets } = await read(id);
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Everyone', 'Sheet 3'],
    );
    const positions = sheets[0]?.items.map(({ name, x, y, w, h }) => [name, x, y, w, h]);
    assert.deepEqual(positions?.slice(0, 2), [
      [`Who ${hostile}`, '0', '0', '6', '8'],
      ['How old', '0', '8', '6', '8'],
    ]);
    assert.equal(sheets[0]?.items[2]?.['text'], 'As of today');
    await card(page, 'How old').locator('svg').first().waitFor();
    await bench.closing(page);
  });

  test('shows a registered model: its champion, or one version, and says when it is gone', async () => {
    const path = `scaler/metadata`;
    await bench.call('POST', `/api/v1/hdfs/dir/create`, { path });
    const form = new FormData();
    form.append('path', path);
    const metadata = { class: 'org.apache.spark.ml.feature.Normalizer', paramMap: { inputCol: 'v', outputCol: 'n' } };
    form.append('file', new Blob([JSON.stringify(metadata)]), 'part-00000');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
    // more than a list has room for
    for (let i = 0; i < 12; i++) await call('POST', '/api/v1/models', { name: `Another ${i}`, path: 'scaler' });
    const version = { name: `Scaler ${hostile}`, path: 'scaler' };
    await call('POST', '/api/v1/models', version);
    const { id: model } = (await call('POST', '/api/v1/models', version)) as { id: number };
    await bench.call('PUT', `/api/v1/models/${model}`, { champion: 2 });
    const id = await make('Models', []);
    const page = await bench.signedIn(`/dashboards/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Add output or model' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an output or a model' });
    const choice = dialog.getByRole('combobox', { name: 'Workflow or model' });
    await choice.click();
    const list = dialog.getByRole('listbox');
    assert.ok(((await list.boundingBox())?.height ?? 900) <= 250, 'a list of many has an end within the window');
    // the last one is reached by keys, and seen there
    await choice.press('ArrowUp');
    const last = list.getByRole('option').last();
    await last.and(list.locator('[data-combobox-selected]')).waitFor();
    const [at, outer] = [await last.boundingBox(), await list.boundingBox()];
    assert.ok(at !== null && outer !== null && at.y + at.height <= outer.y + outer.height + 1);
    await dialog.getByRole('option', { name: /Scaler/ }).click();
    await dialog.getByRole('button', { name: 'Version 1' }).click();
    await dialog.getByRole('button', { name: 'Champion, or the newest version' }).click();
    await dialog.getByRole('button', { name: 'Champion, or the newest version' }).getByText('added').waitFor();
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Shown after the dashboard is saved.').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    const items = (await read(id)).sheets[0]?.items.map(({ type, modelId, version: of }) => [type, modelId, of]);
    assert.deepEqual(items, [
      ['MODEL', model, 1],
      ['MODEL', model, undefined],
    ]);
    await page.getByText('Its run recorded no metrics.').first().waitFor();
    await page.getByText('Version 2').waitFor();
    await page.getByText('★ Champion').waitFor();
    await page.getByText('Version 1').waitFor();
    assert.deepEqual(await barriers(page), []);
    assert.notEqual(await page.title(), 'taken');
    const refusal = await bench.call('DELETE', `/api/v1/models/${model}`).catch((error: Error) => error.message);
    assert.match(refusal, /in use by dashboard/);
    await bench.call('PUT', `/api/v1/models/${model}`, { champion: null });
    await page.getByText('★ Champion').waitFor({ state: 'detached' });
    await page.close();
  });

  test('keeps a draft through a reload, and does not save over what somebody else saved', async () => {
    const id = await make('Both', [item(1, { name: 'Rows', x: '0', y: '0', w: '6', h: '8' })]);
    const page = await bench.signedIn(`/dashboards/${id}?edit=true`);
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByLabel('Content of the text').fill('Mine');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Draft restored.').waitFor();
    assert.equal(await page.getByLabel('Content of the text').inputValue(), 'Mine');
    const { version, ...record } = await read(id);
    assert.equal(version, 1);
    await call('PUT', `${root}/${id}`, { ...record, name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Another user has saved this dashboard' });
    await conflict.waitFor();
    assert.equal((await read(id)).name, 'Theirs');
    assert.deepEqual(await barriers(page), []);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    const stored = await read(id);
    assert.deepEqual([stored.name, stored.sheets[0]?.items.length, stored.version], ['Both', 2, 3]);
    // and the other way
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine again');
    await call('PUT', `${root}/${id}`, { ...stored, version: undefined, name: 'Theirs again' });
    await page.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('button', { name: 'Use theirs' }).click();
    await page.getByRole('heading', { name: 'Theirs again' }).waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Theirs again');
    await bench.closing(page);
  });

  test('takes an output from the page of a run', async () => {
    const id = await make('Pinned here', [item(1, { name: 'Rows', x: '0', y: '0', w: '6', h: '8' })]);
    const ran = await run(workflow);
    const page = await bench.signedIn(`/executions/${ran}`);
    await page.getByRole('button', { name: /^Pin to a dashboard.*Ages of people$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Pin to a dashboard' });
    await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('Pinned here');
    assert.deepEqual(await barriers(page), []);
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await dialog.getByText('Pinned to “Pinned here”.').waitFor();
    await dialog.getByRole('link', { name: 'Open dashboard' }).click();
    await page.waitForURL(new RegExp(`/dashboards/${id}$`));
    await chartOf(page).waitFor();
    assert.deepEqual(
      (await read(id)).sheets[0]?.items.map(({ type, x, y }) => [type, x, y]),
      [
        ['TABLE', '0', '0'],
        ['CHART', '6', '0'],
      ],
    );
    // onto one that is made for it
    await page.goto(`${bench.service.url}/executions/${ran}`);
    await page.getByRole('button', { name: /^Pin to a dashboard.*Who/ }).click();
    await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('New dashboard');
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await dialog.getByText('Enter a name.').waitFor();
    await dialog.getByLabel('Name').fill('Made by a pin');
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await dialog.getByRole('link', { name: 'Open dashboard' }).click();
    await card(page, /^Who/).getByRole('cell', { name: 'Person 1', exact: true }).waitFor();
    await bench.closing(page);
  });

  test('takes an output from the editor of a workflow', async () => {
    await make('From the editor', []);
    const page = await bench.signedIn(`/workflows/${workflow}`);
    await page.locator('.react-flow__node').filter({ hasText: 'Draw' }).click();
    await page.getByRole('tab', { name: 'Charts and texts' }).click();
    await page
      .getByRole('button', { name: /^Pin to a dashboard.*Ages of people$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Pin to a dashboard' });
    await dialog.getByRole('combobox', { name: 'Dashboard' }).selectOption('From the editor');
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await dialog.getByRole('link', { name: 'Open dashboard' }).click();
    await chartOf(page).waitFor();
    await bench.closing(page);
  });

  test('is only looked at by who may not change it', async () => {
    const id = await make('Looked at', [item(1, { name: 'People', x: '0', y: '0', w: '6', h: '8' })]);
    const roles = (await call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const password = 'looks and touches nothing';
    const created = await bench.call('POST', '/api/v1/users', {
      username: 'looker',
      password,
      roles: roles.filter(({ name }) => name === 'VIEWER').map((role) => role.id),
    });
    const userId = Number(/ id (\d+)$/.exec(created)?.[1]);
    const { projectId } = (await call('GET', `${root}/${id}`)) as { projectId: number };
    await bench.call('POST', '/api/v1/project-permissions', { projectId, userId, permissions: ['VIEW'] });
    const page = await bench.open(`/dashboards/${id}?edit=true`);
    await signIn(page, 'looker', password);
    await card(page, 'People').getByRole('cell', { name: 'Person 1', exact: true }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
    await page.getByRole('link', { name: 'Dashboards' }).click();
    await page.getByRole('row', { name: /Looked at/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'New dashboard' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: /^Actions/ }).count(), 0);
    await bench.closing(page);
  });

  test('says that a dashboard is not there', async () => {
    const page = await bench.signedIn('/dashboards/99999');
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out, ${colorScheme}, wide and narrow`, async () => {
      const id = await make(`Any ${colorScheme} ${hostile}`, [
        item(1, { name: `People ${hostile}`, x: '0', y: '0', w: '6', h: '8' }),
        item(2, { ...chart, x: '6', y: '0', w: '6', h: '8' }),
        item(3, { name: '', type: 'TEXT', workflowId: '', nodeId: '', text: 'word '.repeat(80) }),
      ]);
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/dashboards', { colorScheme, viewport: { width, height: 800 } });
        const sound = async (path: string): Promise<void> => {
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
          assert.deepEqual(await barriers(page), [], `${path} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${path} is wider than ${width}`);
        };
        await page.getByRole('row', { name: new RegExp(`Any ${colorScheme}`) }).waitFor();
        await sound('the list');
        await page.getByRole('link', { name: new RegExp(`Any ${colorScheme}`) }).click();
        await chartOf(page).waitFor();
        await sound('the sheet');
        await page.getByRole('button', { name: 'Edit' }).click();
        await page.getByRole('button', { name: 'Move Ages of people', exact: true }).waitFor();
        await chartOf(page).waitFor();
        await sound('what is changed');
        assert.equal(page.url().includes(`/dashboards/${id}`), true);
        await bench.closing(page);
      }
    });
});
