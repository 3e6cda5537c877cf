// Not a test of the project: what the runner's own tests run. Prints the id of a process of its own, which goes on.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';

test('starts a process in a group of its own', async () => {
  const { pid } = spawn('sleep', ['1000'], { stdio: 'ignore', detached: true });
  writeFileSync(process.env['PID_FILE'] ?? '', String(pid));
  await new Promise(() => setInterval(() => undefined, 1_000));
});
