import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLostError, type SparkSession } from '../../src/index.ts';
import type { EngineFixture } from '../support/engines.ts';
import { within } from './million.ts';

/** Reads a long result, and does something when its first batch has come; gives how the reading ended, within seconds. */
async function readUntil(session: SparkSession, happens: () => void): Promise<void | Error> {
  const batches = session.range(0, 20_000_000, 1, 200).batches();
  await batches.next();
  happens();
  return within(30_000, async () => {
    for await (const _ of batches);
  });
}

/** What becomes of an operation whose engine hangs or dies. */
export function deadEngine({ engine, open }: EngineFixture): void {
  test('goes on when its engine was stopped for a moment', async () => {
    const { pid } = await engine();
    const session = await open({ probeAfterMs: 300, probeTimeoutMs: 5000 });
    let count = 0;
    for await (const batch of session.range(1_000_000).batches()) {
      if (count === 0) {
        process.kill(pid, 'SIGSTOP');
        setTimeout(() => process.kill(pid, 'SIGCONT'), 1000);
      }
      count += batch.rowCount;
    }
    assert.equal(count, 1_000_000);
  });

  test('ends in a ConnectionLostError within seconds when its engine hangs', async () => {
    const { pid } = await engine();
    const session = await open({ probeAfterMs: 400, probeTimeoutMs: 5000, reconnectForMs: 500 });
    const outcome = await readUntil(session, () => process.kill(pid, 'SIGSTOP'));
    process.kill(pid, 'SIGCONT');
    assert.ok(outcome instanceof ConnectionLostError, String(outcome));
    assert.match(outcome.message, /it has not responded/);
  });

  test('ends in a ConnectionLostError within seconds when its engine is killed', async () => {
    const { pid, exited } = await engine();
    const session = await open({ reconnectForMs: 1000 });
    const outcome = await readUntil(session, () => process.kill(pid, 'SIGKILL'));
    assert.ok(outcome instanceof ConnectionLostError, String(outcome));
    await exited;
    await session.stop();
  });
}
