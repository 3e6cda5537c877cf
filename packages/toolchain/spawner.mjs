// @ts-check
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./spawner.py', import.meta.url));

/** @typedef {import('node:net').Socket} Socket */

/**
 * A small process that starts others for this one. A fork copies the tables of all memory, and this process stands still
 * in the meantime: 2 ms with 50 MB, 22 ms with 350 MB, at each start of an engine. Whoever uses it does without while it is not up.
 * Only Linux has it.
 */
export class Spawner {
  #name = `millrace-${randomUUID()}`;
  #isUp = false;
  #count = 0;
  /** Its process id, if it could be started. @type {number | undefined} */
  pid;
  /** @type {() => void} */
  #end = () => {};
  /** @type {Promise<void>} */
  #ended = Promise.resolve();

  /** Begins to start it. @param {string} python a program, that of {@link import('./toolchain.mjs').Toolchain} */
  constructor(python) {
    if (process.platform !== 'linux') return;
    // not even a service's environment goes with it
    const child = spawn(python, ['-I', '-S', PROGRAM, this.#name], {
      env: {},
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.pid = child.pid;
    this.#end = () => child.stdin.end();
    this.#ended = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('close', () => resolve());
    });
    void this.#ended.then(() => (this.#isUp = false));
    child.stdin.on('error', () => {});
    child.stdout.once('data', () => (this.#isUp = true));
  }

  /** Whether it can start something now. */
  get isUp() {
    return this.#isUp;
  }

  /**
   * Starts a program in a session of its own.
   * @param {readonly string[]} command an absolute path, and what it is given
   * @param {NodeJS.ProcessEnv} env
   * @param {readonly number[]} descriptors of the program, each of which gets a stream; 0 among them
   * @returns {Socket[]} the streams, in the order of the descriptors; if the program cannot be started they end
   */
  start(command, env, descriptors) {
    const id = ++this.#count;
    return descriptors.map((stream) => {
      const socket = connect(`\0${this.#name}`);
      // a stream that is lost ends: `close` follows
      socket.on('error', () => {});
      const details = stream === 0 ? { count: descriptors.length, command, env } : {};
      socket.write(`${JSON.stringify({ process: id, stream, ...details })}\n`);
      return socket;
    });
  }

  /** Ends it; what it has started goes on. */
  async close() {
    this.#isUp = false;
    this.#end();
    await this.#ended;
  }
}
