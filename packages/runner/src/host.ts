import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparkError, SparkSession } from '@millrace/spark-connect';
import {
  EngineStartError,
  reasonIn,
  startSail,
  startSpark,
  whyEnded,
  type Engine,
  type EngineKind,
} from './engines/index.ts';
import {
  keepInArrowFiles,
  keepInCheckpoint,
  keepInParquetFiles,
  keepInSailCheckpoint,
  type Keep,
} from './kept-rows.ts';
import { guardPlans } from './run/guard-plans.ts';
import { plainMessage } from './run/remedies.ts';
import { sessionConfig, smallInputConfig } from './session-config.ts';

export interface HostOptions {
  /** Address of a Spark that runs elsewhere; an embedded one is started where it is absent. */
  readonly sparkRemote?: string;
  /** Memory of each engine, e.g. `4g`. */
  readonly memory?: string;
  /** Folder for engines' scratch folders; the system's temporary folder where not said. */
  readonly scratch?: string;
  /** Inputs up to this many bytes are read in one partition; {@link onePartitionBytes} where not said. */
  readonly onePartitionBytes?: number;
  /** Inputs up to this many bytes are not worth several partitions; {@link notWorthSpreading} where not said. */
  readonly notWorthSpreading?: number;
}

/** An engine that has ended in the middle of the work. */
export interface EngineEnd {
  readonly why: string;
  /** The last lines that it logged, oldest first; of an engine that runs share, the one that gives the reason. */
  readonly log: readonly string[];
}

/** A session on an engine, for one run. */
export interface EngineSession extends AsyncDisposable {
  readonly kind: EngineKind;
  readonly session: SparkSession;
  /** How long the engine took to be there, in ms; 0 when it was warm. */
  readonly startMs: number;
  /** True where rows keep the order of their input: one partition. */
  readonly keepsOrder: boolean;
  readonly keep: Keep;
  /** Keeps rows in files below `scratch`; absent where the engine shares no disk with this process. */
  readonly keepInFiles?: Keep;
  /** The engine's own folder. */
  readonly scratch?: string;
  /** Why the engine has ended, and what it logged last; nothing while it is up. Absent where it is not this process's. */
  readonly ended?: () => EngineEnd | undefined;
  /** Ends the engine's work by force. */
  kill(): void;
}

/** Inputs up to this many bytes are small: one partition on Sail, which keeps their order; plain plans on Spark. */
export const onePartitionBytes = 64 << 20;

/** Sail reads a file of fewer bytes in one piece, whatever the number of partitions. */
export const notWorthSpreading = 10 << 20;

/**
 * The engines of this process. A Sail process serves one run and one waits, started ahead of need; one embedded Spark
 * stays warm until the end.
 */
export class EngineHost implements AsyncDisposable {
  readonly #options: HostOptions;
  #waiting: Promise<Engine> | undefined;
  #spark: Promise<Engine> | undefined;
  readonly #running = new Set<Engine>();
  readonly #small: number;
  readonly #notWorthSpreading: number;
  #closed = false;

  constructor(options: HostOptions = {}) {
    this.#options = options;
    this.#small = options.onePartitionBytes ?? onePartitionBytes;
    this.#notWorthSpreading = options.notWorthSpreading ?? notWorthSpreading;
  }

  /** Starts a Sail process for the next run. */
  warmSail(): void {
    if (this.#waiting !== undefined || this.#closed) return;
    this.#waiting = this.#startSail(1);
    // reported to the run that takes it
    this.#waiting.catch(() => undefined);
  }

  /** Starts a Sail process for the next run and waits until it is up. */
  async sailReady(): Promise<void> {
    this.warmSail();
    await this.#waiting;
  }

  /** Begins to start the embedded Spark. */
  warmSpark(): void {
    if (this.#spark !== undefined || this.#closed || this.#options.sparkRemote !== undefined) return;
    this.#spark = this.#startSpark();
    this.#spark.catch(() => {
      this.#spark = undefined;
    });
  }

  /**
   * A session for one run. `bytes`: size of the inputs, which decides whether Sail spreads them over several partitions
   * where `spread` does not.
   */
  async open(kind: EngineKind, bytes = 0, spread = bytes > this.#small): Promise<EngineSession> {
    return kind === 'sail' ? this.#openSail(spread) : this.#openSpark(bytes);
  }

