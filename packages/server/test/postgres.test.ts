import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPostgres } from './postgres-server.ts';

/** Tests that rely on the store. */
const files = [
  'administration',
  'access',
  'bad-input',
  'datasets',
  'executions',
  'lists',
  'mail',
  'more-calls',
  'membership',
  'oidc',
  'older-calls',
  'projects',
  'protection',
  'recorder',
  'run-logs',
  'schedules-calendar',
  'schedules-fire',
  'story',
  'tables',
  'users',
  'workflows',
];

test('the service does the same on PostgreSQL as on SQLite', async (t) => {
  await using server = await startPostgres();
  if (server === undefined) {
    if (process.env['CI'] === 'true') assert.fail('PostgreSQL is not installed');
    t.skip('PostgreSQL is not installed');
    return;
  }
  const paths = files.map((name) => fileURLToPath(new URL(`${name}.test.ts`, import.meta.url)));
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const child = spawn(process.execPath, ['--test', '--test-concurrency=1', '--test-reporter=dot', ...paths], {
    env: { ...environment, MILLRACE_TEST_POSTGRES: server.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, said);
});
