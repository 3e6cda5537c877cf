import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../test/crash/process.ts';

/** Time from the call of `millrace start` on an existing home until it listens: `node packages/server/bench/start.ts [times]`. */
const times = Number(process.argv[2] ?? 10);
const home = await mkdtemp(join(tmpdir(), 'millrace-start-'));
const durations: number[] = [];
for (let i = 0; i <= times; i++) {
  const begin = performance.now();
  const service = await ServiceProcess.start({ MILLRACE_HOME: home, MILLRACE_ADMIN_PASSWORD: 'correct horse' });
  // the first makes the home
  if (i > 0) durations.push(performance.now() - begin);
  await service.stop();
}
await rm(home, { recursive: true });
durations.sort((one, other) => one - other);
const figures = [durations[0], durations[Math.floor(times / 2)], durations.at(-1)].map(
  (ms) => `${Math.round(ms ?? 0)} ms`,
);
console.log(`listens after: least ${figures[0]}, median ${figures[1]}, most ${figures[2]}`);
