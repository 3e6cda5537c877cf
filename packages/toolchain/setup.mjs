// @ts-check
import { fileURLToPath } from 'node:url';
import { avroSource } from './steps/avro-source.mjs';
import { SetupError } from './steps/commands.mjs';
import { commandLine } from './steps/command-line.mjs';
import { findPython } from './steps/find-python.mjs';
import { lockFolder } from './steps/lock.mjs';
import { isPacked, npmPackages } from './steps/npm-packages.mjs';
import { stepProgress } from './steps/progress.mjs';
import { page } from './steps/page.mjs';
import { protobufCode } from './steps/protobuf-code.mjs';
import { pythonCompiled } from './steps/python-compiled.mjs';
import { pythonPackages } from './steps/python-packages.mjs';
import { scalaWorker } from './steps/scala-worker.mjs';
import { sparkAotCache } from './steps/spark-aot-cache.mjs';
import { sparkServer } from './steps/spark-server.mjs';
import { cacheRoot } from './toolchain.mjs';

/** @typedef {{ checkout: string }} Place the checkout's folder */
/** @typedef {Place & { python: import('./steps/find-python.mjs').Python, progress: (what: string) => void }} Work */
/** One part of the set-up. `run` leaves nothing that `done` would take for whole when it is interrupted.
 * @typedef {{ name: string, done(place: Place): boolean, run(work: Work): Promise<void> }} Step */

/** In this order: each may use what the ones before it bring. Set-up itself may run under Node 20, which has
 * no `fs.globSync` and no `Dirent.parentPath`. @type {readonly Step[]} */
const STEPS = [
  npmPackages,
  pythonPackages,
  pythonCompiled,
  avroSource,
  sparkServer,
  scalaWorker,
  protobufCode,
  page,
  commandLine,
  sparkAotCache,
];

/** What a packed Millrace brings with it. @type {readonly Step[]} */
const PACKED = [npmPackages, protobufCode, page, commandLine];

/** Brings what this checkout needs and does not have; quick when all is there.
 * @param {Place} place */
async function setUp(place) {
  const steps = isPacked(place.checkout) ? STEPS.filter((step) => !PACKED.includes(step)) : STEPS;
  if (steps.every((step) => step.done(place))) return;
  const python = findPython();
  const unlock = await lockFolder(python.command, cacheRoot(), () => {
    process.stderr.write('Another set-up is running: waiting for it to finish.\n');
  });
  try {
    for (const [index, step] of steps.entries())
      if (!step.done(place)) await perform(step, `[${index + 1}/${steps.length}]`, { ...place, python });
  } finally {
    unlock();
  }
}

/** @param {Step} step @param {string} place among the steps @param {Omit<Work, 'progress'>} work */
async function perform(step, place, work) {
  const { detail, end } = stepProgress(`${place} ${step.name}`);
  try {
    await step.run({ ...work, progress: detail });
    end('done');
  } catch (error) {
    end('failed');
    throw error;
  }
}

/** The message for people; the whole stack of an internal error.
 * @param {unknown} error */
function explain(error) {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof SetupError || 'code' in error)) return error.stack;
  const ofCache = 'path' in error && String(error.path).startsWith(cacheRoot());
  return ofCache ? `${error.message}. Set MILLRACE_CACHE to a writable folder` : error.message;
}

try {
  await setUp({ checkout: fileURLToPath(new URL('../..', import.meta.url)) });
} catch (error) {
  process.stderr.write(`Set-up stopped: ${explain(error)}\n`);
  process.exitCode = 1;
}
