import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SparkSession } from '@millrace/spark-connect';
import { Spawner, toolchain } from '@millrace/toolchain';
import type { Compatibility } from '@millrace/workflow';
import type { connect } from './connect.ts';
import {
  EngineStartError,
  reasonIn,
  startSail,
  startSpark,
  whyEnded,
  type Engine,
  type EngineExit,
  type EngineKind,
  type EngineOptions,
  type EngineView,
} from '../index.ts';
import {
  keepInArrowFiles,
  keepInCheckpoint,
  keepInParquetFiles,
  keepInSailCheckpoint,
  type Keep,
} from './kept-rows.ts';
import { defaultMemory, memoryBytes } from '../process/memory.ts';
import type { Box } from '../sandbox/sandbox.ts';
import { RunError } from '@millrace/errors';
import { Pool } from './pool.ts';
import { SessionPython } from '../python/session-python.ts';
import type { PythonWorker } from '../python/worker.ts';
import { compatibilityConfig, sparkOnlyBy } from './compatibility.ts';
import { guardedConfig, sessionConfig, smallInputConfig } from './session-config.ts';
import { SparkRoom } from '../spark/spark-room.ts';

export interface HostOptions {
  /** Address of a Spark that runs elsewhere; an embedded one is started where it is absent. */
  readonly sparkRemote?: string;
  /** Most embedded Spark processes at once; no limit where not said. */
  readonly sparks?: number;
  /** Embedded Sparks of another host, which closes them; with it `sparks` and `sparkIdleMs` are that host's. */
  readonly sparkRoom?: SparkRoom;
  /** Milliseconds after which an embedded Spark that nobody uses ends; at the end of all where not said. */
  readonly sparkIdleMs?: number;
  /** The sandbox that engines run in; none where not said. */
  readonly box?: Box;
  /** True where this process stays, and grows: a small one starts engines for it. */
  readonly stays?: boolean;
  /** True where this process does a single run: an embedded Spark is made for the size of its inputs. */
  readonly oneRun?: boolean;
  /** Memory of each engine, e.g. `4g`. */
  readonly memory?: string;
  /** Sail processes that always wait for runs to come; none where not said. */
  readonly warm?: number;
  /** Folder for engines' scratch folders; the system's temporary folder where not said. */
  readonly scratch?: string;
  /** Inputs up to this many bytes are read in one partition; {@link onePartitionBytes} where not said. */
  readonly onePartitionBytes?: number;
  /** Inputs up to this many bytes are not worth several partitions; {@link notWorthSpreading} where not said. */
  readonly notWorthSpreading?: number;
}

/** What an engine is opened for. */
export interface OpenOptions {
  /** Size of the inputs, which decides whether Sail spreads them over several partitions where `spread` does not. */
  readonly bytes?: number;
  readonly spread?: boolean;
  /** Whom an embedded Spark works for: it serves no one else. */
  readonly owner?: string;
  /** What of the file space it sees, where there is a sandbox; all where not said. */
  readonly view?: EngineView | undefined;
  /** Which Spark the graph was made for; `spark4` where not said. Sail has no other. */
  readonly compatibility?: Compatibility | undefined;
  /** An embedded Spark for this session alone, which ends with it. */
  readonly alone?: boolean;
  /** Ends the wait for room for an embedded Spark. */
  readonly signal?: AbortSignal;
}

/** An engine that has ended in the middle of the work. */
export interface EngineEnd {
  readonly why: string;
  /** True where others used it when it ended, any of which may be why. */
  readonly isShared: boolean;
  /** The last lines that it logged, oldest first; of an engine that runs share, the one that gives the reason. */
  readonly log: readonly string[];
}

/** A session on an engine, for one run. */
export interface EngineSession extends AsyncDisposable {
  readonly kind: EngineKind;
  readonly session: SparkSession;
  readonly compatibility: Compatibility;
  /** How long the engine took to be there, in ms; 0 when it was warm. */
  readonly startMs: number;
  /** True where rows keep the order of their input: one partition. */
  readonly keepsOrder: boolean;
  readonly keep: Keep;
  /** True where rows can be counted while they are computed: metrics of tasks that run once. */
  readonly observes: boolean;
  /** Keeps rows in files below `scratch`; absent where the engine shares no disk with this process. */
  readonly keepInFiles?: Keep;
  /** A folder that the engine may write to, for this session's files alone. */
  readonly scratch?: string;
  /** The engine's process: sessions on one share its fate. Absent for a Spark that runs elsewhere. */
  readonly pid: number | undefined;
  /** Why the engine has ended, and what it logged last; nothing while it is up. Absent where it is not this process's. */
  readonly ended?: () => EngineEnd | undefined;
  /** The Python worker beside it, which ends with the session. */
  readonly python: SessionPython;
  /** Ends the engine's work by force: its process, where it is one of ours, and the Python worker. */
  kill(): void;
  /** Ends the session; whoever disposes of it waits until a process of its own is gone too. */
  leave(): Promise<void>;
}

