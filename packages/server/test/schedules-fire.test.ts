import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { isOnPostgres, postgresStore } from '@millrace/testkit/postgres';
import { loadCatalogue } from '@millrace/processors';
import { pino } from 'pino';
import { firstRecords } from '../src/access/first-records.ts';
import { principalOfUser, type Principal } from '../src/access/principal.ts';
import { statuses, statusName } from '../src/executions/status.ts';
import { claimNext, finish } from '../src/executions/transitions.ts';
import { createSchedule } from '../src/schedules/save.ts';
import { saveWorkflow } from '../src/workflows/save.ts';
import type { FireReport } from '../src/schedules/fire.ts';
import { Scheduler } from '../src/schedules/scheduler.ts';
import type { Schedule } from '../src/schedules/record.ts';
import type { TestDatabase } from './postgres-server.ts';
import { readSettings } from '../src/settings/settings.ts';
import { openStore, type Store } from '../src/store/database.ts';
import { setSwitch } from '../src/store/switches.ts';

const hour = 3_600_000;
const noon = Date.UTC(2026, 0, 5, 12);
const graph = { name: 'Empty', uuid: '', nodes: [], edges: [] };
const hourly: Omit<Schedule, 'analysisFlowId'> = {
  name: 'hourly',
  description: '',
  fireEvery: 'HOURLY',
  cronPattern: '',
  day: '',
  dayOfTheMonth: 0,
  hour: 0,
  minute: 0,
  startTime: '',
  endTime: '',
  timeZone: 'UTC',
  emailonSuccess: 'ada@example.org',
  emailonFailure: '',
  Libjars: '',
  sparkSubmitOptions: '--conf millrace.engine=sail',
  programParameters: '--var a=1',
  overlap: 'QUEUE_ONE',
  misfire: 'FIRE_ONCE',
  maxCatchUp: 10,
  isActive: true,
};
const outcomes = (fires: readonly FireReport[]): string[] => fires.map(({ outcome }) => outcome);

