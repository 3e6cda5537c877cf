import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { TestService, type Answer, type Client } from './support.ts';

type Json = Record<string, unknown>;

const root = '/api/v1/workflow-schedules';
const hour = 3_600_000;
const noon = Date.UTC(2026, 0, 5, 12);
const field = (name: string, value: string) => ({ name, value, widget: 'textfield' });
const graph = {
  name: 'People',
  uuid: '',
  nodes: [
    {
      id: '1',
      name: 'People',
      type: 'dataset',
      nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
      fields: [
        field('path', 'people.csv'),
        field('separator', ','),
        field('header', 'true'),
        field('outputColNames', '["name"]'),
        field('outputColTypes', '["STRING"]'),
        field('outputColFormats', '[""]'),
      ],
    },
  ],
  edges: [],
};

/** As the interface has it, with a key that is the client's own. */
const body = (analysisFlowId: number) => ({
  analysisFlowId,
  name: 'Nightly',
  description: 'each night',
  cronPattern: '',
  day: '',
  dayOfTheMonth: null,
  hour: '2',
  minute: 30,
  fireEvery: 'Daily',
  startTime: '2026-01-01T00:00:00',
  endTime: '',
  emailonSuccess: '',
  emailonFailure: 'ada@example.org',
  Libjars: '',
  sparkSubmitOptions: '',
  timeZone: 'Europe/Berlin',
  ownKey: { kept: [1, null] },
});

const ok = (answer: Answer): Json => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json as Json;
};
const list = (answer: Answer): Json[] => ok(answer) as unknown as Json[];
const mustRefuse = (answer: Answer, status: number, detail: RegExp): void => {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.text, detail);
};

