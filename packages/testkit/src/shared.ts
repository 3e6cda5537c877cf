// One of each thing that is dear to start, for all test files of a process. The process closes them at its end: see
// `packages/toolchain/checks/group.mjs`, which finds the closing function by its symbol.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const open: AsyncDisposable[] = [];

/**
 * A function that starts a thing when it is first asked for, and returns the same one to all who ask later. The thing is
 * closed at the end of the test process: those that were started last, first.
 */
export function shared<T extends AsyncDisposable>(start: () => Promise<T>): () => Promise<T> {
  let starting: Promise<T> | undefined;
  return () => {
    starting ??= start().then((thing) => {
      open.push(thing);
      return thing;
    });
    return starting;
  };
}

/** A folder for shared things, which goes at the end of the test process. Its name is what `left-open.mjs` lets be. */
export function sharedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'testkit-'));
  open.push({ [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }) });
  return folder;
}

let folders: string | undefined;

/** A new folder of a test, which goes at the end of the test process. */
export const testFolder = (): string => mkdtempSync(join((folders ??= sharedFolder()), 'millrace-test-'));

/** Closes a thing at the end of the test process. */
export function closeAtEnd<T extends AsyncDisposable>(thing: T): T {
  open.push(thing);
  return thing;
}

/** Closes all that is shared. Test processes do that themselves; programs that use what tests use do it at their end. */
export async function closeShared(): Promise<void> {
  for (let thing = open.pop(); thing !== undefined; thing = open.pop()) await thing[Symbol.asyncDispose]();
}

const global = globalThis as unknown as Record<symbol, unknown>;
global[Symbol.for('millrace.testkit.close')] = closeShared;

/** Says that files and processes whose names contain a text belong to what is shared, and are not left behind by a test. */
export function shareMark(text: string): void {
  (global[Symbol.for('millrace.testkit.marks')] as Set<string> | undefined)?.add(text);
}
