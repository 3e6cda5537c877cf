import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest, RunEvent } from '@millrace/runner';

export const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface NodeDraft {
  readonly id: string;
  readonly nodeClass: string;
  readonly name?: string;
  readonly type?: string;
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
}

/** A workflow document of nodes in a row (or joined by the given edges). */
export const workflow = (nodes: readonly NodeDraft[], edges?: readonly (readonly [string, string])[]): object => ({
  name: 'test',
  nodes: nodes.map(({ id, nodeClass, name = nodeClass.split('.').at(-1), type = 'transform', fields = {} }) => ({
    id,
    name,
    type,
    nodeClass,
    fields: Object.entries(fields).map(([field, value]) => ({
      name: field,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  })),
  edges: (edges ?? nodes.slice(1).map((node, i) => [nodes[i]?.id ?? '', node.id] as const)).map(
    ([source, target], i) => ({
      id: i + 1,
      source,
      target,
    }),
  ),
});

export const csvNode = (path: string, fields: NodeDraft['fields'] = {}): NodeDraft => ({
  id: '1',
  nodeClass: 'fire.nodes.dataset.NodeDatasetCSV',
  type: 'dataset',
  fields: { path, ...fields },
});

export const sqlNode = (sql: string, id = '2'): NodeDraft => ({
  id,
  nodeClass: 'fire.nodes.etl.NodeSQL',
  fields: { tempTable: 't', sql },
});

export interface Circumstances {
  readonly env?: NodeJS.ProcessEnv;
  readonly before?: string;
  /** Root of the file space; a folder of the test's own if not given. */
  readonly files?: string;
}

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of a test's own, with a temporary folder in which engines must leave nothing. */
export class TestFolder implements AsyncDisposable {
  readonly root: string;
  readonly temporary: string;
  readonly files: string;

  private constructor(root: string) {
    this.root = root;
    this.temporary = join(root, 'tmp');
    this.files = join(root, 'files');
  }
  static async make(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<TestFolder> {
    const folder = new TestFolder(await mkdtemp(join(tmpdir(), 'millrace-test-')));
    await mkdir(folder.temporary);
    await mkdir(folder.files);
    for (const [name, content] of Object.entries(files)) await folder.write(name, content);
    return folder;
  }
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.files, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }
  async workflow(document: object | string): Promise<string> {
    const path = join(this.root, 'workflow.json');
    await writeFile(path, typeof document === 'string' ? document : JSON.stringify(document));
    return path;
  }
  /** Starts the command line with its own temporary folder. */
  start(...args: string[]): ChildProcess {
    return this.startUnder({}, ...args);
  }
  run(...args: string[]): Promise<Finished> {
    return waitForExit(this.start(...args));
  }
  /** The same under other circumstances: settings, a shell command that comes before (`ulimit -f 1`), another file space. */
  startUnder({ env = {}, before = ':', files = this.files }: Circumstances, ...args: string[]): ChildProcess {
    const command = [process.execPath, main, ...args, '--files', files];
    return spawn('/bin/sh', ['-c', `${before}; exec "$@"`, 'sh', ...command], {
      env: { ...process.env, TMPDIR: this.temporary, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
  runUnder(circumstances: Circumstances, ...args: string[]): Promise<Finished> {
    return waitForExit(this.startUnder(circumstances, ...args));
  }
  /** What engines and runs left behind: should be nothing. */
  async leftovers(): Promise<string[]> {
    // Node's own compile cache lives in the temporary folder too
    return (await readdir(this.temporary)).filter((name) => name !== 'node-compile-cache');
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

export async function waitForExit(child: ChildProcess): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject).once('close', (...exit) => resolve(exit));
  });
  return { code, signal, stdout, stderr };
}

export const events = ({ stdout }: Finished): RunEvent[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);

export function manifestOf(done: Finished): Manifest {
  const last = events(done).at(-1);
  if (last?.event !== 'run.finished')
    throw new Error(`no manifest: ${done.stdout.slice(-500)} ${done.stderr.slice(-500)}`);
  return last;
}

/** Every process below a process, at any depth (Linux). */
export function descendants(pid: number): number[] {
  let children: string;
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  } catch (error) {
    // a process may go while its parent is looked at
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
  return children
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap((child) => [child, ...descendants(child)]);
}