describe('schedules over HTTP', () => {
  let at = noon;
  let service: TestService;
  let client: Client;
  let workflow: number;
  before(async () => {
    service = await TestService.start({}, () => at);
    client = await service.signedIn();
    await writeFile(join(service.files, 'people.csv'), 'name\nAda\n');
    workflow = Number((await client.post('/api/v1/workflows', { workflow: graph })).text);
  });
  after(() => service[Symbol.asyncDispose]());

  const createSchedule = async (more: Json = {}): Promise<Json> =>
    ok(await client.post(root, { ...body(workflow), ...more }));

  test('are made and read, with the keys of the interface, keys of the client and the next fire', async () => {
    const record = await createSchedule();
    assert.deepEqual(record, {
      ...body(workflow),
      id: record['id'],
      dayOfTheMonth: 0,
      hour: 2,
      startTime: '2025-12-31T23:00:00.000Z',
      endTime: null,
      firedTime: null,
      nextFireTime: '2026-01-06T01:30:00.000Z',
      dateCreated: '2026-01-05T12:00:00.000Z',
      dateLastUpdated: '2026-01-05T12:00:00.000Z',
      userId: '1',
      projectId: 1,
      programParameters: '',
      overlap: 'QUEUE_ONE',
      misfire: 'FIRE_ONCE',
      maxCatchUp: 10,
      isActive: true,
      version: 1,
    });
    assert.deepEqual(ok(await client.get(`${root}/${String(record['id'])}`)), record);
    for (const path of [`${root}/projects/1/workflows/${workflow}`, `${root}-list/${workflow}`, root])
      assert.deepEqual(
        list(await client.get(path)).find(({ id }) => id === record['id']),
        record,
      );
    mustRefuse(
      await client.get(`${root}/projects/2/workflows/${workflow}`),
      404,
      /workflow \d+ not found in project 2/,
    );
  });

  test('can be changed by sending back what was read', async () => {
    const record = await createSchedule();
    const path = `${root}/${String(record['id'])}`;
    const update = ok(await client.put(path, { ...record, id: 99, userId: '99', hour: 3 }));
    assert.deepEqual(update, { ...record, hour: 3, nextFireTime: '2026-01-06T02:30:00.000Z', version: 2 });
    const answer = ok(await client.put(path, { ...update, isActive: false }));
    assert.equal(answer['nextFireTime'], null);
  });

  test('are not saved over what somebody else has saved meanwhile, where the version is named', async () => {
    const record = await createSchedule();
    const path = `${root}/${String(record['id'])}`;
    ok(await client.put(path, { ...record, hour: 5 }));
    mustRefuse(await client.put(path, { ...record, hour: 6 }), 409, /since version 1.*STALE_VERSION/);
    mustRefuse(await client.put(path, { ...record, hour: 6, version: 'x' }), 400, /version/);
    const { version: _, ...withoutVersion } = record;
    assert.deepEqual(
      [ok(await client.get(path))['hour'], ok(await client.put(path, { ...withoutVersion, hour: 7 }))['version']],
      [5, 3],
    );
    mustRefuse(await client.put(`${root}/99999`, { ...record }), 404, /schedule \d+ not found/);
  });

  test('are switched without anything else of them', async () => {
    const { version: _, ...record } = await createSchedule();
    const path = `${root}/${String(record['id'])}`;
    const update = ok(await client.put(path, { ...record, hour: 5 }));
    const off = ok(await client.put(`${path}/active`, { isActive: false }));
    assert.deepEqual(off, { ...update, isActive: false, nextFireTime: null, version: 3 });
    assert.deepEqual(ok(await client.put(`${path}/active`, { isActive: true })), { ...update, version: 4 });
    // who had it open before does not bring it back as it was
    mustRefuse(await client.put(path, update), 409, /STALE_VERSION/);
    mustRefuse(await client.put(`${path}/active`, {}), 400, /isActive/);
    mustRefuse(await client.put(`${root}/99999/active`, { isActive: false }), 404, /schedule \d+ not found/);
  });

  test('that never fire again can be switched off, and changed, but not switched on', async () => {
    const record = await createSchedule({ fireEvery: 'Hourly', endTime: '2026-01-05T14:00:00' });
    const path = `${root}/${String(record['id'])}`;
    at = noon + 2 * hour;
    try {
      mustRefuse(await client.put(path, record), 422, /endTime leaves no fire time after/);
      const off = ok(await client.put(path, { ...record, name: 'Over', isActive: false }));
      assert.deepEqual([off['isActive'], off['nextFireTime'], off['name']], [false, null, 'Over']);
      mustRefuse(await client.put(path, { ...off, isActive: true }), 422, /endTime leaves no fire time after/);
      mustRefuse(await client.put(`${path}/active`, { isActive: true }), 422, /endTime leaves no fire time after/);
      mustRefuse(await client.put(path, { ...off, hour: 'x' }), 400, /hour/);
      mustRefuse(await client.put(path, { ...off, cronPattern: 'x' }), 422, /cronPattern/);
      assert.equal(ok(await client.put(path, { ...off, endTime: '', isActive: true }))['isActive'], true);
    } finally {
      at = noon;
    }
  });

  test('are deleted by DELETE, or by GET with a header that repeats the id, from this site alone', async () => {
    const [one, two] = [String((await createSchedule())['id']), String((await createSchedule())['id'])];
    assert.equal(ok(await client.get(`${root}/${one}`, { id: two }))['id'], Number(one));
    const away = { id: one, 'sec-fetch-site': 'cross-site' };
    mustRefuse(await client.get(`${root}/${one}`, away), 403, /CROSS_SITE/);
    ok(await client.get(`${root}/${one}`, { id: one }));
    mustRefuse(await client.get(`${root}/${one}`), 404, /schedule \d+ not found/);
    ok(await client.delete(`${root}/${two}`));
    mustRefuse(await client.delete(`${root}/${two}`), 404, /schedule \d+ not found/);
  });

  test('tell their ten next fires before they are saved', async () => {
    const { timeZone, fires } = ok(
      await client.post(`${root}/next-fires`, { cronPattern: '0 0/15 8 ? * MON-FRI *', timeZone: 'America/New_York' }),
    ) as { timeZone: string; fires: string[] };
    assert.equal(timeZone, 'America/New_York');
    assert.equal(fires.length, 10);
    assert.equal(fires[0], '2026-01-05T13:00:00.000Z');
  });

  const wrong: readonly [Json, number, RegExp][] = [
    [{ cronPattern: '0 0 0 30 2 ?' }, 422, /cronPattern never fires/],
    [{ cronPattern: '* * * * *' }, 422, /has 5 fields/],
    [{ fireEvery: 'SOMETIMES' }, 422, /must be one of MINUTE/],
    [{ endTime: '2026-01-05T00:00:00Z' }, 422, /endTime leaves no fire time/],
    [{ timeZone: 'Mars' }, 422, /must be a time zone/],
    [{ overlap: 'MAYBE' }, 400, /overlap/],
    [{ maxCatchUp: 0 }, 400, /maxCatchUp/],
    [{ analysisFlowId: 999 }, 404, /workflow 999 not found/],
    [{ analysisFlowId: undefined }, 400, /analysisFlowId is missing/],
  ];
  for (const [more, status, detail] of wrong)
    test(`are refused with ${JSON.stringify(more)}`, async () =>
      mustRefuse(await client.post(root, { ...body(workflow), ...more }), status, detail));

  test('of others are not there; who may only look can look', async () => {
    const id = String((await createSchedule())['id']);
    const { db } = service.service.context;
    const { passwordHash } = await db.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow();
    const analyst = await db.selectFrom('roles').select('id').where('name', '=', 'ANALYST').executeTakeFirstOrThrow();
    const user = { passwordHash, firstName: '', lastName: '', email: '', isActive: 1, isSuperuser: 0 } as const;
    const dates = { currentProjectId: null, dateCreated: noon, dateLastUpdated: noon };
    const { id: bo } = await db
      .insertInto('users')
      .values({ username: 'bo', ...user, ...dates })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('userRoles').values({ userId: bo, roleId: analyst.id }).execute();
    const other = await service.signedIn('bo');
    for (const path of [`${root}/${id}`, `${root}/${id}/fires`, `${root}-list/${workflow}`])
      mustRefuse(await other.get(path), 404, /not found/);
    mustRefuse(await other.get(`${root}/${id}`, { id }), 404, /schedule \d+ not found/);
    assert.deepEqual(list(await other.get(root)), []);
    await db.insertInto('projectMembers').values({ projectId: 1, userId: bo, groupId: null, rights: 1 }).execute();
    ok(await other.get(`${root}/${id}`));
    for (const answer of [
      await other.put(`${root}/${id}`, body(workflow)),
      await other.delete(`${root}/${id}`),
      await other.get(`${root}/${id}`, { id }),
      await other.post(root, body(workflow)),
    ])
      mustRefuse(answer, 403, /the right EXECUTE/);
  });

  test('fire when the clock reaches them, and again behind a restart, and say so', async () => {
    const id = String((await createSchedule({ fireEvery: 'HOURLY', minute: 0, timeZone: 'UTC' }))['id']);
    at += hour;
    await service.service.context.schedules.tick();
    const [fire] = list(await client.get(`${root}/${id}/fires`));
    assert.deepEqual([fire?.['outcome'], fire?.['fireTime']], ['FIRED', '2026-01-05T13:00:00.000Z']);
    const run = Number(fire?.['executionId']);
    assert.equal(await client.waitForEnd(run), 'COMPLETED');
    const [done] = list(await client.get(`${root}/${id}/fires`));
    assert.deepEqual([done?.['executionStatus'], done?.['executionMessage']], [2, null]);
    const execution = ok(await client.get(`/api/v1/workflow-executions/${run}`));
    assert.equal(execution['analysisFlowScheduleId'], Number(id));
    assert.equal(execution['emailOnFailure'], 'ada@example.org');
    at += 2 * hour;
    await service.restart();
    client = await service.signedIn();
    await service.service.context.schedules.tick();
    const fires = list(await client.get(`${root}/${id}/fires`));
    assert.deepEqual(
      fires.map(({ outcome }) => outcome),
      ['FIRED', 'MISSED', 'FIRED'],
    );
    assert.equal(ok(await client.get(`${root}/${id}`))['firedTime'], '2026-01-05T15:00:00.000Z');
  });
});

test('a schedule of each second fires by itself', async () => {
  await using service = await TestService.start();
  const client = await service.signedIn();
  await writeFile(join(service.files, 'people.csv'), 'name\nAda\n');
  const workflow = Number((await client.post('/api/v1/workflows', { workflow: graph })).text);
  const fired = once(service.service.context.schedules.events, 'fired');
  const { id } = ok(
    await client.post(root, { analysisFlowId: workflow, fireEvery: 'CRON', cronPattern: '* * * * * ?' }),
  );
  const [{ scheduleId, outcome, executionId }] = await fired;
  assert.deepEqual([scheduleId, outcome], [id, 'FIRED']);
  ok(await client.delete(`${root}/${String(id)}`));
  assert.equal(await client.waitForEnd(executionId), 'COMPLETED');
});