/** Inputs up to this many bytes are small: one partition on Sail, which keeps their order; plain plans on Spark. */
export const onePartitionBytes = 64 << 20;

/** Sail reads a file of fewer bytes in one piece, whatever the number of partitions. */
export const notWorthSpreading = 10 << 20;

/** What Sail processes that wait differ in. */
interface SailKind {
  readonly view: EngineView | undefined;
  readonly parallelism: number;
}

/** A Sail process that has a session and nothing to do yet. */
interface WarmSail {
  readonly engine: Engine;
  readonly session: SparkSession;
  readonly ended: () => EngineEnd | undefined;
}

/**
 * The engines of this process. A Sail process serves one run, and some wait, started ahead of need; an embedded Spark
 * serves one owner, whose sessions share it, and stays warm.
 */
export class EngineHost implements AsyncDisposable {
  readonly #options: HostOptions;
  readonly #sails: Pool<SailKind, WarmSail>;
  readonly #sparks: SparkRoom;
  readonly #running = new Set<Engine>();
  readonly #workers = new Set<PythonWorker>();
  readonly #small: number;
  readonly #notWorthSpreading: number;
  readonly #closing = new AbortController();
  readonly #spawner: Spawner | undefined;

  constructor(options: HostOptions = {}) {
    this.#options = options;
    this.#spawner = options.stays === true ? new Spawner(toolchain().python) : undefined;
    this.#small = options.onePartitionBytes ?? onePartitionBytes;
    this.#notWorthSpreading = options.notWorthSpreading ?? notWorthSpreading;
    this.#sails = new Pool({
      start: (kind) => this.#warmSail(kind?.parallelism ?? 1, kind?.view),
      nameOf: ({ view, parallelism }) => `${parallelism} ${view?.key ?? ''}`,
      size: options.warm ?? 0,
      atOnce: Math.max(2, availableParallelism() >> 1),
      gone: ({ engine }) => engine.exited,
      end: ({ engine, session }) => {
        session.client.close();
        engine.kill();
      },
    });
    this.#sparks =
      options.sparkRoom ??
      new SparkRoom({
        start: ({ inputBytes, view }) =>
          this.#inScratch('spark', (scratch) =>
            startSpark({ scratch, ...this.#shared(view), ...(inputBytes === undefined ? {} : { inputBytes }) }),
          ),
        most: options.sparks ?? Infinity,
        idleMs: options.sparkIdleMs ?? Infinity,
      });
  }

  /** The embedded Sparks of this host, for hosts that share them. */
  get sparkRoom(): SparkRoom {
    return this.#sparks;
  }

  /** Begins to start a Sail process for the next run, where none waits. */
  warmSail(): void {
    this.#sails.fill(1);
  }

  /** Begins to replace Sail processes that runs have taken. */
  refill(): void {
    this.#sails.fill();
  }

  /** Resolves when a Sail process waits for the next run. */
  async sailReady(): Promise<void> {
    await this.#sails.ready();
  }

  /** Begins to start an embedded Spark; `inputBytes`: what its one run reads. */
  warmSpark(owner = '', inputBytes?: number): void {
    if (this.#options.sparkRemote === undefined) this.#sparks.warm(owner, { inputBytes });
  }

  /** How many processes there are of each engine; those that wait for a run count too. */
  get processes(): Readonly<Record<EngineKind, number>> {
    const count = (kind: EngineKind): number => [...this.#running].filter((engine) => engine.kind === kind).length;
    return { sail: count('sail'), spark: count('spark') };
  }

  /** Embedded Spark processes that there are. */
  get sparks(): number {
    return this.#sparks.size;
  }

  /** A session for one run. */
  async open(kind: EngineKind, options: OpenOptions = {}): Promise<EngineSession> {
    const { bytes = 0, spread = bytes > this.#small } = options;
    const why = sparkOnlyBy(options.compatibility);
    if (kind === 'sail' && why !== undefined)
      throw new RunError('NEEDS_SPARK', `Sail cannot run this: ${why}`, 'choose the engine auto or spark');
    // without a sandbox all see the same
    const view = this.#options.box === undefined ? undefined : options.view;
    return kind === 'sail' ? this.#openSail(spread, view) : this.#openSpark(bytes, { ...options, view });
  }

  /**
   * Whether Sail may spread inputs of so many bytes over several partitions, the better way first: it is faster with
   * many rows, and one partition keeps their order.
   */
  spreadings(bytes: number): readonly boolean[] {
    if (bytes > this.#small) return [true];
    return bytes > this.#notWorthSpreading ? [true, false] : [false];
  }

  /** A Python worker that starts when somebody asks it for something. */
  #pythonBeside(session: SparkSession, engineScratch: string | undefined): SessionPython {
    return new SessionPython({ session, engineScratch, start: (onLog) => this.#startWorker(onLog) });
  }

  async #startWorker(onLog: (line: string) => void): Promise<PythonWorker> {
    if (!existsSync(join(toolchain().sitePackages, 'sklearn')))
      throw new RunError('PYTHON_MISSING', 'scikit-learn is not set up', 'run: npm run setup');
    const { PythonWorker: Worker } = await import('../python/worker.ts');
    const { memory, box } = this.#options;
    const scratch = await mkdtemp(join(this.#options.scratch ?? tmpdir(), 'millrace-python-'));
    const bytes = memory === undefined ? defaultMemory() : (memoryBytes(memory) ?? defaultMemory());
    const worker = new Worker({
      ...{ scratch, memory: bytes, onLog },
      ...(box && { box }),
      ...(this.#spawner && { spawner: this.#spawner }),
    });
    this.#workers.add(worker);
    void worker.exited.then(() => this.#workers.delete(worker));
    if (this.#closed) worker.kill();
    await worker.pid;
    return worker;
  }

  async #openSail(spread: boolean, view: EngineView | undefined): Promise<EngineSession> {
    const started = performance.now();
    const parallelism = spread ? Math.max(2, availableParallelism()) : 1;
    const kind = parallelism === 1 && view === undefined ? undefined : { view, parallelism };
    const { engine, session, ended } = await this.#sails.take(kind);
    const python = this.#pythonBeside(session, engine.scratch);
    const leave = async (): Promise<void> => {
      python.kill();
      session.client.close();
      // a run's process holds nothing worth a graceful end
      engine.kill();
    };
    return {
      kind: 'sail',
      session,
      compatibility: 'spark4',
      startMs: Math.round(performance.now() - started),
      keepsOrder: parallelism === 1,
      keep: parallelism === 1 ? keepInCheckpoint : keepInArrowFiles(engine),
      observes: false,
      keepInFiles: parallelism === 1 ? keepInSailCheckpoint(engine) : keepInArrowFiles(engine),
      scratch: engine.scratch,
      pid: engine.pid,
      ended,
      python,
      kill: () => {
        python.kill();
        engine.kill();
      },
      leave,
      [Symbol.asyncDispose]: async () => {
        await leave();
        await Promise.all([engine.exited, python.end()]);
      },
    };
  }

  async #openSpark(
    bytes: number,
    { owner: named = '', alone = false, view, signal, compatibility = 'spark4' }: OpenOptions,
  ): Promise<EngineSession> {
    const started = performance.now();
    const { sparkRemote, oneRun = false } = this.#options;
    const inputBytes = oneRun ? bytes : undefined;
    const owner = alone ? `${named}, alone ${randomUUID()}` : named;
    const lease = sparkRemote === undefined ? await this.#sparks.lease(owner, { inputBytes, view, signal }) : undefined;
    const small = sparkRemote === undefined && bytes <= this.#small;
    const config = {
      ...sessionConfig,
      ...guardedConfig,
      ...(small ? smallInputConfig : {}),
      ...compatibilityConfig[compatibility],
    };
    // what other runs have made it say is not for this one
    const ended = lease && endOf(lease.engine, reasonAlone, () => lease.isShared);
    let own: { readonly scratch: string } | undefined;
    // a task that was stopped may still write there; what is left goes with the process
    const clear = async (): Promise<void> => {
      if (own !== undefined)
        await rm(own.scratch, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    };
    try {
      // the process outlives the session, whose files go with it
      own = lease && { scratch: await mkdtemp(join(lease.engine.scratch, 'session-')) };
      const whyGone = lease && ((exit: EngineExit): string => whyShared(whyOf(lease.engine, exit), lease.isShared));
      const session = await connected('spark', lease?.engine ?? sparkRemote ?? '', config, whyGone);
      const python = this.#pythonBeside(session, lease?.engine.scratch);
      const leave = async (): Promise<void> => {
        python.kill();
        try {
          await session.stop();
        } finally {
          await python.clear();
          await clear();
          lease?.release();
          if (alone) lease?.kill();
        }
      };
      return {
        kind: 'spark',
        session,
        compatibility,
        startMs: Math.round(performance.now() - started),
        keepsOrder: true,
        keep: keepInCheckpoint,
        // a cluster may run a task again
        observes: lease !== undefined,
        ...(own === undefined ? {} : { keepInFiles: keepInParquetFiles(own), ...own }),
        pid: lease?.engine.pid,
        ...(ended === undefined ? {} : { ended }),
        python,
        kill: () => {
          python.kill();
          lease?.kill();
        },
        leave,
        [Symbol.asyncDispose]: async () => {
          await Promise.all([leave(), python.end()]);
        },
      };
    } catch (error) {
      await clear();
      lease?.release();
      if (alone) lease?.kill();
      // another session of its owner has had it ended meanwhile
      if (lease?.ended === true && !this.#closed)
        return this.#openSpark(bytes, { owner: named, alone, view, compatibility, ...(signal && { signal }) });
      throw error;
    }
  }

  async #warmSail(parallelism: number, view?: EngineView): Promise<WarmSail> {
    const engine = await this.#inScratch('sail', (scratch) =>
      startSail({ scratch, parallelism, ...this.#shared(view) }),
    );
    const ended = endOf(
      engine,
      (log) => log,
      () => false,
    );
    try {
      return { engine, session: await connected('sail', engine, sessionConfig, (exit) => whyOf(engine, exit)), ended };
    } catch (error) {
      engine.kill();
      throw error;
    }
  }
  /** An engine that does not come up leaves no folder either. */
  async #inScratch(kind: EngineKind, start: (scratch: string) => Promise<Engine>): Promise<Engine> {
    const folder = this.#options.scratch ?? tmpdir();
    const scratch = madeIn(folder, kind);
    try {
      return this.#own(await start(scratch));
    } catch (error) {
      await rm(scratch, { recursive: true, force: true });
      throw this.#closed
        ? new EngineStartError(kind, `${kind} did not start: the engines of this process are closed`)
        : error;
    }
  }
  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }
  #own(engine: Engine): Engine {
    if (this.#closed) engine.kill();
    this.#running.add(engine);
    void engine.exited.then(() => this.#running.delete(engine));
    return engine;
  }
  #shared(view: EngineView | undefined): Pick<EngineOptions, 'memory' | 'box' | 'spawner' | 'signal'> {
    const { memory, box } = this.#options;
    return {
      signal: this.#closing.signal,
      ...(this.#spawner && { spawner: this.#spawner }),
      ...(memory === undefined ? {} : { memory }),
      ...(box && { box: view === undefined ? box : { ...box, files: view.mounts } }),
    };
  }

  /** Ends every engine at once. */
  async close(): Promise<void> {
    // those that are being started need not come up first
    this.#closing.abort();
    const borrows = this.#options.sparkRoom !== undefined;
    await Promise.allSettled([this.#sails.close(), borrows ? undefined : this.#sparks.close()]);
    for (const process of [...this.#running, ...this.#workers]) process.kill();
    await Promise.all([...this.#running, ...this.#workers].map((process) => process.exited));
    this.#running.clear();
    await this.#spawner?.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Made at once: an engine that starts beside a program that is still being loaded would otherwise wait for all of it. */
function madeIn(folder: string, kind: EngineKind): string {
  try {
    return mkdtempSync(join(folder, 'millrace-'));
  } catch (error) {
    const [why] = (error instanceof Error ? error.message : String(error)).split(',');
    throw new EngineStartError(
      kind,
      `${kind} cannot start: no folder can be made in "${folder}" (${why}). Set TMPDIR to one that can be written to`,
    );
  }
}

/** The protocol of engines is read when the first session is opened. */
const connected: typeof connect = async (...given) => (await import('./connect.ts')).connect(...given);

const reasonAlone = (log: readonly string[]): readonly string[] => {
  const reason = reasonIn(log);
  return reason === undefined ? [] : [reason];
};

const whyOf = ({ memory }: Engine, exit: EngineExit): string => whyEnded(exit, memory);

/** For who is not begun again: the fault may be of another. */
const whyShared = (why: string, isShared: boolean): string =>
  isShared ? `${why}; others of the project used it too, and the query of any of them may be why` : why;

/** Watches for the end of an engine; to be called before it is connected to, so that the end is known when errors tell of it. */
function endOf(
  engine: Engine,
  choose: (log: readonly string[]) => readonly string[],
  isShared: () => boolean,
): () => EngineEnd | undefined {
  let end: EngineEnd | undefined;
  void engine.exited.then((exit) => {
    end = { why: whyOf(engine, exit), isShared: isShared(), log: choose(exit.log) };
  });
  return () => end;
}
