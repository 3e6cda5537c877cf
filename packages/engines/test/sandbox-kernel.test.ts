import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { testFolder } from '@millrace/testkit/shared';
import { toolchain } from '@millrace/toolchain';
import {
  limitArgs,
  sandboxCommand,
  closedSandboxArgs,
  findSandbox,
  maxProcesses,
  type SandboxedKind,
  type Sandbox,
} from '../src/sandbox/sandbox.ts';
import { systemCallFilter } from '../src/sandbox/system-calls.ts';
import { Worker } from '../src/process/worker.ts';
import { pythonProgram } from '../src/python/program.ts';
import { newScratch } from './support/folders.ts';
import { processesIn, statusIn } from './support/processes.ts';

const sandbox = await findSandbox();
const missing = 'missing' in sandbox ? sandbox.missing : false;
const folder = fileURLToPath(new URL('./support/', import.meta.url));

type Outcomes = Readonly<Record<string, string>>;
interface ProbeAnswer {
  readonly attacks: Outcomes;
  readonly absent: Outcomes;
  readonly needs: Outcomes;
}

/** Runs a Python program of the tests in a sandbox; gives what it prints. */
async function python(wrapper: readonly string[], program: string, ...probeArgs: readonly string[]): Promise<string> {
  const [command = '', ...args] = [...wrapper, toolchain().python, '-I', `${folder}${program}`, ...probeArgs];
  return (await promisify(execFile)(command, args, { env: { PATH: process.env['PATH'] } })).stdout;
}

const wrappers: Readonly<Record<string, (sandbox: Sandbox) => readonly string[]>> = {
  'an engine': (sandbox) => {
    const files = [{ how: 'writable', folder: testFolder() } as const];
    return sandboxCommand({ sandbox, files, readable: [folder], hidden: [] }, testFolder(), 'sail');
  },
  'a Python worker': (sandbox) =>
    sandboxCommand({ sandbox, files: [], readable: [folder], hidden: [] }, testFolder(), 'python'),
  'a program': (sandbox) => closedSandboxArgs(sandbox, [folder]),
};

const kinds: Readonly<Record<string, SandboxedKind>> = {
  'an engine': 'sail',
  'a Python worker': 'python',
  'a program': 'program',
};

const all = (outcomes: Outcomes, outcome: string): Outcomes =>
  Object.fromEntries(Object.keys(outcomes).map((name) => [name, outcome]));

describe('system calls', { skip: missing }, () => {
  for (const [name, wrapper] of Object.entries(wrappers))
    test(`in the sandbox of ${name}, those that none needs are refused, and the others work`, async () => {
      assert.ok(!('missing' in sandbox) && sandbox.filter !== undefined, JSON.stringify(sandbox));
      const { attacks, absent, needs } = JSON.parse(await python(wrapper(sandbox), 'system-calls.py')) as ProbeAnswer;
      assert.ok(Object.keys(attacks).length + Object.keys(absent).length >= 50);
      assert.deepEqual(attacks, all(attacks, 'EPERM'));
      for (const [attempt, outcome] of Object.entries(absent))
        assert.match(outcome, /^(ENOSYS|EAFNOSUPPORT|signal \d+)$/, attempt);
      assert.deepEqual(needs, all(needs, 'done'));
    });

  test('it is the filter that refuses them', async (t) => {
    // where these tests are in a sandbox themselves, that one may refuse them too
    if (!/^Seccomp:\s*0$/m.test(readFileSync('/proc/self/status', 'utf8'))) return t.skip('a filter is around us');
    assert.ok(!('missing' in sandbox));
    const { flags } = sandbox;
    const { attacks, absent } = JSON.parse(
      await python(closedSandboxArgs({ flags, isBounded: false, gaps: [] }, [folder]), 'system-calls.py'),
    ) as ProbeAnswer;
    const through = Object.entries({ ...attacks, ...absent }).filter(
      ([, outcome]) => !/^(EPERM|ENOSYS|EAFNOSUPPORT|signal \d+)$/.test(outcome),
    );
    assert.ok(through.length >= 30, JSON.stringify(through));
  });

  test('all processes of a Python worker are filtered', async () => {
    assert.ok(!('missing' in sandbox));
    const scratch = newScratch();
    const config = { sandbox, files: [], readable: [], hidden: [] };
    const program = pythonProgram('millrace_worker');
    const worker = new Worker({ scratch, program, box: config, memory: 512 << 20, onLog: () => undefined });
    await worker.send({ do: 'no such thing', with: {}, rows: {}, files: {}, fields: {}, parquet: false });
    const inside = processesIn(scratch)
      .map(statusIn)
      .filter(({ isInside }) => isInside);
    assert.ok(inside.length > 0);
    assert.deepEqual(
      inside.filter(({ isFiltered }) => !isFiltered),
      [],
    );
    worker.kill();
    await worker.exited;
  });

  test('there is a filter for each processor that Millrace runs on, and none for others', () => {
    for (const processor of ['x64', 'arm64']) assert.ok((systemCallFilter(processor)?.length ?? 0) > 8 * 100);
    assert.equal(systemCallFilter('riscv64'), undefined);
  });
});

