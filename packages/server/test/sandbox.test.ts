import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@millrace/testkit/shared';
import { findSandbox } from '@millrace/runner';
import { csv, inARow, print, sql } from './graphs.ts';
import { TestService } from './support.ts';

const found = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in found ? found.missing : false;
const millrace = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

test(
  'runs work in a sandbox where the system has one, on a file space in the state folder',
  { skip: missing },
  async () => {
    await using service = await TestService.start({ MILLRACE_SANDBOX: 'on', MILLRACE_ENGINE: 'sail' });
    const client = await service.signedIn();
    assert.equal(((await client.get('/health/ready')).json as { sandbox: string }).sandbox, 'on');
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
    symlinkSync(join(service.folder, 'home', 'millrace.db'), join(service.files, 'link.csv'));
    const run = async (path: string): Promise<string> => {
      const graph = inARow(path, [csv(path, ['name', 'age'], ['STRING', 'INTEGER']), sql('select * from t'), print]);
      const saved = await client.post('/api/v1/workflows', { workflow: graph });
      const asked = await client.post('/api/v1/workflow/execute', { workflowId: Number(saved.text) });
      return client.ended(Number(asked.text));
    };
    assert.equal(await run('people.csv'), 'COMPLETED');
    assert.equal(await run('link.csv'), 'FAILED');
    // texts of URLs are kept in a folder that nobody can list: it goes all the same
    await service.restart({ MILLRACE_SANDBOX: 'off' });
    assert.equal(readdirSync(join(service.folder, 'home', 'scratch')).length, 1);
    const later = await service.signedIn();
    assert.equal(((await later.get('/health/ready')).json as { sandbox: string }).sandbox, 'off');
  },
);

/** Programs without bubblewrap. */
function pathWithout(): string {
  const folder = testFolder();
  for (const name of readdirSync('/usr/bin'))
    if (name !== 'bwrap') symlinkSync(join('/usr/bin', name), join(folder, name));
  return folder;
}

test('a system without a sandbox is told of at the start, and refused where one must be', async () => {
  const start = (wish: string) =>
    spawn(process.execPath, [millrace, 'start'], {
      env: {
        ...process.env,
        PATH: pathWithout(),
        MILLRACE_PORT: '0',
        MILLRACE_HOME: testFolder(),
        MILLRACE_SANDBOX: wish,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const refused = start('on');
  let said = '';
  refused.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  refused.stdout.resume();
  assert.deepEqual(await once(refused, 'close'), [2, null]);
  assert.match(said, /MILLRACE_SANDBOX "on" cannot be had: bubblewrap is not installed/);

  const allowed = start('auto');
  allowed.stderr.resume();
  let url: string | undefined;
  let told = false;
  for await (const line of createInterface({ input: allowed.stdout })) {
    told ||= /engines run without a sandbox/.test(line) && /bwrap is not on the PATH/.test(line);
    url = /^Millrace serves (\S+)$/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  allowed.stdout.resume();
  assert.equal(told, true);
  const ready = (await (await fetch(`${url}/health/ready`)).json()) as { sandbox: string };
  assert.equal(ready.sandbox, 'missing');
  allowed.kill('SIGTERM');
  await once(allowed, 'exit');
});
