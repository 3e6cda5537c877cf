import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { barriers, signIn, skip, type Bench, intercept } from './browser.ts';
import {
  benchWithFiles,
  completions,
  data,
  field,
  filter,
  graph,
  node,
  people,
  print,
  save,
  saved,
  settings,
  wire,
  type Point,
  type StoredWorkflow,
} from './editor-bench.ts';

describe('edges and cells of the editor', { skip }, () => {
  let bench: Bench;
  before(async () => {
    bench = await benchWithFiles();
  });
  after(() => bench[Symbol.asyncDispose]());

  test('an edge is led to another node, back again, and stays where it was when it is let go on nothing', async () => {
    const id = await save(bench, graph('Led'));
    const page = await bench.signedIn(`/workflows/${id}`);
    const edges = ({ edges: all }: StoredWorkflow['workflow']): string[] =>
      all.map(({ id: number, source, target }) => `${number}: ${source}→${target}`);
    const centre = async (what: Locator): Promise<Point> => {
      const bounds = await what.boundingBox();
      assert.ok(bounds);
      return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    };
    const lead = async (name: string, end: 'source' | 'target', to: Point): Promise<void> => {
      const from = await centre(wire(page, name).locator(`.react-flow__edgeupdater-${end}`));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
    };
    const end = (name: string, type: 'source' | 'target'): Locator =>
      node(page, name).locator(`.react-flow__handle.${type}`);
    await node(page, 'Grown up').waitFor();
    await lead('Grown up → Show', 'source', await centre(end('Few', 'source')));
    await page.mouse.up();
    assert.deepEqual(edges(await saved(bench, page, id)), ['1: 1→2', '2: 4→3', '3: 1→4']);

    // into what has its only input already: refused, with the reason, and nothing has changed
    await lead('Few → Show', 'target', await centre(end('Grown up', 'target')));
    await page.mouse.up();
    await page
      .getByRole('alert')
      .getByText(/This input is already connected/)
      .waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    // let go on nothing, or given up over an end that would take it; the canvas moves below a mouse at its border,
    // for as long as the button is down
    const canvas = await page.locator('.react-flow').boundingBox();
    assert.ok(canvas);
    await lead('Few → Show', 'source', { x: canvas.x + 90, y: canvas.y + canvas.height / 2 + 40 });
    await page.mouse.up();
    await wire(page, 'Few → Show').locator('.react-flow__edge-path').waitFor({ state: 'attached' });
    await lead('Few → Show', 'source', await centre(end('Grown up', 'source')));
    await page.keyboard.press('Escape');
    await wire(page, 'Few → Show').locator('.react-flow__edge-path').waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.getByText(/✓ saved/).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Find or add' }).count(), 0);

    // dropped on the node rather than on its end
    await lead('Few → Show', 'source', await centre(node(page, 'Grown up')));
    await page.mouse.up();
    assert.deepEqual(edges(await saved(bench, page, id)), ['1: 1→2', '2: 2→3', '3: 1→4']);
    await page.keyboard.press('ControlOrMeta+z');
    await wire(page, 'Few → Show').waitFor({ state: 'attached' });
    await bench.closing(page);
  });

  test('edges are led, drawn and taken back by the keyboard alone', async () => {
    const id = await save(bench, graph('By keys'));
    const page = await bench.signedIn(`/workflows/${id}`);
    const edges = ({ edges: all }: StoredWorkflow['workflow']): string[] =>
      all.map(({ id: number, source, target }) => `${number}: ${source}→${target}`);
    const combobox = page.getByRole('combobox', { name: 'Connect nodes' });
    await wire(page, 'Grown up → Show').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    await combobox.fill('few');
    await page.getByRole('group', { name: 'From' }).getByRole('option', { name: /Few/ }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await combobox.press('Enter');
    assert.deepEqual(edges(await saved(bench, page, id)), ['1: 1→2', '2: 4→3', '3: 1→4']);
    await page.keyboard.press('ControlOrMeta+z');
    await wire(page, 'Grown up → Show').waitFor({ state: 'attached' });

    // the only input of a node is taken; without its edge it is offered
    await node(page, 'Few').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('e');
    await combobox.fill('show');
    await page.getByText('No matching node can be connected here.').waitFor();
    await combobox.press('Escape');
    await wire(page, 'Grown up → Show').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await node(page, 'Few').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('e');
    await combobox.fill('show');
    await page.getByRole('group', { name: 'To', exact: true }).getByRole('option', { name: /Show/ }).waitFor();
    await combobox.press('Enter');
    const [, , third = ''] = edges(await saved(bench, page, id));
    assert.match(third, /: 4→3$/);
    await bench.closing(page);
  });

  test('in a large drawing the ends of the edge that is chosen can be taken hold of', async () => {
    const many = Array.from({ length: 150 }, (_, i) => ({ ...print, id: String(100 + i), y: `${600 + 80 * i}px` }));
    const id = await save(bench, { ...graph('Large'), nodes: [...graph('').nodes, ...many] });
    const page = await bench.signedIn(`/workflows/${id}`);
    const ends = page.locator('.react-flow__edgeupdater');
    await wire(page, 'Grown up → Show').waitFor({ state: 'attached' });
    assert.equal(await ends.count(), 0);
    await wire(page, 'Grown up → Show').focus();
    await page.keyboard.press('Enter');
    await ends.first().waitFor({ state: 'attached' });
    assert.equal(await ends.count(), 2);
    await bench.closing(page);
  });

  test('an edge that leads back is seen beside the one that it answers', async () => {
    const id = await save(bench, {
      ...graph('Circle'),
      edges: [...graph('').edges, { id: 4, source: '3', target: '2' }],
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    const there = await wire(page, 'Grown up → Show').locator('.react-flow__edge-path').boundingBox();
    const back = await wire(page, 'Show → Grown up').locator('.react-flow__edge-path').boundingBox();
    assert.ok(there && back);
    assert.ok(back.y < there.y - 20, 'it runs above the nodes');
    await bench.closing(page);
  });

  test('cells that hold expressions complete columns and functions', async () => {
    const when = {
      ...filter,
      name: 'Ages',
      nodeClass: 'fire.nodes.etl.NodeCaseWhen',
      fields: [field('outputCol', 'kind'), field('whenConditions', '["age > 40"]'), field('values', '["\'old\'"]')],
    };
    const id = await save(bench, {
      ...graph('Cells'),
      nodes: [people, when, print],
      edges: graph('').edges.slice(0, 2),
    });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Ages').click();
    await data(page).getByRole('columnheader', { name: /^kind/ }).waitFor();
    await settings(page).getByRole('textbox', { name: 'When 1' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('ag');
    await completions(page).getByRole('option', { name: /^age/ }).click();
    await page.keyboard.type(' > len');
    await completions(page)
      .getByRole('option', { name: /^length/ })
      .click();
    await page.keyboard.type('nam');
    await completions(page).getByRole('option', { name: 'namestring', exact: true }).click();
    const { nodes } = await saved(bench, page, id);
    const added = nodes.find((one) => one.id === '2');
    assert.equal(added?.fields.find(({ name }) => name === 'whenConditions')?.value, '["age > length(name)"]');
    await bench.closing(page);
  });

  test('Enter in a field for a column takes the best match: the whole name before one that has it inside', async () => {
    const query = 'select name, 0.5 as rawPrediction, 1.0 as prediction, 1.0 as probability from t';
    const scored = {
      ...filter,
      name: 'Scored',
      nodeClass: 'fire.nodes.etl.NodeSQL',
      fields: [field('tempTable', 't'), field('sql', query)],
    };
    const parts = { ...print, name: 'Parts', nodeClass: 'fire.nodes.etl.NodeDateTimeFieldExtract', fields: [] };
    const nodes = [people, scored, parts];
    const id = await save(bench, { ...graph('Columns'), nodes, edges: graph('').edges.slice(0, 2) });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Parts').click();
    const column = settings(page).locator('input[aria-haspopup="listbox"]').first();
    for (const [typed, taken] of [
      ['prediction', 'prediction'],
      ['pred', 'prediction'],
      ['RAW', 'rawPrediction'],
      ['$given', '$given'],
    ] as const) {
      await column.fill(typed);
      if (taken !== typed || typed === 'prediction')
        await page.locator('[data-combobox-selected]').getByText(taken, { exact: true }).waitFor();
      await column.press('Enter');
      assert.equal(await column.inputValue(), taken);
    }
    await bench.closing(page);
  });

  test('the name of a dataset comes before processors that only mention the word', async () => {
    await bench.call('POST', '/api/v1/datasets', { name: 'housing', path: '/people.csv', datasetType: 'CSV' });
    const id = await save(bench, graph('Housing'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'People').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const box = page.getByRole('combobox', { name: 'Find or add' });
    await box.fill('hous');
    await page.getByRole('option', { selected: true }).getByText('housing', { exact: true }).waitFor();
    // a processor with this name comes first
    await box.fill('date difference');
    await page.getByRole('option', { selected: true }).getByText('Date Difference', { exact: true }).waitFor();
    await bench.closing(page);
  });

  test('columns that come after the first letters of a condition are offered for them', async () => {
    const id = await save(bench, graph('Late'));
    const page = await bench.open(`/workflows/${id}`);
    const requested = Promise.withResolvers<void>();
    const typed = Promise.withResolvers<void>();
    await intercept(page, '**/api/v1/workflows/columns*', async (route) => {
      requested.resolve();
      await typed.promise;
      await route.fallback();
    });
    await signIn(page);
    await node(page, 'Grown up').click();
    await requested.promise;
    await settings(page).getByRole('textbox', { name: 'Condition' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('ag');
    typed.resolve();
    // "ag" is no column, which is said in the same answer, with the columns there are to choose from
    await settings(page).getByRole('group', { name: /ag/ }).waitFor();
    await completions(page).getByRole('option', { name: /^age/ }).click();
    await page.keyboard.type(' >= 18');
    const { nodes } = await saved(bench, page, id);
    const condition = nodes[1]?.fields.find(({ name }) => name === 'conditionExpr')?.value;
    assert.equal(condition, 'age >= 18');
    await bench.closing(page);
  });

  test('columns that are taken over have the types that their values show, or the ones somebody gave them', async () => {
    const reader = {
      ...people,
      name: 'Typed',
      fields: [
        field('path', '/typed.csv'),
        field('outputColNames', '["id","zip","born"]'),
        field('outputColTypes', '["","STRING",""]'),
      ],
    };
    const id = await save(bench, { ...graph('Types'), nodes: [reader], edges: [] });
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Typed').click();
    await data(page).getByRole('columnheader', { name: /^born/ }).waitFor();
    await settings(page)
      .getByRole('button', { name: /^Use the 3 detected columns/ })
      .click();
    const { nodes } = await saved(bench, page, id);
    const valueOf = (name: string) => nodes[0]?.fields.find((one) => one.name === name)?.value;
    assert.equal(valueOf('outputColNames'), '["id","zip","born"]');
    assert.equal(valueOf('outputColTypes'), '["INTEGER","STRING","DATE"]');
    assert.equal(valueOf('outputColFormats'), '["","","dd/MM/yyyy"]');
    await bench.closing(page);
  });

  test('Python code begins with a snippet, completes columns, and shows its rows by a key without a run', async () => {
    const id = await save(bench, withCode('Snippets', ''));
    const page = await bench.signedIn(`/workflows/${id}`);
    let runs = 0;
    await intercept(page, '**/api/v1/workflow/execute', (route) => {
      runs++;
      return route.abort();
    });
    await node(page, 'Script').click();
    const code = settings(page).getByRole('textbox', { name: 'Code' });
    await settings(page).getByRole('button', { name: 'Start with a function' }).waitFor();
    await settings(page).getByRole('button', { name: 'Insert a snippet' }).click();
    await page.getByRole('menuitem', { name: 'Filter rows' }).click();
    await code.getByText('def myfn').waitFor();
    await page.keyboard.type('F.col("ag');
    await completions(page).getByRole('option', { name: /^age/ }).click();
    await page.keyboard.type('") > 17');
    await data(page).getByRole('tab', { name: 'Columns' }).click();
    await code.click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await data(page).getByRole('tab', { name: 'Rows', selected: true }).waitFor();
    const { nodes } = await saved(bench, page, id);
    assert.equal(
      nodes.find((one) => one.id === '2')?.fields.find(({ name }) => name === 'code')?.value,
      `from pyspark.sql import functions as F


def myfn(spark, workflowContext, id, inDF, cust_dict):
    inDF = inDF.filter(F.col("age") > 17)
    return inDF
`,
    );
    assert.equal(runs, 0);
    await bench.closing(page);
  });

  test('Python code shows the line of a problem, also to screen readers, and Tab leaves it', async () => {
    const id = await save(
      bench,
      withCode('Marked', 'def myfn(spark, workflowContext, id, inDF):\n    return nothing\n'),
    );
    const page = await bench.signedIn('/');
    const message = "line 2 of the code: NameError: name 'nothing' is not defined";
    await intercept(page, '**/api/v1/workflows/columns*', async (route) => {
      const response = await route.fetch();
      const problem = { nodeId: '2', field: 'code', severity: 'error', code: 'CODE_FAILED', message, remedy: '' };
      await route.fulfill({ response, json: { ...(await response.json()), problems: [problem] } });
    });
    await page.goto(`${bench.service.url}/workflows/${id}`);
    await node(page, 'Script').click();
    const line = settings(page).locator('.cm-line.cm-problem');
    await line.waitFor();
    assert.match((await line.textContent()) ?? '', /return nothing.*NameError: name 'nothing' is not defined/);
    assert.equal(await settings(page).locator('.cm-gutterElement.cm-problem').textContent(), '2');
    const code = settings(page).getByRole('textbox', { name: 'Code', description: /^line 2 of the code/ });
    assert.equal(await code.getAttribute('aria-invalid'), 'true');
    await code.click();
    await page.keyboard.press('Tab');
    await settings(page).getByRole('button', { name: 'Insert a snippet' }).and(page.locator(':focus')).waitFor();
    await bench.closing(page);
  });

  test('Scala code begins with the table of its node, and completes methods and columns', async () => {
    const id = await save(
      bench,
      withCode('Tables', '', {
        type: 'scala',
        nodeClass: 'fire.nodes.code.NodeSpark',
        fields: [field('outTempTable', 'adults'), field('code', '')],
      }),
    );
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Script').click();
    const code = settings(page).getByRole('textbox', { name: 'Code' });
    await settings(page).getByRole('button', { name: 'Start with a table' }).click();
    await code.getByText('val outDF').waitFor();
    await page.keyboard.type('.filt');
    await completions(page)
      .getByRole('option', { name: /^filter/ })
      .click();
    await page.keyboard.type('$"ag');
    await completions(page).getByRole('option', { name: /^age/ }).click();
    await page.keyboard.type('" > 17');
    const { nodes } = await saved(bench, page, id);
    assert.equal(
      nodes.find((one) => one.id === '2')?.fields.find(({ name }) => name === 'code')?.value,
      'val outDF = inDF.filter($"age" > 17)\noutDF.createOrReplaceTempView("adults")\n',
    );
    await bench.closing(page);
  });

  test('code shows its changes since the saved version until Escape, the toggle or a save hides them', async () => {
    const id = await save(bench, withCode('Changes', 'def myfn(spark, workflowContext, id, inDF):\n    return inDF\n'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Script').click();
    const code = settings(page).getByRole('textbox', { name: 'Code' });
    const toggle = settings(page).getByRole('button', { name: 'Changes since version 1' });
    await code.getByText('return inDF').click();
    assert.equal(await toggle.count(), 0);
    await page.keyboard.press('End');
    await page.keyboard.type('.limit(5)');
    const insertion = code.locator('.cm-changedLine').filter({ hasText: 'return inDF.limit(5)' });
    const toggled = settings(page).getByRole('button', { name: 'Changes since version 1', pressed: true });
    await toggle.click();
    await insertion.waitFor();
    await code.locator('del').filter({ hasText: 'return inDF' }).waitFor();
    await toggled.click();
    await insertion.waitFor({ state: 'detached' });
    await toggle.click();
    await insertion.click();
    await page.keyboard.press('Escape');
    await toggled.waitFor({ state: 'detached' });
    await insertion.waitFor({ state: 'detached' });
    await toggle.click();
    await insertion.waitFor();
    await saved(bench, page, id);
    await toggle.waitFor({ state: 'detached' });
    await insertion.waitFor({ state: 'detached' });
    await bench.closing(page);
  });
});

/** People, whose rows a node with code takes: PySpark, or `other`. */
const withCode = (name: string, code: string, other: object = {}): object => ({
  ...graph(name),
  nodes: [
    people,
    {
      ...filter,
      name: 'Script',
      type: 'pyspark',
      nodeClass: 'fire.nodes.etl.NodePySpark',
      fields: [field('code', code)],
      ...other,
    },
  ],
  edges: graph('').edges.slice(0, 1),
});
