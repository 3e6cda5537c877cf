import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, Bench, signIn, skip, intercept } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const field = (name: string, value: unknown) => ({ name, value });

const people = {
  id: '1',
  name: 'People',
  type: 'dataset',
  nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
  x: '40px',
  y: '80px',
  fields: [
    field('path', '/people.csv'),
    field('outputColNames', '["name","age"]'),
    field('outputColTypes', '["STRING","INTEGER"]'),
  ],
};
const show = {
  id: '2',
  name: 'Show',
  type: 'transform',
  nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
  x: '340px',
  y: '80px',
  fields: [field('n', '5')],
};

const graph = (name: string, more: object = {}) => ({
  name,
  nodes: [people, show],
  edges: [{ id: 1, source: '1', target: '2' }],
  ...more,
});

type Json = Record<string, unknown>;

describe('workflows on the page', { skip }, () => {
  let bench: Bench;
  let other: number;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = await bench.call(method, path, body);
    return /^[[{\d"]/.test(text) ? JSON.parse(text) : text;
  };
  const make = async (name: string, more: Json = {}, projectId?: number): Promise<number> =>
    Number(await call('POST', '/api/v1/workflows', { projectId, workflow: graph(name, more) }));
  const listed = async (): Promise<Json[]> => (await call('GET', '/api/v1/workflows/dashboard')) as Json[];
  const workflowNamed = async (name: string): Promise<Json | undefined> =>
    (await listed()).find((one) => one['name'] === name);
  const makeUser = async (username: string, role: string): Promise<number> => {
    const roles = (await call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const ids = roles.filter(({ name }) => name === role).map(({ id }) => id);
    const summary = String(
      await call('POST', '/api/v1/users', { username, password: `${username} password`, roles: ids }),
    );
    return Number(/ id (\d+)$/.exec(summary)?.[1]);
  };
  const menuOf = async (page: Page, name: string): Promise<readonly string[]> => {
    await page.getByRole('button', { name: `Actions: ${name}`, exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    return page.getByRole('menuitem').allTextContents();
  };
  const act = async (page: Page, name: string, action: string): Promise<void> => {
    await menuOf(page, name);
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const into = 'Clone into…';
  const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });
  const saved = async (page: Page, act: () => Promise<void>): Promise<{ name: string; json: unknown }> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return {
      name: download.suggestedFilename(),
      json: JSON.parse(await readFile((await download.path()) ?? '', 'utf8')) as unknown,
    };
  };

  before(async () => {
    bench = await Bench.start();
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  test('show the way where there are none', async () => {
    const page = await bench.signedIn('/workflows');
    await page.getByText('drop workflow files (JSON) on this page').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.goto(`${bench.service.url}/workflows/trash`);
    await page.getByText('The trash is empty').waitFor();
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });

  test('are run, locked, cloned and exported from the list', async () => {
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob(['name,age\nAda,36\n']), 'people.csv');
    await call('POST', '/api/v1/hdfs/files/upload', form);
    const id = await make(`Ages ${hostile}`, { category: 'people' });
    const page = await bench.signedIn('/workflows');
    const ages = row(page, /Ages <img/);
    await ages.getByText('never').waitFor();
    await act(page, `Ages ${hostile}`, 'Run');
    await page.waitForURL(/\/executions\/\d+$/);
    await page.getByText('completed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Workflows' }).click();
    await ages.getByRole('link', { name: /completed/ }).waitFor();
    await act(page, `Ages ${hostile}`, 'Lock');
    await ages.getByText('admin').waitFor();
    assert.deepEqual((await menuOf(page, `Ages ${hostile}`)).includes('Unlock'), true);
    await page.keyboard.press('Escape');
    await act(page, `Ages ${hostile}`, 'Clone');
    await row(page, /Ages .*\(copy\)/).waitFor();
    const one = await saved(page, () => act(page, `Ages ${hostile}`, 'Export as JSON'));
    assert.match(one.name, /^Ages-img-src.*\.json$/);
    assert.equal((one.json as Json)['name'], `Ages ${hostile}`);
    await act(page, `Ages ${hostile}`, 'Runs');
    await page.getByRole('heading', { name: `Runs of Ages ${hostile}` }).waitFor();
    assert.equal(new URL(page.url()).search, `?workflow=${id}`);
    await page.getByRole('row', { name: /completed/ }).waitFor();
    assert.equal(await page.title(), `Runs of Ages ${hostile} · Millrace`);
    await bench.closing(page);
  });

  test('are opened, begun and acted on by keyboard', async () => {
    const id = await make('By keyboard');
    const page = await bench.signedIn('/workflows?q=keyboard');
    const actions = page.getByRole('button', { name: 'Actions: By keyboard' });
    await actions.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Lock' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await row(page, /By keyboard.*admin/).waitFor();
    const link = page.getByRole('link', { name: 'By keyboard' });
    assert.equal(await link.getAttribute('href'), `/workflows/${id}`);
    await page.getByRole('link', { name: 'New workflow' }).press('Enter');
    await page.waitForURL((url) => url.pathname === '/workflows/new');
    await bench.closing(page);
  });

  test('without a name are led to all the same, and so are their runs', async () => {
    const id = await make('');
    const run = Number(await call('POST', '/api/v1/workflow/execute', { workflowId: id }));
    const page = await bench.signedIn('/');
    await page.getByRole('link', { name: `workflow ${id}`, exact: true }).waitFor();
    await page.getByRole('link', { name: `run ${run}`, exact: true }).waitFor();
    await page.getByRole('link', { name: 'View all: Latest runs' }).click();
    await page
      .getByRole('row')
      .getByRole('link', { name: `run ${run}`, exact: true })
      .waitFor();
    await bench.closing(page);
  });

  test('that cannot run say why, and the list stays', async () => {
    await make('Broken', { nodes: [people, { ...show, nodeClass: 'fire.nodes.of.Nobody' }] });
    const page = await bench.signedIn('/workflows');
    await act(page, 'Broken', 'Run');
    const alert = page.getByRole('alert');
    await alert.getByText('“Broken” was not started.').waitFor();
    assert.match((await alert.textContent()) ?? '', /Nobody/);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await alert.waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('are held against project, category and words, and the address keeps it', async () => {
    other = ((await call('POST', '/api/v1/projects', { name: 'Second' })) as { id: number }).id;
    await make('Elsewhere', { category: 'travel' }, other);
    const page = await bench.signedIn('/workflows');
    await page.getByLabel('Project').selectOption('Second');
    await row(page, /Elsewhere/).waitFor();
    await row(page, /Broken/).waitFor({ state: 'detached' });
    await page.getByLabel('Category').selectOption('travel');
    await page.getByRole('textbox', { name: 'Type to filter: Workflows' }).fill('else');
    await page.waitForURL((url) => url.search === `?project=${other}&category=travel&q=else`);
    await page.reload();
    await row(page, /Elsewhere/).waitFor();
    assert.equal(
      await page.getByRole('status').filter({ hasText: 'of' }).textContent(),
      `1 of ${(await listed()).length}`,
    );
    await page.getByRole('textbox', { name: 'Type to filter: Workflows' }).fill('nowhere');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await row(page, /Broken/).waitFor();
    await bench.closing(page);
  });

  test('several at once are exported, run, thrown away and brought back', async () => {
    const ids = [await make('Several one'), await make('Several two')];
    await call('POST', '/api/v1/workflow-schedules', {
      analysisFlowId: ids[0],
      name: 'Nightly',
      fireEvery: 'DAILY',
      hour: 1,
      minute: 0,
    });
    const page = await bench.signedIn('/workflows?q=several');
    await row(page, /Several two/).waitFor();
    const choose = () => page.getByRole('checkbox', { name: 'Select all' }).check();
    await choose();
    // what the filter hides is not acted upon
    await page.getByPlaceholder('Type to filter').fill('several one');
    await page.getByRole('button', { name: 'Export 1' }).waitFor();
    await page.getByRole('button', { name: 'Run 1' }).waitFor();
    await page.getByPlaceholder('Type to filter').fill('several');
    const both = await saved(page, () => page.getByRole('button', { name: 'Export 2' }).click());
    assert.deepEqual((both.json as string[]).map((text) => (JSON.parse(text) as Json)['name']).sort(), [
      'Several one',
      'Several two',
    ]);
    await choose();
    await page.getByRole('button', { name: 'Run 2' }).click();
    await page.getByText('2 started.').waitFor();
    await choose();
    let answer = (): void => undefined;
    const released = new Promise<void>((resolve) => (answer = resolve));
    await intercept(page, '**/api/v1/workflow/trash', async (route) => {
      await released;
      await route.continue();
    });
    // the list is refreshed repeatedly while runs are active: it contains them until they are moved to the trash
    await intercept(page, '**/api/v1/workflows/dashboard*', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Move 2 to trash' }).click();
    // gone before the service has answered
    await page.getByText('Nothing matches').waitFor();
    answer();
    await page.getByText('2 workflows moved to the trash.').waitFor();
    assert.equal(await workflowNamed('Several one'), undefined);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 workflows were restored.').waitFor();
    await page.getByText('Its schedule is switched off until you switch it on.').waitFor();
    await row(page, /Several two/).waitFor();
    assert.equal((await workflowNamed('Several one'))?.['id'], ids[0]);
    await bench.closing(page);
  });

  test('that the service does not throw away come back into the list, with the reason', async () => {
    const id = await make('Kept by others');
    const page = await bench.signedIn('/workflows');
    await row(page, /Kept by others/).waitFor();
    // moved to the trash by another user after the list was last read
    await intercept(page, '**/api/v1/workflow/trash', async (route) => {
      await call('DELETE', `/api/v1/workflows/${id}`);
      await route.continue();
    });
    await act(page, 'Kept by others', 'Move to trash');
    await page.getByRole('alert').getByText(`workflow ${id} not found`).waitFor();
    await bench.closing(page);
  });

  test('in the trash are restored, and deleted for good after a question', async () => {
    for (const name of ['Rubbish one', 'Rubbish two', `Rubbish ${hostile}`])
      await call('DELETE', `/api/v1/workflow/trash/${await make(name)}`);
    const page = await bench.signedIn('/workflows');
    await page.getByRole('link', { name: 'Trash' }).click();
    await row(page, /Rubbish <img.*admin/).waitFor();
    await page.getByRole('button', { name: 'Restore Rubbish one' }).click();
    await page.getByText('“Rubbish one” restored.').waitFor();
    await row(page, /Rubbish one/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Empty the trash…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 workflows permanently?' });
    assert.deepEqual(await barriers(page), []);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByPlaceholder('Type to filter').fill('two');
    await page.getByRole('button', { name: 'Restore 1', exact: true }).waitFor();
    await page.getByPlaceholder('Type to filter').fill('');
    await page.getByRole('button', { name: 'Restore all' }).click();
    await page.getByText('2 workflows restored.').waitFor();
    await page.getByText('Workflows that you move to the trash stay here').waitFor();
    await call('DELETE', `/api/v1/workflow/trash/${String((await workflowNamed('Rubbish two'))?.['id'])}`);
    await page.reload();
    await page.getByRole('button', { name: 'Empty the trash…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty the trash' }).click();
    await page.getByText('Workflows that you move to the trash stay here').waitFor();
    assert.deepEqual(await call('GET', '/api/v1/workflows/trashed'), []);
    await bench.closing(page);
  });

  const json = (name: string, value: unknown) => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  });

  test('are imported from many files: each tells what runs, what does not and why, what was adapted', async () => {
    const page = await bench.signedIn('/workflows/import');
    await page.getByLabel('Choose workflow files').setInputFiles([
      json('good.json', graph(`Came ${hostile}`, { uuid: 'came' })),
      json('odd.json', {
        ...graph('Odd one', { uuid: 'odd' }),
        nodes: [people, { ...show, type: 'ml', name: `Odd ${hostile}`, nodeClass: 'fire.nodes.of.Nobody' }],
      }),
      json('picture.json', 'GIF89a'),
      json('left.json', graph('Left out')),
    ]);
    await page.getByRole('button', { name: 'Remove left.json' }).click();
    await page.getByLabel('Into the project').selectOption('Second');
    assert.equal(await page.getByRole('radio', { name: 'Keep both' }).isChecked(), true);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Import 3 files' }).click();
    await page.getByRole('heading', { name: '2 workflows imported' }).waitFor();
    await page.getByText('1 file not imported').waitFor();
    const report = (file: string) => page.getByRole('region', { name: file });
    assert.match(
      (await report('picture.json').textContent()) ?? '',
      /not imported.*"picture\.json" is not valid JSON: line 1/,
    );
    assert.match((await report('good.json').textContent()) ?? '', /✓ imported.*Came <img.*can run.*2 nodes/);
    const odd = (await report('odd.json').textContent()) ?? '';
    assert.match(odd, /cannot run yet/);
    assert.match(odd, /Odd <img.*not in the catalogue/);
    assert.match(odd, /Adapted:.*deprecated type "ml".*"ml-estimator"/);
    assert.match(odd, /1 node runs/);
    assert.deepEqual(await barriers(page), []);
    const came = await workflowNamed(`Came ${hostile}`);
    assert.deepEqual([came?.['projectId'], came?.['uuid']], [other, 'came']);
    assert.equal(await workflowNamed('Left out'), undefined);
    // the report stays while one looks at what came
    await report('good.json').getByRole('link').click();
    await page.goBack();
    await page.getByRole('heading', { name: '2 workflows imported' }).waitFor();
    await page.getByRole('button', { name: 'Import more' }).click();
    await page
      .getByLabel('Choose workflow files')
      .setInputFiles([json('good.json', graph('Came anew', { uuid: 'came' }))]);
    await page.getByLabel('Into the project').selectOption('Second');
    await page.getByRole('radio', { name: 'Overwrite' }).check();
    await page.getByRole('button', { name: 'Import 1 file' }).click();
    await page.getByText('the existing workflow was overwritten').waitFor();
    const overwritten = await workflowNamed('Came anew');
    assert.deepEqual([overwritten?.['id'], overwritten?.['version']], [came?.['id'], 2]);
    await bench.closing(page);
  });

  test('that are dropped on the list go to the import', async () => {
    const page = await bench.signedIn(`/workflows?project=${other}`);
    await row(page, /Elsewhere/).waitFor();
    const data = await page.evaluateHandle(
      `(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([${JSON.stringify(JSON.stringify(graph('Dropped')))}], 'dropped.json'));
        return transfer;
      })()`,
    );
    const list = page.getByRole('region', { name: 'Workflows' });
    await list.dispatchEvent('dragover', { dataTransfer: data });
    await page.getByText('Drop workflow files here to import them').waitFor();
    await list.dispatchEvent('drop', { dataTransfer: data });
    await page.getByRole('heading', { name: 'Import workflows' }).waitFor();
    await page.getByText('dropped.json').waitFor();
    assert.equal(await page.getByLabel('Into the project').inputValue(), String(other));
    await page.getByRole('button', { name: 'Import 1 file' }).click();
    await page.getByRole('heading', { name: '1 workflow imported' }).waitFor();
    await bench.closing(page);
  });

  test('have versions: a drawing of what changed, the changes in words, and a way back', async () => {
    const id = await make(`Grows ${hostile}`);
    const save = async (comment: string, workflow: object): Promise<void> => {
      await call('PUT', '/api/v1/workflows', { analysisflowId: id, comment, workflow });
    };
    const rows = { ...show, id: '3', name: `Filter ${hostile}`, nodeClass: 'fire.nodes.etl.NodeRowFilter', x: '640px' };
    await save(
      `Filtered ${hostile}`,
      graph(`Grows ${hostile}`, {
        nodes: [
          { ...people, x: '40px', y: '400px' },
          { ...show, name: 'Shown', fields: [field('n', '7')] },
          { ...rows, fields: [field('conditionExpr', 'age > 3')] },
        ],
        edges: [
          { id: 1, source: '1', target: '3' },
          { id: 2, source: '3', target: '2' },
        ],
      }),
    );
    await save('Only people', graph(`Grows ${hostile}`, { nodes: [people], edges: [] }));
    const page = await bench.signedIn('/workflows?q=grows');
    await act(page, `Grows ${hostile}`, 'Versions');
    await page.getByRole('heading', { name: 'What changed from version 2 to 3' }).waitFor();
    await page.getByRole('radio', { name: 'From version 1' }).check();
    await page.getByRole('radio', { name: 'To version 2' }).check();
    await page.waitForURL((url) => url.search === '?from=1&to=2');
    await page.reload();
    const changed = page.getByRole('region', { name: 'What changed from version 1 to 2' });
    await changed.getByText('7 changes').waitFor();
    const lines = await changed.getByRole('list').last().getByRole('listitem').allTextContents();
    assert.deepEqual(
      lines.map((text) => text.replace(/^[+−~→]/, '')),
      [
        `Filter ${hostile} was added`,
        'Shown was renamedShow → Shown',
        'Shown field n5 → 7',
        `Edge from People to Filter ${hostile} was added`,
        `Edge from Filter ${hostile} to Shown was added`,
        'Edge from People to Shown was removed',
        'People was moved',
      ],
    );
    const drawing = changed.getByRole('img');
    assert.deepEqual(await drawing.locator('g[data-fate] > title').allTextContents(), [
      `People: moved`,
      'Shown: changed',
      `Filter ${hostile}: added`,
    ]);
    assert.equal(await drawing.locator('path').count(), 4);
    assert.equal(await drawing.locator('img').count(), 0);
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('button', { name: 'Restore version 2' }).click();
    await page.getByText('Version 2 was restored as a new version.').waitFor();
    await page.getByRole('row', { name: /4.*admin.*version 2 restored/ }).waitFor();
    const now = (await call('GET', `/api/v1/workflows/id/${id}`)) as {
      version: number;
      workflow: { nodes: unknown[] };
    };
    assert.deepEqual([now.version, now.workflow.nodes.length], [4, 3]);
    await page.getByRole('radio', { name: 'From version 2' }).check();
    await page.getByRole('radio', { name: 'To version 4' }).check();
    await page.getByText('No changes').waitFor();
    // another user saves in between
    await intercept(page, '**/api/v1/workflows', async (route) => {
      await call('PUT', '/api/v1/workflows', { analysisflowId: id, workflow: graph('Theirs') });
      await route.continue();
    });
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('alert').getByText('reload it').waitFor();
    await page.getByRole('row', { name: /5.*admin/ }).waitFor();
    await bench.closing(page);
  });

  test('that are not there have no versions', async () => {
    const page = await bench.signedIn('/workflows/99999/versions');
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  test('of others show those who only look no action that they may not do', async () => {
    const userId = await makeUser('vera', 'VIEWER');
    const anna = await makeUser('anna', 'ANALYST');
    await call('PUT', `/api/v1/projects/${other}/members`, [
      { userId, rights: ['OWN'] },
      { userId: anna, rights: ['VIEW'] },
    ]);
    for (const user of ['vera', 'anna']) {
      const page = await bench.open('/workflows');
      await signIn(page, user, `${user} password`);
      await row(page, /Elsewhere/).waitFor();
      assert.deepEqual(await menuOf(page, 'Elsewhere'), ['Open', 'Runs', 'Versions', 'Export as JSON'], user);
      await page.keyboard.press('Escape');
      await page.getByRole('checkbox', { name: 'Select Elsewhere' }).check();
      await page.getByRole('button', { name: 'Export 1' }).waitFor();
      assert.equal(await page.getByRole('button', { name: /^(Run|Move) 1/ }).count(), 0, user);
      assert.equal(await page.getByRole('link', { name: 'Import' }).count(), 0, user);
      await page.goto(`${bench.service.url}/workflows/import`);
      await page.getByText('You cannot import here').waitFor();
      await page.goto(`${bench.service.url}/workflows/trash`);
      await page.getByText('The trash is empty').waitFor();
      await bench.closing(page);
    }
  });

  test('are cloned into another project, also by those who only look', async () => {
    const projectIdOf = async (name: string): Promise<unknown> => (await workflowNamed(name))?.['projectId'];
    const projectOf = async (name: string): Promise<number> =>
      ((await call('POST', '/api/v1/projects', { name })) as { id: number }).id;
    const own = await projectOf(`Ben's ${hostile}`);
    const userId = await makeUser('ben', 'ANALYST');
    await call('PUT', `/api/v1/projects/${other}/members`, [{ userId, rights: ['VIEW'] }]);
    await call('PUT', `/api/v1/projects/${own}/members`, [{ userId, rights: ['EDIT'] }]);
    const page = await bench.open('/workflows');
    await signIn(page, 'ben', 'ben password');
    await act(page, 'Elsewhere', into);
    const dialog = page.getByRole('dialog', { name: 'Clone “Elsewhere” into another project' });
    await dialog.getByLabel('Name of the clone').fill(' ');
    await dialog.getByRole('button', { name: 'Clone', exact: true }).click();
    await dialog.getByText('Enter a name.').waitFor();
    assert.deepEqual(await barriers(page), []);
    await dialog.getByLabel('Name of the clone').fill(`Abroad ${hostile}`);
    await dialog.getByRole('button', { name: 'Clone', exact: true }).click();
    await page.getByRole('status').getByText(`“Elsewhere” was cloned into “Ben's ${hostile}”.`).waitFor();
    await page.getByRole('button', { name: 'Open the clone' }).click();
    await page.waitForURL(/\/workflows\/\d+$/);
    await page.locator('.react-flow__node-step').filter({ hasText: 'People' }).waitFor();
    assert.equal(await projectIdOf(`Abroad ${hostile}`), own);
    assert.equal(await projectIdOf('Elsewhere'), other);
    await bench.closing(page);

    // if there are several, one is selected
    const chooser = await bench.signedIn('/workflows?q=Elsewhere');
    await act(chooser, 'Elsewhere', into);
    const chooserDialog = chooser.getByRole('dialog');
    await chooserDialog.getByRole('button', { name: 'Clone', exact: true }).click();
    await chooserDialog.getByText('Select a project.').waitFor();
    await chooserDialog.getByLabel('Project').selectOption(`Ben's ${hostile}`);
    await chooserDialog.getByLabel('Name of the clone').fill('Sent by the administrator');
    await chooserDialog.getByRole('button', { name: 'Clone', exact: true }).click();
    await chooser
      .getByRole('status')
      .getByText(/was cloned into/)
      .waitFor();
    assert.equal(await projectIdOf('Sent by the administrator'), own);
    await bench.closing(chooser);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keep nobody out, ${colorScheme}, wide and narrow`, async () => {
      const any = `Any ${colorScheme} ${hostile}`;
      const id = await make(any);
      await call('PUT', '/api/v1/workflows', {
        analysisflowId: id,
        workflow: graph(any, { nodes: [show], edges: [] }),
      });
      await call('DELETE', `/api/v1/workflow/trash/${await make(`Thrown ${colorScheme} ${hostile}`)}`);
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/workflows', { colorScheme, viewport: { width, height: 800 } });
        const sound = async (path: string): Promise<void> => {
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
          assert.deepEqual(await barriers(page), [], `${path} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${path} is wider than ${width}`);
        };
        await row(page, new RegExp(`Any ${colorScheme}`)).waitFor();
        await sound('the list');
        await page.getByRole('checkbox', { name: 'Select all' }).check();
        await menuOf(page, any);
        await sound('a menu');
        await page.keyboard.press('Escape');
        await act(page, any, 'Run');
        await page.getByRole('alert').waitFor();
        await sound('a fault');
        await page.goto(`${bench.service.url}/workflows/trash`);
        await row(page, /Thrown/)
          .first()
          .waitFor();
        await sound('the trash');
        await bench.closing(page);
      }
    });
});
