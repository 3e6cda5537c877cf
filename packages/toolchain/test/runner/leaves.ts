// Not a test of the project: what the runner's own tests run. Its tests pass and leave everything behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

test('leaves a folder, a process and a port', async () => {
  mkdtempSync(join(tmpdir(), 'forgotten-'));
  spawn('sleep', ['1000'], { stdio: 'ignore' }).unref();
  await once(createServer().listen(0, '127.0.0.1'), 'listening');
});
