import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadCatalogue } from '@millrace/processors';
import { indexGraph, parseWorkflow, wireGraph } from '@millrace/workflow';
import type { Locator, Page } from 'playwright-core';
import { barriers, Bench, intercept, signIn, skip, until } from './browser.ts';
import { completions } from './editor-bench.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

interface Entry {
  readonly formerly: readonly string[];
}
interface Drawing<Known = object> {
  readonly Catalogue: new (all: readonly Entry[]) => Known & { get(nodeClass: string): Entry | undefined };
  wiresOf<E>(graph: { edges: readonly E[] }, catalogue: Known): ReadonlyMap<E, { output: number; input: number }>;
}
/** A box on the page, px. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}
/** The page's own reading of a graph. Its types need those of a browser, which the tests do without. */
const drawing = async (): Promise<Drawing> =>
  (await import(String(new URL('../src/pages/editor/model/catalogue.ts', import.meta.url)))) as Drawing;

const field = (name: string, value: string) => ({ name, value });
interface WorkflowGraph {
  readonly id: number;
  readonly version: number;
  readonly workflow: {
    readonly name: string;
    readonly nodes: readonly {
      readonly id: string;
      readonly name: string;
      readonly x: string;
      readonly y: string;
      readonly nodeClass: string;
      readonly fields: readonly { readonly name: string; readonly value: string }[];
    }[];
    readonly edges: readonly { readonly id: number; readonly source: string; readonly target: string }[];
  };
}

const people = {
  id: '1',
  name: 'People',
  type: 'dataset',
  nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
  x: '60px',
  y: '60px',
  fields: [
    field('path', '/people.csv'),
    field('outputColNames', '["name","age"]'),
    field('outputColTypes', '["STRING","INTEGER"]'),
  ],
};
const filter = (condition: string) => ({
  id: '2',
  name: 'Grown up',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeRowFilter',
  x: '320px',
  y: '60px',
  fields: [field('conditionExpr', condition)],
});
const print = {
  id: '3',
  name: 'Show',
  type: 'transform',
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  x: '580px',
  y: '60px',
  fields: [field('n', '50')],
};
const graph = (name: string, condition = 'age >= 18') => ({
  name,
  nodes: [people, filter(condition), print],
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
  ],
});

const node = (page: Page, name: string): Locator => page.locator('.react-flow__node').filter({ hasText: name });
const data = (page: Page): Locator => page.getByRole('region', { name: 'Data', exact: true });
const settings = (page: Page): Locator => page.getByRole('complementary', { name: 'Settings' });
const search = (page: Page): Locator => page.getByRole('combobox', { name: 'Find or add' });

async function add(page: Page, typed: string): Promise<void> {
  await search(page).fill(typed);
  // what was there before is shown until the list is made for what is typed
  await page.getByRole('option', { selected: true }).getByText(typed, { exact: true }).waitFor();
  await search(page).press('Enter');
}

/** Draws an edge with the mouse, from one node's right side to another's left one. */
async function join(page: Page, from: string, to: string): Promise<void> {
  const ends = [
    node(page, from).locator('.react-flow__handle.source').first(),
    node(page, to).locator('.react-flow__handle.target').first(),
  ];
  const [a, b] = await Promise.all(ends.map((end) => end.boundingBox()));
  assert.ok(a && b);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
}

