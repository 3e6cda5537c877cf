// @ts-check
// What a test file leaves behind in a process that goes on with other files.
import { readdirSync, readFileSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';

/** How long what was asked to end may take. */
const PATIENCE_MS = 10_000;

/**
 * Texts in names of temporary files and in command lines of processes that the whole test process shares by design: the
 * test kit's (which adds those of programs that name their folders themselves), Node's cache of compiled code, and the
 * locks that processes of one user take on what they save.
 * @type {Set<string>}
 */
const sharedMarks = new Set(['testkit-', 'node-compile-cache', 'millrace-locks-']);
Object.assign(globalThis, { [Symbol.for('millrace.testkit.marks')]: sharedMarks });
const isShared = (/** @type {string} */ text) => [...sharedMarks].some((mark) => text.includes(mark));

/** Child processes of this one, by id (Linux; none elsewhere). @returns {Map<string, string>} */
function children() {
  if (process.platform !== 'linux') return new Map();
  /** @type {[string, string][]} */
  const handles = [];
  for (const pid of readdirSync('/proc')) {
    if (!/^\d/.test(pid)) continue;
    try {
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
      if (Number(parent) !== process.pid || state === 'Z') continue;
      handles.push([`process ${pid}`, readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')]);
    } catch {
      // gone in the meantime
    }
  }
  return new Map(handles);
}

/** Ports and sockets that this process listens on. @returns {Map<string, string>} */
function ports() {
  // the documented `getActiveResourcesInfo` gives kinds only
  /** @type {readonly unknown[]} */
  const handles = /** @type {{ _getActiveHandles(): unknown[] }} */ (
    /** @type {unknown} */ (process)
  )._getActiveHandles();
  return new Map(
    handles
      .filter((one) => one instanceof Server && one.listening)
      .map((one) => [`listens on ${JSON.stringify(/** @type {Server} */ (one).address())}`, 'server']),
  );
}

/** What is there: temporary files, child processes, ports that listen. @returns {Map<string, string>} */
function present() {
  const files = readdirSync(tmpdir()).map((name) => /** @type {const} */ ([`${tmpdir()}/${name}`, name]));
  return new Map([...files, ...children(), ...ports()]);
}

/** Begins to watch; the answer rejects if something is left behind that the test kit does not share.
 * @returns {() => Promise<void>} */
export function endOfFile() {
  const before = present();
  const left = () => [...present()].filter(([name, text]) => !before.has(name) && !isShared(text));
  return async () => {
    const until = performance.now() + PATIENCE_MS;
    let handles = left();
    while (handles.length > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      handles = left();
    }
    if (handles.length > 0) throw new Error(`left behind:\n${handles.map((one) => one.join(': ')).join('\n')}`);
  };
}
