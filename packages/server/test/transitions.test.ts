import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statuses } from '../src/executions/status.ts';
import { begin, claimNext, enqueue, reclaim } from '../src/executions/transitions.ts';
import { draftOf, inARow } from './graphs.ts';
import { TestService } from './support.ts';

test('a run whose process is gone waits as one that never began and tells why; begun again, it tells nothing of that', async () => {
  await using service = await TestService.start();
  const client = await service.signedIn();
  const saved = await client.post('/api/v1/workflows', { workflow: inARow('Lost', []) });
  const { store, db } = service.service.context;
  const workflow = await db
    .selectFrom('workflows')
    .select(['id', 'projectId', 'userId'])
    .where('id', '=', Number(saved.text))
    .executeTakeFirstOrThrow();
  const [queuedAt, startedAt, lostAt, againAt] = [1_000, 2_000, 50_000, 60_000];
  // in one transaction: the service must not take the run
  await db.transaction().execute(async (tx) => {
    const told = ['status', 'message', 'queuedAt', 'startedAt', 'engine', 'why', 'crashes'] as const;
    const row = (id: number) => tx.selectFrom('executions').select(told).where('id', '=', id).executeTakeFirstOrThrow();
    const id = await enqueue(tx, draftOf(workflow, queuedAt));
    const claim = await claimNext({ ...store, db: tx as never }, 'a process', startedAt, 1);
    assert.equal(claim?.id, id);
    assert.equal(await begin(tx, claim!, 'sail', 'it can'), true);
    await reclaim(tx, lostAt, 'expired');
    const { PENDING, STARTING } = statuses;
    const waits = { status: PENDING, queuedAt, startedAt: null, engine: null, why: null, crashes: 1 };
    assert.deepEqual(await row(id), { ...waits, message: 'the service ended while it ran: it waits to run again' });
    await claimNext({ ...store, db: tx as never }, 'another process', againAt, 1);
    assert.deepEqual(await row(id), { ...waits, status: STARTING, startedAt: againAt, message: null });
  });
});
