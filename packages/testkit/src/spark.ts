// Starts the embedded Spark that the test processes of a run share, which they find by what this writes: a line of JSON
// for MILLRACE_TEST_SPARK. It ends with its standard input. See `packages/toolchain/checks/shared-spark.ts`.
import { join } from 'node:path';
import { startSpark } from '@millrace/engines';
import { closeAtEnd, closeShared, sharedFolder } from './shared.ts';

try {
  // it lives long enough for Java to compile fully, which a Spark of a few tests does not
  const engine = closeAtEnd(await startSpark({ scratch: join(sharedFolder(), 'engine'), quick: false }));
  const { url, pid, scratch, version } = engine;
  console.log(JSON.stringify({ url, pid, scratch, version }));
  for await (const _ of process.stdin);
} finally {
  await closeShared();
}
