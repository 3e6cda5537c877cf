import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { InterruptedError, type SparkSession } from '../../src/index.ts';
import type { RunOptions } from '../../src/events.ts';
import type { EngineFixture } from '../support/engines.ts';
import { endless, within } from './million.ts';

/** Begins an endless query; `firstEvent` resolves with the engine's first words. */
function begin(
  session: SparkSession,
  options: RunOptions,
): { firstEvent: Promise<unknown>; outcome: Promise<unknown> } {
  const events = session.sql(endless).events(options);
  const firstEvent = events.next();
  const outcome = firstEvent
    .then(async () => {
      for await (const _ of events);
      return 'it ended in peace';
    })
    .catch((error: unknown) => error);
  return { firstEvent, outcome };
}

/** Results of an interrupted operation. */
export function interruption({ open, session: openShared }: EngineFixture): void {
  const cases: Readonly<Record<string, (session: SparkSession, operationId: string) => Promise<readonly string[]>>> = {
    'by its id': (session, operationId) => session.interrupt({ operationId }),
    'by its tag': (session) => session.interrupt({ tag: 'slow' }),
    'with all of its session': (session) => session.interrupt('all'),
  };
  for (const [how, interrupt] of Object.entries(cases))
    test(`ends in an InterruptedError when it is interrupted ${how}`, async () => {
      const session = await openShared();
      const operationId = randomUUID();
      const { firstEvent, outcome } = begin(session, { operationId, tags: ['slow'] });
      await firstEvent;
      const ids = await interrupt(session, operationId);
      assert.deepEqual(ids, [operationId]);
      const error = await within(30_000, () => outcome);
      assert.ok(error instanceof InterruptedError, String(error));
      assert.equal(error.details.operationId, operationId);
    });

  test('ends in an InterruptedError when its signal is aborted', async () => {
    const session = await openShared();
    const controller = new AbortController();
    const { firstEvent, outcome } = begin(session, { signal: controller.signal });
    await firstEvent;
    controller.abort();
    const error = await within(30_000, () => outcome);
    assert.ok(error instanceof InterruptedError, String(error));
  });

  test('does not begin when its signal is aborted already', async () => {
    const session = await openShared();
    await assert.rejects(session.sql(endless).collect({ signal: AbortSignal.abort() }), InterruptedError);
  });

  test('ends in an InterruptedError when its session is stopped', async () => {
    const session = await open();
    const { firstEvent, outcome } = begin(session, {});
    await firstEvent;
    await session.stop();
    const error = await within(30_000, () => outcome);
    assert.ok(error instanceof InterruptedError, String(error));
  });

  test('is interrupted on the engine when its loop is left early', async () => {
    // of its own: others may have operations that are still being ended
    const session = await open();
    const left = await within(30_000, async () => {
      for await (const _ of session.sql(endless).events()) break;
    });
    assert.equal(left, undefined);
    assert.deepEqual(await session.interrupt('all'), []);
  });

  test('leaves its session usable when a result is left after the first batch', async () => {
    const session = await openShared();
    for await (const batch of session.range(1_000_000).batches()) {
      assert.ok(batch.rowCount > 0);
      break;
    }
    assert.deepEqual(await session.sql('select 1 as one').collect(), [{ one: 1 }]);
  });

  test('is reached by a tag of its session, and by its own besides', async () => {
    const session = await open();
    session.addTag('nightly');
    for (const tag of ['nightly', 'report']) {
      const operationId = randomUUID();
      const { firstEvent, outcome } = begin(session, { operationId, tags: ['report'] });
      await firstEvent;
      assert.deepEqual(await session.interrupt({ tag }), [operationId]);
      assert.ok((await outcome) instanceof InterruptedError);
    }
    await assert.rejects(session.range(1).collect({ tags: ['a,b'] }), /"a,b" cannot be a tag/);
  });

  test('of one tag does not reach that of another', async () => {
    const session = await openShared();
    const { firstEvent, outcome } = begin(session, { tags: ['mine'] });
    await firstEvent;
    assert.deepEqual(await session.interrupt({ tag: 'yours' }), []);
    assert.equal((await session.interrupt({ tag: 'mine' })).length, 1);
    assert.ok((await outcome) instanceof InterruptedError);
  });
}