  /**
   * Whether Sail may spread inputs of so many bytes over several partitions, the better way first: it is faster with
   * many rows, and one partition keeps their order.
   */
  spreadings(bytes: number): readonly boolean[] {
    if (bytes > this.#small) return [true];
    return bytes > this.#notWorthSpreading ? [true, false] : [false];
  }

  async #openSail(spread: boolean): Promise<EngineSession> {
    const started = performance.now();
    const parallelism = spread ? Math.max(2, availableParallelism()) : 1;
    const waiting = parallelism === 1 ? this.#waiting : undefined;
    if (waiting !== undefined) this.#waiting = undefined;
    const engine = await (waiting ?? this.#startSail(parallelism));
    const session = await connected('sail', engine.url, sessionConfig);
    const ended = endOf(engine, (log) => log);
    abandonWith(engine, session);
    return {
      kind: 'sail',
      session,
      startMs: Math.round(performance.now() - started),
      keepsOrder: parallelism === 1,
      keep: parallelism === 1 ? keepInCheckpoint : keepInArrowFiles(engine),
      keepInFiles: parallelism === 1 ? keepInSailCheckpoint(engine) : keepInArrowFiles(engine),
      scratch: engine.scratch,
      ended,
      kill: () => engine.kill(),
      [Symbol.asyncDispose]: async () => {
        session.client.close();
        // a run's process holds nothing worth a graceful end
        engine.kill();
        await engine.exited;
        this.#running.delete(engine);
      },
    };
  }

  async #openSpark(bytes: number): Promise<EngineSession> {
    const started = performance.now();
    this.warmSpark();
    const { sparkRemote } = this.#options;
    const engine = sparkRemote === undefined ? await this.#spark : undefined;
    const url = sparkRemote ?? engine?.url;
    if (url === undefined) throw new Error('the engines of this process are closed');
    const small = sparkRemote === undefined && bytes <= this.#small;
    const session = await connected('spark', url, small ? { ...sessionConfig, ...smallInputConfig } : sessionConfig);
    // what other runs have made it say is not for this one
    const ended = engine && endOf(engine, reasonAlone);
    if (engine !== undefined) abandonWith(engine, session);
    return {
      kind: 'spark',
      session,
      startMs: Math.round(performance.now() - started),
      keepsOrder: true,
      keep: keepInCheckpoint,
      ...(engine === undefined ? {} : { keepInFiles: keepInParquetFiles(engine), scratch: engine.scratch }),
      ...(ended === undefined ? {} : { ended }),
      kill: () => void this.#spark?.then((engine) => engine.kill()),
      [Symbol.asyncDispose]: () => session.stop(),
    };
  }

  async #startSail(parallelism: number): Promise<Engine> {
    return this.#inScratch('sail', (scratch) => startSail({ scratch, parallelism, ...this.#memory() }));
  }
  async #startSpark(): Promise<Engine> {
    const engine = await this.#inScratch('spark', (scratch) => startSpark({ scratch, ...this.#memory() }));
    // the next run gets a new one
    void engine.exited.then(() => {
      this.#spark = undefined;
    });
    return engine;
  }
  /** An engine that does not come up leaves no folder either. */
  async #inScratch(kind: EngineKind, start: (scratch: string) => Promise<Engine>): Promise<Engine> {
    const folder = this.#options.scratch ?? tmpdir();
    const scratch = await mkdtemp(join(folder, 'millrace-')).catch((error: Error) => {
      throw new EngineStartError(
        kind,
        `${kind} cannot start: no folder can be made in "${folder}" (${error.message.split(',')[0]}). Set TMPDIR to one that can be written to`,
      );
    });
    try {
      return this.#own(await start(scratch));
    } catch (error) {
      await rm(scratch, { recursive: true, force: true });
      throw error;
    }
  }
  #own(engine: Engine): Engine {
    if (this.#closed) engine.kill();
    this.#running.add(engine);
    return engine;
  }
  #memory(): { memory?: string } {
    return this.#options.memory === undefined ? {} : { memory: this.#options.memory };
  }

  /** Ends every engine at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([this.#waiting, this.#spark]);
    for (const engine of this.#running) engine.kill();
    await Promise.all([...this.#running].map((engine) => engine.exited));
    this.#running.clear();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const reasonAlone = (log: readonly string[]): readonly string[] => {
  const reason = reasonIn(log);
  return reason === undefined ? [] : [reason];
};

/** Watches for the end of an engine; to be called before `abandonWith`, whose errors follow it. */
function endOf({ exited }: Engine, choose: (log: readonly string[]) => readonly string[]): () => EngineEnd | undefined {
  let end: EngineEnd | undefined;
  void exited.then((exit) => {
    end = { why: whyEnded(exit), log: choose(exit.log) };
  });
  return () => end;
}

/** An engine that has ended will not come back: nobody should wait for it. */
function abandonWith({ kind, exited }: Engine, { client }: SparkSession): void {
  void exited.then((exit) => client.abandon(`${kind} ended in the middle of the work: ${whyEnded(exit)}`));
}

/** A session, or an error that says which engine cannot be reached and why. */
const connected = (kind: EngineKind, url: string, config: Readonly<Record<string, string>>): Promise<SparkSession> =>
  SparkSession.connect(url, config, { inspect: guardPlans() }).catch((error: unknown) => {
    if (!(error instanceof SparkError)) throw error;
    throw new EngineStartError(
      kind,
      `${kind} cannot be used: ${plainMessage(error.message, error.errorClass)}. Check its address and that it is up`,
    );
  });
