import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { dateAfter, daysOf, firesOn, maxListed } from '../src/schedules/days.ts';
import { statuses } from '../src/executions/status.ts';
import { whenOf, type Fires, type Rule } from '../src/schedules/when.ts';
import { csv, inARow, print } from './graphs.ts';
import { TestService, type Answer, type Client } from './support.ts';

const hour = 3_600_000;
const never: Rule = {
  fireEvery: 'CRON',
  cronPattern: '',
  day: '',
  dayOfTheMonth: 0,
  hour: 0,
  minute: 0,
  startTime: '',
  endTime: '',
  timeZone: 'UTC',
};

function firesOf(rule: Partial<Rule>): Fires {
  const when = whenOf({ ...never, ...rule }, 'UTC');
  assert.ok(when.ok, JSON.stringify(when));
  return when.fires;
}

/** Fires of a span, asked for one by one. */
function oneByOne(fires: Fires, from: number, to: number): number[] {
  const times: number[] = [];
  for (let at = fires.next(from - 1); at !== undefined && at < to; at = fires.next(at)) times.push(at);
  return times;
}

const countDays = (rule: Partial<Rule>, zone: string, first: string, last: string) => {
  const fires = firesOf(rule);
  const own = daysOf(fires.timeZone, dateAfter(first, -2), dateAfter(last, 2));
  return { fires, days: daysOf(zone, first, last), on: firesOn(daysOf(zone, first, last), fires, own) };
};

describe('the days of a time zone', () => {
  const lengths = (zone: string, first: string, last: string): number[] =>
    daysOf(zone, first, last).map(({ from, to }) => (to - from) / hour);

  test('are as long as its clocks say', () => {
    assert.deepEqual(lengths('Europe/Berlin', '2026-03-28', '2026-03-30'), [24, 23, 24]);
    assert.deepEqual(lengths('Europe/Berlin', '2026-10-24', '2026-10-26'), [24, 25, 24]);
    assert.deepEqual(lengths('Australia/Lord_Howe', '2026-04-04', '2026-04-06'), [24, 24.5, 24]);
    // whose clocks are changed at midnight: the day begins at one o'clock
    assert.deepEqual(lengths('Asia/Beirut', '2026-03-28', '2026-03-30'), [24, 23, 24]);
    const [day] = daysOf('Asia/Beirut', '2026-03-29', '2026-03-29');
    assert.equal(new Date(day?.from ?? 0).toISOString(), '2026-03-28T22:00:00.000Z');
  });

  test('begin at midnight everywhere, the date line included', () => {
    for (const [zone, begins] of [
      ['Pacific/Kiritimati', '2026-05-31T10:00:00.000Z'],
      ['Etc/GMT+12', '2026-06-01T12:00:00.000Z'],
      ['Asia/Kathmandu', '2026-05-31T18:15:00.000Z'],
      ['UTC', '2026-06-01T00:00:00.000Z'],
    ] as const)
      assert.equal(new Date(daysOf(zone, '2026-06-01', '2026-06-01')[0]?.from ?? 0).toISOString(), begins, zone);
  });
});

