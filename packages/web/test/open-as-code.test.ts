import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { barriers, skip, type Bench } from './browser.ts';
import { benchWithFiles, data, graph, node, save, saved, settings, wire } from './editor-bench.ts';

describe('nodes that are opened as code in the editor', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await benchWithFiles();
  });
  after(() => bench[Symbol.asyncDispose]());

  test('a node becomes a code node with its name and edges, and comes back with one undo', async () => {
    const id = await save(bench, graph('As code'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open as code' }).click();
    const code = settings(page).getByRole('textbox', { name: 'Code' });
    await code.getByText('def myfn').waitFor();
    await code.getByText('age >= 18').waitFor();
    assert.deepEqual(await barriers(page), []);
    const { nodes, edges } = await saved(bench, page, id);
    assert.deepEqual(
      nodes.map((one) => one.id),
      ['1', '3', '4', '5'],
    );
    assert.deepEqual(
      edges.map(({ id: number, source, target }) => `${number}: ${source}→${target}`),
      ['2: 5→3', '3: 1→4', '4: 1→5'],
    );
    await node(page, 'Grown up').focus();
    await page.keyboard.press('ControlOrMeta+z');
    await settings(page).getByText('Select a node to see its settings').waitFor();
    await wire(page, 'Grown up → Show').waitFor({ state: 'attached' });
    const before = await saved(bench, page, id);
    assert.deepEqual(
      before.nodes.map((one) => one.id),
      ['1', '2', '3', '4'],
    );
    await bench.closing(page);
  });

  test('several nodes become one, and a node that cannot is named', async () => {
    const id = await save(bench, graph('Several'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'People').click();
    await node(page, 'Grown up').click({ modifiers: ['ControlOrMeta'] });
    await settings(page).getByRole('button', { name: 'Open as code' }).click();
    await page
      .getByRole('alert')
      .getByText(/node 1 People: it cannot become code: it reads files; leave it out of the selection/)
      .waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await node(page, 'Grown up').click();
    await node(page, 'Show').click({ modifiers: ['ControlOrMeta'] });
    await settings(page).getByRole('button', { name: 'Open as code' }).click();
    await settings(page).getByRole('textbox', { name: 'Code' }).getByText('def myfn').waitFor();
    await data(page).getByRole('tab', { name: 'Rows', selected: true }).waitFor();
    const { nodes } = await saved(bench, page, id);
    assert.deepEqual(
      nodes.map((one) => one.id),
      ['1', '4', '5'],
    );
    await bench.closing(page);
  });
});
