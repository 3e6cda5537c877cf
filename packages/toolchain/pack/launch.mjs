#!/usr/bin/env node
// @ts-check
// The command of a packed Millrace, for any Node from 20 on: brings what is missing and goes on under Node 24.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const needed = 24;
/** Calls that need no engine. */
const light = new Set([
  undefined,
  'help',
  '--help',
  '-h',
  '--version',
  'config',
  'password',
  'backup',
  'restore',
  'rotate-keys',
]);

/** The Node 24 that came as a dependency. */
function node24() {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node');
  } catch {
    process.stderr.write(
      `Millrace requires Node ${needed}, but this is ${process.version} and the package ${name} is not installed\n`,
    );
    return undefined;
  }
}

/** @param {string} node */
function goOn(node) {
  // in a group of its own: what is sent to ours comes to it once, from here
  const call = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, call, { stdio: 'inherit', detached: true });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.once('error', ({ message }) => {
    process.stderr.write(`Millrace requires Node ${needed}, but the one in its package does not start: ${message}\n`);
    process.exit(2);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (Number(process.versions.node.split('.')[0]) < needed) {
  const node = node24();
  if (node === undefined) process.exitCode = 2;
  else goOn(node);
} else {
  if (!light.has(process.argv[2])) await import(pathToFileURL(join(root, 'packages', 'toolchain', 'setup.mjs')).href);
  // set-up says what is wrong, and sets it
  if (process.exitCode === undefined) await import(pathToFileURL(join(root, 'packages', 'cli', 'src', 'main.js')).href);
}