describe('the fires of each day', () => {
  const rules: readonly Partial<Rule>[] = [
    { fireEvery: 'HOURLY', minute: 5 },
    { fireEvery: 'DAILY', hour: 2, minute: 30 },
    { fireEvery: 'WEEKLY', day: 'SUN,MON', hour: 0, minute: 0 },
    { fireEvery: 'MONTHLY', dayOfTheMonth: 30, hour: 23, minute: 59 },
    { cronPattern: '0 10,40 1-3 ? * FRI-MON' },
    { cronPattern: '0 0/30 8-17 L-2 * ?' },
    { cronPattern: '0 0/20 * * * ?', startTime: '2026-03-28T11:11', endTime: '2026-03-31T07:05' },
  ];
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])
    test(`are those that the schedule has, one by one, also when the clocks of ${zone} are changed`, () => {
      for (const rule of rules)
        for (const [viewer, first, last] of [
          [zone, '2026-03-27', '2026-04-06'],
          ['Pacific/Kiritimati', '2026-03-01', '2026-04-11'],
          ['Etc/GMT+12', '2026-10-01', '2026-11-08'],
        ] as const) {
          if (rule.endTime !== undefined && first > rule.endTime) continue;
          const { fires, days, on } = countDays({ ...rule, timeZone: zone }, viewer, first, last);
          const expected = days.flatMap(({ day, from, to }) => {
            const times = oneByOne(fires, from, to);
            const last = times.at(-1);
            return last === undefined ? [] : [{ day, due: times.length, times: times.slice(0, maxListed), last }];
          });
          assert.deepEqual(on, expected, `${JSON.stringify(rule)} seen from ${viewer}`);
        }
    });

  test('are 92, 96 or 100 of a quarter of an hour', () => {
    const { on } = countDays({ cronPattern: '0 0/15 * * * ?' }, 'Europe/Berlin', '2026-03-28', '2026-03-29');
    assert.deepEqual(
      on.map(({ due }) => due),
      [96, 92],
    );
    const autumn = countDays({ cronPattern: '0 0/15 * * * ?' }, 'Europe/Berlin', '2026-10-25', '2026-10-25');
    assert.deepEqual(
      autumn.on.map(({ due }) => due),
      [100],
    );
  });

  test('are counted up to one a minute', () => {
    const each = countDays({ fireEvery: 'MINUTE', minute: 1 }, 'UTC', '2026-06-01', '2026-06-02');
    assert.deepEqual(
      each.on.map(({ due }) => due),
      [1_440, 1_440],
    );
    const more = countDays({ cronPattern: '0/10 * * * * ?' }, 'UTC', '2026-06-01', '2026-06-02');
    assert.deepEqual(
      more.on.map(({ due, times }) => [due, times.length]),
      [
        [null, 1],
        [null, 1],
      ],
    );
  });
});

