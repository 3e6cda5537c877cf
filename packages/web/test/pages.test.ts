import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { adminPassword, barriers, Bench, signIn, skip } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const field = (name: string, value: string) => ({ name, value });
const graph = (name: string, condition: string) => ({
  name,
  nodes: [
    {
      id: '1',
      name: `People ${hostile}`,
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [
        field('path', '/people.csv'),
        field('outputColNames', '["name","age"]'),
        field('outputColTypes', '["STRING","INTEGER"]'),
      ],
    },
    {
      id: '2',
      name: 'Grown up',
      type: 'transform',
      nodeClass: 'fire.nodes.etl.NodeRowFilter',
      fields: [field('conditionExpr', condition)],
    },
    {
      id: '3',
      name: 'Show',
      type: 'transform',
      nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
      fields: [field('n', '50')],
    },
  ],
  edges: [
    { id: 1, source: '1', target: '2' },
    { id: 2, source: '2', target: '3' },
  ],
});

describe('the page', { skip }, () => {
  let bench: Bench;
  let cookie: string;
  const call = async (method: string, path: string, body?: string | FormData, json = true): Promise<Response> => {
    const response = await fetch(`${bench.service.url}${path}`, {
      method,
      headers: { cookie, ...(json && body !== undefined ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body }),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return response;
  };
  const save = async (name: string, condition: string): Promise<number> =>
    Number(
      await (
        await call('POST', '/api/v1/workflows', JSON.stringify({ name, workflow: graph(name, condition) }))
      ).text(),
    );
  const run = async (workflowId: number): Promise<number> =>
    Number(await (await call('POST', '/api/v1/workflow/execute', JSON.stringify({ workflowId }))).text());

  before(async () => {
    bench = await Bench.start();
    const answer = await fetch(`${bench.service.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: adminPassword }),
    });
    cookie = answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const form = new FormData();
    form.append('path', '/');
    form.append(
      'file',
      new Blob([`name,age\nAda,36\n"${hostile.replaceAll('"', '""')}",41\nTim,x\nEve,7\n`]),
      'people.csv',
    );
    await call('POST', '/api/v1/hdfs/files/upload', form, false);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  const closing = async (page: Page): Promise<void> => {
    await page.close();
    assert.deepEqual(bench.faults.splice(0), []);
  };

  test('asks who is there, says when that is wrong, and goes on where it was asked for', async () => {
    const page = await bench.open('/executions?q=x');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('do not belong together').waitFor();
    assert.deepEqual(await barriers(page), []);
    await signIn(page);
    await page.getByRole('heading', { name: 'Executions' }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=x');
    await closing(page);
  });

  test('shows a run: its nodes, their rows, what was rejected and what was shown, and names as mere text', async () => {
    const id = await run(await save(`Adults ${hostile}`, 'age >= 18'));
    const page = await bench.signedIn(`/executions/${id}`);
    const nodes = page.getByRole('region', { name: 'Nodes' });
    await nodes.getByRole('row', { name: /Show 2 / }).waitFor();
    await nodes.getByRole('row', { name: /People .* 4\s*1 rejected/ }).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
    const shown = page.getByRole('region', { name: 'Outputs' }).getByRole('region').last();
    assert.deepEqual(await shown.getByRole('cell').allTextContents(), ['Ada', '36', hostile, '41']);
    assert.match(await page.title(), /^Adults <img/);
    assert.deepEqual(await barriers(page), []);
    // one node's outputs alone
    await nodes.getByRole('button', { name: /People/ }).click();
    await page.getByRole('figure').getByText('Rejected rows').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Outputs' }).getByRole('figure').count(), 1);
    await page.getByText('Log', { exact: true }).click();
    await page.getByLabel('Search the log').fill('engine');
    await closing(page);
  });

  test('follows a run to its end, tells why it failed at the node, and runs it again', async () => {
    const id = await run(await save('Broken', '1 div (age - 36) > 0'));
    const page = await bench.signedIn(`/executions/${id}`);
    await page.getByText('failed', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /Grown up/ });
    assert.match((await row.textContent()) ?? '', /[Dd]ivi/);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => /^\/executions\/\d+$/.test(url.pathname) && url.pathname !== `/executions/${id}`);
    await page.getByText('failed', { exact: true }).waitFor();
    await closing(page);
  });

  test('finds records by typing, and keeps that in the address', async () => {
    const page = await bench.signedIn('/workflows');
    const list = page.getByRole('region', { name: 'Workflows' });
    await list.getByRole('row', { name: /Broken/ }).waitFor();
    await page.getByPlaceholder('Type to filter').fill('adu');
    await list.getByRole('row', { name: /Broken/ }).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Name' }).click();
    await page.waitForURL((url) => url.search === '?q=adu&sort=name');
    await page.reload();
    await list.getByRole('row', { name: /Adults/ }).waitFor();
    assert.equal(await list.getByRole('row').count(), 2);
    assert.deepEqual(await barriers(page), []);
    await closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out, ${colorScheme}, wide and narrow`, async () => {
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/', { colorScheme, viewport: { width, height: 800 } });
        for (const place of ['Home', 'Workflows', 'Executions', 'Datasets', 'Files', 'Schedules', 'Processors']) {
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place }).click();
          await page.getByRole('heading', { name: place, level: 1 }).waitFor();
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
          assert.deepEqual(await barriers(page), [], `${place} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${place} is wider than ${width}`);
        }
        await closing(page);
      }
    });

  test('keeps what is on it while somebody signs in anew', async () => {
    const page = await bench.signedIn('/processors?q=join');
    await page.getByRole('row', { name: /Join/ }).first().waitFor();
    await page.context().clearCookies();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByText('You were signed out').waitFor();
    await signIn(page);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByText('You were signed out').waitFor({ state: 'detached' });
    await closing(page);
  });

  test('says that there is nothing at an address that is none, and a program gets an answer of the interface', async () => {
    const page = await bench.signedIn('/nowhere');
    await page.getByText('There is nothing at this address').waitFor();
    await closing(page);
    const answer = await fetch(`${bench.service.url}/nowhere`, { headers: { accept: 'application/json' } });
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [404, 'application/problem+json; charset=utf-8'],
    );
    const inApi = await fetch(`${bench.service.url}/api/v1/nowhere`, { headers: { accept: 'text/html' } });
    assert.equal(inApi.status, 404);
  });
});
