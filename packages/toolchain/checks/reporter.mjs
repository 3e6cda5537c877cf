// @ts-check
// A reporter of node:test for a process whose runner listens on descriptor 4: one JSON object a line.
import { writeSync } from 'node:fs';

const CHANNEL = 4;

/** What of an error a person needs. @param {unknown} error */
const textOf = (error) => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error ? `${cause.stack ?? cause.message}` : String(cause);
};

/** @param {object} message */
const send = (message) => writeSync(CHANNEL, `${JSON.stringify(message)}\n`);

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} source */
export default async function* report(source) {
  for await (const event of source) {
    if (event.type === 'test:diagnostic') {
      const { message, nesting } = event.data;
      // the root's are counts of tests
      if (nesting > 0) send({ type: 'note', message });
    } else if (event.type === 'test:dequeue') {
      const { name, nesting, file } = event.data;
      send({ type: 'start', name, nesting, file });
    } else if (event.type === 'test:complete') {
      const { name, nesting, file, details, skip, todo } = event.data;
      const isSuite = details.type === 'suite';
      const error = 'error' in details ? textOf(details.error) : undefined;
      send({
        type: 'end',
        name,
        nesting,
        file,
        ms: details.duration_ms,
        passed: details.passed,
        isSuite,
        skip,
        todo,
        error,
      });
    }
  }
  yield '';
}
