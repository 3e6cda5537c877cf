import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { barriers, Bench, signIn, skip, intercept } from './browser.ts';

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
  const save = async (name: string, condition: string): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflows', { name, workflow: graph(name, condition) }));
  const run = async (workflowId: number): Promise<number> =>
    Number(await bench.call('POST', '/api/v1/workflow/execute', { workflowId }));

  before(async () => {
    bench = await Bench.start();
    const form = new FormData();
    form.append('path', '/');
    form.append(
      'file',
      new Blob([`name,age\nAda,36\n"${hostile.replaceAll('"', '""')}",41\nTim,x\nEve,7\n`]),
      'people.csv',
    );
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  test('asks who is there, says when that is wrong, and goes on where it was asked for', async () => {
    const page = await bench.open('/executions?q=x');
    await page.getByLabel('User name').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Incorrect user name or password').waitFor();
    assert.deepEqual(await barriers(page), []);
    await signIn(page);
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?q=x');
    await bench.closing(page);
  });

  test('leads from the link to a run that scripts print to the run', async () => {
    const id = await run(await save('Linked', 'age < 18'));
    const page = await bench.open(`/#/view-workflow-result/${id}`);
    await signIn(page);
    await page.waitForURL(`**/executions/${id}`);
    await page.getByRole('heading', { name: 'Linked' }).waitFor();
    await bench.closing(page);
  });

  test('shows a run: its nodes, their rows, what was rejected and what was shown, and names as mere text', async () => {
    const id = await run(await save(`Adults ${hostile}`, 'age >= 18'));
    const page = await bench.signedIn(`/executions/${id}`);
    const nodes = page.getByRole('region', { name: 'Nodes' });
    await nodes.getByRole('row', { name: /Show 2 / }).waitFor();
    await nodes.getByRole('row', { name: /People .* 4\s*1 rejected/ }).waitFor();
    await page.getByText('completed', { exact: true }).waitFor();
    // outputs are above the rejected rows
    const output = page.getByRole('region', { name: 'Outputs' }).getByRole('region').first();
    await output.getByRole('cell', { name: 'Ada', exact: true }).waitFor();
    assert.deepEqual(await output.getByRole('cell').allTextContents(), ['Ada', '36', hostile, '41']);
    assert.match(await page.title(), /^Adults <img/);
    assert.deepEqual(await barriers(page), []);
    // one node's outputs alone
    await nodes.getByRole('button', { name: /People/ }).click();
    await page.getByRole('figure').getByText('Rejected rows', { exact: true }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Outputs' }).getByRole('figure').count(), 1);
    await page.getByText('Log', { exact: true }).click();
    await page.getByLabel('Search the log').fill('engine');
    await bench.closing(page);
  });

  test('shows what came while it was read, where the run ended meanwhile', async () => {
    const id = await run(await save('Swift', 'age >= 18'));
    const page = await bench.signedIn('/executions');
    await page.getByRole('row', { name: /Swift .*completed/ }).waitFor();
    // the first answers are of before the end, the run's record is of after it
    for (const what of ['nodes', 'results'])
      await intercept(page, `**/api/v1/workflow-executions/${id}/${what}`, (route) => route.fulfill({ json: [] }), {
        times: 1,
      });
    await page.goto(`${bench.service.url}/executions/${id}`);
    await page.getByText('completed', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Show .*2 / }).waitFor();
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    await bench.closing(page);
  });

  test('follows a run to its end, tells why it failed at the node, and runs it again', async () => {
    const id = await run(await save('Broken', '1 div (age - 36) > 0'));
    const page = await bench.signedIn(`/executions/${id}`);
    await page.getByText('failed', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /Grown up/ });
    assert.match((await row.textContent()) ?? '', /[Dd]ivi/);
    await row.getByRole('link', { name: 'Open in editor' }).click();
    await page.locator('.react-flow__node.selected').filter({ hasText: 'Grown up' }).waitFor();
    await page.goBack();
    await row.getByRole('button', { name: 'Grown up' }).click();
    await row.getByRole('button', { name: 'Grown up', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => /^\/executions\/\d+$/.test(url.pathname) && url.pathname !== `/executions/${id}`);
    await page.getByText('failed', { exact: true }).waitFor();
    // the new run is shown as a whole
    await row.getByRole('button', { name: 'Grown up', pressed: false }).waitFor();
    await bench.closing(page);
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
    await page.setViewportSize({ width: 390, height: 800 });
    const [fieldBounds, listBounds] = [
      await page.getByPlaceholder('Type to filter').boundingBox(),
      await list.boundingBox(),
    ];
    assert.equal(fieldBounds?.width, listBounds?.width);
    await bench.closing(page);
  });

  test('finds pages, records and processors from anywhere, by the keyboard alone', async () => {
    const id = await save('Needle in a stack', 'age >= 97');
    const page = await bench.signedIn('/executions');
    const combobox = page.getByRole('combobox', { name: 'Find', exact: true });
    const offered = page.getByRole('option');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    // a keyboard that has the sign above a digit
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key: '/', code: 'Digit7', modifiers: 8 });
    await combobox.waitFor();
    await page.keyboard.press('Escape');
    await combobox.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+K');
    await offered.filter({ hasText: 'Schedules' }).waitFor();
    await combobox.fill('needle');
    await offered.filter({ hasText: 'Needle in a stack' }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await combobox.press('Enter');
    await page.waitForURL((url) => url.pathname === `/workflows/${id}`);
    // a node by what stands in its settings
    await page.goto(`${bench.service.url}/schedules`);
    await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await combobox.fill('age >= 97');
    await offered.filter({ hasText: 'Needle in a stack · conditionExpr: age >= 97' }).waitFor();
    await combobox.press('Enter');
    await page.waitForURL((url) => url.pathname === `/workflows/${id}` && url.searchParams.get('node') === '2');
    await page.getByRole('complementary', { name: 'Settings' }).getByText('age >= 97').waitFor();
    await page.goto(`${bench.service.url}/schedules`);
    await page.getByRole('heading', { name: 'Schedules', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await combobox.fill('row filter');
    await offered.first().waitFor();
    await combobox.press('Escape');
    await combobox.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await combobox.fill('nothing is called so');
    await page.getByText('Nothing matches.').waitFor();
    await combobox.fill('workflows');
    await combobox.press('Enter');
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    // a slash in a field is a slash
    await page.getByPlaceholder('Type to filter').press('/');
    assert.equal(await page.getByPlaceholder('Type to filter').inputValue(), '/');
    assert.equal(await combobox.count(), 0);
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out, ${colorScheme}, wide and narrow`, async () => {
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/', { colorScheme, viewport: { width, height: 800 } });
        for (const title of ['Home', 'Workflows', 'Runs', 'Datasets', 'Files', 'Schedules', 'Processors']) {
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: title }).click();
          await page.getByRole('heading', { name: title, level: 1 }).waitFor();
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
          assert.deepEqual(await barriers(page), [], `${title} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${title} is wider than ${width}`);
        }
        await bench.closing(page);
      }
    });

  test('has nothing at addresses of records that are no numbers, and asks the service for none', async () => {
    const page = await bench.signedIn('/');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/abc') && request.resourceType() === 'fetch') requests.push(request.url());
    });
    for (const path of [
      ...['workflows/abc', 'workflows/abc/versions', 'executions/abc', 'datasets/abc', 'dashboards/abc', 'models/abc'],
      ...['projects/abc', 'schedules/abc', 'schedules/abc/fires', 'admin/users/abc', 'schedules/1234567890123456'],
    ]) {
      await page.goto(new URL(path, bench.service.url).href);
      await page.getByText('Page not found').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    assert.deepEqual(requests, []);
    await bench.closing(page);
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
    await bench.closing(page);
  });

  test('comes in few files, and the code of the editor beside them, not after them', async () => {
    const page = await bench.signedIn('/');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(bench.service.url);
    await page.getByRole('heading', { name: 'Latest runs' }).waitFor();
    const files = requests.splice(0).filter((path) => path.startsWith('/assets/'));
    assert.ok(files.length > 0 && files.length <= 12, files.join(' '));
    assert.equal(
      files.some((path) => path.includes('editor-page')),
      false,
    );

    await page.goto(`${bench.service.url}/workflows/new`);
    await page.getByRole('button', { name: 'Add the first node' }).waitFor();
    const editor = requests.findIndex((path) => /editor-page.*\.js$/.test(path));
    const firstCall = requests.findIndex((path) => path.startsWith('/api/'));
    assert.ok(editor >= 0 && editor < firstCall, requests.join(' '));
    await bench.closing(page);
  });

  test('scrolls to the last row of a large table, which comes by pages', async () => {
    const form = new FormData();
    form.append('path', '/');
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i},row ${i}`);
    form.append('file', new Blob([`id,name\n${lines.join('\n')}\n`]), 'large.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
    const { nodes, edges } = graph('Large', 'true');
    const [people, , show] = nodes;
    const workflow = {
      name: 'Large',
      nodes: [
        { ...people, fields: [field('path', '/large.csv')] },
        { ...show, fields: [field('n', '20000')] },
      ],
      edges: edges.slice(0, 1).map((edge) => ({ ...edge, target: '3' })),
    };
    const id = await run(Number(await bench.call('POST', '/api/v1/workflows', { workflow })));
    const page = await bench.signedIn(`/executions/${id}`);
    const table = page.locator('table[aria-rowcount="20001"]');
    await table.getByRole('cell', { name: 'row 7', exact: true }).waitFor();
    const region = table.locator('..');
    for (const [top, name] of [
      [1e9, 'row 19999'],
      [10_000 * 28, 'row 10000'],
      [0, 'row 0'],
    ] as const) {
      await region.evaluate((element, to) => {
        element.scrollTop = to;
      }, top);
      await table.getByRole('cell', { name, exact: true }).waitFor();
    }
    await bench.closing(page);
  });

  test('compares two runs: counts, times, and the rows that differ', async () => {
    const newer = await run(await save('Compared', 'age >= 18'));
    const older = await run(await save('Compared again', 'age >= 40'));
    const page = await bench.signedIn('/executions');
    for (const id of [newer, older]) {
      const name = id === newer ? `Compared (${id})` : `Compared again (${id})`;
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    }
    await page.getByRole('row', { name: /Compared again.*completed/ }).waitFor();
    await page
      .getByRole('row', { name: /Compared .*completed/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByRole('row', { name: /Grown up 2 1/ }).waitFor();
    const heads = page.getByRole('paragraph').filter({ hasText: /completed.*\d (ms|s) ·/ });
    await heads.nth(1).waitFor();
    await page.getByText('1 row in both, 1 only in the first run, 0 only in the second.').waitFor();
    await page
      .getByRole('region', { name: 'Row Values' })
      .getByRole('row', { name: /1 Ada 36/ })
      .waitFor();
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });

  test('compares tables of many rows as a whole, and names those that one run alone has shown', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `${i},row ${i}`);
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob([`id,name\n${lines.join('\n')}\n`]), 'before.csv');
    form.append('file', new Blob([`id,name\n-1,new\n${lines.join('\n')}\n`]), 'since.csv');
    await bench.call('POST', '/api/v1/hdfs/files/upload', form);
    const { nodes } = graph('Many', 'true');
    const [people, , show] = nodes;
    const reads = (path: string): object => ({ ...people, fields: [field('path', path)] });
    const shows = (id: string, title: string, n: string): object => ({
      ...show,
      id,
      fields: [field('n', n), field('title', title)],
    });
    const of = async (path: string, ...charts: readonly object[]): Promise<number> => {
      const edges = charts.map((_, i) => ({ id: i + 1, source: '1', target: String(i + 3) }));
      const workflow = { name: path, nodes: [reads(path), ...charts], edges };
      const id = await run(Number(await bench.call('POST', '/api/v1/workflows', { workflow })));
      // the stream ends with the run
      await bench.call('GET', `/api/v1/workflow-executions/${id}/events`);
      return id;
    };
    const first = await of('/before.csv', shows('3', 'All', '20000'));
    const second = await of('/since.csv', shows('3', 'All', '20000'), shows('4', 'Few', '5'));
    const page = await bench.signedIn(`/executions/compare?first=${first}&second=${second}`);
    await page.getByText('12,000 rows in both, 0 only in the first run, 1 only in the second.').waitFor();
    await page.getByText(`Few: only in run ${second}, with 5 rows.`).waitFor();
    await bench.closing(page);
  });

  test('says that there is nothing at an address that is none, and a program gets an answer of the interface', async () => {
    const page = await bench.signedIn('/nowhere');
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
    const answer = await fetch(`${bench.service.url}/nowhere`, { headers: { accept: 'application/json' } });
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [404, 'application/problem+json; charset=utf-8'],
    );
    const inApi = await fetch(`${bench.service.url}/api/v1/nowhere`, { headers: { accept: 'text/html' } });
    assert.equal(inApi.status, 404);
  });
});