describe('the calendar over HTTP', () => {
  const root = '/api/v1/workflow-schedules';
  let now = Date.parse('2026-03-27T12:00:00Z');
  let service: TestService;
  let client: Client;
  let workflow: number;
  before(async () => {
    service = await TestService.start({}, () => now);
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name\nAda\n');
    const graph = inARow('People', [csv('people.csv', ['name'], ['STRING']), print]);
    workflow = Number((await client.post('/api/v1/workflows', { workflow: graph })).text);
  });
  after(() => service[Symbol.asyncDispose]());

  const ok = (answer: Answer): Record<string, unknown>[] => {
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Record<string, unknown>[];
  };
  const ask = (from: string, to: string, timeZone = 'Europe/Berlin', as = client): Promise<Answer> =>
    as.get(`${root}/calendar?${new URLSearchParams({ from, to, timeZone })}`);

  /** A run that has begun and failed: what it reads is not there. */
  const failedRun = async (): Promise<number> => {
    const graph = inARow('Nobody', [csv('nobody.csv', ['name'], ['STRING']), print]);
    const { text } = await client.post('/api/v1/workflows', { workflow: graph });
    const { text: run } = await client.post('/api/v1/workflow/execute', { workflowId: Number(text) });
    assert.equal(await client.waitForEnd(Number(run)), 'FAILED');
    return Number(run);
  };

  test('tells what is to come, and what has become of what was to come', async () => {
    const creation = await client.post(root, {
      analysisFlowId: workflow,
      name: 'Nightly',
      fireEvery: 'DAILY',
      hour: 2,
      minute: 30,
      timeZone: 'Europe/Berlin',
    });
    const { id } = creation.json as { id: number };
    const { db } = service.service.context;
    const run = await failedRun();
    const fire = (
      at: string,
      outcome: 'FIRED' | 'SKIPPED' | 'MISSED' | 'FAILED',
      executionId: number | null = null,
    ) => ({
      scheduleId: id,
      fireAt: Date.parse(at),
      at: now,
      outcome,
      executionId,
      message: null,
    });
    await db
      .insertInto('scheduleFires')
      .values([
        fire('2026-03-25T01:30Z', 'FIRED'),
        fire('2026-03-25T02:30Z', 'FIRED', run),
        fire('2026-03-25T22:59Z', 'SKIPPED'),
        fire('2026-03-25T23:00Z', 'MISSED'),
        fire('2026-03-26T01:30Z', 'FAILED'),
        fire('2026-02-01T01:30Z', 'FIRED'),
      ])
      .execute();
    const none = { fired: 0, skipped: 0, missed: 0, failed: 0, runsFailed: 0 };
    const past = { scheduleId: id, due: 0, times: [], last: null };
    const coming = (day: string, time: string) => ({ scheduleId: id, day, due: 1, times: [time], last: time, ...none });
    assert.deepEqual(ok(await ask('2026-03-24', '2026-03-30')), [
      { ...past, ...none, day: '2026-03-25', fired: 2, skipped: 1, runsFailed: 1 },
      { ...past, ...none, day: '2026-03-26', missed: 1, failed: 1 },
      coming('2026-03-28', '2026-03-28T01:30:00.000Z'),
      // 02:30 is left out that day
      coming('2026-03-29', '2026-03-29T01:00:00.000Z'),
      coming('2026-03-30', '2026-03-30T00:30:00.000Z'),
    ]);
    const ofRun = ok(await client.get(`${root}/${id}/fires`)).find(({ executionId }) => executionId === run);
    assert.equal(ofRun?.['executionStatus'], statuses.FAILED);
    assert.match(String(ofRun['executionMessage']), /nobody\.csv/);
    // on other days for who lives elsewhere
    const west = ok(await ask('2026-03-27', '2026-03-28', 'America/Los_Angeles'));
    assert.deepEqual(
      west.map(({ day, times }) => [day, times]),
      [
        ['2026-03-27', ['2026-03-28T01:30:00.000Z']],
        ['2026-03-28', ['2026-03-29T01:00:00.000Z']],
      ],
    );
    now = Date.parse('2026-03-28T01:30:00Z');
    client = await service.signedIn();
    assert.deepEqual(ok(await ask('2026-03-28', '2026-03-28')), []);
    const { json: record } = await client.get(`${root}/${id}`);
    assert.equal((await client.put(`${root}/${id}`, { ...(record as object), isActive: false })).status, 200);
    assert.deepEqual(ok(await ask('2026-03-29', '2026-03-30')), []);
  });

  test('tells of a schedule that is not saved, too', async () => {
    const rule = { cronPattern: '0 0/15 * * * ?', timeZone: 'Europe/Berlin' };
    const query = new URLSearchParams({ from: '2026-03-28', to: '2026-03-30', timeZone: 'Europe/Berlin' });
    const answer = await client.post(`${root}/next-fires?${query}`, rule);
    assert.equal(answer.status, 200, answer.text);
    const { days, fires } = answer.json as { days: { due: number; times: string[] }[]; fires: string[] };
    // from 02:30 on
    assert.deepEqual(
      days.map(({ due, times }) => [due, times.length]),
      [
        [85, 12],
        [92, 12],
        [96, 12],
      ],
    );
    assert.equal(fires.length, 10);
    assert.deepEqual(((await client.post(`${root}/next-fires`, rule)).json as { days: unknown[] }).days, []);
    assert.equal((await client.post(`${root}/next-fires?from=2026-03-28`, rule)).status, 400);
  });

  for (const [from, to, zone, status] of [
    ['2026-03-28', '2026-03-27', 'UTC', 422],
    ['2026-02-30', '2026-03-27', 'UTC', 422],
    ['2026-01-01', '2026-02-12', 'UTC', 422],
    ['2026-01-01', '2026-01-02', 'Mars', 422],
    ['today', '2026-01-02', 'UTC', 400],
    ['1026-01-01', '1026-01-02', 'UTC', 400],
  ] as const)
    test(`refuses ${from} to ${to} in ${zone}`, async () => {
      const answer = await ask(from, to, zone);
      assert.equal(answer.status, status, answer.text);
    });

  test('of many schedules of each minute holds up nobody for long', async () => {
    const { db } = service.service.context;
    const { record, projectId, userId } = await db.selectFrom('schedules').selectAll().executeTakeFirstOrThrow();
    const minutely = JSON.stringify({
      ...(JSON.parse(record) as object),
      fireEvery: 'MINUTE',
      minute: 1,
      isActive: true,
    });
    const row = {
      workflowId: workflow,
      projectId,
      userId,
      name: 'm',
      description: '',
      record: minutely,
      isActive: 1 as const,
    };
    const rest = { nextFireAt: now + 1e12, firedAt: null, dateCreated: now, dateLastUpdated: now };
    await db
      .insertInto('schedules')
      .values(Array.from({ length: 20 }, () => ({ ...row, ...rest })))
      .execute();
    let isOver = false;
    const request = ask('2026-04-01', '2026-05-10').finally(() => {
      isOver = true;
    });
    const health = await client.get('/health/live');
    assert.equal(isOver, false);
    const entries = ok(await request);
    assert.equal(entries.length, 20 * 40);
    assert.ok(entries.every(({ due }) => due === 1_440));
    assert.equal(health.status, 200);
  });
});
