import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@millrace/testkit/shared';
import { findSandbox } from '@millrace/engines';
import { csv, inARow, print, sql } from './graphs.ts';
import { TestService } from './support.ts';

const sandbox = await findSandbox();
const missing = process.env['CI'] !== 'true' && 'missing' in sandbox ? sandbox.missing : false;
/** What a sandbox of this system lacks, such as the bound of processes where the service runs as root. */
const gaps = 'missing' in sandbox ? [] : sandbox.gaps.map(({ part }) => part);
const millrace = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

test(
  'runs work in a sandbox where the system has one, on a file space in the state folder',
  { skip: missing },
  async () => {
    await using service = await TestService.start({ MILLRACE_SANDBOX: 'on', MILLRACE_ENGINE: 'sail' });
    const client = await service.signedIn();
    const ready = (await client.get('/health/ready')).json as { sandbox: string; sandboxGaps: string[] };
    assert.deepEqual([ready.sandbox, ready.sandboxGaps], ['on', gaps]);
    await writeFile(join(service.files, 'people.csv'), 'name,age\nAda,36\n');
    symlinkSync(join(service.folder, 'home', 'millrace.db'), join(service.files, 'link.csv'));
    const run = async (path: string): Promise<string> => {
      const graph = inARow(path, [csv(path, ['name', 'age'], ['STRING', 'INTEGER']), sql('select * from t'), print]);
      const creation = await client.post('/api/v1/workflows', { workflow: graph });
      const executeReply = await client.post('/api/v1/workflow/execute', { workflowId: Number(creation.text) });
      return client.waitForEnd(Number(executeReply.text));
    };
    assert.equal(await run('people.csv'), 'COMPLETED');
    assert.equal(await run('link.csv'), 'FAILED');
    // texts of URLs are kept in a folder that no user can list: it goes all the same
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

/** Programs with a bubblewrap that takes no filter of system calls, as on a kernel without them. */
function pathWithoutFilter(): string {
  const folder = pathWithout();
  const script = `#!/bin/sh
case "$1" in --seccomp) echo 'bwrap: prctl(PR_SET_SECCOMP): Invalid argument' >&2; exit 1 ;; esac
exec /usr/bin/bwrap "$@"
`;
  writeFileSync(join(folder, 'bwrap'), script, { mode: 0o755 });
  return folder;
}

const start = (path: string, mode: string) =>
  spawn(process.execPath, [millrace, 'start'], {
    env: { ...process.env, PATH: path, MILLRACE_PORT: '0', MILLRACE_HOME: testFolder(), MILLRACE_SANDBOX: mode },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** What a start that is refused says. */
async function refusal(path: string): Promise<string> {
  const refused = start(path, 'on');
  let output = '';
  refused.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  refused.stdout.resume();
  assert.deepEqual(await once(refused, 'close'), [2, null]);
  return output;
}

/** Starts a service that takes what the system has; returns whether it logs a line, and what it says when asked. */
async function startsWith(path: string, line: RegExp) {
  const allowed = start(path, 'auto');
  allowed.stderr.resume();
  let url: string | undefined;
  let isLogged = false;
  for await (const text of createInterface({ input: allowed.stdout })) {
    isLogged ||= line.test(text);
    url = /^Millrace serves (\S+)$/.exec(text)?.[1];
    if (url !== undefined) break;
  }
  allowed.stdout.resume();
  const ready = (await (await fetch(`${url}/health/ready`)).json()) as { sandbox: string; sandboxGaps: string[] };
  allowed.kill('SIGTERM');
  await once(allowed, 'exit');
  return { isLogged, sandbox: ready.sandbox, sandboxGaps: ready.sandboxGaps };
}

test('a system without a sandbox is told of at the start, and refused where one must be', async () => {
  const path = pathWithout();
  assert.match(await refusal(path), /MILLRACE_SANDBOX "on" is not supported here: bubblewrap is not installed/);
  assert.deepEqual(await startsWith(path, /bwrap is not on the PATH.*engines run without a sandbox/), {
    isLogged: true,
    sandbox: 'missing',
    sandboxGaps: [],
  });
});

test(
  'a sandbox that cannot filter system calls is told of, and refused where one must be',
  { skip: missing },
  async () => {
    const path = pathWithoutFilter();
    assert.match(
      await refusal(path),
      /MILLRACE_SANDBOX "on" is not fully supported here: the filter of system calls is not accepted: .*PR_SET_SECCOMP.* Set it to "auto" to start without it/,
    );
    assert.deepEqual(
      await startsWith(path, /the filter of system calls is not accepted.*the sandbox of engines has a gap/),
      {
        isLogged: true,
        sandbox: 'on',
        sandboxGaps: ['systemCalls', ...gaps],
      },
    );
  },
);
