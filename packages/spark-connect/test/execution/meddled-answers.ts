import { fromBinary, toBinary } from '@bufbuild/protobuf';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConnectionLostError, SparkError, type SparkSession } from '../../src/index.ts';
import { ExecutePlanResponseSchema, type ExecutePlanResponse } from '../../src/proto.ts';
import type { EngineFixture } from '../support/engines.ts';
import { GrpcProxy, type Treatment, type FrameFilter } from '../support/grpc-proxy.ts';
import { readMillion, within } from './million.ts';

const answering = new Set(['ExecutePlan', 'ReattachExecute']);

/** Meddles with the nth message of every answer to an operation; `fate` may look at the message. */
const onNth = (n: number, fate: (answer: ExecutePlanResponse) => Treatment): FrameFilter => ({
  onMessage: ({ method, index }, message) =>
    answering.has(method) && index === n ? fate(fromBinary(ExecutePlanResponseSchema, message)) : 'pass',
});

/** What becomes of an operation when its answers come in ways that no broken wire explains. */
export function meddledAnswers({ kind, engine, open }: EngineFixture): void {
  let openProxy: Promise<GrpcProxy> | undefined;
  const withProxy = async (
    filter: FrameFilter,
    reconnectForMs = 1000,
  ): Promise<{ proxy: GrpcProxy; session: SparkSession }> => {
    const { url } = await engine();
    const proxy = await (openProxy ??= GrpcProxy.to(url));
    proxy.filter = {};
    const session = await open({ reconnectForMs }, proxy.url(url));
    proxy.filter = filter;
    return { proxy, session };
  };
  after(async () => (await openProxy)?.close());

  test('comes whole when the server ends the stream cleanly, again and again, before the result is complete', async () => {
    let streams = 0;
    const { proxy, session } = await withProxy({
      // not to the end: Sail forgets a result once its last answer is on the way
      onMessage: ({ method, index }) => (answering.has(method) && index === 7 && streams++ < 10 ? 'end' : 'pass'),
    });
    const [executions, reattachments] = [proxy.calls('ExecutePlan'), proxy.calls('ReattachExecute')];
    await readMillion(session);
    assert.equal(proxy.calls('ExecutePlan') - executions, 1);
    assert.equal(proxy.calls('ReattachExecute') - reattachments, 10);
  });

  test('comes whole when the server resets the stream in the middle', async () => {
    const { session } = await withProxy(onNth(30, () => 'reset'));
    await readMillion(session);
  });

  test('takes an answer that comes twice once', async () => {
    const { session } = await withProxy({ onMessage: ({ method }) => (answering.has(method) ? 'twice' : 'pass') });
    await readMillion(session);
  });

  test('begins anew when its first request never reached the engine', async () => {
    let losses = 0;
    const { session } = await withProxy({
      onCall: ({ method }) => (method === 'ExecutePlan' && losses++ === 0 ? 'lost' : 'pass'),
    });
    assert.deepEqual(await session.sql('select 1 as one').collect(), [{ one: 1 }]);
    assert.equal(losses, 2);
  });

  test('is not begun twice when its request arrived and the answer was lost: a write appends once', async () => {
    const { scratch } = await engine();
    const path = `${scratch}/appended-${kind}`;
    let calls = 0;
    const { session } = await withProxy({
      onCall: ({ method }) => (method === 'ExecutePlan' && calls++ === 0 ? 'unanswered' : 'pass'),
    });
    const outcome = await within(20_000, () => session.range(1000).write.mode('append').parquet(path));
    // Sail may have given its only answer into the broken stream: then it cannot be had again, and we say so
    if (outcome instanceof Error) assert.ok(kind === 'sail' && outcome instanceof ConnectionLostError, String(outcome));
    assert.equal(calls, 1);
    assert.equal(await session.read.parquet(path).count(), 1000);
  });

  test('gives up with a precise error when the server ends every stream before its first answer', async () => {
    const { session } = await withProxy(onNth(0, () => 'end'));
    const outcome = await within(30_000, () => session.sql('select 1').collect());
    assert.ok(outcome instanceof SparkError, String(outcome));
    assert.match(outcome.message, /repeatedly ended its response|can no longer return the rest/);
  });

  test('refuses a batch whose number of rows is not what the engine announced', async () => {
    const lie = (answer: ExecutePlanResponse): Treatment => {
      if (answer.responseType.case !== 'arrowBatch') return 'pass';
      answer.responseType.value.rowCount += 1n;
      return toBinary(ExecutePlanResponseSchema, answer);
    };
    const { session } = await withProxy({
      onMessage: ({ method }, message) =>
        answering.has(method) ? lie(fromBinary(ExecutePlanResponseSchema, message)) : 'pass',
    });
    await assert.rejects(session.sql('select 1 as one').collect(), {
      name: 'SparkError',
      message: 'a batch of the result has 1 rows where the engine announced 2',
    });
  });

  if (kind === 'spark')
    test('uploads its rows anew when the answer to the upload was lost', async () => {
      let uploads = 0;
      const answerLost: FrameFilter = {
        onCall: ({ method }) => (method === 'AddArtifacts' && uploads++ === 0 ? 'unanswered' : 'pass'),
      };
      // a busy machine takes more than a second for 10 MB
      const { session } = await withProxy(answerLost, 60_000);
      const rows = Array.from({ length: 100 }, (_, i) => [i, 'x'.repeat(100_000)]);
      assert.equal(await session.createDataFrame(rows, 'i int, s string').count(), 100);
      assert.equal(uploads, 2);
    });

  if (kind === 'spark')
    test('refuses a result in which a batch is missing', async () => {
      let batches = 0;
      const { session } = await withProxy({
        onMessage: ({ method }, message) =>
          answering.has(method) &&
          fromBinary(ExecutePlanResponseSchema, message).responseType.case === 'arrowBatch' &&
          batches++ === 2
            ? 'swallow'
            : 'pass',
      });
      await assert.rejects(readMillion(session), /begins at row \d+ where row \d+ was due/);
    });
}
