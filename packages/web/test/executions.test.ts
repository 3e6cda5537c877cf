import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, Bench, signIn, skip, intercept } from './browser.ts';
import { until } from '@millrace/testkit/until';

const field = (name: string, value: string) => ({ name, value });
const sql = (text: string) => ({
  id: '2',
  name: 'Compute',
  type: 'transform',
  nodeClass: 'fire.nodes.etl.NodeSQL',
  fields: [field('tempTable', 't'), field('sql', text)],
});
const graph = (name: string, ...nodes: readonly object[]) => ({
  name,
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [
        field('path', '/people.csv'),
        field('outputColNames', '["name","age"]'),
        field('outputColTypes', '["STRING","INTEGER"]'),
      ],
    },
    ...nodes,
    {
      id: '3',
      name: 'Show',
      type: 'transform',
      nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
      fields: [field('n', '50')],
    },
  ],
  edges:
    nodes.length === 0
      ? [{ id: 1, source: '1', target: '3' }]
      : [
          { id: 1, source: '1', target: '2' },
          { id: 2, source: '2', target: '3' },
        ],
});

/** Computes for hours, on one core. */
const endless = sql(
  'select sum(a.id * b.id % 7) as s from range(0, 10000000, 1, 1) a cross join range(0, 10000000, 1, 1) b where a.id % 3 <> b.id % 5',
);

const noon = Date.parse('2025-06-15T12:00:00Z');
const day = 86_400_000;

