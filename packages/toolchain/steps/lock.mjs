// @ts-check
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { SetupError } from './commands.mjs';

/** Node has no file locks, Python has; the kernel drops this one whenever and however its holder ends. */
const HOLDER = `
import fcntl, os, sys
try:
    lock = os.open(sys.argv[1], os.O_RDONLY | os.O_CREAT, 0o666)
except OSError as error:
    sys.exit(error)
try:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print('waiting', flush=True)
    fcntl.flock(lock, fcntl.LOCK_EX)
print('held', flush=True)
sys.stdin.read()
`;

/** Waits until no other set-up uses the folder; resolves to the function that lets the next one in.
 * @param {string} python @param {string} folder @param {() => void} onWait
 * @returns {Promise<() => void>} */
export function lockFolder(python, folder, onWait) {
  mkdirSync(folder, { recursive: true });
  const holder = spawn(python, ['-I', '-c', HOLDER, join(folder, 'setup.lock')], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    holder.once('error', reject);
    holder.once('close', (code) => reject(new SetupError(`the set-up lock in ${folder} failed (exit code ${code})`)));
    createInterface({ input: holder.stdout }).on('line', (line) => {
      if (line === 'waiting') onWait();
      else resolve(() => void holder.stdin.end());
    });
  });
}
