import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../src/executions/status.ts';
import { boundLeases, SteadyClock } from '../src/executions/leases.ts';
import { begin, claimNext, reclaim } from '../src/executions/transitions.ts';
import { enqueue } from '../src/executions/enqueue.ts';
import { draftOf, inARow } from './graphs.ts';
import { TestService } from './support.ts';

test('a run whose process is gone waits as one that never began and tells why; begun again, it tells nothing of that', async () => {
  await using service = await TestService.start();
  const client = await service.signedIn();
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Lost', []) });
  const { store, db } = service.service.context;
  const workflow = await db
    .selectFrom('workflows')
    .select(['id', 'projectId', 'userId'])
    .where('id', '=', Number(creation.text))
    .executeTakeFirstOrThrow();
  const [queuedAt, startedAt, lostAt, againAt] = [1_000, 2_000, 50_000, 60_000];
  // in one transaction: the service must not take the run
  await db.transaction().execute(async (tx) => {
    const columns = ['status', 'message', 'queuedAt', 'startedAt', 'engine', 'why', 'crashes'] as const;
    const row = (id: number) =>
      tx.selectFrom('executions').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
    const id = await enqueue(tx, draftOf(workflow, queuedAt));
    const claim = await claimNext({ ...store, db: tx as never }, 'a process', startedAt, 1);
    assert.equal(claim?.id, id);
    assert.equal(await begin(tx, claim!, 'sail', 'it can'), true);
    await reclaim(tx, lostAt, 'expired');
    const { PENDING, STARTING } = statuses;
    const waits = { status: PENDING, queuedAt, startedAt: null, engine: null, why: null, crashes: 1 };
    assert.deepEqual(await row(id), { ...waits, message: 'the service ended while it ran: the run is queued again' });
    await claimNext({ ...store, db: tx as never }, 'another process', againAt, 1);
    assert.deepEqual(await row(id), { ...waits, status: STARTING, startedAt: againAt, message: null });
  });
});

test('a lease that a clock gave which was ahead ends one lease after the clock is back', async () => {
  await using service = await TestService.start();
  const client = await service.signedIn();
  const creation = await client.post('/api/v1/workflows', { workflow: inARow('Ahead', []) });
  const { store, db } = service.service.context;
  const workflow = await db
    .selectFrom('workflows')
    .select(['id', 'projectId', 'userId'])
    .where('id', '=', Number(creation.text))
    .executeTakeFirstOrThrow();
  const [ahead, back, leaseMs] = [1e12, 1e9, 1_000];
  // in one transaction: the service must not take the run
  await db.transaction().execute(async (tx) => {
    const id = await enqueue(tx, draftOf(workflow, ahead));
    const status = async (): Promise<number> =>
      (await tx.selectFrom('executions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
    await claimNext({ ...store, db: tx as never }, 'a process', ahead, leaseMs);
    await boundLeases(tx, back, leaseMs);
    await reclaim(tx, back, 'expired');
    assert.equal(await status(), statuses.STARTING, 'its process may be there');
    await reclaim(tx, back + leaseMs + 1, 'expired');
    assert.equal(await status(), statuses.PENDING);
  });
});

test('a clock that jumps ahead is not steady until a while has passed', () => {
  let [wall, monotonic] = [1e12, 0];
  const clock = new SteadyClock(
    () => wall,
    () => monotonic,
  );
  const pass = (ms: number): boolean => {
    wall += ms;
    monotonic += ms;
    return clock.isSteadyFor(15_000);
  };
  assert.equal(pass(5_000), true);
  wall += 3_600_000;
  assert.equal(pass(5_000), false);
  assert.equal(pass(14_000), false);
  assert.equal(pass(1_000), true);
  wall -= 3_600_000;
  assert.equal(pass(5_000), true, 'set back: no lease seems to be over');
});
