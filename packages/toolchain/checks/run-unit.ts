import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Kind, ProcessWatch, Starts, Watch } from './processes.ts';
import type { SharedSpark, SparkUse } from './shared-spark.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Test files that run one after the other in one process, and share what is dear there. */
export interface Unit {
  /** Paths from the root of the project. */
  readonly files: readonly string[];
  /** The name of a file in reports: its path, and what is special about this run of it. */
  readonly name: (file: string) => string;
  /** Seconds that one file may take; the process is killed when a file takes longer. */
  readonly limit: number;
  /** What is added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** True if the files use the embedded Spark that the whole run shares. */
  readonly usesSpark: boolean;
  /** True if the files may start no engine, service or browser. */
  readonly isUnitLayer: boolean;
}

export interface UnitOptions {
  readonly root: string;
  readonly python: string;
  /** A folder for this unit's temporary files, made and removed here. */
  readonly temporary: string;
  readonly env: NodeJS.ProcessEnv;
  readonly processes: ProcessWatch;
  /** The Spark for units that use it. */
  readonly spark?: SharedSpark;
  /** Is called at the end of each file. */
  readonly onFile: (file: FileResult) => void;
}

export interface Failure {
  readonly name: string;
  readonly error: string;
}

export interface FileResult {
  readonly file: string;
  wallMs: number;
  /** Processor seconds of the test process and all processes below it while the file ran. */
  cpu: number;
  /** Processes that started, and servers that listened in the test process itself. */
  starts: Starts;
  passed: number;
  skipped: number;
  readonly failures: Failure[];
  /** Tests that took longer than a second, and how long. */
  readonly slow: { readonly name: string; readonly ms: number }[];
  /** What was written while the file ran. */
  output: string;
}

interface TestPosition {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string;
}

type Message =
  | (TestPosition & { readonly type: 'start' })
  | (TestPosition & {
      readonly type: 'end';
      readonly ms: number;
      readonly passed: boolean;
      readonly isSuite: boolean;
      readonly skip?: string | boolean;
      readonly todo?: string | boolean;
      readonly error?: string;
    })
  | { readonly type: 'file'; readonly file: string; readonly begins: true }
  | { readonly type: 'file'; readonly file: string; readonly begins: false; readonly servers: number }
  | { readonly type: 'spark'; readonly requests: number }
  | { readonly type: 'note'; readonly message: string }
  | { readonly type: 'held'; readonly resources: readonly string[] };

interface Report {
  readonly code: number | null;
  readonly signal: string | null;
  readonly cpu: number;
  readonly left: readonly string[];
}

/** A file's tests lie in a suite of the file, which lies in one that looks at what the file leaves behind. */
const depthOfTests = 2;