describe('the editor', { skip }, () => {
  let bench: Bench;
  const save = async (workflow: object): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflows', { workflow }));
  const read = async (id: number): Promise<WorkflowGraph> =>
    JSON.parse(await bench.call('GET', `/api/v1/workflows/${id}`)) as WorkflowGraph;

  before(async () => {
    bench = await Bench.start();
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([`name,age\nAda,36\n"${hostile.replaceAll('"', '""')}",41\nEve,7\n`]), 'people.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(() => bench[Symbol.asyncDispose]());

  test('draws a graph from nothing, with rows at every node, saves it and runs it', async () => {
    const page = await bench.signedIn('/workflows/new');
    await page.getByRole('button', { name: 'Add the first node' }).click();
    await add(page, 'Read CSV');
    // one can go on writing: what was added has its first field ready
    await until(page, "document.activeElement?.closest('[data-settings]') !== null");
    await page.keyboard.type('/people.csv');
    assert.equal(await settings(page).getByLabel('Path').inputValue(), '/people.csv');
    await data(page).getByRole('cell', { name: 'Ada', exact: true }).waitFor();
    await data(page).getByText('3 rows in total').waitFor();

    // the next one follows what is chosen
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('group', { name: 'After Read CSV' }).waitFor();
    await add(page, 'RowFilter');
    await settings(page).getByRole('textbox', { name: 'Condition' }).click();
    await page.keyboard.type('ag');
    await completions(page).getByRole('option', { name: /^age/ }).click();
    await page.keyboard.type(' >= 18');
    await data(page).getByText('2 rows in total').waitFor();
    assert.equal(await data(page).getByRole('cell', { name: 'Eve', exact: true }).count(), 0);

    await page.getByRole('textbox', { name: 'Workflow name' }).fill('Grown up people');
    await page.getByText('not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/✓ saved/).waitFor();
    await page.waitForURL(/\/workflows\/\d+$/);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { workflow, version } = await read(id);
    assert.equal(version, 1);
    assert.equal(workflow.name, 'Grown up people');
    assert.deepEqual(
      workflow.nodes.map(({ nodeClass }) => nodeClass.split('.').at(-1)),
      ['NodeDatasetCSV', 'NodeRowFilter'],
    );
    assert.deepEqual(
      workflow.edges.map(({ source, target }) => [source, target]),
      [['1', '2']],
    );

    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: /completed/ }).waitFor();
    await node(page, 'RowFilter').getByText('completed, 2 rows').waitFor({ state: 'attached' });
    await page.locator('.react-flow__edgelabel-renderer').getByText('3', { exact: true }).waitFor();

    // changes after a run are marked as such
    await settings(page).getByRole('textbox', { name: 'Condition' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    await node(page, 'RowFilter').getByText('changed since its last run').waitFor({ state: 'attached' });
    await node(page, 'Read CSV').getByText('completed, 3 rows').waitFor({ state: 'attached' });
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('link', { name: 'v2', exact: true }).waitFor();
    await bench.closing(page);
  });

  test('joins, puts onto an edge, removes, copies, and undoes all of it', async () => {
    const id = await save({ ...graph('Wires'), edges: [{ id: 1, source: '1', target: '2' }] });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Show').waitFor();
    const saved = async (): Promise<WorkflowGraph['workflow']> => {
      await page.getByText('not saved yet').waitFor();
      await page.keyboard.press('ControlOrMeta+s');
      await page.getByText(/✓ saved/).waitFor();
      return (await read(id)).workflow;
    };
    const edges = (of: WorkflowGraph['workflow']): string[] =>
      of.edges.map(({ source, target }) => `${source}→${target}`).toSorted();

    await join(page, 'Grown up', 'Show');
    assert.deepEqual(edges(await saved()), ['1→2', '2→3']);
    // back to the source of the rows: refused, with the reason
    await join(page, 'Show', 'Grown up');
    await page
      .getByRole('alert')
      .getByText(/This would create a cycle/)
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).click();

    // dropped on the edge between the first two
    const entry = page.getByRole('complementary', { name: 'Processors' });
    await entry.getByRole('searchbox').fill('Drop Null Rows');
    const edge = await page.locator('.react-flow__edge').first().boundingBox();
    const canvas = await page.locator('.react-flow__pane').boundingBox();
    assert.ok(edge && canvas);
    await entry.getByRole('button', { name: /Drop Null Rows/ }).dragTo(page.locator('.react-flow__pane'), {
      targetPosition: { x: edge.x + edge.width / 2 - canvas.x, y: edge.y + edge.height / 2 - canvas.y },
    });
    assert.deepEqual(edges(await saved()), ['1→4', '2→3', '4→2']);

    // removed, it leaves its neighbours joined
    await node(page, 'Drop Null Rows').click();
    await page.keyboard.press('Delete');
    assert.deepEqual(edges(await saved()), ['1→2', '2→3']);
    await page.keyboard.press('ControlOrMeta+z');
    await node(page, 'Drop Null Rows').waitFor();
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await node(page, 'Drop Null Rows').waitFor({ state: 'detached' });

    // a copy keeps the edges among what was copied
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+d');
    const afterCopy = await saved();
    assert.equal(afterCopy.nodes.length, 6);
    assert.equal(afterCopy.edges.length, 4);
    assert.equal(new Set(afterCopy.nodes.map((one) => one.id)).size, 6);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal((await saved()).nodes.length, 3);

    // moved by keys, in one step back
    await node(page, 'Show').click();
    const before = (await read(id)).workflow.nodes.find((one) => one.id === '3')?.x;
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const moved = (await saved()).nodes.find((one) => one.id === '3')?.x;
    assert.ok(Number.parseFloat(moved ?? '') > Number.parseFloat(before ?? ''), `${before} to ${moved}`);
    await bench.closing(page);
  });

  test('says what is wrong at the node, at the field and in a list', async () => {
    const id = await save({
      ...graph('Wrong'),
      nodes: [
        people,
        filter('agee >= 18'),
        { ...print, id: '3' },
        {
          id: '4',
          name: 'Pick',
          type: 'transform',
          nodeClass: 'fire.nodes.etl.NodeColumnFilter',
          x: '320px',
          y: '200px',
          fields: [field('outputCols', '["name","gone"]')],
        },
      ],
      edges: [
        { id: 1, source: '1', target: '2' },
        { id: 2, source: '2', target: '3' },
        { id: 3, source: '1', target: '4' },
      ],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up')
      .getByText(/has a problem/)
      .waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: /Problems/ }).click();
    const list = data(page).getByRole('list');
    await list.getByRole('button', { name: 'Grown up' }).click();
    await settings(page).getByText(/agee/).first().waitFor();
    assert.equal(await settings(page).getByRole('textbox', { name: 'Node name' }).inputValue(), 'Grown up');
    // the rows of a node below say whose fault it is, and lead there
    await page.getByRole('tab', { name: 'Rows' }).click();
    await node(page, 'Show').click();
    await data(page).getByRole('button', { name: 'Go to Grown up' }).click();
    await settings(page).getByText(/agee/).first().waitFor();
    // a selected column that is missing stays, is marked, and can be removed
    await node(page, 'Pick').click();
    const missing = settings(page).getByRole('checkbox', { name: /gone/ });
    await settings(page).getByText('not in the input').waitFor();
    await missing.click();
    await data(page).getByText('3 rows in total').waitFor();
    assert.equal(await data(page).getByRole('columnheader').count(), 1);
    await bench.closing(page);
  });

  test('keeps what is not saved through a reload, and gives it up on request', async () => {
    const id = await save(graph('Draft'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('Old enough');
    await node(page, 'Old enough').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await node(page, 'Old enough').waitFor();
    await page.getByText(/Draft restored from/).waitFor();
    await page.getByText('not saved yet').waitFor();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await node(page, 'Grown up').waitFor();
    await page.getByText(/✓ saved/).waitFor();
    await page.reload();
    await node(page, 'Grown up').waitFor();
    assert.equal(await page.getByText(/Draft restored/).count(), 0);
    assert.equal((await read(id)).version, 1);
    await bench.closing(page);
  });

  test('two people at one graph: neither loses a stroke', async () => {
    const id = await save(graph('Shared'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Show').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('Mine');
    const theirs = graph('Shared');
    await bench.call('PUT', '/api/v1/workflows', {
      analysisflowId: id,
      workflow: { ...theirs, version: 1, nodes: [people, filter('age > 40'), { ...print, name: 'Theirs' }] },
    });
    await page.keyboard.press('ControlOrMeta+s');
    const notice = page.getByRole('alert').filter({ hasText: 'Another user has saved version 2' });
    await notice.getByRole('button', { name: 'Use theirs' }).click();
    await node(page, 'Theirs').waitFor();
    assert.equal(await notice.count(), 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await node(page, 'Mine').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'v3', exact: true }).waitFor();
    assert.ok((await read(id)).workflow.nodes.some(({ name }) => name === 'Mine'));
    await bench.closing(page);
  });

  test('follows a column to its new name, in all nodes below', async () => {
    const id = await save({
      ...graph('Renamed', 'years >= 18'),
      nodes: [
        people,
        { ...filter("years >= 18 and name <> 'years'") },
        {
          id: '3',
          name: 'Sort',
          type: 'transform',
          nodeClass: 'fire.nodes.etl.NodeSortBy',
          x: '580px',
          y: '60px',
          fields: [field('sortByColNames', '["years"]'), field('ascDesc', '["DESC"]')],
        },
      ],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Sort').click();
    // its input is not known before the filter works: the rename is followed where it begins
    await node(page, 'Grown up').click();
    await settings(page).getByText(/years/).first().waitFor();
    await settings(page).getByRole('textbox', { name: 'Condition' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type("age >= 18 and name <> 'years'");
    await data(page).getByText('2 rows in total').waitFor();
    await node(page, 'Sort').click();
    const group = settings(page).getByRole('group', { name: 'Column “years” is no longer in the input.' });
    await group.getByRole('combobox', { name: 'New name of years' }).selectOption('age');
    await group.getByRole('button', { name: 'Update references' }).click();
    await group.waitFor({ state: 'detached' });
    await data(page).getByText('2 rows in total').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('link', { name: 'v2', exact: true }).waitFor();
    const { nodes } = (await read(id)).workflow;
    const valueOf = (nodeId: string, name: string): string | undefined =>
      nodes.find((one) => one.id === nodeId)?.fields.find((one) => one.name === name)?.value;
    assert.equal(valueOf('3', 'sortByColNames'), '["age"]');
    assert.equal(valueOf('2', 'conditionExpr'), "age >= 18 and name <> 'years'");
    await bench.closing(page);
  });

  test('tells what flows along an edge, and what is new there', async () => {
    const id = await save({
      ...graph('Flows'),
      nodes: [
        people,
        {
          id: '2',
          name: 'Older',
          type: 'transform',
          nodeClass: 'fire.nodes.etl.NodeSQL',
          x: '320px',
          y: '60px',
          fields: [field('tempTable', 't'), field('sql', 'select name, cast(age as bigint) age, age + 1 next from t')],
        },
        print,
      ],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Older').click();
    await data(page).getByText('3 rows in total').waitFor();
    await page.locator('.react-flow__edge').last().hover();
    const flows = page.locator('.react-flow__edgelabel-renderer').getByRole('list');
    await flows.waitFor();
    assert.deepEqual(await flows.getByRole('listitem').allTextContents(), [
      '~ageint → bigint',
      '+nextint',
      'namestring',
    ]);
    await page.getByRole('tab', { name: 'Plan' }).click();
    await data(page)
      .getByText(/^Runs on/)
      .waitFor();
    await data(page).getByRole('heading', { name: 'PySpark' }).waitFor();
    await bench.closing(page);
  });

  test('reads a file that is dropped on the drawing', async () => {
    const page = await bench.signedIn('/workflows/new');
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    const files = await page.evaluateHandle(() => {
      const { DataTransfer: Transfer, File: OfFile } = globalThis as unknown as {
        DataTransfer: new () => { items: { add(file: unknown): void } };
        File: new (parts: string[], name: string) => unknown;
      };
      const transfer = new Transfer();
      transfer.items.add(new OfFile(['harbour,berths\nBergen,12\nAarhus,14\n'], 'dropped.csv'));
      return transfer;
    });
    await page.locator('.react-flow__pane').dispatchEvent('drop', { dataTransfer: files, clientX: 500, clientY: 200 });
    await node(page, 'dropped').waitFor();
    await data(page).getByRole('cell', { name: 'Bergen', exact: true }).waitFor();
    await data(page).getByText('2 rows in total').waitFor();
    await settings(page).getByRole('button', { name: 'Browse' }).click();
    await page.getByRole('dialog').getByText('dropped.csv').waitFor();
    await page.keyboard.press('Escape');
    await bench.closing(page);
  });

  test('shows files on their way to the drawing; where it is left meanwhile, no other form takes them', async () => {
    const page = await bench.signedIn('/workflows/new');
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
    await intercept(page, '**/api/v1/hdfs/files/upload*', async (route) => {
      await released;
      await route.continue();
    });
    const files = await page.evaluateHandle(
      `const transfer = new DataTransfer();
       transfer.items.add(new File(['a,b\\n1,2\\n'], 'slow.csv'));
       transfer;`,
    );
    await page.locator('.react-flow__pane').dispatchEvent('drop', { dataTransfer: files, clientX: 500, clientY: 200 });
    const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
    await uploads.getByRole('button', { name: 'Cancel the upload of slow.csv' }).waitFor();
    assert.deepEqual(await barriers(page), []);
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Home', exact: true }).click();
    await main.getByRole('link', { name: 'Datasets', exact: true }).click();
    await page.getByRole('link', { name: 'New dataset' }).or(page.getByText('Choose from the file space')).click();
    await page.getByRole('heading', { level: 1, name: 'New dataset' }).waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    goOn();
    await uploads.getByText('1 of 1 done').waitFor();
    assert.equal(await page.getByLabel('File or folder').inputValue(), '');
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Mine');
    await bench.closing(page);
  });

  test('runs to a node alone, by the menu of the mouse; the rest keeps what was known of it', async () => {
    const id = await save(graph('Parts'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /Run to selected nodes/ }).click();
    await node(page, 'Grown up').getByText('completed, 2 rows').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: /completed/ }).waitFor();
    await node(page, 'Show').getByText('not run yet').waitFor({ state: 'attached' });
    // on from there: what came before is taken from the run before
    await page.getByRole('button', { name: 'Run options' }).click();
    await page.getByRole('menuitem', { name: 'Run from selected nodes' }).click();
    await node(page, 'Show')
      .getByText(/^completed/)
      .waitFor({ state: 'attached' });
    await bench.closing(page);
  });

  test('a page that is loaded anew in the middle of a run, or loses its connection, goes on watching', async () => {
    const slow = {
      id: '2',
      name: 'Slow',
      type: 'transform',
      nodeClass: 'fire.nodes.etl.NodeSQL',
      x: '320px',
      y: '60px',
      fields: [
        field('tempTable', 't'),
        field('sql', 'select count(*) as many from range(3000000000000) r where (r.id * 7) % 11 = 3'),
      ],
    };
    const id = await save({ ...graph('Long'), nodes: [people, slow, print] });
    const page = await bench.signedIn(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await node(page, 'Slow').getByText('running').waitFor({ state: 'attached' });
    await page.reload();
    await node(page, 'Slow').getByText('running').waitFor({ state: 'attached' });
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('link', { name: /stopped/ }).waitFor();
    await bench.closing(page);
  });

  test('shows who may only look nothing that changes, and the rows all the same', async () => {
    const id = await save(graph('To look at'));
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const viewer = roles.find(({ name }) => /VIEWER/i.test(name));
    assert.ok(viewer);
    await bench.call('POST', '/api/v1/users', {
      username: 'looker',
      password: 'long enough to look',
      firstName: 'L',
      lastName: 'O',
      email: 'looker@example.org',
      roles: [viewer.id],
      groups: [],
      isActive: true,
    });
    const users = JSON.parse(await bench.call('GET', '/api/v1/users')) as [{ id: number; username: string }[]];
    const { projectId } = JSON.parse(await bench.call('GET', `/api/v1/workflows/${id}`)) as { projectId: number };
    await bench.call('POST', '/api/v1/project-permissions', {
      projectId,
      userId: users[0].find(({ username }) => username === 'looker')?.id,
      permissions: ['VIEW'],
    });
    await bench.call('POST', `/api/v1/workflows/${id}/lock`);
    const page = await bench.open(`/workflows/${id}`);
    await signIn(page, 'looker', 'long enough to look');
    await page.getByText('You can view this workflow but not change it.').waitFor();
    await page.getByText('admin has locked this workflow').waitFor();
    await node(page, 'Grown up').click();
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
    assert.equal(await settings(page).getByRole('textbox', { name: 'Node name' }).isEditable(), false);
    await bench.closing(page);
  });

  test('asks for what it draws before its code is there, and for each thing once', async () => {
    const id = await save(graph('Early'));
    const context = await bench.browser.newContext();
    const page = await context.newPage();
    await page.goto(bench.service.url);
    await signIn(page);
    await page.getByRole('heading', { name: 'Latest runs' }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const code = Promise.withResolvers<void>();
    // the page's own code is held back until all of it has been requested
    await intercept(page, '**/assets/index-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    const expected = ['/api/v1/users/me', `/api/v1/workflows/${id}`, '/api/v1/processors', '/api/v1/projects'];
    const early = Promise.all(expected.map((path) => page.waitForResponse(new URL(path, bench.service.url).href)));
    await page.goto(new URL(`/workflows/${id}`, bench.service.url).href, { waitUntil: 'commit' });
    await early;
    code.resolve();
    await node(page, 'Grown up').waitFor();
    assert.deepEqual(
      expected.map((path) => requests.filter((one) => one === path).length),
      expected.map(() => 1),
    );
    await context.close();
  });

  test('has dots that go with the canvas and cover all of it', async () => {
    const id = await save({ name: 'Dots', nodes: [people], edges: [] });
    const page = await bench.signedIn(`/workflows/${id}`);
    const canvas = page.locator('.react-flow').first();
    const dots = canvas.locator('[class*="dots"]');
    await dots.waitFor();
    const measureDots = () =>
      dots.evaluate(
        (element: {
          getBoundingClientRect(): Rectangle;
          parentElement: { getBoundingClientRect(): Rectangle };
          style: { backgroundSize: string };
        }) => {
          const [all, own] = [element.parentElement.getBoundingClientRect(), element.getBoundingClientRect()];
          return {
            covers: own.x <= all.x && own.y <= all.y && own.right >= all.right && own.bottom >= all.bottom,
            at: [own.x - all.x, own.y - all.y],
            step: parseFloat(element.style.backgroundSize),
          };
        },
      );
    const first = await measureDots();
    assert.ok(first.covers && first.step > 0, JSON.stringify(first));
    await canvas.hover({ position: { x: 40, y: 200 } });
    for (const [x, y] of [
      [7, 3],
      [-1_000, 5],
      [31, -2_003],
    ] as const) {
      const before = await measureDots();
      await page.mouse.wheel(x, y);
      await until(
        page,
        `document.querySelector('.react-flow [class*="dots"]').getBoundingClientRect().x !== ${before.at[0] ?? 0} + document.querySelector('.react-flow').getBoundingClientRect().x`,
      );
      const after = await measureDots();
      assert.ok(after.covers, JSON.stringify(after));
      assert.equal(after.step, before.step);
    }
    await page.getByRole('button', { name: 'Zoom out' }).first().click();
    await until(
      page,
      `parseFloat(document.querySelector('.react-flow [class*="dots"]').style.backgroundSize) < ${first.step}`,
    );
    assert.ok((await measureDots()).covers);
    await bench.closing(page);
  });

  test('draws the processors of a category once it is opened', async () => {
    const page = await bench.signedIn('/workflows/new');
    const palette = page.getByRole('complementary', { name: 'Processors' });
    await palette.getByRole('button', { name: 'Read CSV' }).waitFor();
    assert.ok((await palette.locator('li').count()) < 30);
    await palette.locator('summary').filter({ hasText: 'Join Union' }).press('Enter');
    await palette.getByRole('button', { name: 'Union All', exact: true }).waitFor();
    await bench.closing(page);
  });

  test('a field for several lines grows with them', async () => {
    const id = await save(graph('Lines'));
    const page = await bench.signedIn(`/workflows/${id}`);
    const description = settings(page).getByRole('textbox', { name: 'Description' });
    const height = async (text: string): Promise<number> => {
      await description.fill(text);
      return (await description.boundingBox())?.height ?? 0;
    };
    const [two, six, sixty] = [await height('a\nb'), await height('a\n\n\n\n\nb'), await height('a\n'.repeat(60))];
    assert.ok(six > 2 * two && sixty > six && sixty < 7 * two, `${two}, ${six}, ${sixty} px`);
    await bench.closing(page);
  });

  test('a clean tab leaves the draft of another one alone', async () => {
    const id = await save(graph('Tabs'));
    const context = await bench.browser.newContext();
    const [page, other] = [await context.newPage(), await context.newPage()];
    const address = new URL(`/workflows/${id}`, bench.service.url).href;
    await page.goto(address);
    await signIn(page);
    await other.goto(address);
    await node(other, 'Grown up').waitFor();
    await node(page, 'Grown up').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('Old enough');
    const me = JSON.parse(await bench.call('GET', '/api/v1/users/me')) as { id: number };
    const key = `millrace.draft.${me.id}.graph.${id}`;
    await page.waitForFunction((name) => localStorage.getItem(name) !== null, key);
    await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    assert.match((await other.evaluate((name) => localStorage.getItem(name), key)) ?? '', /Old enough/);
    await context.close();
  });

  test('saves one after the other, and a run waits for them', async () => {
    const page = await bench.signedIn('/workflows/new');
    await page.getByRole('button', { name: 'Add the first node' }).click();
    await add(page, 'Read CSV');
    await settings(page).getByLabel('Path').fill('/people.csv');
    // the first save is pending until the second is requested
    const gate = Promise.withResolvers<void>();
    await intercept(page, '**/api/v1/workflows', async (route) => {
      if (route.request().method() === 'POST') await gate.promise;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saving…').waitFor();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('People of now');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/execute')) requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.keyboard.press('ControlOrMeta+s');
    await page.keyboard.press('ControlOrMeta+Enter');
    const running = page.getByRole('button', { name: 'Run', exact: true });
    while (await running.isEnabled());
    await page.keyboard.press('ControlOrMeta+Enter');
    // what the keys do is done once the page answers
    await page.evaluate('0');
    gate.resolve();
    await page.getByRole('link', { name: /completed/ }).waitFor();
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { workflow, version } = await read(id);
    assert.equal(version, 2);
    assert.equal(workflow.nodes[0]?.name, 'People of now');
    const runs = JSON.parse(await bench.call('GET', `/api/v1/workflow-executions/workflows/${id}`)) as unknown[];
    assert.deepEqual(
      requests.filter((one) => !one.includes('/nodes/')),
      ['POST /api/v1/workflow/execute'],
    );
    assert.equal(runs.length, 1);
    assert.deepEqual(await page.evaluate("Object.keys(localStorage).filter((key) => key.includes('.graph.'))"), []);
    await bench.closing(page);
  });

  test('keeps the order of inputs that came without numbers, and offers to remove edges that lead nowhere', async () => {
    const id = await save({
      name: 'Order',
      nodes: [
        people,
        { ...people, id: '2', name: 'Others', y: '200px' },
        {
          id: '3',
          name: 'Joined',
          type: 'join',
          nodeClass: 'fire.nodes.etl.NodeJoinUsingSQL',
          x: '420px',
          y: '120px',
          fields: [],
        },
      ],
      edges: [
        { id: 'e1', source: '1', target: '3' },
        { id: 'e9', source: '77', target: '3' },
      ],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await page.getByRole('tab', { name: /Problems/ }).click();
    await data(page).getByText('1 edge leads to a node that does not exist.').waitFor();
    await data(page).getByRole('button', { name: 'Remove', exact: true }).click();
    await join(page, 'Others', 'Joined');
    await page.getByText('not saved yet').waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByRole('link', { name: 'v2', exact: true }).waitFor();
    assert.deepEqual(
      (await read(id)).workflow.edges.toSorted((a, b) => a.id - b.id).map(({ source }) => source),
      ['1', '2'],
    );
    // one of several that are chosen is chosen alone by a click
    await page.keyboard.press('ControlOrMeta+a');
    await settings(page)
      .getByText(/3 nodes selected/)
      .waitFor();
    await node(page, 'Others').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).waitFor();
    await bench.closing(page);
  });

  test('finds processors however their names are written, and sets parameters by their node', async () => {
    const page = await bench.signedIn('/workflows/new');
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    for (const [typed, matches] of [
      ['print n rows', 'PrintNRows'],
      ['row filter', 'RowFilter'],
      ['groupby', 'Group By'],
      ['NodeSQL', 'SQL'],
    ] as const) {
      await page.keyboard.press('/');
      await search(page).fill(typed);
      await page.getByRole('option', { selected: true }).getByText(matches, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await search(page).waitFor({ state: 'detached' });
    }
    await page.keyboard.press('/');
    await add(page, 'Specify Parameters');
    await settings(page).getByRole('textbox', { name: 'Node name' }).waitFor();
    await settings(page).getByRole('button', { name: /^\+/ }).first().click();
    await settings(page).getByRole('textbox', { name: / 1$/ }).first().waitFor();
    // an empty row is not in the graph
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await add(page, 'Read CSV');
    await settings(page).getByLabel('Path').fill('/people.csv');
    await data(page).getByText('3 rows in total').waitFor();
    await settings(page)
      .getByRole('button', { name: /^\+ Output column names/ })
      .click();
    await settings(page)
      .getByRole('textbox', { name: /Output column names 1/ })
      .waitFor();
    await data(page).getByRole('columnheader', { name: /^age/ }).waitFor();
    await settings(page)
      .getByRole('button', { name: /^Use the 2 detected columns/ })
      .click();
    await settings(page)
      .getByRole('textbox', { name: /Output column names 2/ })
      .waitFor();
    await data(page).getByText('3 rows in total').waitFor();
    await bench.closing(page);
  });

  test('draws edges where the engine takes them, of processors by any of their names', async () => {
    const { Catalogue, wiresOf } = await drawing();
    const entries = JSON.parse(await bench.call('GET', '/api/v1/processors')) as Entry[];
    const pageCatalogue = new Catalogue(entries);
    const renamed = entries.find(({ formerly }) => formerly.length > 0);
    assert.ok(renamed);
    assert.equal(pageCatalogue.get(renamed.formerly[0] ?? ''), renamed);

    const catalogue = await loadCatalogue();
    const ids = ['12', 3, '2', null, 7];
    const several = [...catalogue].filter(
      ({ outputs, inputNames = [] }) => outputs.length > 1 || inputNames.length > 1,
    );
    assert.ok(several.length > 10);
    for (const { nodeClass, type, inputNames = [] } of several) {
      const inputGraph = {
        ...graph(nodeClass),
        nodes: [people, { ...print, nodeClass, type, fields: [] }, ...ids.map((_, i) => ({ ...print, id: `to ${i}` }))],
        edges: [
          ...ids.map((id, i) => ({ id, source: '3', target: `to ${i}` })),
          { id: 20, source: '1', target: '3' },
          { id: '19', source: '1', target: '3', targetAnchor: inputNames[0] ?? null },
        ],
      };
      const parsed = parseWorkflow(JSON.stringify(inputGraph));
      assert.ok(parsed.ok);
      const engineWires = [...wireGraph(indexGraph(parsed.workflow), catalogue)].flatMap(([target, inputs]) =>
        inputs.map(({ edge, output, slot }) => `${edge.source} ${output} > ${target} ${slot}`),
      );
      const pageWires = [...wiresOf(inputGraph, pageCatalogue)].map(
        ([{ source, target }, { output, input }]) => `${source} ${output} > ${target} ${input}`,
      );
      assert.deepEqual(pageWires.toSorted(), engineWires.toSorted(), nodeClass);
    }
  });

  test('keeps and shows what a graph says in other words than the form has', async () => {
    const id = await save({
      ...graph('Other words'),
      nodes: [
        people,
        {
          ...filter(''),
          name: 'Order',
          nodeClass: 'fire.nodes.etl.NodeSortBy',
          fields: [field('sortByColNames', '["age"]'), field('ascDesc', '["desc"]')],
        },
        {
          ...print,
          name: 'Exact',
          nodeClass: 'fire.nodes.etl.NodeCastColumnType',
          fields: [field('inputCols', '["age"]'), field('outputColType', 'DECIMAL')],
        },
      ],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Order').click();
    const order = settings(page).getByRole('combobox', { name: 'Order 1' });
    assert.equal(await order.locator('option:checked').innerText(), 'DESC');
    assert.deepEqual(await barriers(page), []);
    await node(page, 'Exact').click();
    await data(page)
      .getByRole('columnheader', { name: /decimal\(38,18\)/ })
      .waitFor();
    const type = settings(page).getByRole('combobox', { name: /type/i });
    await type.fill('decimal(12,2)');
    await data(page)
      .getByRole('columnheader', { name: /decimal\(12,2\)/ })
      .waitFor();
    await data(page).getByRole('cell', { name: '36.00' }).waitFor();
    await bench.closing(page);
  });

  test('hostile names and notes are words, whatever they hold', async () => {
    const id = await save({
      ...graph(hostile),
      nodes: [
        { ...people, name: hostile },
        filter(`name = '${hostile}'`),
        print,
        {
          id: '9',
          name: 'Note',
          type: 'sticky',
          nodeClass: 'fire.nodes.doc.NodeStickyNote',
          x: '60px',
          y: '200px',
          fields: [field('comment', `<h2>Read this</h2>${hostile}<script>document.title='taken'</script>`)],
        },
      ],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await page.getByText('Read this').waitFor();
    await node(page, 'onerror').first().click();
    await data(page).getByRole('cell', { name: hostile, exact: true }).waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0);
    assert.equal(await page.title(), `${hostile} · Millrace`);
    await bench.closing(page);
  });

  test('is there for those who do not see or use no mouse, light and dark, wide and narrow', async () => {
    const id = await save(graph('Anybody'));
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [360, 'light'],
    ] as const) {
      const page = await bench.open(`/workflows/${id}`, { viewport: { width, height: 800 }, colorScheme });
      await signIn(page);
      await node(page, 'Grown up').waitFor();
      await node(page, 'Grown up').focus();
      await page.keyboard.press('Enter');
      await settings(page).getByRole('textbox', { name: 'Condition' }).waitFor();
      await data(page).getByText('2 rows in total').waitFor();
      assert.deepEqual(await barriers(page), []);
      const widths = await page.locator('html').evaluate((html) => [html.scrollWidth, html.clientWidth]);
      assert.equal(widths[0], widths[1], 'the page scrolls sideways');
      await page.keyboard.press('ControlOrMeta+k');
      await search(page).waitFor();
      assert.deepEqual(await barriers(page), []);
      await page.keyboard.press('Escape');
      await search(page).waitFor({ state: 'detached' });
      await bench.closing(page);
    }
  });
});
