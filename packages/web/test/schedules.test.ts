import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, Bench, signIn, skip, intercept } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

const field = (name: string, value: string) => ({ name, value });
const graph = (name: string) => ({
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
    {
      id: '2',
      name: 'Show',
      type: 'transform',
      nodeClass: 'fire.nodes.util.NodePrintFirstNRows',
      fields: [field('n', '5')],
    },
  ],
  edges: [{ id: 1, source: '1', target: '2' }],
});

interface Record {
  readonly id: number;
  readonly [key: string]: unknown;
}

describe('schedules on the page', { skip }, () => {
  let bench: Bench;
  let workflow: number;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const text = await bench.call(method, path, body);
    return text === '' ? undefined : JSON.parse(text);
  };
  const root = '/api/v1/workflow-schedules';
  const make = async (part: object): Promise<Record> =>
    (await call('POST', root, { analysisFlowId: workflow, timeZone: 'UTC', ...part })) as Record;
  const find = async (name: string): Promise<Record | undefined> =>
    ((await call('GET', root)) as Record[]).find((one) => one['name'] === name);

  before(async () => {
    bench = await Bench.start();
    const form = new FormData();
    form.append('path', '/');
    form.append('file', new Blob(['name,age\nAda,36\n']), 'people.csv');
    await call('POST', '/api/v1/hdfs/files/upload', form);
    workflow = Number(await call('POST', '/api/v1/workflows', { name: 'Ages', workflow: graph('Ages') }));
    await call('POST', '/api/v1/workflows', { name: `Other ${hostile}`, workflow: graph('Other') });
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  const choose = async (page: Page, label: string, typed: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).fill(typed);
    await page.getByRole('option', { name: option }).click();
  };
  const nextFires = (page: Page) => page.getByRole('region', { name: 'Next runs' }).locator('time[datetime]');
  /** The next fires, once there are ten that this holds for. */
  const tenFires = async (page: Page, holds: (at: Date) => boolean): Promise<readonly Date[]> => {
    for (;;) {
      const times = await page
        .getByRole('region', { name: 'Next runs' })
        .getByRole('row')
        .locator('time')
        .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
      const fireTimes = times.map((at) => new Date(at));
      if (fireTimes.length === 10 && fireTimes.every(holds)) return fireTimes;
      await page.waitForEvent('response', (response) => response.url().endsWith('/next-fires'));
    }
  };
  const act = async (page: Page, name: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions: ${name}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  test('shows the way where there is none', async () => {
    const page = await bench.signedIn('/schedules');
    await page.getByText('A schedule runs a workflow automatically').waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.getByRole('link', { name: 'Schedule a workflow' }).click();
    await page.getByRole('heading', { name: 'New schedule' }).waitFor();
    await bench.closing(page);
  });

  test('makes a daily one with its next ten fires in view, and tells of it in words', async () => {
    const page = await bench.signedIn('/schedules/new', { timezoneId: 'Europe/Berlin' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Select a workflow.').waitFor();
    await choose(page, 'Workflow', 'age', 'Ages');
    await page.getByLabel('Name', { exact: true }).fill(`Nightly ${hostile}`);
    await choose(page, 'Time zone', 'new york', 'America/New_York');
    await page.getByLabel('Time of day').fill('06:30');
    const inZone = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
    const fires = await tenFires(page, (at) => inZone.format(at) === '06:30');
    assert.deepEqual(
      fires.map(Number),
      fires.map(Number).toSorted((a, b) => a - b),
    );
    const region = page.getByRole('region', { name: 'Next runs' });
    await region.getByRole('columnheader', { name: 'Your time (Europe/Berlin)' }).waitFor();
    await region.getByRole('columnheader', { name: 'America/New_York' }).waitFor();
    await page.getByLabel('Email on failure').fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('invalid mail address "nobody"').first().waitFor();
    assert.equal(await page.evaluate('document.activeElement.value'), 'nobody');
    await page.getByLabel('Email on failure').fill('ada@example.org');
    await page.getByRole('radio', { name: 'Skip', exact: true }).check();
    await page.getByLabel('Parameter values').fill('--var day=1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.pathname === '/schedules');
    const row = page.getByRole('row', { name: /Nightly <img/ });
    await row.getByText('never').waitFor();
    assert.match((await row.textContent()) ?? '', /Ages.*daily at 06:30.*America\/New_York.*never/);
    const saved = await find(`Nightly ${hostile}`);
    assert.deepEqual(
      ['overlap', 'emailonFailure', 'programParameters', 'isActive', 'hour', 'minute'].map((key) => saved?.[key]),
      ['SKIP', 'ada@example.org', '--var day=1', true, 6, 30],
    );
    assert.equal(await page.title(), 'Schedules · Millrace');
    await bench.closing(page);
  });

  test('switches off and on at once, and says why the service refuses', async () => {
    const { id } = await make({ name: 'Switched', fireEvery: 'HOURLY', minute: 5, Libjars: 'kept.jar' });
    const page = await bench.signedIn('/schedules');
    const active = page.getByRole('switch', { name: 'Active: Switched' });
    for (const isActive of [false, true]) {
      const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
      await active.press(' ');
      assert.equal(await active.isChecked(), isActive);
      assert.equal((await answer).status(), 200);
      const after = (await call('GET', `${root}/${id}`)) as Record;
      assert.deepEqual([after['isActive'], after['Libjars'], after['minute']], [isActive, 'kept.jar', 5]);
    }
    // changed by another user after the list was last read
    const record = (await call('GET', `${root}/${id}`)) as Record;
    await intercept(page, `**${root}/${id}/active`, async (route) => {
      await call('PUT', `${root}/${id}`, { ...record, minute: 50 });
      await route.continue();
    });
    const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
    await active.press(' ');
    assert.equal((await answer).status(), 200);
    const stored = (await call('GET', `${root}/${id}`)) as Record;
    assert.deepEqual([stored['isActive'], stored['minute']], [false, 50]);
    await page.unroute(`**${root}/${id}/active`);
    // deleted by another user after the list was last read
    await intercept(page, `**${root}/${id}/active`, async (route) => {
      await call('DELETE', `${root}/${id}`);
      await route.continue();
    });
    await active.press(' ');
    await page.getByRole('alert').getByText(`schedule ${id} not found`).waitFor();
    await active.waitFor({ state: 'detached' });
    await bench.closing(page);
  });

  test('says that somebody else has saved meanwhile, and lets choose whose it shall be', async () => {
    const record = await make({ name: 'Shared', fireEvery: 'HOURLY', minute: 5 });
    const path = `${root}/${record.id}`;
    const page = await bench.signedIn(`/schedules/${record.id}`);
    const minute = page.getByLabel('Minute of the hour');
    await minute.fill('10');
    await call('PUT', path, { ...record, minute: 20, Libjars: 'theirs.jar' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Another user has saved this schedule' });
    // if the other version cannot be read, the input stays
    const away = { status: 500, json: { title: 'Fault', detail: 'The disk is asleep.' } };
    await intercept(page, `**${path}`, (route) => route.fulfill(away), { times: 1 });
    await alert.getByRole('button', { name: 'Use theirs' }).click();
    await alert.getByText('The disk is asleep.').waitFor();
    assert.equal(await minute.inputValue(), '10');
    await alert.getByRole('button', { name: 'Use theirs' }).click();
    await alert.waitFor({ state: 'detached' });
    assert.equal(await minute.inputValue(), '20');
    await minute.fill('30');
    await call('PUT', `${path}/active`, { isActive: false });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.waitForURL((url) => url.pathname === '/schedules');
    const saved = (await call('GET', path)) as Record;
    assert.deepEqual([saved['minute'], saved['isActive'], saved['Libjars']], [30, true, 'theirs.jar']);
    await bench.closing(page);
  });

  test('shows a run that failed, with its reason and the way to it, and asks for no list of runs', async () => {
    const definition = graph('Gone');
    definition.nodes[0]!.fields[0] = field('path', '/gone.csv');
    const id = Number(await call('POST', '/api/v1/workflows', { name: 'Gone', workflow: definition }));
    const created = await make({ analysisFlowId: id, name: 'Fails', cronPattern: '* * * * * ?', overlap: 'SKIP' });
    const page = await bench.signedIn(`/schedules/${created.id}/fires`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const row = page.getByRole('row', { name: /failed.*gone\.csv.*Run \d+/ }).last();
    await row.waitFor();
    await call('PUT', `${root}/${created.id}/active`, { isActive: false });
    await row.getByRole('link', { name: /failed/ }).click();
    await page.getByRole('heading', { name: 'Gone' }).waitFor();
    assert.ok(!requests.includes('/api/v1/workflow-executions'));
    await bench.closing(page);
  });

  test('edits one to a cron pattern, says at the field what is wrong with it, and deletes after a question', async () => {
    await make({ name: 'Edited', fireEvery: 'EVERY WEEK', day: 'Monday,WED', hour: 7, startTime: '2030-01-07T10:00' });
    const page = await bench.signedIn('/schedules');
    const row = page.getByRole('row', { name: /Edited/ });
    await row.getByText('weekly on Mon, Wed at 07:00').waitFor();
    await row.getByRole('link', { name: 'Edited' }).click();
    assert.equal(await page.getByRole('checkbox', { name: 'Wed' }).isChecked(), true);
    assert.equal(await page.getByLabel('Not before').inputValue(), '2030-01-07T10:00');
    await page.getByLabel('Not before').fill('');
    await page.getByRole('radio', { name: 'Cron pattern' }).check({ force: true });
    const pattern = page.getByRole('textbox', { name: 'Cron pattern' });
    await pattern.fill('0 30 6 31 2 ?');
    await page.getByText('never fires: the date does not exist').waitFor();
    assert.equal(await pattern.getAttribute('aria-invalid'), 'true');
    await pattern.fill('30 6 * *');
    await page.getByText(/has 4 fields but needs 6 or 7/).waitFor();
    assert.equal(await nextFires(page).count(), 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/Not saved yet/)
      .waitFor();
    await pattern.fill('0 30 6 ? * MON-FRI');
    await page.getByText('Runs at 06:30, Monday through Friday.').waitFor();
    await tenFires(page, (at) => at.getUTCHours() === 6 && at.getUTCDay() % 6 !== 0);
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('at 06:30, Monday through Friday').waitFor();
    // what is opened again is what was saved
    await row.getByRole('link', { name: 'Edited' }).click();
    assert.equal(await pattern.inputValue(), '0 30 6 ? * MON-FRI');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await act(page, 'Edited', 'Delete');
    const question = page.getByRole('dialog', { name: 'Delete this schedule?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.notEqual(await find('Edited'), undefined);
    await act(page, 'Edited', 'Delete');
    await question.waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    assert.deepEqual(await barriers(page), []);
    await question.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal(await find('Edited'), undefined);
    await bench.closing(page);
  });

  test('shows each fire with its outcome and its run', async () => {
    const name = `Each second ${hostile}`;
    const { id, ...created } = await make({ name, fireEvery: 'CRON', cronPattern: '* * * * * ? *', overlap: 'SKIP' });
    const page = await bench.signedIn(`/schedules/${id}/fires`);
    const list = page.getByRole('region', { name: 'History' });
    await list
      .getByRole('row', { name: /completed/ })
      .first()
      .waitFor();
    const runs = (value: string): Promise<unknown> =>
      call('POST', '/api/v1/configurations', { name: 'executions.enabled', value });
    // nothing runs then, whatever the machine's speed
    await runs('false');
    await list
      .getByRole('row', { name: /skipped.*has disabled runs/ })
      .first()
      .waitFor();
    await call('PUT', `${root}/${id}`, { ...created, startTime: '', endTime: '', isActive: false });
    await runs('true');
    await page.getByPlaceholder('Type to filter').fill('completed');
    await list
      .getByRole('row', { name: /skipped/ })
      .first()
      .waitFor({ state: 'detached' });
    assert.deepEqual(await barriers(page), []);
    await list
      .getByRole('row', { name: /completed/ })
      .last()
      .getByRole('link', { name: /^Run \d+$/ })
      .click();
    await page.getByRole('heading', { name: 'Ages' }).waitFor();
    await page.goto(`${bench.service.url}/schedules`);
    const row = page.getByRole('row', { name: /Each second/ });
    await row.getByText('every second').waitFor();
    await row.getByRole('link', { name: /completed|skipped/ }).waitFor();
    await bench.closing(page);
  });

  test('keeps a draft through a reload, and asks before it is lost', async () => {
    const page = await bench.signedIn('/schedules/new');
    await page.getByLabel('Name', { exact: true }).fill('Half done');
    await page.getByRole('radio', { name: 'Monthly' }).check({ force: true });
    const dialogEvent = page.waitForEvent('dialog');
    const reloading = page.reload();
    const dialog = await dialogEvent;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.accept();
    await reloading;
    await page.getByText('Draft restored.').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half done');
    assert.equal(await page.getByRole('radio', { name: 'Monthly' }).isChecked(), true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave and discard' }).click();
    await page.getByRole('heading', { name: 'Schedules' }).waitFor();
    await page.goto(`${bench.service.url}/schedules/new`);
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '');
    await bench.closing(page);
  });

  test('says that a schedule is not there', async () => {
    const page = await bench.signedIn('/schedules/99999');
    await page.getByText('Page not found').waitFor();
    await bench.closing(page);
  });

  test('show who may only look no action that is refused, and nothing at all once that may not look any more', async () => {
    const { id } = await make({ name: 'Looked at', fireEvery: 'DAILY', hour: 3 });
    const roles = (await call('GET', '/api/v1/roles')) as { id: number; name: string }[];
    const createdUser = await bench.call('POST', '/api/v1/users', {
      username: 'vito',
      password: 'vito password',
      roles: roles.filter(({ name }) => name === 'ANALYST').map((role) => role.id),
    });
    const userId = Number(/ id (\d+)$/.exec(createdUser)?.[1]);
    await bench.call('POST', '/api/v1/project-permissions', { projectId: 1, userId, permissions: ['VIEW'] });
    const page = await bench.open(`/schedules/${id}`);
    await signIn(page, 'vito', 'vito password');
    assert.equal(await page.getByLabel('Name', { exact: true }).isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
    await page.goto(`${bench.service.url}/schedules`);
    const row = page.getByRole('row', { name: /Looked at/ });
    await row.waitFor();
    assert.equal(await page.getByRole('link', { name: 'New schedule' }).count(), 0);
    assert.equal(await page.getByRole('switch', { name: 'Active: Looked at' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Actions: Looked at' }).click();
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['History']);
    await bench.service.context.db.deleteFrom('userRoles').where('userId', '=', userId).execute();
    await row.waitFor({ state: 'detached' });
    await page
      .getByRole('alert')
      .getByText(/workflows\.view/)
      .waitFor();
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out, ${colorScheme}, wide and narrow`, async () => {
      const { id } = await make({ name: `Any ${colorScheme} ${hostile}`, fireEvery: 'MINUTE', minute: 15 });
      for (const width of [1440, 360]) {
        const page = await bench.signedIn('/schedules', { colorScheme, viewport: { width, height: 800 } });
        const sound = async (path: string): Promise<void> => {
          await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
          assert.deepEqual(await barriers(page), [], `${path} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${path} is wider than ${width}`);
        };
        await page.getByRole('row', { name: new RegExp(`Any ${colorScheme}.*every 15 minutes`) }).waitFor();
        await sound('the list');
        await page.getByRole('link', { name: 'New schedule' }).click();
        await nextFires(page).first().waitFor();
        await sound('a new one');
        await page.goto(`${bench.service.url}/schedules/${id}`);
        for (const kind of ['Hourly', 'Weekly', 'Monthly', 'Cron pattern']) {
          await page.getByRole('radio', { name: kind }).check({ force: true });
          await sound(kind);
        }
        await page.getByRole('textbox', { name: 'Cron pattern' }).fill('x');
        await page.getByText('"x" has 1 fields').waitFor();
        await sound('what is wrong');
        await page.getByRole('combobox', { name: 'Time zone' }).click();
        await page.getByRole('option', { name: 'UTC' }).waitFor();
        await sound('the time zones');
        await bench.closing(page);
      }
    });
});