/** Runs a unit in a process of its own, with a temporary folder of its own, and leaves neither behind. */
export async function runUnit(unit: Unit, options: UnitOptions): Promise<readonly FileResult[]> {
  const { root, python, temporary, processes, onFile } = options;
  const sparkAddress = unit.usesSpark ? await options.spark?.address() : undefined;
  const env = { ...options.env, ...unit.env, ...(sparkAddress !== undefined && { MILLRACE_TEST_SPARK: sparkAddress }) };
  mkdirSync(temporary, { recursive: true });
  // PostgreSQL, which does not run as root, works in a folder of its own below
  chmodSync(temporary, 0o711);
  const node = [process.execPath, '--test', '--test-isolation=none', `--test-reporter=${here('reporter.mjs')}`];
  const files = JSON.stringify(unit.files.map((file) => join(root, file)));
  const child = spawn(python, ['-I', here('supervise.py'), ...node, here('group.mjs')], {
    cwd: root,
    env: { ...env, TMPDIR: temporary, MILLRACE_TEST_FILES: files },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  const watch = processes.watch(child.pid ?? 0);
  const spark = sparkAddress === undefined ? undefined : options.spark?.use();
  const record = new UnitRecord(unit, { root, watch, spark, onFile });
  const whenLate = (): void => {
    record.isLate(processes.below(child.pid ?? 0));
    child.kill('SIGTERM');
  };
  let timer = setTimeout(whenLate, unit.limit * 1_000);
  const [, stdout, stderr, report, messages] = child.stdio as unknown as [null, Readable, Readable, Readable, Readable];
  const [reportText] = await Promise.all([
    text(report),
    eachMessage(messages, (message) => {
      if (message.type === 'file' && message.begins) {
        clearTimeout(timer);
        timer = setTimeout(whenLate, unit.limit * 1_000);
      }
      record.take(message);
    }),
    ...[stdout, stderr].map(async (stream) => {
      for await (const chunk of stream.setEncoding('utf8')) record.addOutput(String(chunk));
    }),
  ]);
  clearTimeout(timer);
  watch.stop();
  const left = readdirSync(temporary).filter((name) => !/^(node-compile-cache|millrace-locks-)/.test(name));
  rmSync(temporary, { recursive: true, force: true });
  return record.finish(reportText === '' ? undefined : (JSON.parse(reportText) as Report), left);
}

interface RecordOptions extends Pick<UnitOptions, 'root' | 'onFile'> {
  readonly watch: Watch;
  readonly spark: SparkUse | undefined;
}

/** Collects the messages of a unit's process into results of files. */
class UnitRecord {
  readonly #unit: Unit;
  readonly #options: RecordOptions;
  readonly #results: readonly FileResult[];
  /** The file whose turn it is; what happens between two belongs to the one before. */
  #current: FileResult;
  /** The file whose tests are reported: a report comes a moment later than what it is about. */
  #reported: FileResult;
  readonly #ended = new Set<FileResult>();
  readonly #running = new Map<string, string>();
  #began = performance.now();
  #cpu = 0;
  #isKilled = false;

  constructor(unit: Unit, options: RecordOptions) {
    this.#unit = unit;
    this.#options = options;
    this.#results = unit.files.map((file) => emptyResult(unit.name(file)));
    this.#current = this.#reported = this.#results[0] ?? emptyResult('');
  }

  take(message: Message): void {
    switch (message.type) {
      case 'file':
        this.#measure();
        this.#current = this.#resultOf(message.file);
        if (!message.begins) this.#current.starts.server = (this.#current.starts.server ?? 0) + message.servers;
        break;
      case 'start':
        this.#running.set(keyOf(message), message.name);
        if (message.nesting === 0) this.#reported = this.#resultOf(message.name);
        break;
      case 'end':
        this.#running.delete(keyOf(message));
        count(message, this.#reported);
        if (message.nesting === 0) this.#endFile(this.#reported);
        break;
      case 'spark':
        this.#options.spark?.addRequests(message.requests);
        break;
      case 'note':
        this.#reported.output += `${message.message}\n`;
        break;
      case 'held':
        this.#fail('leaves nothing open', `left open: ${message.resources.join(', ')}`);
    }
  }

  addOutput(chunk: string): void {
    this.#current.output = (this.#current.output + chunk).slice(-100_000);
  }

  /** Records the test in which the process hangs, and its processes. */
  isLate(processes: readonly string[]): void {
    this.#isKilled = true;
    const where = [...this.#running.values()].slice(depthOfTests).join(' > ') || 'no test';
    const error = `killed after ${this.#unit.limit} s, in: ${where}\nprocesses:\n${processes.join('\n')}`;
    this.#fail('finishes in time', error);
  }

  /** The results of all files; `left`: names in the temporary folder. No report: the supervisor was killed. */
  finish(report: Report | undefined, left: readonly string[]): readonly FileResult[] {
    this.#measure(report?.cpu);
    this.#current = this.#results.find((one) => !this.#ended.has(one)) ?? this.#current;
    if (!this.#isKilled) {
      const processes = report?.left ?? [];
      if (processes.length > 0) this.#fail('leaves no process behind', processes.join('\n'));
      if (left.length > 0) this.#fail('leaves no temporary file behind', left.join('\n'));
      const isWell = this.#results.every((one) => this.#ended.has(one) && one.failures.length === 0);
      if (report?.code !== 0 && isWell)
        this.#fail('exits with 0', `exit ${report?.code ?? report?.signal ?? 'unknown'}`);
    }
    for (const one of this.#results) {
      if (!this.#ended.has(one) && one.failures.length === 0)
        one.failures.push({ name: 'runs', error: 'did not finish' });
      if (!this.#ended.has(one) || one === this.#results.at(-1)) this.#options.onFile(one);
    }
    return this.#results;
  }

  #endFile(result: FileResult): void {
    if (this.#unit.isUnitLayer) startsNothingDear(result);
    if (result.passed + result.skipped + result.failures.length === 0)
      result.failures.push({ name: 'has tests', error: 'no test of this file ran' });
    this.#ended.add(result);
    // failures of the process as a whole are those of its last file
    if (result !== this.#results.at(-1)) this.#options.onFile(result);
  }

  #resultOf(path: string): FileResult {
    const name = this.#unit.name(relative(this.#options.root, path));
    return this.#results.find(({ file }) => file === name) ?? this.#current;
  }

  #fail(name: string, error: string): void {
    this.#current.failures.push({ name, error });
  }

  /** Adds what was used and started since the last time to the file whose turn it was. */
  #measure(own = this.#options.watch.cpu()): void {
    const result = this.#current;
    const total = own + (this.#options.spark?.used ?? 0);
    result.cpu += Math.max(0, total - this.#cpu);
    this.#cpu = Math.max(total, this.#cpu);
    for (const [kind, number] of Object.entries(this.#options.watch.starts()) as [Kind, number][])
      result.starts[kind] = (result.starts[kind] ?? 0) + number;
    result.wallMs += performance.now() - this.#began;
    this.#began = performance.now();
  }
}

const emptyResult = (file: string): FileResult => ({
  file,
  wallMs: 0,
  cpu: 0,
  starts: {},
  passed: 0,
  skipped: 0,
  failures: [],
  slow: [],
  output: '',
});

/** Fails a file of the unit layer that is in the wrong layer. */
function startsNothingDear({ starts, failures }: FileResult): void {
  const dear = (['spark', 'sail', 'browser', 'service', 'hdfs', 'postgres'] as const).filter((kind) => starts[kind]);
  if (dear.length > 0)
    failures.push({
      name: 'starts nothing expensive',
      error: `started ${dear.join(', ')}: move the file to a group of the layer "full"`,
    });
}

/** Counts what ended; a suite in which something failed fails with it, and counts as nothing. */
function count(message: Message & { readonly type: 'end' }, result: FileResult): void {
  const { isSuite, passed, skip, todo, name, ms, error = 'failed' } = message;
  if (!isSuite && ms > 1_000) result.slow.push({ name, ms: Math.round(ms) });
  if ((isSuite && passed) || /subtests? failed$/.test(error)) return;
  if (skip !== undefined || todo !== undefined) result.skipped++;
  else if (passed) result.passed++;
  else result.failures.push({ name: nameOf(message, result), error });
}

const nameOf = ({ name, nesting }: TestPosition, { file }: FileResult): string =>
  nesting < depthOfTests ? `all of ${file}` : name;

const keyOf = ({ name, nesting, file }: TestPosition): string => `${file} ${nesting} ${name}`;

async function eachMessage(stream: Readable, take: (message: Message) => void): Promise<void> {
  let rest = '';
  // node:readline would end a line at U+2028 too, which a name may hold
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(JSON.parse(line) as Message);
  }
}
