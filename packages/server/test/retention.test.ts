import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Insertable } from 'kysely';
import { statuses } from '../src/executions/status.ts';
import { readSettings } from '../src/index.ts';
import { Sweeper } from '../src/retention/sweeper.ts';
import type { ExecutionTable } from '../src/store/tables/executions.ts';
import { TestService } from './support.ts';

const day = 86_400_000;
const today = Date.UTC(2030, 0, 1);

describe('retention', () => {
  let service: TestService;
  let now = today;
  before(async () => {
    service = await TestService.start({}, () => now);
  });
  after(() => service[Symbol.asyncDispose]());

  const sweeper = (environment: NodeJS.ProcessEnv = {}) =>
    new Sweeper({
      store: service.service.context.store,
      logs: service.service.context.logs,
      tables: service.service.context.tables,
      uploads: service.service.context.uploads,
      settings: readSettings(environment),
      now: () => now,
      log: service.service.context.log,
    });
  const ids = async (table: 'executions' | 'scheduleFires' | 'audit' | 'tokens'): Promise<readonly number[]> =>
    (await service.service.context.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

  const records = async () => {
    const { db } = service.service.context;
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const { id: projectId } = await db.selectFrom('projects').select('id').executeTakeFirstOrThrow();
    return { db, userId, projectId };
  };
  const newWorkflow = async (uuid: string): Promise<number> => {
    const { db, userId, projectId } = await records();
    const { id } = await db
      .insertInto('workflows')
      .values({
        uuid,
        projectId,
        userId,
        version: 1,
        name: uuid,
        category: '',
        description: '',
        engine: '',
        content: '{}',
        lockedByUserId: null,
        dateCreated: 0,
        dateLastUpdated: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  /** A run that ended so many days ago, with events, nodes and outputs. */
  const newRun = async (
    workflowId: number,
    status: number,
    days: number | null,
    more: Partial<Insertable<ExecutionTable>> = {},
  ) => {
    const { db, userId, projectId } = await records();
    const endedAt = days === null ? null : now - days * day;
    const texts = {
      name: '',
      category: '',
      description: '',
      graph: '{}',
      parameters: '{}',
      wish: '',
      libJars: '',
      sparkConfig: '',
    };
    const numbers = {
      workflowVersion: 1,
      queuedAt: 0,
      startedAt: 0,
      heartbeatAt: 0,
      leaseUntil: 0,
      fence: 0,
      crashes: 0,
      clock: 0,
      seed: '0',
      runKey: '',
    };
    const { id: executionId } = await db
      .insertInto('executions')
      .values({
        workflowId,
        projectId,
        userId,
        status,
        endedAt,
        jobId: crypto.randomUUID(),
        ...texts,
        ...numbers,
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const events = Array.from({ length: 450 }, (_, seq) => ({ executionId, seq, at: 0, event: '{}' }));
    await db.insertInto('executionEvents').values(events).execute();
    const outputs = events
      .slice(0, 25)
      .map(({ seq }) => ({ executionId, nodeId: '1', seq, type: '', title: '', body: '{}' }));
    await db.insertInto('executionOutputs').values(outputs).execute();
    const nodes = outputs.map(({ seq }) => ({
      executionId,
      nodeId: String(seq),
      name: '',
      nodeClass: '',
      status: '',
      rowCount: null,
      ms: 0,
      report: '{}',
      endedAt: 0,
    }));
    await db.insertInto('executionNodes').values(nodes).execute();
    return executionId;
  };

  test('runs go with what they have shown; live ones and the last good one of a workflow stay', async () => {
    const { db } = await records();
    const [one, other, absent] = [await newWorkflow('one'), await newWorkflow('other'), 999_999];
    const { COMPLETED, FAILED, RUNNING } = statuses;
    await newRun(one, COMPLETED, 30);
    const lastGood = await newRun(one, COMPLETED, 20);
    await newRun(one, FAILED, 15);
    await newRun(other, COMPLETED, 12);
    const young = await newRun(other, COMPLETED, 9);
    const live = await newRun(other, RUNNING, null, { leaseUntil: Number.MAX_SAFE_INTEGER });
    await newRun(absent, COMPLETED, 11);
    assert.equal((await sweeper({ MILLRACE_KEEP_RUNS_DAYS: '0' }).sweep()).runs, 0);
    assert.equal((await sweeper({ MILLRACE_KEEP_RUNS_DAYS: '10' }).sweep()).runs, 4);
    const left = [lastGood, young, live];
    assert.deepEqual(await ids('executions'), left);
    for (const [table, each] of [
      ['executionEvents', 450],
      ['executionOutputs', 25],
      ['executionNodes', 25],
    ] as const) {
      const rows = await db
        .selectFrom(table)
        .select((eb) => ['executionId', eb.fn.countAll<number>().as('n')])
        .groupBy('executionId')
        .orderBy('executionId')
        .execute();
      assert.deepEqual(
        rows,
        left.map((executionId) => ({ executionId, n: each })),
        table,
      );
    }
    await db.deleteFrom('executions').execute();
  });

  test('fires, entries of the audit log, tokens and sessions go when their time is over', async () => {
    const { db, userId, projectId } = await records();
    const workflowId = await newWorkflow('scheduled');
    const { id: scheduleId } = await db
      .insertInto('schedules')
      .values({
        workflowId,
        projectId,
        userId,
        name: '',
        description: '',
        record: '{}',
        nextFireAt: null,
        firedAt: null,
        isActive: 0,
        dateCreated: 0,
        dateLastUpdated: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // one more of each than a step takes
    const times = Array.from({ length: 501 }, (_, n) => now - n * day);
    await db
      .insertInto('scheduleFires')
      .values(times.map((at) => ({ scheduleId, fireAt: at, outcome: 'FIRED', executionId: null, at, message: null })))
      .execute();
    await service.service.context.audit.flush();
    await db.deleteFrom('audit').execute();
    const entry = { userId, userName: '', action: '', target: '', status: 200, requestId: '' };
    await db
      .insertInto('audit')
      .values(times.map((at) => ({ at, ...entry })))
      .execute();
    const token = { userId, description: '', createdAt: 0 };
    await db
      .insertInto('tokens')
      .values(times.map((expiresAt, n) => ({ hash: `t${n}`, expiresAt, ...token })))
      .execute();
    const session = { userId, createdAt: 0 };
    await db
      .insertInto('sessions')
      .values(times.map((expiresAt, n) => ({ hash: `s${n}`, expiresAt, ...session })))
      .execute();
    const days = (n: number) => ({
      MILLRACE_KEEP_FIRES_DAYS: String(n),
      MILLRACE_KEEP_AUDIT_DAYS: String(n),
      MILLRACE_KEEP_TOKENS_DAYS: String(n),
    });
    assert.deepEqual(await sweeper(days(0)).sweep(), {
      runs: 0,
      fires: 0,
      audit: 0,
      tokens: 0,
      sessions: 500,
      uploads: 0,
    });
    assert.deepEqual(await sweeper(days(400)).sweep(), {
      runs: 0,
      fires: 100,
      audit: 100,
      tokens: 100,
      sessions: 0,
      uploads: 0,
    });
    // two at once, as two processes on one store: each row goes once
    const both = await Promise.all([sweeper(days(90)).sweep(), sweeper(days(90)).sweep()]);
    for (const kind of ['fires', 'audit', 'tokens'] as const) {
      assert.equal(both[0][kind] + both[1][kind], 310, kind);
      assert.equal((await ids(kind === 'fires' ? 'scheduleFires' : kind)).length, 91, kind);
    }
    now += 80 * day;
    assert.equal((await sweeper(days(90)).sweep()).fires, 80);
  });

  test('two processes clear away the same runs without being in each other’s way', async () => {
    const workflow = await newWorkflow('shared');
    for (let n = 0; n < 8; n++) await newRun(workflow, statuses.FAILED, 20 + n);
    const settings = { MILLRACE_KEEP_RUNS_DAYS: '10' };
    const both = await Promise.all([sweeper(settings).sweep(), sweeper(settings).sweep()]);
    assert.equal(both[0].runs + both[1].runs, 8);
    assert.deepEqual(await ids('executions'), []);
  });

  test('a sweep that is under way ends with the service', async () => {
    const workflow = await newWorkflow('ended');
    for (let n = 0; n < 3; n++) await newRun(workflow, statuses.FAILED, 20 + n);
    const one = sweeper({ MILLRACE_KEEP_RUNS_DAYS: '10' });
    const sweeping = one.sweep();
    await one.close();
    const { runs } = await sweeping;
    assert.equal((await ids('executions')).length, 3 - runs);
    assert.notEqual(runs, 3);
    assert.equal((await sweeper({ MILLRACE_KEEP_RUNS_DAYS: '10' }).sweep()).runs, 3 - runs);
  });

  test('a purge and the deletion of a project leave others their turn', async () => {
    const client = await service.signedIn();
    const creation = await client.post('/api/v1/projects', { name: 'Of many runs' });
    const { id: projectId } = creation.json as { id: number };
    const { db } = service.service.context;
    const events = async (): Promise<number> => {
      const { n } = await db
        .selectFrom('executionEvents')
        .innerJoin('executions', 'executions.id', 'executionEvents.executionId')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('executions.projectId', '=', projectId)
        .executeTakeFirstOrThrow();
      return n;
    };
    for (const path of [
      `/api/v1/workflow-executions/application/${projectId}/days/0`,
      `/api/v1/projects/${projectId}`,
    ]) {
      for (let i = 0; i < 100; i++) await newRun(0, statuses.COMPLETED, 1, { projectId });
      let isDone = false;
      const deleting = client.delete(path).finally(() => (isDone = true));
      const counts = new Set<number>();
      while (!isDone) {
        counts.add(await events());
        await new Promise(setImmediate);
      }
      assert.equal((await deleting).status, 200);
      assert.equal(await events(), 0);
      assert.ok(counts.size > 2, `${path}: ${[...counts].join(', ')}`);
    }
  });
});