describe('the runs', { skip }, () => {
  let bench: Bench;
  let admin: number;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = await bench.call(method, path, body);
    return text === '' ? undefined : JSON.parse(text);
  };
  const save = async (workflow: object, projectId?: number): Promise<number> =>
    Number(
      await bench.call('POST', '/api/v1/workflows', { workflow, ...(projectId === undefined ? {} : { projectId }) }),
    );
  const run = async (workflowId: number, more: object = {}): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId, ...more }));
  const status = (id: number): Promise<string> => bench.call('GET', `/api/v1/workflow-executions/${id}/status`);
  const has = async (id: number, ...states: readonly string[]): Promise<void> => {
    await until(async () => states.includes(await status(id)));
  };
  const makeUser = async (username: string, role: string): Promise<number> => {
    const roles = (await call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const created = await bench.call('POST', '/api/v1/users', {
      username,
      password: `${username} password`,
      roles: roles.filter(({ name }) => name === role).map(({ id }) => id),
    });
    return Number(/ id (\d+)$/.exec(created)?.[1]);
  };
  const as = async (username: string, path: string): Promise<Page> => {
    const page = await bench.open(path);
    await signIn(page, username, `${username} password`);
    return page;
  };
  /** Puts runs into the store that have ended long ago. */
  const past = async (
    runs: readonly {
      name: string;
      at: number;
      status?: number;
      userId?: number;
      projectId: number;
      workflowId?: number;
    }[],
  ): Promise<void> => {
    const { db } = bench.service.context;
    const rest = {
      workflowVersion: 1,
      scheduleId: null,
      category: '',
      description: '',
      graph: '{}',
      nodes: null,
    } as const;
    const how = { parameters: '{}', wish: 'auto', libJars: '', sparkConfig: '', lane: null, resumes: null } as const;
    const state = {
      owner: null,
      leaseUntil: 0,
      fence: 0,
      crashes: 0,
      engine: 'sail',
      why: null,
      message: null,
    } as const;
    const rows = runs.map(({ at, status: runStatus = 2, userId = admin, workflowId = 0, ...one }, i) => ({
      ...rest,
      ...how,
      ...state,
      ...one,
      status: runStatus,
      userId,
      workflowId,
      jobId: `past ${one.name} ${i}`,
      runKey: '',
      clock: at,
      seed: '1',
      logHome: null,
      emailOnSuccess: null,
      emailOnFailure: null,
      queuedAt: at,
      startedAt: at,
      endedAt: at + 90_000,
      heartbeatAt: at,
    }));
    for (let from = 0; from < rows.length; from += 200)
      await db
        .insertInto('executions')
        .values(rows.slice(from, from + 200))
        .execute();
  };
  const list = (page: Page) => page.getByRole('region', { name: 'Runs' });
  /** Runs of the list, as a person reads their rows. */
  const names = async (page: Page): Promise<readonly string[]> =>
    (await list(page).locator('tbody td:nth-child(2)').allTextContents()).map((one) => one.trim());
  const inAddress = (page: Page, key: string, value: string | null): Promise<void> =>
    page.waitForURL((url) => url.searchParams.get(key) === value);

  before(async () => {
    bench = await Bench.start();
    admin = ((await call('GET', '/api/v1/users/me')) as { id: number }).id;
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob(['name,age\nAda,36\nEve,7\n']), 'people.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  test('are held against project, state, user, days and name, which the address keeps, and are reached by pages', async () => {
    const { id: other } = (await call('POST', '/api/v1/projects', { name: 'Elsewhere' })) as { id: number };
    const [{ id: home } = { id: 0 }] = (
      (await call('GET', '/api/v1/projects')) as { id: number; name: string }[]
    ).filter(({ name }) => name !== 'Elsewhere');
    const ada = await makeUser('ada', 'ANALYST');
    await past(Array.from({ length: 1_100 }, (_, i) => ({ name: `Old ${i}`, at: noon - day * 30, projectId: home })));
    await past([
      { name: 'Lost', at: noon, status: 3, userId: ada, projectId: other },
      { name: 'Found', at: noon + day, userId: ada, projectId: other },
      { name: 'Kept', at: noon + 2 * day, status: 3, projectId: other },
    ]);
    const page = await bench.signedIn('/executions');
    await list(page)
      .getByRole('row', { name: /Kept failed .* Elsewhere admin/ })
      .waitFor();
    await page.getByText('500 of 1,103').waitFor();
    // the oldest is on the last page, and the back button leads here again
    await page.getByRole('link', { name: 'Next page' }).click();
    await inAddress(page, 'page', '2');
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByText('Page 3 of 3').waitFor();
    await page.getByText('103 of 1,103').waitFor();
    await list(page).evaluate((element) => element.scrollTo(0, 1e6));
    await list(page).getByRole('link', { name: 'Old 0', exact: true }).waitFor();
    await page.goBack();
    await page.getByText('Page 2 of 3').waitFor();
    // an order holds over all pages
    await list(page).getByRole('button', { name: 'Name' }).click();
    await page.getByText('Page 1 of 3').waitFor();
    await list(page).getByRole('row').nth(1).getByText('Found').waitFor();
    assert.deepEqual(await list(page).getByRole('button', { name: 'Duration' }).count(), 0);

    await page.getByLabel('Project').selectOption('Elsewhere');
    await inAddress(page, 'project', String(other));
    await list(page).getByRole('row', { name: /Old/ }).first().waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Found', 'Kept', 'Lost']);
    await page.getByLabel('Status').selectOption('Failed');
    await list(page).getByRole('row', { name: /Found/ }).waitFor({ state: 'detached' });
    await page.getByLabel('User', { exact: true }).selectOption('ada');
    await list(page).getByRole('row', { name: /Kept/ }).waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Lost']);
    assert.deepEqual(await barriers(page), []);
    // a link shows others the same
    await page.reload();
    await list(page)
      .getByRole('row', { name: /Lost failed .* Elsewhere ada/ })
      .waitFor();
    assert.equal(await list(page).getByRole('row').count(), 2);
    await page.getByLabel('Status').selectOption('Completed');
    await list(page).getByRole('row', { name: /Found/ }).waitFor();
    await page.getByLabel('Status').selectOption('Killed');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByText('500 of 1,103').waitFor();
    await page.waitForURL((url) => url.search === '?sort=name');

    await page.getByLabel('From', { exact: true }).fill('2025-06-15');
    await page.getByText('3', { exact: true }).waitFor();
    await page.getByLabel('To', { exact: true }).fill('2025-06-16');
    await list(page).getByRole('row', { name: /Kept/ }).waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['Found', 'Lost']);
    await page.getByLabel('From', { exact: true }).fill('');
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByPlaceholder('Type to filter').fill('OUND');
    await list(page).getByRole('row', { name: /Lost/ }).waitFor({ state: 'detached' });
    await list(page).getByRole('row', { name: /Found/ }).waitFor();
    assert.deepEqual(await names(page), ['Found']);
    await bench.closing(page);
  });

  test('are stopped, killed and deleted several at once, where one may, and what was refused is said', async () => {
    const workflow = await save(graph('Endless', endless));
    const light = await save(graph('Light'));
    const finished = await run(light);
    await has(finished, 'COMPLETED');
    const [first, second] = [await run(workflow), await run(workflow)];
    const page = await bench.signedIn('/executions');
    const select = (id: number, name: string) => page.getByRole('checkbox', { name: `Select ${name} (${id})` });
    const row = (id: number) =>
      list(page)
        .getByRole('row')
        .filter({ has: page.locator(`a[href="/executions/${id}"]`) });
    await select(first, 'Endless').check();
    // two runs are compared, and each action takes those that it fits
    await select(finished, 'Light').check();
    await page.getByRole('link', { name: 'Compare', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete 1…' }).waitFor();
    await page.getByRole('button', { name: 'Stop 1' }).click();
    await page.getByText('1 run is being stopped.').waitFor();
    await row(first).getByText('stopped').waitFor();
    await select(second, 'Endless').check();
    await page.getByRole('button', { name: 'Kill 1' }).click();
    await page.getByText('1 run was killed.').waitFor();
    await row(second).getByText('killed').waitFor();

    // one of them is deleted in the meantime
    await select(first, 'Endless').check();
    await select(second, 'Endless').check();
    await page.getByRole('button', { name: 'Delete 2…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 runs?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete 2…' }).click();
    await question.waitFor();
    assert.deepEqual(await barriers(page), []);
    await bench.call('DELETE', '/api/v1/workflow-executions', [first]);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: '1 run was deleted.' });
    assert.match(
      (await alert.textContent()) ?? '',
      new RegExp(`“Endless” \\(${first}\\): execution ${first} not found`),
    );
    await row(second).waitFor({ state: 'detached' });
    assert.equal(await row(first).count(), 0);
    assert.equal(await row(finished).count(), 1);
    await bench.closing(page);
  });

  test('of others are left alone by who may only look, and not deleted by who may run', async () => {
    const { id: projectId } = (await call('POST', '/api/v1/projects', { name: 'Shared' })) as { id: number };
    const [viewer, runs] = [await makeUser('vito', 'VIEWER'), await makeUser('rita', 'ANALYST')];
    await call('PUT', `/api/v1/projects/${projectId}/members`, [
      { userId: viewer, rights: ['VIEW'] },
      { userId: runs, rights: ['EXECUTE'] },
    ]);
    const at = Date.now() - day;
    await past([
      { name: 'By admin', at, projectId },
      { name: 'By Rita', at: at + 1, userId: runs, projectId },
    ]);
    const live = await run(await save(graph('Under way', endless), projectId));
    for (const [name, actions] of [
      ['vito', []],
      ['rita', ['Stop 1', 'Kill 1', 'Delete 1…']],
    ] as const) {
      const page = await as(name, '/executions');
      await list(page)
        .getByRole('row', { name: /Under way/ })
        .waitFor();
      await page.getByRole('checkbox', { name: 'Select all' }).check();
      const offered = page.getByRole('main').getByRole('button', { name: /^(Stop|Kill|Delete)/ });
      if (actions.length > 0) await offered.first().waitFor();
      assert.deepEqual(await offered.allTextContents(), actions);
      await bench.closing(page);
    }
    await bench.call('POST', `/api/v1/workflow-execution/${live}/kill`);
  });

  test('that others start appear while the list is open: what is chosen and in sight stays', async () => {
    const { id: projectId } = (await call('POST', '/api/v1/projects', { name: 'Busy' })) as { id: number };
    const long = await run(await save(graph('Long', endless), projectId));
    await past(Array.from({ length: 200 }, (_, i) => ({ name: `Before ${i}`, at: noon, projectId })));
    const light = await save(graph('Newcomer'), projectId);
    const page = await bench.signedIn(`/executions?project=${projectId}`);
    await list(page)
      .getByRole('row', { name: /Before 199/ })
      .waitFor();
    await list(page).evaluate((element) => element.scrollTo(0, 3_000));
    const olderRun = list(page).getByRole('row', { name: /Before 110 / });
    await olderRun.waitFor();
    const checkbox = olderRun.getByRole('checkbox');
    await checkbox.check();
    const before = await olderRun.boundingBox();
    const id = await run(light);
    await has(id, 'COMPLETED');
    await page.getByText('202', { exact: true }).waitFor();
    assert.equal(await checkbox.isChecked(), true);
    assert.deepEqual(await olderRun.boundingBox(), before);
    await bench.call('POST', `/api/v1/workflow-execution/${long}/kill`);
    await bench.closing(page);
  });

  test('of one workflow are all there is at its address', async () => {
    const workflow = await save(graph('Alone'));
    const id = await run(workflow);
    await has(id, 'COMPLETED');
    const page = await bench.signedIn(`/executions?workflow=${workflow}`);
    await page.getByRole('heading', { name: 'Runs of Alone' }).waitFor();
    await list(page)
      .getByRole('row', { name: /Alone completed/ })
      .waitFor();
    assert.deepEqual(await names(page), ['Alone']);
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await bench.closing(page);
  });

  test('run again as they were asked for, of the workflow as it is now, which the page tells beforehand', async () => {
    const definition = graph('Asked for', sql("select name, '${word}' as word from t"));
    const workflow = await save(definition);
    const id = await run(workflow, {
      programParameters: "--var word='so'",
      sparkConfig: '--conf millrace.engine=sail',
      emailOnFailure: 'ada@example.org',
      nodes: ['2'],
    });
    await has(id, 'COMPLETED');
    const page = await bench.signedIn(`/executions/${id}`);
    const again = page.getByRole('button', { name: 'Run again', exact: true });
    await again.waitFor();
    assert.equal(
      await again.getAttribute('title'),
      [
        'Same settings as this run:',
        'with word = so',
        'on sail',
        'only Compute and the nodes before them',
        'email to ada@example.org on failure',
      ].join('\n'),
    );
    await page.getByText('word = so', { exact: true }).waitFor();
    assert.equal(await page.getByText('the workflow is now at').count(), 0);
    await bench.call('PUT', '/api/v1/workflows', { analysisflowId: workflow, workflow: definition });
    await page.reload();
    await page.getByText('version 1; the workflow is now at version 2').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('link', { name: 'the workflow is now at version 2' }).click();
    await page.getByRole('radio', { name: 'From version 1' }).and(page.locator(':checked')).waitFor();
    await page.getByRole('radio', { name: 'To version 2' }).and(page.locator(':checked')).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Run again with version 2' }).click();
    await page.waitForURL((url) => /^\/executions\/\d+$/.test(url.pathname) && url.pathname !== `/executions/${id}`);
    await page.getByText('completed', { exact: true }).waitFor();
    const next = Number(new URL(page.url()).pathname.split('/').at(-1));
    const record = (await call('GET', `/api/v1/workflow-executions/${next}`)) as Record<string, unknown>;
    assert.deepEqual(
      ['workflowVersion', 'parameters', 'engineAsked', 'emailOnFailure', 'nodes'].map((key) => record[key]),
      [2, { word: 'so' }, 'sail', 'ada@example.org', ['2']],
    );
    await bench.closing(page);
  });

  test('are deleted one by one on their own page, and read where their workflow is gone', async () => {
    const workflow = await save(graph('Passing'));
    const id = await run(workflow);
    await has(id, 'COMPLETED');
    await bench.call('DELETE', `/api/v1/workflows/${workflow}`);
    const page = await bench.signedIn(`/executions/${id}`);
    await page.getByText('the workflow no longer exists').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Run again' }).count(), 0);
    await page.getByRole('button', { name: 'Delete…' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this run?' });
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/executions');
    await list(page)
      .getByRole('row', { name: /Asked for/ })
      .first()
      .waitFor();
    assert.equal((await names(page)).includes('Passing'), false);
    await bench.closing(page);
  });

  test('say of rows that nothing sorts that they have no defined order, and of sorted ones nothing', async () => {
    const counted = 'select age, count(*) as n from t group by age';
    const openedPage = async (text: string): Promise<Page> => {
      const id = await run(await save(graph('Counted', sql(text))));
      await has(id, 'COMPLETED');
      const page = await bench.signedIn(`/executions/${id}`);
      await page.getByRole('columnheader', { name: 'age' }).first().waitFor();
      return page;
    };
    const free = await openedPage(counted);
    await free.getByText('No defined order').waitFor();
    await bench.closing(free);
    const sorted = await openedPage(`${counted} order by age`);
    assert.equal(await sorted.getByText('No defined order').count(), 0);
    await bench.closing(sorted);
  });

  test('say calmly what could not be read of them, and read it again', async () => {
    const id = await run(await save(graph('Fragile')));
    await has(id, 'COMPLETED');
    const page = await bench.signedIn('/executions');
    const parts = ['nodes', 'results', 'logs/view'].map((what) => `**/api/v1/workflow-executions/${id}/${what}`);
    for (const part of parts)
      await intercept(page, part, (route) =>
        route.fulfill({ status: 500, json: { title: 'Fault', detail: 'The disk is asleep.' } }),
      );
    await page.goto(`${bench.service.url}/executions/${id}`);
    const nodes = page.getByRole('region', { name: 'Nodes' });
    const outputs = page.getByRole('region', { name: 'Outputs' });
    const log = page.getByRole('group').filter({ hasText: 'Log' });
    await page.getByText('Log', { exact: true }).click();
    for (const region of [nodes, outputs, log])
      await region.getByRole('alert').getByText('The disk is asleep.').waitFor();
    assert.deepEqual(await barriers(page), []);
    for (const part of parts) await page.unroute(part);
    for (const region of [nodes, outputs, log]) await region.getByRole('button', { name: 'Try again' }).click();
    await nodes.getByRole('row', { name: /Show/ }).waitFor();
    await outputs.getByRole('cell', { name: 'Ada' }).waitFor();
    await log
      .getByText(/run\.started|engine/)
      .first()
      .waitFor();
    await bench.closing(page);
  });

  test('tell in their log what is at work, while it is', async () => {
    const id = await run(await save(graph('Logged', endless)));
    const page = await bench.signedIn(`/executions/${id}`);
    await page.getByText('Log', { exact: true }).click();
    await page
      .getByRole('group')
      .filter({ hasText: 'Log' })
      .getByText(/"Compute" .* started/)
      .waitFor();
    await page.getByText('running', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('stopped', { exact: true }).first().waitFor();
    await bench.closing(page);
  });
});
