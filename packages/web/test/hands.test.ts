import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, signIn, skip, type Bench, intercept } from './browser.ts';
import {
  benchWithFiles,
  data,
  field,
  filter,
  graph,
  node,
  people,
  read,
  save,
  saved,
  settings,
} from './editor-bench.ts';

const undo = 'ControlOrMeta+z';
const concat = {
  id: '2',
  name: 'Together',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeConcatColumns',
  x: '320px',
  y: '80px',
  fields: [field('inputCols', '["name","age"]'), field('outputCol', 'both')],
};
const range = {
  id: '3',
  name: 'Born then',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeFilterByDateRange',
  x: '576px',
  y: '80px',
  fields: [field('inputCol', 'name'), field('fromDateCol', '1850-01-01'), field('toDateCol', '2100-12-31')],
};
const edges = [
  { id: 1, source: '1', target: '2' },
  { id: 2, source: '2', target: '3' },
];

/** The value of a field as the service has it. */
const storedField = ({ nodes }: Awaited<ReturnType<typeof saved>>, id: string, name: string): string | undefined =>
  nodes.find((one) => one.id === id)?.fields.find((one) => one.name === name)?.value;

describe('the editor under the hands', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await benchWithFiles();
  });
  after(() => bench[Symbol.asyncDispose]());

  test('keeps what is typed into a note to the letter: spaces, new lines, signs', async () => {
    const id = await save(bench, graph('Noted'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'People').waitFor();
    await page.keyboard.press('n');
    const note = settings(page).getByRole('textbox', { name: 'Note' });
    await note.click();
    await page.keyboard.type('Check this & that \n\n a < b');
    assert.equal(await note.inputValue(), 'Check this & that \n\n a < b');
    await page.locator('.react-flow__node-note').getByText('Check this & that').waitFor();
    const { nodes } = await saved(bench, page, id);
    const comment = nodes.flatMap(({ fields }) => fields).find(({ name }) => name === 'comment');
    assert.equal(comment?.value, '<p>Check this &amp; that </p><p></p><p> a &lt; b</p>');
    await bench.closing(page);
  });

  test('offers all columns where one is chosen, and finds them by their type', async () => {
    const id = await save(bench, { ...graph('Picked'), nodes: [people, concat, range], edges });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Born then').click();
    await data(page).getByRole('columnheader', { name: /both/ }).waitFor();
    const picker = settings(page).getByRole('combobox', { name: 'Column' });
    await picker.click();
    const options = page.getByRole('listbox').getByRole('option');
    await options.filter({ hasText: 'both' }).waitFor();
    assert.equal(await options.count(), 3);
    await picker.fill('int');
    await options.filter({ hasText: 'both' }).waitFor({ state: 'detached' });
    assert.match((await options.allInnerTexts()).join(), /^age/);
    await bench.closing(page);
  });

  test('gives days a calendar, and shows what is no day as it is', async () => {
    const open = { ...range, fields: [...range.fields.slice(0, 2), field('toDateCol', '$last')] };
    const id = await save(bench, { ...graph('Days'), nodes: [people, concat, open], edges });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Born then').click();
    const [first, last] = [settings(page).getByLabel('First day'), settings(page).getByLabel('Last day')];
    assert.equal(await first.getAttribute('type'), 'date');
    assert.equal(await last.inputValue(), '$last');
    await first.fill('1990-12-31');
    assert.equal(storedField(await saved(bench, page, id), '3', 'fromDateCol'), '1990-12-31');
    await bench.closing(page);
  });

  test('changes the order of columns that are chosen', async () => {
    const id = await save(bench, { ...graph('Ordered'), nodes: [people, concat], edges: edges.slice(0, 1) });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Together').click();
    await settings(page).getByText('Order', { exact: true }).click();
    const order = settings(page)
      .getByRole('list', { name: /^Order/ })
      .getByRole('listitem');
    await order.nth(1).waitFor();
    assert.equal(await settings(page).getByRole('button', { name: 'Move name up' }).isDisabled(), true);
    await settings(page).getByRole('button', { name: 'Move age up' }).click();
    await order.first().getByText('age').waitFor();
    assert.equal(storedField(await saved(bench, page, id), '2', 'inputCols'), '["age","name"]');
    await bench.closing(page);
  });

  test('undoes with the focus in the settings, but for what is typed there', async () => {
    const id = await save(bench, { ...graph('Undone'), nodes: [people, concat], edges: edges.slice(0, 1) });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Together').click();
    const tick = settings(page).getByRole('checkbox', { name: /age/ });
    await tick.uncheck();
    await page.keyboard.press(undo);
    await settings(page).getByRole('checkbox', { name: /age/, checked: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+y');
    await settings(page).getByRole('checkbox', { name: /age/, checked: false }).waitFor();
    // a node that has just been added: its first field has the focus, and nothing is typed into it
    for (const [typed, title] of [
      ['rowfilter', 'RowFilter'],
      ['sort by', 'Sort By'],
      ['limit', 'Limit'],
    ] as const) {
      await node(page, 'Together').click();
      await page.keyboard.press('/');
      const combobox = page.getByRole('combobox', { name: 'Find or add' });
      await combobox.fill(typed);
      await page.getByRole('option', { selected: true }).getByText(title, { exact: true }).waitFor();
      await combobox.press('Enter');
      await node(page, title).waitFor();
      await page.locator('[data-settings] :focus').waitFor();
      await page.keyboard.press(undo);
      await node(page, title).waitFor({ state: 'detached' });
      assert.equal(await node(page, 'Together').count(), 1);
    }
    // letters are the field's own
    await node(page, 'Together').click();
    const name = settings(page).getByRole('textbox', { name: 'Node name' });
    await name.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' now');
    await page.keyboard.press(undo);
    assert.equal(await node(page, 'Together').count(), 1);
    assert.equal(await settings(page).getByRole('checkbox', { name: /age/, checked: false }).count(), 1);
    await bench.closing(page);
  });

  test('puts copies where they are seen, and never exactly on one another', async () => {
    const far = { ...filter, id: '9', name: 'Far away', x: '9000px', y: '7000px' };
    const [one, other] = [
      await save(bench, { ...graph('Far'), nodes: [far], edges: [] }),
      await save(bench, graph('Near')),
    ];
    const context = await bench.browser.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.goto(new URL(`/workflows/${one}`, bench.service.url).href);
    await signIn(page);
    await node(page, 'Far away').click();
    await page.keyboard.press('ControlOrMeta+c');
    await page.goto(new URL(`/workflows/${other}`, bench.service.url).href);
    await node(page, 'People').waitFor();
    await page.keyboard.press('ControlOrMeta+v');
    await node(page, 'Far away').waitFor();
    const inSight = async (): Promise<number> => {
      const canvas = await page.locator('.react-flow').boundingBox();
      const allBounds = await Promise.all((await node(page, 'Far away').all()).map((copy) => copy.boundingBox()));
      return allBounds.filter(
        (is) => canvas && is && is.x > canvas.x && is.x < canvas.x + canvas.width && is.y < canvas.y + canvas.height,
      ).length;
    };
    assert.equal(await inSight(), 1);
    await page.keyboard.press('ControlOrMeta+v');
    await node(page, 'Far away').nth(1).waitFor();
    assert.equal(await inSight(), 2);
    const { nodes } = await saved(bench, page, other);
    assert.equal(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size, nodes.length);
    await context.close();
  });

  test('saves with a comment, which stands beside the version', async () => {
    const id = await save(bench, graph('Commented'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('Adults');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save with a comment…' }).click();
    await page.getByRole('textbox', { name: 'What changed and why' }).fill('Named as the report names them');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'v2', exact: true }).click();
    await page.getByText('Named as the report names them').waitFor();
    // what a save without a word takes along on the way gets its word all the same
    await page.goto(`${bench.service.url}/workflows/${id}`);
    await node(page, 'Adults').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('Of age');
    const requested = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await intercept(
      page,
      '**/api/v1/workflows',
      async (route) => {
        requested.resolve();
        await released.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('ControlOrMeta+s');
    await requested.promise;
    await page.keyboard.press('ControlOrMeta+Shift+s');
    await page.getByRole('textbox', { name: 'What changed and why' }).fill('Looked at by Ada');
    released.resolve();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'v4', exact: true }).click();
    await page.getByText('Looked at by Ada').waitFor();
    await bench.closing(page);
  });

  test('offers to follow a column that SQL names, where it stands, and in all nodes below', async () => {
    const older = { ...filter, id: '3', name: 'Older', x: '576px', fields: [field('conditionExpr', 'years > 20')] };
    const id = await save(bench, {
      ...graph('Renamed in SQL'),
      nodes: [people, { ...filter, fields: [field('conditionExpr', "years >= 18 and name <> 'years'")] }, older],
      edges,
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    const group = settings(page).getByRole('group', { name: 'Column “years” is no longer in the input.' });
    await group.getByRole('combobox', { name: 'New name of years' }).selectOption('age');
    await group.getByRole('button', { name: 'Update references' }).click();
    await group.waitFor({ state: 'detached' });
    await data(page).getByRole('cell', { name: 'Ada', exact: true }).waitFor();
    const flow = await saved(bench, page, id);
    assert.equal(storedField(flow, '2', 'conditionExpr'), "age >= 18 and name <> 'years'");
    assert.equal(storedField(flow, '3', 'conditionExpr'), 'age > 20');
    await bench.closing(page);
  });

  test('a new graph goes into a project where one may save, which is shown and can be another', async () => {
    const makeProject = async (name: string): Promise<number> =>
      (JSON.parse(await bench.call('POST', '/api/v1/projects', { name })) as { id: number }).id;
    const { id: first } = (JSON.parse(await bench.call('GET', '/api/v1/projects')) as { id: number }[])[0]!;
    const [east, west] = [await makeProject('East'), await makeProject('West')];
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    await bench.call('POST', '/api/v1/users', {
      username: 'drawer',
      password: 'long enough to draw',
      firstName: 'D',
      lastName: 'R',
      email: 'drawer@example.org',
      roles: roles.filter(({ name }) => /ANALYST/i.test(name)).map(({ id }) => id),
      groups: [],
      isActive: true,
    });
    const users = JSON.parse(await bench.call('GET', '/api/v1/users')) as [{ id: number; username: string }[]];
    const userId = users[0].find(({ username }) => username === 'drawer')?.id;
    for (const [projectId, permissions] of [
      [first, ['VIEW']],
      [east, ['VIEW', 'EDIT']],
      [west, ['VIEW', 'EDIT']],
    ] as const)
      await bench.call('POST', '/api/v1/project-permissions', { projectId, userId, permissions });
    const page = await bench.open('/workflows/new');
    await signIn(page, 'drawer', 'long enough to draw');
    const home = page.getByRole('combobox', { name: 'Project' });
    assert.deepEqual(await home.getByRole('option').allInnerTexts(), ['East', 'West']);
    assert.equal(await home.inputValue(), String(east));
    await page.keyboard.press('n');
    await settings(page).getByRole('textbox', { name: 'Note' }).fill('What goes west');
    await home.selectOption('West');
    await page.waitForURL(/project=/);
    await page.locator('.react-flow__node-note').getByText('What goes west').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+s');
    await page.waitForURL(/\/workflows\/\d+/);
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    const { projectId } = (await read(bench, id)) as unknown as { projectId: number };
    assert.equal(projectId, west);
    await page.getByRole('link', { name: 'West', exact: true }).waitFor();
    await bench.closing(page);
  });

  test('keeps the drafts of people who share a browser apart', async () => {
    const context = await bench.browser.newContext();
    const page = await context.newPage();
    await page.goto(new URL('/workflows/new', bench.service.url).href);
    await signIn(page);
    await page.keyboard.press('n');
    await settings(page).getByRole('textbox', { name: 'Note' }).fill('Only for me');
    await page.waitForFunction((words) => JSON.stringify(localStorage).includes(words), 'Only for me');
    // another user, in the same browser
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(new URL('/workflows/new', bench.service.url).href);
    await signIn(page, 'drawer', 'long enough to draw');
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    assert.equal(await page.getByText('Only for me').count(), 0);
    await context.clearCookies();
    await page.goto('about:blank');
    await page.goto(new URL('/workflows/new', bench.service.url).href);
    await signIn(page);
    await page.locator('.react-flow__node-note').getByText('Only for me').waitFor();
    await context.close();
  });

  test('keeps the new graphs of two tabs apart, and gives one back whose tab is gone', async () => {
    const context = await bench.browser.newContext();
    const address = new URL('/workflows/new', bench.service.url).href;
    const noteTexts = (page: Page): Promise<readonly string[]> =>
      page.locator('.react-flow__node-note').allInnerTexts();
    const draw = async (page: Page, words: string): Promise<void> => {
      await page.keyboard.press('n');
      await settings(page).getByRole('textbox', { name: 'Note' }).fill(words);
      await page.waitForFunction((text) => JSON.stringify(localStorage).includes(text), words);
    };
    const openEditor = async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(address);
      return page;
    };
    const first = await openEditor();
    await signIn(first);
    await draw(first, 'Of the first tab');
    const second = await openEditor();
    await second.getByRole('button', { name: 'Add the first node' }).waitFor();
    await draw(second, 'Of the second tab');
    for (const [page, words] of [[first, 'Of the first tab'] as const, [second, 'Of the second tab'] as const]) {
      await page.reload();
      await page.locator('.react-flow__node-note').getByText(words).waitFor();
      assert.deepEqual(await noteTexts(page), [words]);
    }
    await first.close();
    const third = await openEditor();
    await third.locator('.react-flow__node-note').getByText('Of the first tab').waitFor();
    // a saved graph is not a draft any more
    await third.keyboard.press('ControlOrMeta+s');
    await third.waitForURL(/\/workflows\/\d+/);
    const fourth = await openEditor();
    await fourth.getByRole('button', { name: 'Add the first node' }).waitFor();
    await context.close();
  });

  test('rows stay where they are while they are filled in, are moved by keys, and take what is undone', async () => {
    const sorted = {
      ...concat,
      name: 'Sorted',
      nodeClass: 'fire.nodes.etl.NodeSortBy',
      fields: [field('sortByColNames', '["age","name"]'), field('ascDesc', '["ASC","ASC"]')],
    };
    const id = await save(bench, { ...graph('Rows'), nodes: [people, sorted], edges: edges.slice(0, 1) });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Sorted').click();
    const column = (row: number) => settings(page).locator(`input[aria-label='Column ${row}']`);
    const columns = async (): Promise<readonly string[]> =>
      Promise.all((await settings(page).locator("input[aria-label^='Column ']").all()).map((one) => one.inputValue()));
    await column(1).click();
    for (const _ of 'age') await page.keyboard.press('Backspace');
    await page.keyboard.type('who');
    assert.deepEqual(await columns(), ['who', 'name']);
    const add = settings(page).getByRole('button', { name: '+ Add' });
    await add.click();
    await add.click();
    await column(4).click();
    await page.keyboard.type('age');
    assert.deepEqual(await columns(), ['who', 'name', '', 'age']);
    // the focus goes with the row
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.type('s');
    assert.deepEqual(await columns(), ['who', 'ages', 'name', '']);
    await settings(page).getByRole('button', { name: 'Move row 3 up' }).click();
    assert.deepEqual(await columns(), ['who', 'name', 'ages', '']);
    assert.equal(storedField(await saved(bench, page, id), '2', 'sortByColNames'), '["who","name","ages"]');
    const undoing = page.getByRole('button', { name: 'Undo', exact: true });
    while (await undoing.isEnabled()) await undoing.click();
    assert.deepEqual(await columns(), ['age', 'name']);
    await bench.closing(page);
  });

  test('values of a list, and rows of code, are moved up and down with the focus in them', async () => {
    const code = (name: string, nodeClass: string, ...fields: readonly ReturnType<typeof field>[]) => ({
      ...concat,
      name,
      nodeClass: `fire.nodes.etl.${nodeClass}`,
      fields,
    });
    const id = await save(bench, {
      ...graph('Moved'),
      nodes: [
        people,
        code('Cases', 'NodeCaseWhen', field('whenConditions', '["age > 1","age > 2"]'), field('values', '["1","2"]')),
        { ...code('Parts', 'NodeRegexAdvanced', field('parseColNames', '["a","b"]')), id: '3', x: '576px' },
      ],
      edges: [],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Cases').click();
    await settings(page).getByRole('textbox', { name: 'When 2', exact: true }).click();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('0');
    await settings(page)
      .getByRole('textbox', { name: 'When 1', exact: true })
      .getByText('age > 20', { exact: true })
      .waitFor();
    await node(page, 'Parts').click();
    await settings(page).getByRole('textbox', { name: 'Columns for the groups 1', exact: true }).click();
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await settings(page).getByRole('button', { name: 'Move row 2 up' }).click();
    await settings(page).getByRole('button', { name: 'Move row 2 up' }).click();
    const storedGraph = await saved(bench, page, id);
    assert.deepEqual(
      [
        storedField(storedGraph, '2', 'whenConditions'),
        storedField(storedGraph, '2', 'values'),
        storedField(storedGraph, '3', 'parseColNames'),
      ],
      ['["age > 20","age > 1"]', '["2","1"]', '["b","as"]'],
    );
    await bench.closing(page);
  });

  test('a filter of the rows goes with its column, and goes away with it', async () => {
    const selects = {
      ...concat,
      name: 'Some',
      nodeClass: 'fire.nodes.etl.NodeColumnFilter',
      fields: [field('outputCols', '["name","age"]')],
    };
    const id = await save(bench, { ...graph('Followed'), nodes: [people, selects], edges: edges.slice(0, 1) });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Some').click();
    await data(page).getByRole('button', { name: 'age int', exact: true }).click();
    await page.getByRole('dialog', { name: 'Column age' }).getByLabel('From').fill('10');
    await page.keyboard.press('Enter');
    await data(page).getByText('1 of 2 rows').waitFor();
    const head = (name: string) => data(page).getByRole('columnheader', { name });
    await settings(page).getByRole('checkbox', { name: /^name/ }).uncheck();
    await head('name').waitFor({ state: 'detached' });
    await data(page).getByRole('button', { name: 'Remove the filter age from 10' }).waitFor();
    assert.deepEqual(await data(page).getByRole('cell').allTextContents(), ['36']);
    await settings(page).getByRole('checkbox', { name: /^name/ }).check();
    await settings(page).getByRole('checkbox', { name: /^age/ }).uncheck();
    await head('age').waitFor({ state: 'detached' });
    await data(page).getByRole('cell', { name: 'Eve' }).waitFor();
    assert.equal(
      await data(page)
        .getByRole('button', { name: /^Remove the filter/ })
        .count(),
      0,
    );
    await bench.closing(page);
  });

  test('a run and a save that are refused keep what was typed for them, and say why', async () => {
    const id = await save(bench, { ...graph('Refused'), parameters: '--var least=18' });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'People').waitFor();
    const faulty = { status: 500, json: { title: 'Fault', detail: 'The disk is asleep.' } };
    await intercept(page, '**/api/v1/workflow/execute', (route) => route.fulfill(faulty), { times: 1 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Run with options…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('$least').fill('30');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('alert').getByText('The disk is asleep.').waitFor();
    assert.equal(await dialog.getByLabel('$least').inputValue(), '30');
    // keys of the drawing are not meant: they would run it with other values than these
    await dialog.getByLabel('$least').press('ControlOrMeta+Enter');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /completed/ }).waitFor();
    const [run] = JSON.parse(await bench.call('GET', `/api/v1/workflow-executions/workflows/${id}`)) as {
      id: number;
    }[];
    const execution = JSON.parse(await bench.call('GET', `/api/v1/workflow-executions/${run?.id}`)) as object;
    assert.deepEqual((execution as { parameters: object }).parameters, { least: '30' });
    // somebody else saves meanwhile: the choice lies behind the box, and the comment outlasts it
    await node(page, 'Grown up').click();
    await settings(page).getByRole('textbox', { name: 'Node name' }).fill('Adults');
    await page.getByText('not saved yet').waitFor();
    await bench.call('PUT', '/api/v1/workflows', { analysisflowId: id, workflow: { ...graph('Refused'), version: 1 } });
    await page.keyboard.press('ControlOrMeta+Shift+s');
    await dialog.getByRole('textbox', { name: 'What changed and why' }).fill('As the report has it');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').getByText('Another user has saved this workflow').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.keyboard.press('ControlOrMeta+Shift+s');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'v3', exact: true }).click();
    await page.getByText('As the report has it').waitFor();
    await bench.closing(page);
  });

  test('the Spark that a workflow was made for is chosen, kept, and left to its project again', async () => {
    const id = await save(bench, graph('Old'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'People').waitFor();
    const choose = async (value: string): Promise<unknown> => {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Compatibility…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compatibility' });
      await dialog.getByLabel('Spark version').selectOption(value);
      assert.deepEqual(await barriers(page), []);
      await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await saved(bench, page, id);
      const { workflow } = JSON.parse(await bench.call('GET', `/api/v1/workflows/${id}`)) as {
        workflow: { compatibility?: unknown };
      };
      return workflow.compatibility;
    };
    assert.equal(await choose('spark3'), 'spark3');
    assert.equal(await choose(''), undefined);
    await bench.closing(page);
  });

  test('parameters have the names that the service takes, and what cannot be read of them stays', async () => {
    const id = await save(bench, { ...graph('Named'), parameters: '--var größe=1 junk --var 2=3' });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'People').click();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Parameters' });
    await dialog.getByText('junk', { exact: true }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await dialog.getByLabel('Value 1').fill('a "b" \\');
    await dialog.getByRole('button', { name: 'Remove --var 2=3' }).click();
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await saved(bench, page, id);
    const { workflow } = JSON.parse(await bench.call('GET', `/api/v1/workflows/${id}`)) as {
      workflow: { parameters: string };
    };
    assert.equal(workflow.parameters, String.raw`--var größe="a \"b\" \\" junk`);
    await bench.closing(page);
  });

  test('the box that finds opens where its sign is above a digit, and Escape leads from a menu back to its node', async () => {
    const id = await save(bench, graph('Keys'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click({ button: 'right' });
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await node(page, 'Grown up').and(page.locator(':focus')).waitFor();
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: '/', code: 'Digit7', modifiers: 8 });
    await page.getByRole('combobox', { name: 'Find or add' }).waitFor();
    await bench.closing(page);
  });
});
