import { tmpdir } from 'node:os';
import { runError } from '@millrace/errors';
import type { SparkSession } from '@millrace/spark-connect';
import type { Spawner } from '@millrace/toolchain';
import { SessionCode, type CodeLanguage, type CodeProcess } from '../code/session-code.ts';
import type { EngineKind } from '../index.ts';
import { holdingLibraries, type LibraryEnvironment } from '../libraries/environment.ts';
import { startWorker } from '../process/start-worker.ts';
import type { Worker, WorkerOptions } from '../process/worker.ts';
import { pythonProgram } from '../python/program.ts';
import { SessionPython } from '../python/session-python.ts';
import { scalaProgram } from '../scala/program.ts';
import type { SandboxConfig } from '../sandbox/sandbox.ts';
import type { EngineView } from '../sandbox/view.ts';
import type { CodeIsolation } from './options.ts';
import { Pool } from './pool.ts';

export interface WorkerHostOptions {
  readonly memory: string | undefined;
  readonly scratch: string | undefined;
  /** The sandbox of engines and of their workers. */
  readonly box: SandboxConfig | undefined;
  /** See `HostOptions.code`. */
  readonly code: (() => Promise<CodeIsolation>) | undefined;
  readonly spawner: Spawner | undefined;
  /** True if a process waits for the code of the next session, once code has been run. */
  readonly keepsCodeWarm: boolean;
}

/** What of a session its code joins. */
export interface CodeSession {
  readonly session: SparkSession;
  readonly kind: EngineKind;
  readonly view: EngineView | undefined;
  readonly libraries: LibraryEnvironment | undefined;
  /** A folder that the engine reads, too; absent if it works elsewhere. */
  readonly engineScratch: string | undefined;
}

/** What processes for code that wait differ in. */
interface CodeKind {
  readonly language: CodeLanguage;
  readonly view: EngineView | undefined;
  readonly libraries: LibraryEnvironment | undefined;
  readonly code?: string;
}

/** What processes that have run code differ in: the first text that they have run. */
interface CodeToRun extends CodeKind {
  readonly code: string;
}

/** A process for code that works for no session; `onLog` receives its lines from then on. */
interface WaitingCode {
  readonly worker: Worker;
  readonly isUnsafe: boolean;
  /** Texts of code that it has run in earlier sessions. */
  hasRun: ReadonlySet<string>;
  /** Sessions that have had it. */
  uses: number;
  onLog: (line: string) => void;
}

/** Sessions that one process for Scala code serves: classes of code stay in its memory. */
const mostUses = 50;

/** Milliseconds that a process may take to get ready for another session: code may have stopped it. */
const resetWithin = 5_000;

/** Where code writes in a sandbox. Only there `/tmp` is the process's own. */
const foldersOfSandbox = ['.', '/tmp'];

