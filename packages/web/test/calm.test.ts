import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { barriers, Bench, signIn, skip, intercept } from './browser.ts';

const field = (name: string, value: string) => ({ name, value });
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
const filter = {
  id: '2',
  name: 'Grown up',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeRowFilter',
  x: '320px',
  y: '60px',
  fields: [field('conditionExpr', 'age >= 18')],
};
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
const graph = (name: string, second: object = filter) => ({
  name,
  nodes: [people, second],
  edges: [{ id: 1, source: '1', target: '2' }],
});

const node = (page: Page, name: string): Locator => page.locator('.react-flow__node').filter({ hasText: name });
const data = (page: Page): Locator => page.getByRole('region', { name: 'Data', exact: true });
const away = (page: Page): Locator =>
  page.getByRole('status').getByText('The service cannot be reached. Trying again…', { exact: true });
const condition = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Settings' }).getByRole('textbox', { name: 'Condition' });
const problems = (page: Page): Promise<void> =>
  data(page)
    .getByRole('tab', { name: /^Problems/ })
    .click();

/** Drops files on a part of the page; returns whether a handler has kept the browser from opening them. */
async function dropOn(target: Locator): Promise<boolean> {
  const page = target.page();
  const dataTransfer = await page.evaluateHandle(
    `const transfer = new DataTransfer();
     transfer.items.add(new File(['town,people\\nEger,53\\n'], 'towns.csv'));
     transfer;`,
  );
  await page.evaluate(
    `globalThis.drags = [];
     for (const type of ['dragover', 'drop'])
       addEventListener(type, (event) => drags.push(event), { capture: true, once: true });`,
  );
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer });
  return page.evaluate<boolean>('drags.length === 2 && drags.every((event) => event.defaultPrevented)');
}