/** The bounds of the kernel for a process, as it says them itself. */
const limits = 'for line in open("/proc/self/limits"):\n if line.startswith("Max processes"): print(line.split()[2:4])';

/**
 * A Python in a sandbox whose processes the kernel counts: if these tests run as root, it is one of the system and of
 * another user, which cannot read our files.
 */
function unprivilegedPython(sandbox: Sandbox): readonly string[] {
  if (process.getuid?.() !== 0) return [...closedSandboxArgs(sandbox, [folder]), toolchain().python];
  const user = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
  const system = ['/lib', '/lib64', '/bin'].flatMap((path) => ['--ro-bind-try', path, path]);
  const view = ['--ro-bind', '/usr', '/usr', ...system, '--proc', '/proc', '--dev', '/dev'];
  return [
    ...user,
    'bwrap',
    ...sandbox.flags,
    '--die-with-parent',
    ...view,
    ...limitArgs(sandbox, 'program'),
    '/usr/bin/python3',
  ];
}

describe('processes', { skip: missing }, () => {
  for (const [name, wrapper] of Object.entries(wrappers))
    test(`in the sandbox of ${name} are bounded`, async () => {
      assert.ok(!('missing' in sandbox));
      const [command = '', ...args] = [...wrapper(sandbox), toolchain().python, '-I', '-c', limits];
      const { stdout } = await promisify(execFile)(command, args, { env: { PATH: process.env['PATH'] } });
      const max = String(maxProcesses[kinds[name] ?? 'program']);
      assert.equal(stdout, `['${max}', '${max}']\n`);
    });

  test('that multiply are refused by the bound of their sandbox, and another sandbox of the same user goes on', async () => {
    assert.ok(!('missing' in sandbox));
    const program = readFileSync(`${folder}fork-bomb.py`, 'utf8');
    const [command = '', ...args] = unprivilegedPython(sandbox);
    const bomb = spawn(command, [...args, '-I', '-c', program, '1000'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: bomb.stdout }), 'line')) as [string];
    const forks = Number(/^refused after (\d+): Resource temporarily unavailable$/.exec(line)?.[1]);
    assert.ok(forks > maxProcesses.program / 2 && forks < maxProcesses.program, line);
    const children = 'import os; [os.waitpid(os.fork() or os._exit(0), 0) for _ in range(100)]; print("done")';
    const { stdout } = await promisify(execFile)(command, [...args, '-I', '-c', children]);
    assert.equal(stdout, 'done\n');
    const exit = once(bomb, 'exit');
    bomb.stdin.end();
    assert.deepEqual(await exit, [0, null]);
  });
});
