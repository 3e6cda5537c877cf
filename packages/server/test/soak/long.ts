import { soak, type Mark } from './soak.ts';

/**
 * `npm run soak [-- TIMES [FOLDER]]`: light runs, previews and sign-ins, so many of each, and what the service holds after a
 * fifth of them and after all. Ends with 1 where that has grown by more than 5 %. FOLDER takes heap snapshots.
 */
const [timesArgument = '10000', snapshots] = process.argv.slice(2);
const times = Number(timesArgument);
if (!Number.isInteger(times) || times < 5) throw new Error(`invalid TIMES ${timesArgument}: must be 5 or more`);
const allowed = 1.05;

const marks = [...new Set([0.01, 0.1, 0.2, 0.4, 0.6, 0.8, 1].map((part) => Math.ceil(part * times)))];
const whole = (value: number): string => value.toFixed(0);
const head = [
  'of each',
  'resident',
  'no file',
  'heap',
  'external',
  'files',
  'threads',
  'handles',
  'processes',
  'temporary',
  'seconds',
];
const width = 10;
console.log(`${times} light runs, previews and sign-ins; memory in MB, after garbage is collected`);
console.log(head.map((name) => name.padStart(width)).join(''));
const start = performance.now();
const results = await soak(marks, async ({ times: at, figures }, inspector) => {
  const cells = [whole(at), ...Object.values(figures).map((value) => whole(value as number))];
  console.log([...cells, whole((performance.now() - start) / 1_000)].map((cell) => cell.padStart(width)).join(''));
  if (snapshots !== undefined) await inspector.heapSnapshot(`${snapshots}/${at}.heapsnapshot`);
});

const at = (part: number): Mark => results.find((mark) => mark.times >= part * times) ?? results.at(-1)!;
const [fifth, all] = [at(0.2).figures, at(1).figures];
const growth = Object.entries(all).filter(([name, value]) => value > allowed * fifth[name as keyof typeof fifth]);
for (const [name, value] of growth)
  console.log(`${name} has grown: ${whole(fifth[name as keyof typeof fifth])}, then ${whole(value as number)}`);
if (growth.length > 0) process.exitCode = 1;
else console.log('nothing has grown by more than 5 %');
