import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { barriers, signIn, skip, type Bench } from './browser.ts';
import {
  benchWithFiles,
  graph,
  node,
  people,
  read,
  save,
  saved,
  settings,
  wire,
  type Point,
  type StoredWorkflow,
} from './editor-bench.ts';

const frame = (page: Page, name: string): Locator => page.locator('.react-flow__node-frame').filter({ hasText: name });
const card = (page: Page, name: string): Locator => page.locator('.react-flow__node-fold').filter({ hasText: name });
const nameOfGroup = (page: Page): Locator => settings(page).getByRole('textbox', { name: 'Group name' });

const groups = ({ nodeGroups = [] }: StoredWorkflow['workflow']) =>
  nodeGroups.map(({ name, nodes }) => [name, ...nodes]);
const positionOf = ({ nodes }: StoredWorkflow['workflow'], id: string): Point => {
  const { x = '', y = '' } = nodes.find((one) => one.id === id) ?? {};
  return { x: Number.parseFloat(x), y: Number.parseFloat(y) };
};

/** Drags with the mouse, from a point of an element by some pixels. */
async function drag(page: Page, what: Locator, at: Point, by: Point): Promise<void> {
  const bounds = await what.boundingBox();
  assert.ok(bounds);
  const from = { x: bounds.x + at.x, y: bounds.y + at.y };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up();
}

