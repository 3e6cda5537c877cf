import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { barriers, Bench, skip } from './browser.ts';

/** Text that would do harm if anything took it for more than text. */
const hostile = '<img src=x onerror="document.title=`taken`">';

type Outcome = 'FIRED' | 'SKIPPED' | 'MISSED' | 'FAILED';

describe('the calendar of schedules', { skip }, () => {
  let bench: Bench;
  const ids = new Map<string, number>();
  const root = '/api/v1/workflow-schedules';
  const make = async (analysisFlowId: number, name: string, rule: object): Promise<void> => {
    const created = await bench.call('POST', root, { analysisFlowId, name, timeZone: 'Europe/Berlin', ...rule });
    ids.set(name, (JSON.parse(created) as { id: number }).id);
  };
  const addFire = async (
    name: string,
    times: Readonly<Record<string, Outcome>>,
    executionId: number | null = null,
  ): Promise<void> => {
    const rows = Object.entries(times).map(([time, outcome]) => {
      const at = Date.parse(time);
      return { scheduleId: ids.get(name) ?? 0, fireAt: at, at, outcome, executionId, message: null };
    });
    await bench.service.context.db.insertInto('scheduleFires').values(rows).execute();
  };
  /** A run that begins and fails. */
  const failedRun = async (): Promise<number> => {
    const reads = { id: '1', name: 'Nobody', type: 'dataset', nodeClass: 'fire.nodes.dataset.NodeDatasetCSV' };
    const fields = [
      { name: 'path', value: '/nobody.csv' },
      { name: 'outputColNames', value: '["name"]' },
      { name: 'outputColTypes', value: '["STRING"]' },
    ];
    const graph = { name: 'Nobody', nodes: [{ ...reads, fields }], edges: [] };
    const workflow = await bench.call('POST', '/api/v1/workflows', { name: 'Nobody', workflow: graph });
    const run = await bench.call('POST', '/api/v1/workflow/execute', { workflowId: Number(workflow) });
    // the stream ends with the run
    await bench.call('GET', `/api/v1/workflow-executions/${run}/events`);
    return Number(run);
  };
  before(async () => {
    bench = await Bench.start();
    const graph = { name: 'Ages', nodes: [], edges: [] };
    const workflow = Number(await bench.call('POST', '/api/v1/workflows', { name: 'Ages', workflow: graph }));
    await make(workflow, 'Quarters', { cronPattern: '0 0/15 * * * ?' });
    await make(workflow, `Nightly ${hostile}`, {
      fireEvery: 'DAILY',
      hour: 6,
      minute: 30,
      timeZone: 'America/New_York',
    });
    await make(workflow, 'Seconds', { cronPattern: '0/5 * * ? * MON' });
    await make(workflow, 'Idle', { fireEvery: 'DAILY', hour: 1, minute: 0, isActive: false });
    await addFire('Quarters', {
      '2024-03-05T10:00Z': 'FIRED',
      '2024-03-05T10:15Z': 'FIRED',
      '2024-03-05T10:30Z': 'SKIPPED',
      // the next day in Berlin
      '2024-03-05T23:30Z': 'MISSED',
    });
    await addFire('Idle', { '2024-03-07T01:00Z': 'FIRED' }, await failedRun());
    await addFire('Idle', { '2024-03-05T00:00Z': 'FAILED' });
  });
  after(async () => {
    await bench[Symbol.asyncDispose]();
  });

  const open = (search: string, more: object = {}): Promise<Page> =>
    bench.signedIn(`/schedules/calendar${search}`, { locale: 'en-GB', timezoneId: 'Europe/Berlin', ...more });
  const dayOf = (page: Page, label: string | RegExp) =>
    page.getByRole('grid').getByRole('button', { name: label, exact: typeof label === 'string' });
  const cellOf = (page: Page, label: RegExp) => dayOf(page, label).locator('xpath=..');

  test('says what fires on each day in one’s own time, with the schedule’s, and counts where there are many', async () => {
    const page = await open('?month=2030-03&day=2030-03-30');
    // clocks of Berlin are set forward on the 31st, those of New York were on the 10th
    await dayOf(page, /^Saturday 30 March: Quarters, 96 runs scheduled; Nightly .*, 1 run scheduled$/).waitFor();
    await dayOf(page, /^Sunday 31 March: Quarters, 92 runs scheduled/).waitFor();
    await dayOf(page, /^Monday 25 March: .*Seconds, more than one run a minute scheduled/).waitFor();
    assert.match((await cellOf(page, /^Saturday 30 March/).textContent()) ?? '', /96 ×Quarters11:30Nightly <img/);
    assert.match((await cellOf(page, /^Sunday 31 March/).textContent()) ?? '', /92 ×Quarters12:30Nightly <img/);
    await page.getByText('your time zone, Europe/Berlin').waitFor();
    const detail = page.getByRole('region', { name: 'Saturday 30 March' });
    await detail.getByText('from 00:00 to 23:45').waitFor();
    await detail.getByText('11:30 (06:30 in America/New_York)').waitFor();
    assert.equal(await page.getByText('Idle').count(), 0);
    await detail.getByRole('link', { name: 'Quarters', exact: true }).click();
    await page.getByRole('heading', { name: 'Quarters' }).waitFor();
    assert.ok(!(await page.title()).includes('taken'));
    await bench.closing(page);
  });

  test('shows what was skipped, missed, could not begin, or failed', async () => {
    const page = await open('?month=2024-03&day=2024-03-05');
    await dayOf(page, 'Tuesday 5 March: Idle, 1 failed to start; Quarters, 2 started, 1 skipped').waitFor();
    await dayOf(page, 'Wednesday 6 March: Quarters, 1 missed').waitFor();
    await dayOf(page, 'Thursday 7 March: Idle, 1 started, 1 run failed').waitFor();
    assert.match((await cellOf(page, /^Thursday 7 March/).textContent()) ?? '', /✕/);
    await dayOf(page, 'Friday 8 March: no runs').waitFor();
    const detail = page.getByRole('region', { name: 'Tuesday 5 March' });
    await detail.getByText('2 started · 1 skipped').waitFor();
    await detail.getByRole('link', { name: 'History Quarters' }).click();
    await page.getByRole('heading', { name: 'History of Quarters' }).waitFor();
    await bench.closing(page);
  });

  test('is walked with the arrows alone, and the address keeps where one is', async () => {
    const page = await open('?month=2030-03&day=2030-03-01');
    await dayOf(page, /^Friday 1 March/).focus();
    for (const [key, day] of [
      ['ArrowRight', '2030-03-02'],
      ['ArrowDown', '2030-03-09'],
      ['ArrowUp', '2030-03-02'],
      ['ArrowLeft', '2030-03-01'],
      ['ArrowLeft', '2030-02-28'],
      ['End', '2030-02-28'],
      ['PageDown', '2030-03-28'],
      ['Home', '2030-03-01'],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`[data-day="${day}"]:focus`).waitFor();
    }
    await page.getByRole('region', { name: 'Friday 1 March' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('day'), '2030-03-01');
    await page.reload();
    await page.getByRole('region', { name: 'Friday 1 March' }).waitFor();
    await page.getByRole('button', { name: 'Next month' }).press('Enter');
    await page.getByRole('grid', { name: 'April 2030' }).waitFor();
    await page.getByRole('button', { name: 'Today' }).press('Enter');
    await page.getByRole('grid').locator('[aria-current=date]').waitFor();
    await page.getByRole('link', { name: 'All schedules' }).click();
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.getByRole('heading', { name: 'Schedule calendar' }).waitFor();
    await bench.closing(page);
  });

  test('stands in the form, for what is not saved yet too', async () => {
    const page = await bench.signedIn(`/schedules/${ids.get('Quarters')}`, {
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    const month = page.getByRole('region', { name: 'Days with runs' });
    await month.getByRole('button', { name: 'Next month' }).click();
    await month
      .getByRole('button', { name: /: (92|96|100) runs scheduled$/ })
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: 'Cron pattern' }).fill('0 0 12 2 * ?');
    const second = month.getByRole('button', { name: /^\w+ 2 \w+: 1 run scheduled$/ });
    await second.first().waitFor();
    assert.match((await second.first().locator('xpath=..').textContent()) ?? '', /^212:00$/);
    await second.first().click();
    await month.getByText('1 run scheduled 12:00').waitFor();
    assert.deepEqual(await barriers(page), []);
    await bench.closing(page);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`keeps nobody out, ${colorScheme}, wide and narrow`, async () => {
      for (const width of [1440, 360])
        for (const search of ['?month=2030-03', '?month=2024-03&day=2024-03-05']) {
          const page = await open(search, { colorScheme, viewport: { width, height: 900 } });
          if (width === 360) await page.getByRole('list', { name: /^(Upcoming days|Earlier this month)$/ }).waitFor();
          else
            await dayOf(page, /Quarters/)
              .first()
              .waitFor();
          assert.deepEqual(await barriers(page), [], `${search} at ${width}`);
          const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.equal(over, 0, `${search} is wider than ${width}`);
          await bench.closing(page);
        }
    });
});
