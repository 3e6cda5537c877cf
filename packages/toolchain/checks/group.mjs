// @ts-check
// Runs the test files that MILLRACE_TEST_FILES names (a JSON list of paths) one after the other in this process, each as
// a suite of its own: what a file does before and after its tests is done when its turn comes. The runner listens on
// descriptor 4.
import diagnostics from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endOfFile } from './left-open.mjs';

const CHANNEL = 4;
/** How long what was closed in the last moment may take to be gone. */
const PATIENCE_MS = 10_000;

/** @param {object} message */
const send = (message) => writeSync(CHANNEL, `${JSON.stringify(message)}\n`);

let servers = 0;
diagnostics.subscribe('tracing:net.server.listen:asyncStart', () => servers++);

// by its share of requests the runner knows what the process uses of the Spark that all share
let requests = 0;
const { MILLRACE_TEST_SPARK: spark } = process.env;
const sayRequests = () => {
  if (requests > 0) send({ type: 'spark', requests });
  requests = 0;
};
if (spark !== undefined) {
  const { host } = new URL(JSON.parse(spark).url.replace(/^sc:/, 'http:'));
  diagnostics.subscribe('http2.client.stream.created', (message) => {
    const { headers } = /** @type {{ headers: Record<string, unknown> }} */ (message);
    if (headers[':authority'] === host) requests++;
  });
  setInterval(sayRequests, 500).unref();
}

/** @type {readonly string[]} */
const files = JSON.parse(process.env['MILLRACE_TEST_FILES'] ?? '[]');
delete process.env['MILLRACE_TEST_FILES'];

let turn = Promise.resolve();
for (const file of files) {
  /** @type {PromiseWithResolvers<void>} */
  const ended = Promise.withResolvers();
  const begins = turn;
  turn = ended.promise;
  describe(file, () => {
    // hooks run in the order in which they are registered, up to the first that fails: the file gets a suite to itself
    describe(file, async () => {
      // a promise that is made here carries the suite along, as `begins` itself would not: tests would be the root's
      await new Promise((resolve) => void begins.then(resolve));
      send({ type: 'file', file, begins: true });
      check = endOfFile();
      await import(pathToFileURL(file).href);
    });
    /** @type {() => Promise<void>} */
    let check = async () => {};
    after(async () => {
      try {
        await check();
      } finally {
        sayRequests();
        send({ type: 'file', file, begins: false, servers });
        servers = 0;
        ended.resolve();
      }
    });
  });
}

after(async () => {
  await /** @type {Record<symbol, undefined | (() => Promise<void>)>} */ (/** @type {unknown} */ (globalThis))[
    Symbol.for('millrace.testkit.close')
  ]?.();
  setTimeout(() => {
    send({ type: 'held', resources: process.getActiveResourcesInfo() });
    process.exit(1);
  }, PATIENCE_MS).unref();
});