describe('groups in the editor', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await benchWithFiles();
  });
  after(() => bench[Symbol.asyncDispose]());

  test('are made, moved, filled and emptied with the mouse, and undone', async () => {
    const id = await save(bench, graph('Mouse'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    await node(page, 'Show').click({ modifiers: ['ControlOrMeta'] });
    await settings(page).getByRole('button', { name: 'Group selected nodes' }).click();
    await frame(page, 'Group 1').getByText('2 nodes').waitFor();
    await nameOfGroup(page).fill('Clean up');
    await settings(page).getByRole('radio', { name: 'Green' }).check();
    const withGroup = await saved(bench, page, id);
    assert.deepEqual(withGroup.nodeGroups, [{ id: 'g1', name: 'Clean up', colour: 'green', nodes: ['2', '3'] }]);

    // the frame takes its nodes along, and no others
    await drag(page, frame(page, 'Clean up'), { x: 60, y: 16 }, { x: 16, y: 24 });
    const afterMove = await saved(bench, page, id);
    assert.deepEqual(positionOf(afterMove, '2'), { x: 336, y: 104 });
    assert.deepEqual(positionOf(afterMove, '3'), { x: 592, y: 104 });
    assert.deepEqual(positionOf(afterMove, '4'), positionOf(withGroup, '4'));

    // dropped in the frame, a node joins; outside it leaves
    await drag(page, node(page, 'Few'), { x: 60, y: 40 }, { x: 128, y: -192 });
    assert.deepEqual(groups(await saved(bench, page, id)), [['Clean up', '2', '3', '4']]);
    await drag(page, node(page, 'Show'), { x: 60, y: 40 }, { x: 0, y: 240 });
    assert.deepEqual(groups(await saved(bench, page, id)), [['Clean up', '2', '4']]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await frame(page, 'Clean up').getByText('3 nodes').waitFor();

    await page.locator('.react-flow__node-frame').click({ button: 'right', position: { x: 60, y: 16 } });
    await page.getByRole('menuitem', { name: /Ungroup/ }).click();
    await frame(page, 'Clean up').waitFor({ state: 'detached' });
    assert.equal((await saved(bench, page, id)).nodeGroups, undefined);
    await page.keyboard.press('ControlOrMeta+z');
    await frame(page, 'Clean up').waitFor();
    await bench.closing(page);
  });

  test('work by the keyboard alone', async () => {
    const id = await save(bench, graph('Keys'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').focus();
    await page.keyboard.press('Space');
    await node(page, 'Show').focus();
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('ControlOrMeta+g');
    const newFrame = frame(page, 'Group 1');
    await newFrame.and(page.locator(':focus')).waitFor();
    // arrows move what has the focus
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.keyboard.type('Clean up');
    const first = await saved(bench, page, id);
    assert.deepEqual(groups(first), [['Clean up', '2', '3']]);
    assert.deepEqual([positionOf(first, '2').y, positionOf(first, '3').y, positionOf(first, '4').y], [88, 88, 320]);

    // a node joins the group that is chosen with it, and is taken out again
    await frame(page, 'Clean up').focus();
    await page.keyboard.press('Space');
    await node(page, 'Few').focus();
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('ControlOrMeta+g');
    assert.deepEqual(groups(await saved(bench, page, id)), [['Clean up', '2', '3', '4']]);
    await node(page, 'Few').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('o');
    assert.deepEqual(groups(await saved(bench, page, id)), [['Clean up', '2', '3']]);

    // collapsed, it is one card, which goes where its nodes go
    await frame(page, 'Clean up').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('c');
    await card(page, 'Clean up').and(page.locator(':focus')).waitFor();
    await card(page, 'Clean up').getByText('2 nodes').waitFor();
    assert.equal(await node(page, 'Show').count(), 0);
    await wire(page, 'People → Grown up').waitFor({ state: 'attached' });
    assert.equal(await wire(page, 'Grown up → Show').count(), 0);
    await node(page, 'Few').focus();
    await page.keyboard.press('Shift+Space');
    await settings(page)
      .getByText(/^3 nodes selected/)
      .waitFor();
    await card(page, 'Clean up').focus();
    await page.keyboard.press('Space');
    await nameOfGroup(page).waitFor();
    await page.keyboard.press('ArrowRight');
    const withFold = await saved(bench, page, id);
    assert.deepEqual([withFold.nodeGroups?.[0]?.collapsed, positionOf(withFold, '3').x], [true, 584]);
    await page.keyboard.press('c');
    await node(page, 'Show').waitFor();

    // deleted with its nodes, or alone; either way there is a way back
    await frame(page, 'Clean up').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Delete');
    await node(page, 'Show').waitFor({ state: 'detached' });
    assert.equal(await node(page, 'Few').count(), 1);
    await page.keyboard.press('ControlOrMeta+z');
    await frame(page, 'Clean up').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+Shift+g');
    await frame(page, 'Clean up').waitFor({ state: 'detached' });
    await node(page, 'Show').waitFor();
    await page.keyboard.press('ControlOrMeta+z');
    await frame(page, 'Clean up').waitFor();
    await page.keyboard.press('?');
    for (const title of ['Group selected nodes', 'Ungroup', 'Collapse or expand group'])
      await page.getByRole('dialog').getByText(title, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await bench.closing(page);
  });

  test('go along to another window with what is copied', async () => {
    const one = await save(bench, {
      ...graph('From'),
      nodeGroups: [{ id: 'g1', name: 'Clean up', nodes: ['2', '3'] }],
    });
    const other = await save(bench, { ...graph('To'), nodes: [people], edges: [] });
    const context = await bench.browser.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const [page, second] = [await context.newPage(), await context.newPage()];
    await page.goto(new URL(`/workflows/${one}`, bench.service.url).href);
    await signIn(page);
    await frame(page, 'Clean up').click({ position: { x: 60, y: 16 } });
    await page.keyboard.press('ControlOrMeta+c');
    await second.goto(new URL(`/workflows/${other}`, bench.service.url).href);
    await node(second, 'People').waitFor();
    await second.keyboard.press('ControlOrMeta+v');
    await frame(second, 'Clean up').getByText('2 nodes').waitFor();
    assert.deepEqual(groups(await saved(bench, second, other)), [['Clean up', '2', '3']]);
    await second.keyboard.press('ControlOrMeta+d');
    await frame(second, 'Clean up').nth(1).waitFor();
    await second.keyboard.press('Delete');
    await frame(second, 'Clean up').nth(1).waitFor({ state: 'detached' });
    await context.close();
  });

  test('are kept by the service wherever the graph goes, and make no result stale', async () => {
    const id = await save(bench, graph('Kept'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: /completed/ }).waitFor();
    await node(page, 'Grown up').getByText('completed, 1 row').waitFor({ state: 'attached' });
    await node(page, 'Grown up').click();
    await page.keyboard.press('ControlOrMeta+g');
    await frame(page, 'Group 1').waitFor();
    await node(page, 'Grown up').getByText('completed, 1 row').waitFor({ state: 'attached' });
    const expected = [{ id: 'g1', name: 'Group 1', colour: 'blue', nodes: ['2'] }];
    assert.deepEqual((await saved(bench, page, id)).nodeGroups, expected);
    await page.reload();
    await node(page, 'Grown up').getByText('completed, 1 row').waitFor({ state: 'attached' });

    const clone = Number(await bench.call('POST', `/api/v1/workflows/${id}/clone`));
    assert.deepEqual((await read(bench, clone)).workflow.nodeGroups, expected);
    const form = new FormData();
    form.append('file', new Blob([await bench.call('GET', `/api/v1/workflows/export/${id}`)]), 'kept.json');
    const [{ id: imported }] = JSON.parse(await bench.call('POST', '/api/v1/workflows/import', form)) as [
      { id: number },
    ];
    assert.deepEqual((await read(bench, imported)).workflow.nodeGroups, expected);

    // the differences between the versions are listed in words
    await page.goto(new URL(`/workflows/${id}/versions?from=1&to=2`, bench.service.url).href);
    await page.getByText('Group “Group 1” was added').waitFor();
    assert.equal(await page.getByText('nodeGroups').count(), 0);
    await bench.closing(page);
  });

  test('let a problem, and an address, lead to a node in a card', async () => {
    const nodeGroups = [{ id: 'g1', name: 'Clean up', nodes: ['2', '3'], collapsed: true }];
    const inner = graph('Inside');
    const nodes = inner.nodes.map((one) =>
      one.id === '2' ? { ...one, fields: [{ name: 'conditionExpr', value: 'agee > 1' }] } : one,
    );
    const id = await save(bench, { ...inner, nodes, nodeGroups });
    const page = await bench.signedIn(`/workflows/${id}`);
    await card(page, 'Clean up').waitFor();
    await page.getByRole('tab', { name: /Problems/ }).click();
    await page.getByRole('button', { name: 'Grown up' }).click();
    await node(page, 'Grown up').waitFor();
    assert.equal(await node(page, 'Grown up').evaluate((element) => element.matches('.selected')), true);
    // the draft comes back, and the page goes before anybody has touched it: nothing is to be asked then
    // (Playwright looks at pages as if by somebody's hand, so nothing is looked at between)
    const isBack = page.waitForResponse((answer) => answer.url().includes('/workflows/columns'));
    await page.goto(`${bench.service.url}/workflows/${id}?node=3`);
    await isBack;
    await page.reload();
    await page.locator('.react-flow__node.selected').filter({ hasText: 'Show' }).waitFor();
    await settings(page).waitFor();
    await bench.closing(page);
  });

  test('can be seen collapsed and expanded by who may only look', async () => {
    const nodeGroups = [{ id: 'g1', name: 'Clean up', nodes: ['2', '3'], collapsed: true }];
    const id = await save(bench, { ...graph('Look'), nodeGroups });
    const roles = JSON.parse(await bench.call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const person = { username: 'looker', password: 'long enough to look', firstName: 'L', lastName: 'O' };
    const rest = { email: 'looker@example.org', groups: [], isActive: true };
    const viewers = roles.filter(({ name }) => /VIEWER/i.test(name)).map((role) => role.id);
    await bench.call('POST', '/api/v1/users', { ...person, ...rest, roles: viewers });
    const [users] = JSON.parse(await bench.call('GET', '/api/v1/users')) as [{ id: number; username: string }[]];
    const { projectId } = JSON.parse(await bench.call('GET', `/api/v1/workflows/${id}`)) as { projectId: number };
    const userId = users.find(({ username }) => username === 'looker')?.id;
    await bench.call('POST', '/api/v1/project-permissions', { projectId, userId, permissions: ['VIEW'] });
    // wide: expanded, the frame is all in sight
    const page = await bench.open(`/workflows/${id}`, { viewport: { width: 1600, height: 900 } });
    await signIn(page, person.username, person.password);
    await card(page, 'Clean up').getByRole('button', { name: 'Expand Clean up' }).click();
    await node(page, 'Show').waitFor();
    await frame(page, 'Clean up').getByRole('button', { name: 'Collapse Clean up' }).click();
    await card(page, 'Clean up').waitFor();
    assert.equal(await page.getByText('not saved yet').count(), 0);
    assert.equal(await nameOfGroup(page).isEditable(), false);
    await bench.closing(page);
  });

  test('are there for those who do not see or use no mouse, light and dark, wide and narrow', async () => {
    const nodeGroups = [
      { id: 'g1', name: 'Clean up', colour: 'teal', nodes: ['2', '3'] },
      { id: 'g2', name: 'Few', colour: 'amber', nodes: ['4'], collapsed: true },
    ];
    const id = await save(bench, { ...graph('Anybody'), nodeGroups });
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [1440, 'dark'],
      [360, 'light'],
    ] as const) {
      const page = await bench.open(`/workflows/${id}`, { viewport: { width, height: 800 }, colorScheme });
      await signIn(page);
      await frame(page, 'Clean up').focus();
      await page.keyboard.press('Enter');
      await nameOfGroup(page).and(page.locator(':focus')).waitFor();
      await card(page, 'Few').waitFor();
      assert.deepEqual(await barriers(page), []);
      await bench.closing(page);
    }
  });
});