/** Has a process for code in a sandbox end and remove what code has left; false if it does not. */
async function isReset(worker: Worker): Promise<boolean> {
  const timer = Promise.withResolvers<false>();
  const timeout = setTimeout(() => timer.resolve(false), resetWithin);
  try {
    const reset = worker.send<{ readonly isReset?: unknown }>({ reset: foldersOfSandbox }).then(
      (answer) => answer.isReset !== false,
      () => false,
    );
    return await Promise.race([reset, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

const programs = {
  python: (libraries?: LibraryEnvironment) => pythonProgram('millrace_code', libraries),
  scala: scalaProgram,
} as const;

/** Milliseconds after the last use of code at which waiting processes for code end. */
const idleMs = 15 * 60_000;

/** The processes that work for engine sessions: workers of libraries, and those that run the code of nodes. */
export class WorkerHost {
  readonly #options: WorkerHostOptions;
  readonly #workers = new Set<Worker>();
  readonly #waiting: Readonly<Record<CodeLanguage, Pool<CodeKind, WaitingCode>>>;
  /** Processes that have run Scala code, each for the same code. */
  readonly #again: Pool<CodeToRun, WaitingCode>;
  /** The languages of code that was run lately. */
  readonly #recent = new Set<CodeLanguage>();
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerHostOptions) {
    this.#options = options;
    const start = (kind: CodeKind): Promise<WaitingCode> => this.#startCode(kind);
    this.#waiting = { python: this.#pool(start, true), scala: this.#pool(start, false) };
    this.#again = this.#pool((kind) => this.#takeCode(kind), true);
  }

  /** A Python worker that starts at its first request. `engineScratch`: a folder that the engine reads, too. */
  python(session: SparkSession, engineScratch: string | undefined): SessionPython {
    const { box } = this.#options;
    return new SessionPython({
      session,
      engineScratch,
      start: (onLog) => this.#start({ onLog, program: pythonProgram('millrace_worker'), box }),
    });
  }

  /**
   * Processes for code that start at their first request; they see the files that the session's engine sees, and its
   * libraries.
   */
  code({ session, kind: engine, view, libraries, engineScratch }: CodeSession): SessionCode {
    return new SessionCode({
      ...{ session, kind: engine, engineScratch },
      start: async (onLog, { language, code }): Promise<CodeProcess> => {
        const kind = { language, view, libraries };
        const taken = await (code === undefined ? this.#takeCode(kind) : this.#again.take({ ...kind, code }));
        // it may have ended while it waited
        const waiting = taken.worker.ended ? await this.#startCode(kind) : taken;
        waiting.onLog = onLog;
        // the engine runs functions in Python with all that it may do itself; one elsewhere has no sandbox of ours
        const isBoxed = this.#options.box !== undefined && engineScratch !== undefined;
        const runsFunctions = waiting.isUnsafe || (engine === 'spark' && isBoxed);
        const { worker, hasRun } = waiting;
        return { worker, runsFunctions, hasRun, giveBack: (all) => this.#giveBack(waiting, kind, all) };
      },
    });
  }

  /** Begins to replace a process for Scala code that a session has taken; one for Python comes back when its session ends. */
  refill(): void {
    if (this.#recent.has('scala')) this.#waiting.scala.fill();
  }

  async #takeCode(kind: CodeKind): Promise<WaitingCode> {
    const pool = this.#waiting[kind.language];
    const taken = await pool.take(kind);
    if (this.#options.keepsCodeWarm) this.#recent.add(kind.language);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#recent.clear();
      for (const one of [...Object.values(this.#waiting), this.#again]) one.endAll();
    }, idleMs).unref();
    return taken;
  }

  /**
   * Takes back the process of a session that has ended. Python's own process has run no code, and waits for the next session
   * with the same files and libraries once all that code has left is gone. A process that has run Scala code waits for the
   * same code.
   */
  async #giveBack(taken: WaitingCode, kind: CodeKind, hasRun: ReadonlySet<string> = new Set()): Promise<void> {
    const { worker, isUnsafe } = taken;
    taken.onLog = () => undefined;
    const [code] = hasRun;
    taken.hasRun = hasRun;
    taken.uses++;
    const isWorn = kind.language === 'scala' && taken.uses >= mostUses;
    const isReusable = !isUnsafe && this.#options.keepsCodeWarm && !isWorn;
    if (!isReusable || !(await isReset(worker))) worker.kill();
    else if (kind.language === 'python') this.#waiting.python.giveBack(taken, kind);
    else if (code !== undefined) this.#again.giveBack(taken, { ...kind, code });
    else worker.kill();
  }

  #pool<K extends CodeKind>(start: (kind: K) => Promise<WaitingCode>, comeBack: boolean): Pool<K, WaitingCode> {
    return new Pool<K, WaitingCode>({
      start: (kind) =>
        kind === undefined ? Promise.reject(new Error('a process for code needs a kind')) : start(kind),
      nameOf: ({ view, libraries, code }) => JSON.stringify([view?.key ?? 'all files', libraries?.key, code]),
      size: this.#options.keepsCodeWarm ? 1 : 0,
      atOnce: 1,
      comeBack,
      dispose: ({ worker }) => worker.exited,
      end: ({ worker }) => worker.kill(),
    });
  }

  /** Starts a process for code. Throws a RunError if code must not run here. */
  async #startCode({ language, view, libraries }: CodeKind): Promise<WaitingCode> {
    const { box, code = () => Promise.resolve(box ?? 'none') } = this.#options;
    const isolation = await code();
    if (isolation === 'none') throw runError('code-without-sandbox', {});
    const own = isolation === 'unsafe' ? undefined : isolation;
    // a readable view: what code writes there, no save has checked
    const files = (view?.mounts ?? own?.files ?? []).map(({ how, folder }) => ({
      how: how === 'empty' ? how : ('readable' as const),
      folder,
    }));
    const lines: Pick<WaitingCode, 'onLog' | 'hasRun' | 'uses'> = {
      ...{ onLog: () => undefined, hasRun: new Set(), uses: 0 },
    };
    const onLog = (line: string): void => lines.onLog(line);
    const program = programs[language](libraries);
    const worker = await holdingLibraries(libraries, () => this.#start({ onLog, program, files, box: own }));
    return Object.assign(lines, { worker, isUnsafe: isolation === 'unsafe' });
  }

  async #start({
    box,
    ...options
  }: Pick<WorkerOptions, 'onLog' | 'program' | 'files'> & {
    readonly box: SandboxConfig | undefined;
  }): Promise<Worker> {
    const { memory, scratch = tmpdir(), spawner } = this.#options;
    const worker = await startWorker({ memory, scratch, ...options, ...(box && { box }), ...(spawner && { spawner }) });
    this.#workers.add(worker);
    void worker.exited.then(() => this.#workers.delete(worker));
    if (this.#isClosed) worker.kill();
    await worker.pid;
    return worker;
  }

  /** Ends all of them, and those that are started later; resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const worker of this.#workers) worker.kill();
    await Promise.all([...Object.values(this.#waiting), this.#again].map((pool) => pool.close()));
    await Promise.all([...this.#workers].map(({ exited }) => exited));
  }
}