describe('a page that nothing upsets', { skip }, () => {
  let bench: Bench;
  const save = async (workflow: object): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflows', { workflow }));

  before(async () => {
    bench = await Bench.start();
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob(['name,age\nAda,36\nBob,41\nEve,7\n']), 'people.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(() => bench[Symbol.asyncDispose]());

  test('says while the service starts anew that it is away, keeps what is drawn, and goes on by itself', async () => {
    const id = await save(graph('Restarted'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    await data(page).getByText('2 rows in total').waitFor();
    assert.equal(await away(page).count(), 0);
    await bench.restart(async () => {
      await condition(page).click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('age < 10');
      await away(page).waitFor();
      await problems(page);
      await data(page)
        .getByText(/^The workflow could not be checked/)
        .waitFor();
      assert.equal(await data(page).getByText('No problems found.').count(), 0);
      // explicit actions fail at once
      await page.keyboard.press('ControlOrMeta+s');
      await page.getByRole('alert').getByText('The service cannot be reached. Try again when it is back').waitFor();
      assert.deepEqual(await barriers(page), []);
      await data(page).getByRole('tab', { name: 'Rows' }).click();
    });
    await away(page).waitFor({ state: 'detached' });
    await data(page).getByText('1 row in total').waitFor();
    await data(page).getByRole('cell', { name: 'Eve', exact: true }).waitFor();
    await problems(page);
    await data(page).getByText('No problems found.').waitFor();
    assert.equal(await condition(page).textContent(), 'age < 10');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText(/✓ saved/).waitFor();
    await bench.closing(page);
  });

  test('without a line it leaves no page, fails what is sent at once, and keeps what was typed', async () => {
    const page = await bench.signedIn('/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByLabel('Name').fill('Harbour');
    await page.context().setOffline(true);
    await away(page).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The service cannot be reached. Try again when it is back').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Harbour');
    assert.deepEqual(await barriers(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // a page whose code is not here yet
    await page.evaluate('globalThis.isSame = true');
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/models');
    assert.equal(await page.evaluate('globalThis.isSame'), true);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
    await page.getByText('No models yet').waitFor();
    await away(page).waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('globalThis.isSame'), true);
    // styles, too
    assert.equal(await page.evaluate("getComputedStyle(document.querySelector('h1')).margin"), '0px');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('button', { name: 'New project' }).click();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Harbour');
    await bench.closing(page);
  });

  test('is not misled by a browser that calls itself offline, while the service is on the same machine', async () => {
    const page = await bench.signedIn('/datasets');
    await page.getByRole('heading', { name: 'Datasets', level: 1 }).waitFor();
    await page.evaluate(`
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
      dispatchEvent(new Event('offline'));
    `);
    await page.getByRole('link', { name: 'Schedules', exact: true }).click();
    await page.getByText('No schedules yet').waitFor();
    assert.equal(await away(page).count(), 0);
    await bench.closing(page);
  });

  test('a proxy that stands before a service that is away is understood, and what it refused is asked again', async () => {
    const page = await bench.signedIn('/executions');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    const refuse = (pattern: string) =>
      intercept(page, pattern, (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad</h1>' }),
      );
    await refuse('**/health/**');
    await refuse('**/api/**');
    await page.getByRole('link', { name: 'Datasets', exact: true }).click();
    await away(page).waitFor();
    await page.unroute('**/health/**');
    await page.unroute('**/api/**');
    await page.getByText('No datasets yet').waitFor();
    await away(page).waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('the events of a run come again after they were refused, from behind the last one', async () => {
    const id = await save(graph('Watched', slow));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Slow').waitFor();
    const requests: string[] = [];
    let refused = 2;
    await intercept(page, /\/events(\?|$)/, (route) => {
      requests.push(route.request().url());
      return refused-- > 0
        ? route.fulfill({ status: 503, contentType: 'text/event-stream', body: '' })
        : route.continue();
    });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await node(page, 'Slow').getByText('running').waitFor({ state: 'attached' });
    assert.ok(requests.length >= 3, `asked ${requests.length} times`);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('link', { name: /stopped/ }).waitFor();
    await bench.closing(page);
  });

  test('a fault of the service is said, with a way on', async () => {
    const id = await save(graph('Faulty'));
    const page = await bench.signedIn('/workflows');
    const fault = { status: 500, json: { code: 'INTERNAL', detail: 'A fault of the service.' } };
    await intercept(page, '**/api/v1/projects', (route) => route.fulfill(fault));
    await intercept(page, '**/api/v1/workflows/columns*', (route) => route.fulfill(fault));
    await page.goto(`${bench.service.url}/workflows/${id}`);
    await page.getByText('A fault of the service.').waitFor();
    await page.unroute('**/api/v1/projects');
    await page.getByRole('button', { name: 'Try again' }).click();
    await node(page, 'Grown up').click();
    await problems(page);
    await data(page)
      .getByText(/could not be checked: A fault of the service\./)
      .waitFor();
    assert.equal(await data(page).getByText('No problems found.').count(), 0);
    await page.unroute('**/api/v1/workflows/columns*');
    // it is requested again by itself
    await data(page).getByText('No problems found.').waitFor();
    await bench.closing(page);
  });

  test('who was signed out signs in above the page, which nothing reaches meanwhile, and goes on in the same place', async () => {
    const id = await save(graph('Signed out'));
    const page = await bench.open('/health/live');
    await intercept(page, '**/login/methods', (route) => route.fulfill({ json: { password: true, oidc: true } }));
    await page.goto(`${bench.service.url}/workflows/${id}`);
    await signIn(page);
    await node(page, 'Grown up').click();
    await data(page).getByText('2 rows in total').waitFor();
    await condition(page).click();
    await page.keyboard.press('End');
    await page.context().clearCookies();
    await page.keyboard.type('0');
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByText('You were signed out').waitFor();
    assert.deepEqual(await barriers(page), []);
    // back to this place, after a way by another site
    const way = await dialog.getByRole('link', { name: 'Sign in with your organisation' }).getAttribute('href');
    assert.equal(way, `/login/oidc?to=${encodeURIComponent(`/workflows/${id}`)}`);
    const isWithin = () =>
      page.evaluate("document.activeElement === document.body || document.activeElement.closest('dialog') !== null");
    for (let i = 0; i < 12; i++) {
      assert.equal(await isWithin(), true, `after ${i} tabs`);
      await page.keyboard.press('Tab');
    }
    // neither a key of the page beneath nor Escape does anything to it
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.getByText('You were signed out').waitFor();
    await signIn(page);
    await dialog.waitFor({ state: 'detached' });
    await node(page, 'Grown up').waitFor();
    await data(page).getByText('0 rows in total').waitFor();
    assert.equal(await condition(page).textContent(), 'age >= 180');
    // the focus is where it was
    await page.keyboard.press('Backspace');
    await data(page).getByText('2 rows in total').waitFor();
    await bench.closing(page);
  });

  test('somebody else who signs in above the page begins anew, and finds nothing of what was unsaved there', async () => {
    const password = 'somebody else altogether';
    await bench.call('POST', '/api/v1/users', { username: 'other', password, roles: [], isSuperuser: true });
    const id = await save(graph('Of the first'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    await data(page).getByText('2 rows in total').waitFor();
    await condition(page).click();
    await page.keyboard.press('End');
    await page.context().clearCookies();
    await page.keyboard.type('0');
    await page.getByRole('dialog', { name: 'Sign in' }).getByText('You were signed out').waitFor();
    await signIn(page, 'other', password);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.goto(`${bench.service.url}/workflows/${id}`);
    await node(page, 'Grown up').click();
    await data(page).getByText('2 rows in total').waitFor();
    assert.equal(await condition(page).textContent(), 'age >= 18');
    await bench.closing(page);
  });

  test('files that are let go where nothing takes them do not lead away, and do nothing', async () => {
    const id = await save(graph('Beside'));
    const page = await bench.signedIn(`/workflows/${id}`);
    await node(page, 'Grown up').click();
    await data(page).getByText('2 rows in total').waitFor();
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/upload')) uploads.push(request.url());
    });
    for (const target of [
      data(page),
      page.getByRole('complementary', { name: 'Settings' }),
      condition(page),
      page.getByRole('textbox', { name: 'Workflow name' }),
      page.getByRole('complementary', { name: 'Processors' }),
      page.locator('body'),
    ])
      assert.equal(await dropOn(target), true, String(target));
    assert.equal(await condition(page).textContent(), 'age >= 18');
    assert.equal(await page.locator('.react-flow__node').count(), 2);
    for (const path of ['/executions', '/account', '/processors']) {
      await page.goto(`${bench.service.url}${path}`);
      await page.locator('h1').waitFor();
      assert.equal(await dropOn(page.locator('h1')), true, path);
    }
    assert.deepEqual(uploads, []);
    await bench.closing(page);
  });

  test('a file that is let go on the home page becomes a dataset', async () => {
    const page = await bench.signedIn('/');
    await page.getByText('Drop a file anywhere on this page').waitFor();
    assert.equal(await dropOn(page.getByRole('heading', { name: 'Latest runs' })), true);
    await page.waitForURL((url) => url.pathname === '/datasets/new');
    const rows = page.getByRole('region', { name: 'Row preview' });
    await rows.getByRole('cell', { name: 'Eger', exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('heading', { name: 'towns' }).waitFor();
    await page.goto(`${bench.service.url}/`);
    await page.getByRole('list', { name: 'Overview' }).getByRole('link', { name: '1 dataset' }).click();
    await page.waitForURL((url) => url.pathname === '/datasets');
    await bench.closing(page);
  });

  const figure = (page: Page, name: string): Promise<string> =>
    page.locator('dl > div').filter({ hasText: name }).locator('dd').innerText();

  test('counts on the home page all that has ended in the last day, however much has run since', async () => {
    const id = await save(graph('Each minute'));
    const run = Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId: id }));
    const page = await bench.signedIn(`/executions/${run}`);
    await page.getByText('completed', { exact: true }).waitFor();
    const { db } = bench.service.context;
    const { id: _, ...row } = await db
      .selectFrom('executions')
      .selectAll()
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
    const before = JSON.parse(
      await bench.call('GET', `/api/v1/workflow-executions/summary?endedSince=${Date.now() - 3_600_000}`),
    ) as Record<string, number>;
    const runRow = (hours: number, status: number) => {
      const endedAt = Date.now() - hours * 3_600_000;
      return { ...row, jobId: randomUUID(), status, queuedAt: endedAt - 60_000, startedAt: endedAt - 60_000, endedAt };
    };
    await db
      .insertInto('executions')
      .values([runRow(30, 3), runRow(25, 2), runRow(10, 3), runRow(9, 8)])
      .execute();
    for (let part = 0; part < 5; part++)
      await db
        .insertInto('executions')
        .values(Array.from({ length: 60 }, () => runRow(1, 2)))
        .execute();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Failed in the last day').waitFor();
    await page
      .locator('dd')
      .filter({ hasText: String((before['COMPLETED'] ?? 0) + 300) })
      .waitFor();
    assert.equal(await figure(page, 'Failed in the last day'), String((before['FAILED'] ?? 0) + 2));
    assert.equal(await figure(page, 'Waiting'), '0');
    const there = page.getByRole('list', { name: 'Overview' });
    const projects = (JSON.parse(await bench.call('GET', '/api/v1/projects')) as unknown[]).length;
    await there.getByRole('link', { name: new RegExp(`^${projects} projects?$`) }).waitFor();
    assert.deepEqual(await barriers(page), []);
    const workflows = Number(await bench.call('GET', '/api/v1/workflows/count'));
    await there.getByRole('link', { name: new RegExp(`^${workflows} workflows?$`) }).click();
    await page.waitForURL((url) => url.pathname === '/workflows');
    await bench.closing(page);
  });

  test('lists all there is, also beyond a thousand', async () => {
    const { db } = bench.service.context;
    const workflowId = await save(graph('Of many'));
    const { projectId, userId } = await db
      .selectFrom('workflows')
      .select(['projectId', 'userId'])
      .where('id', '=', workflowId)
      .executeTakeFirstOrThrow();
    await bench.call('POST', '/api/v1/datasets', { name: 'One', path: '/people.csv', datasetType: 'CSV' });
    const many = 1_100;
    const nameOf = (number: number): string => `number-${String(number).padStart(5, '0')}`;
    const parts = Array.from({ length: 11 }, (_, part) =>
      Array.from({ length: many / 11 }, (__, i) => {
        const number = part * 100 + i;
        return {
          name: nameOf(number),
          uuid: `calm-${number}`,
          projectId,
          userId,
          description: '',
          dateCreated: number,
          dateLastUpdated: number,
        };
      }),
    );
    const { id: _, ...dataset } = await db.selectFrom('datasets').selectAll().executeTakeFirstOrThrow();
    await bench.call('POST', '/api/v1/workflow-schedules', {
      analysisFlowId: workflowId,
      name: 'One',
      fireEvery: 'HOURLY',
    });
    const { id: __, ...schedule } = await db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow();
    const withName = (record: string, name: string) => JSON.stringify({ ...(JSON.parse(record) as object), name });
    for (const part of parts) {
      await db
        .insertInto('datasets')
        .values(part.map((one) => ({ ...dataset, ...one, record: withName(dataset.record, one.name) })))
        .execute();
      await db
        .insertInto('models')
        .values(part.map((one) => ({ ...one, lastVersion: 0, champion: null })))
        .execute();
      await db
        .insertInto('dashboards')
        .values(part.map((one) => ({ ...one, category: '', content: '{"sheets":[]}', version: 1 })))
        .execute();
      await db
        .insertInto('schedules')
        .values(
          part.map(({ uuid: ___, ...one }) => ({
            ...schedule,
            ...one,
            record: withName(schedule.record, one.name),
            isActive: 0,
            nextFireAt: null,
          })),
        )
        .execute();
    }
    const page = await bench.signedIn('/datasets');
    for (const title of ['Datasets', 'Models', 'Dashboards', 'Schedules']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      for (const number of [0, many - 1]) {
        await page.getByPlaceholder('Type to filter').fill(nameOf(number));
        await page.getByRole('row', { name: new RegExp(nameOf(number)) }).waitFor();
      }
    }
    await page.goto(`${bench.service.url}/projects/${projectId}?tab=datasets`);
    await page.getByPlaceholder('Type to filter').fill(nameOf(0));
    await page.getByRole('row', { name: new RegExp(nameOf(0)) }).waitFor();
    await bench.closing(page);
  });
});