describe('a schedule on a store', () => {
  let folder: string;
  let store: Store;
  let database: TestDatabase | undefined;
  let admin: Principal;
  let workflowId: number;
  let at: number;
  let stopped: number[];
  let newScheduler: () => Scheduler;
  let scheduler: Scheduler;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'millrace-schedules-'));
    database = isOnPostgres() ? await postgresStore() : undefined;
    store = await openStore(database ?? { file: join(folder, 'millrace.db') });
    await firstRecords(store.db, 'correct horse', noon);
    const user = await principalOfUser(store.db, 1);
    assert.ok(user);
    admin = user;
    newScheduler = () =>
      new Scheduler({
        db: store.db,
        catalogue: loadCatalogue,
        settings: readSettings({}),
        now: () => at,
        log: pino({ level: 'silent' }),
        runs: { wake: () => undefined, stop: (id) => void stopped.push(id) },
        mailer: { wake: () => undefined },
      });
    const workflow = { id: null, projectId: null, comment: null, workflow: graph };
    workflowId = await saveWorkflow(store.db, admin, workflow, noon);
  });
  beforeEach(async () => {
    at = noon + 1;
    stopped = [];
    scheduler = newScheduler();
    await store.db.deleteFrom('schedules').execute();
    await store.db.deleteFrom('executions').execute();
  });
  after(async () => {
    await store.db.destroy();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const schedule = async (more: Partial<Schedule> = {}): Promise<number> =>
    (await createSchedule(store.db, admin, { ...hourly, analysisFlowId: workflowId, ...more }, at)).id;
  const executions = () => store.db.selectFrom('executions').selectAll().orderBy('id').execute();
  const states = async (): Promise<string[]> => (await executions()).map(({ status }) => statusName(status));
  const claim = () => claimNext(store, 'a process', at, hour);
  const later = (hours: number): Promise<readonly FireReport[]> => {
    at += hours * hour;
    return scheduler.tick();
  };

  test('fires when its time has come, with what it says of the run', async () => {
    const id = await schedule();
    assert.deepEqual(await scheduler.tick(), []);
    const [fire] = await later(1);
    assert.equal(fire?.fireAt, noon + hour);
    const [run] = await executions();
    assert.equal(run?.id, fire?.executionId);
    assert.deepEqual(
      [run?.scheduleId, run?.userId, run?.parameters, run?.wish, run?.emailOnSuccess, run?.emailOnFailure],
      [id, admin.id, '{"a":"1"}', 'sail', 'ada@example.org', null],
    );
    assert.deepEqual(await scheduler.tick(), []);
  });

  test('skips its fires, and says why, while an administrator has switched runs off', async () => {
    await schedule({ overlap: 'CANCEL_PREVIOUS' });
    await later(1);
    await claim();
    await setSwitch(store.db, 'executions.enabled', 'false');
    const fires = await later(1);
    assert.deepEqual(outcomes(fires), ['SKIPPED']);
    assert.match(fires[0]?.message ?? '', /has disabled runs/);
    assert.deepEqual(await states(), ['STARTING', 'SKIPPED']);
    assert.deepEqual(stopped, [], 'the run at work goes on');
    await setSwitch(store.db, 'executions.enabled', 'true');
    assert.deepEqual(outcomes(await later(1)), ['FIRED']);
  });

  test('fires once where several processes come to it together', async () => {
    for (let n = 0; n < 20; n++) await schedule({ overlap: 'ALLOW' });
    const others = [scheduler, newScheduler(), newScheduler()];
    for (let n = 1; n <= 3; n++) {
      at += hour;
      await Promise.all(others.map((one) => one.tick()));
      assert.equal((await executions()).length, 20 * n);
    }
    const fires = await store.db.selectFrom('scheduleFires').selectAll().execute();
    assert.equal(new Set(fires.map(({ executionId }) => executionId)).size, 60);
  });

  test('neither loses nor doubles a fire that breaks off', async () => {
    const id = await schedule();
    await store.db.schema.alterTable('executions').renameTo('gone').execute();
    assert.deepEqual(await later(1), []);
    assert.deepEqual(await store.db.selectFrom('scheduleFires').selectAll().execute(), []);
    await store.db.schema.alterTable('gone').renameTo('executions').execute();
    assert.deepEqual(outcomes(await scheduler.tick()), ['FIRED']);
    assert.equal((await executions())[0]?.scheduleId, id);
  });

  test('QUEUE_ONE: one run waits for the last one to end, and more are skipped', async () => {
    await schedule();
    await later(1);
    const first = await claim();
    assert.ok(first);
    assert.deepEqual(outcomes(await later(1)), ['FIRED']);
    assert.deepEqual(outcomes(await later(1)), ['SKIPPED']);
    assert.deepEqual(await states(), ['STARTING', 'PENDING', 'SKIPPED']);
    assert.equal(await claim(), undefined);
    await finish(store.db, first, { status: statuses.COMPLETED, message: null, endedAt: at });
    assert.equal((await claim())?.queuedAt, at - hour);
  });

  test('SKIP: nothing is queued while a run has not ended', async () => {
    await schedule({ overlap: 'SKIP' });
    await later(1);
    await claim();
    const [fire] = await later(1);
    assert.equal(fire?.message, 'an earlier run of the schedule has not ended');
    assert.deepEqual(await states(), ['STARTING', 'SKIPPED']);
  });

  test('ALLOW: runs work side by side', async () => {
    await schedule({ overlap: 'ALLOW' });
    await later(1);
    await later(1);
    assert.ok(await claim());
    assert.ok(await claim());
  });

  test('CANCEL_PREVIOUS: runs that have not ended are stopped, and the new one waits for that', async () => {
    await schedule({ overlap: 'CANCEL_PREVIOUS' });
    await later(1);
    const first = await claim();
    await later(1);
    await later(1);
    assert.ok(first);
    assert.deepEqual(await states(), ['STOPPING', 'STOPPED', 'PENDING']);
    assert.ok(stopped.includes(first.id));
    assert.equal(await claim(), undefined);
    await finish(store.db, first, { status: statuses.STOPPED, message: null, endedAt: at });
    assert.ok(await claim());
  });

  test('fires that were missed: one makes up for all, none does, or so many do', async () => {
    const once = await schedule();
    const skip = await schedule({ misfire: 'SKIP' });
    const all = await schedule({ misfire: 'FIRE_ALL', maxCatchUp: 2 });
    const fires = await later(3.5);
    const of = (id: number) => outcomes(fires.filter(({ scheduleId }) => scheduleId === id));
    assert.deepEqual(of(once), ['MISSED', 'MISSED', 'FIRED']);
    assert.deepEqual(of(skip), ['MISSED', 'MISSED', 'MISSED']);
    assert.deepEqual(of(all), ['MISSED', 'FIRED', 'FIRED']);
    assert.equal((await later(0.5)).length, 3);
  });

  test('a year of missed seconds does not hold up the others', async () => {
    await schedule({ cronPattern: '* * * * * ?' });
    await schedule();
    const fires = await later(24 * 365);
    assert.equal(fires.filter(({ outcome }) => outcome === 'FIRED').length, 2);
  });

  test('a workflow that cannot run any more shows as a failed run, with the reason', async () => {
    const broken = {
      ...graph,
      nodes: [{ id: '1', name: 'X', type: 'transform', nodeClass: 'no.such.Class', fields: [] }],
    };
    const saving = { id: null, projectId: null, comment: null, workflow: broken };
    await schedule({ analysisFlowId: await saveWorkflow(store.db, admin, saving, at) });
    const [fire] = await later(1);
    assert.equal(fire?.outcome, 'FAILED');
    assert.match(fire?.message ?? '', /no\.such\.Class/);
    assert.deepEqual(await states(), ['FAILED']);
    assert.equal((await executions())[0]?.message, fire?.message);
  });

  test('an owner who has gone away fires nothing', async () => {
    await schedule();
    await store.db.updateTable('users').set({ isActive: 0 }).execute();
    const [fire] = await later(1);
    await store.db.updateTable('users').set({ isActive: 1 }).execute();
    assert.equal(fire?.outcome, 'FAILED');
    assert.match(fire?.message ?? '', /account of its owner/);
  });

  test('ends with its last fire', async () => {
    const id = await schedule({ endTime: new Date(noon + hour).toISOString() });
    assert.deepEqual(outcomes(await later(1)), ['FIRED']);
    const row = await store.db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
    assert.deepEqual([row?.nextFireAt, row?.firedAt], [null, noon + hour]);
    assert.deepEqual(await later(24), []);
  });

  test('after a clock that was ahead for a while fires at its next right time', async () => {
    const ids = [
      await schedule({ overlap: 'ALLOW' }),
      await schedule({ overlap: 'ALLOW', misfire: 'SKIP' }),
      await schedule({ overlap: 'ALLOW', misfire: 'FIRE_ALL' }),
      await schedule({ overlap: 'ALLOW', endTime: new Date(noon + 1_000 * hour).toISOString() }),
    ];
    const right = at;
    at += 24 * 365 * hour + 1;
    assert.ok((await scheduler.tick()).length > 0, 'it fires by the clock that there is');
    ids.push(await schedule({ overlap: 'ALLOW' }));
    at = right;
    assert.deepEqual(await newScheduler().tick(), [], 'nothing is due');
    const rows = await store.db.selectFrom('schedules').selectAll().orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ nextFireAt, firedAt }) => [nextFireAt, firedAt]),
      ids.map(() => [noon + hour, null]),
    );
    for (let n = 1; n <= 3; n++)
      assert.deepEqual(
        (await later(1)).map(({ scheduleId, fireAt, outcome }) => [scheduleId, fireAt, outcome]),
        ids.map((id) => [id, noon + n * hour, 'FIRED']),
      );
  });

  test('does not fire twice where the clock is set back by seconds', async () => {
    await schedule();
    assert.deepEqual(outcomes(await later(1)), ['FIRED']);
    at -= 2_000;
    assert.deepEqual(await scheduler.tick(), []);
    at += 3_000;
    assert.deepEqual(await scheduler.tick(), []);
    assert.deepEqual(await states(), ['PENDING']);
  });
});
