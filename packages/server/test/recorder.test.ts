import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunEvent } from '@millrace/runner';
import { Recorder } from '../src/executions/recorder.ts';
import { claimNext } from '../src/executions/transitions.ts';
import { enqueue } from '../src/executions/enqueue.ts';
import { draftOf, inARow } from './graphs.ts';
import { TestService } from './support.ts';

const log = (message: string): RunEvent => ({ event: 'log', level: 'info', message });
const outputEvent = (title: string): RunEvent => ({
  event: 'output',
  nodeId: '1',
  type: 'text',
  title,
  text: title,
  format: 'plain',
});

/** A run that this test has claimed, and what it has recorded. */
async function claimRun(service: TestService) {
  const client = await service.signedIn();
  await client.post('/api/v1/workflows', { workflow: inARow('Lost', []) });
  const { store, db, runs, logs, tables, log: runLog } = service.service.context;
  const workflow = await db.selectFrom('workflows').selectAll().executeTakeFirstOrThrow();
  // in one transaction: the service must not take the run
  const claim = await db.transaction().execute(async (tx) => {
    await enqueue(tx, draftOf(workflow, 1_000));
    return claimNext({ ...store, db: tx as never }, 'a process', Date.now(), 3_600_000);
  });
  assert.ok(claim);
  const options = { db, bus: runs.events, logs, tables, log: runLog, now: Date.now, closing: AbortSignal.abort() };
  const count = async (table: 'executionEvents' | 'executionOutputs') =>
    (await db.selectFrom(table).select('executionId').where('executionId', '=', claim.id).execute()).length;
  return { db, claim, options, count };
}

test('a node that tells twenty thousand lines at once loses none of them, nor what it shows', async () => {
  await using service = await TestService.start();
  const { claim, options, count } = await claimRun(service);
  const recorder = await Recorder.begin(options, claim);
  for (let i = 0; i < 20_000; i++) recorder.note(log(`line ${i}`));
  recorder.note(outputEvent('the end'));
  await recorder.flush();
  assert.equal(await count('executionEvents'), 20_001);
  assert.equal(await count('executionOutputs'), 1);
});

test('who has lost a run to another process writes nothing into what that one records', async () => {
  await using service = await TestService.start();
  const { db, claim, options, count } = await claimRun(service);
  const first = await Recorder.begin(options, claim);
  first.note(log('it begins'));
  first.note(outputEvent('of the first'));
  await first.flush();
  await db
    .updateTable('executions')
    .set({ fence: claim.fence + 1 })
    .where('id', '=', claim.id)
    .execute();
  const second = await Recorder.begin(options, { ...claim, fence: claim.fence + 1 });
  first.note(log('too late'));
  first.note(outputEvent('too late'));
  let isChanged = false;
  await first.flush(async () => {
    isChanged = true;
  });
  second.note(outputEvent('of the second'));
  await second.flush();
  const outputs = await db.selectFrom('executionOutputs').select('title').where('executionId', '=', claim.id).execute();
  assert.deepEqual(
    outputs.map(({ title }) => title),
    ['of the second'],
  );
  assert.equal(isChanged, false);
  // two of the first, that it begins again, and one of the second
  assert.equal(await count('executionEvents'), 4);
});
