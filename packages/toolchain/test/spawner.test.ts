import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { testFolder } from '@millrace/testkit/shared';
import { until } from '@millrace/testkit/until';
import { Spawner, startGuarded, startGuardedWithChannel, toolchain } from '../toolchain.mjs';

const { PATH } = process.env;

const isThere = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

const options = { skip: process.platform !== 'linux' && 'only Linux has a spawner' };

describe('a process that is started by the spawner', options, () => {
  let spawner: Spawner;
  before(async () => {
    spawner = new Spawner(toolchain().python);
    await until(() => spawner.isUp);
  });
  after(() => spawner.close());

  for (const way of ['a fork', 'the spawner'] as const)
    test(`gets streams, environment and folder, and its end is told: by ${way}`, async () => {
      const scratch = join(testFolder(), 'scratch');
      const script = 'echo "$WORD in $PWD $1"; env | grep -c . >&2; cat /proc/self/stat | cut -d" " -f6; exit 3';
      const { stdout, stderr, pid, exited } = startGuarded({
        command: 'sh',
        args: ['-c', script, 'x', 'an argument'],
        env: { PATH, WORD: 'Größe' },
        cwd: scratch,
        scratch,
        ...(way === 'the spawner' ? { spawner } : {}),
      });
      const [output, errors] = await Promise.all([text(stdout), text(stderr)]);
      const [line, session] = output.split('\n');
      assert.equal(line, `Größe in ${scratch} an argument`);
      assert.notEqual(Number(session), process.pid);
      // PATH, WORD, and what the shell adds
      assert.ok(Number(errors) < 6, errors);
      assert.ok((await pid) > 0);
      assert.deepEqual(await exited, { code: 3, signal: null });
      assert.equal(existsSync(scratch), false);
    });

  test('hears and answers on its channel, and is killed', async () => {
    const scratch = join(testFolder(), 'scratch');
    const { channel, pid, signal, exited } = startGuardedWithChannel({
      command: 'sh',
      args: ['-c', 'read x <&5; echo "heard $x" >&5; sleep 1000'],
      env: { PATH },
      cwd: scratch,
      scratch,
      spawner,
    });
    channel.write('a word\n');
    assert.equal(String((await once(channel, 'data'))[0]), 'heard a word\n');
    const number = await pid;
    signal('KILL');
    assert.deepEqual(await exited, { code: null, signal: 'SIGKILL' });
    assert.deepEqual([isThere(number), existsSync(scratch)], [false, false]);
  });

  test('tells of its end when what watches it is killed, and does not outlive that', async () => {
    const scratch = join(testFolder(), 'scratch');
    const { pid, exited } = startGuarded({
      command: 'sleep',
      args: ['1000'],
      env: { PATH },
      cwd: scratch,
      scratch,
      spawner,
    });
    const number = await pid;
    const guard = Number(/\) \S \d+ (\d+)/.exec(readFileSync(`/proc/${number}/stat`, 'utf8'))?.[1]);
    process.kill(guard, 'SIGKILL');
    assert.deepEqual(await exited, { code: null, signal: 'SIGKILL' });
    assert.deepEqual([isThere(number), existsSync(scratch)], [false, false]);
  });

  test('many at once each get streams of their own', async () => {
    const output = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const scratch = join(testFolder(), `scratch-${i}`);
        const args = [String(i)];
        const started = startGuarded({ command: 'echo', args, env: { PATH }, cwd: scratch, scratch, spawner });
        const line = await text(started.stdout);
        assert.deepEqual(await started.exited, { code: 0, signal: null });
        return Number(line);
      }),
    );
    assert.deepEqual(output, [...output.keys()]);
  });

  test('cannot be asked for by another process', async () => {
    const scratch = join(testFolder(), 'scratch');
    const name = readFileSync(`/proc/${spawner.pid}/cmdline`, 'utf8').split('\0').at(-2);
    assert.match(name ?? '', /^millrace-/);
    const command = ['/bin/sh', '-c', `echo > ${scratch}`];
    const request = `${JSON.stringify({ process: 1, stream: 0, count: 1, command, env: {} })}\n`;
    const program = `
      const socket = require('node:net').connect('\\0${name}');
      socket.on('error', () => {}).on('close', () => process.exit(0)).resume();
      socket.write(${JSON.stringify(request)});`;
    const stranger = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    assert.deepEqual(await once(stranger, 'exit'), [0, null]);
    // the same from here
    const socket = connect(`\0${name}`).resume();
    socket.write(request.replace(scratch, `${scratch}-2`));
    await once(socket, 'close');
    assert.deepEqual([existsSync(scratch), existsSync(`${scratch}-2`)], [false, true]);
  });
});

test('a spawner that was killed is done without', options, async () => {
  const spawner = new Spawner(toolchain().python);
  await until(() => spawner.isUp);
  process.kill(spawner.pid ?? 0, 'SIGKILL');
  await until(() => !spawner.isUp);
  const scratch = join(testFolder(), 'scratch');
  const { exited } = startGuarded({ command: 'true', args: [], env: { PATH }, cwd: scratch, scratch, spawner });
  assert.deepEqual(await exited, { code: 0, signal: null });
  await spawner.close();
});

test('neither the spawner nor what it has started outlives a process that is killed', options, async () => {
  const scratch = join(testFolder(), 'scratch');
  const owner = spawn(process.execPath, [join(import.meta.dirname, 'spawner/owner.ts'), scratch], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const pids = String(line).trim().split(' ').map(Number);
  assert.deepEqual(pids.map(isThere), [true, true]);
  owner.kill('SIGKILL');
  await until(() => !pids.some(isThere) && !existsSync(scratch));
});
