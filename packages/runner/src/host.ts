import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SparkError, SparkSession } from '@millrace/spark-connect';
import { EngineStartError, startSail, startSpark, whyEnded, type Engine, type EngineKind } from './engines/index.ts';
import { keepInArrowFiles, keepInCheckpoint, type Keep } from './kept-rows.ts';
import { Pool } from './pool.ts';
import { guardPlans } from './run/guard-plans.ts';
import { plainMessage } from './run/remedies.ts';
import { sessionConfig, smallInputConfig } from './session-config.ts';

export interface HostOptions {
  /** Address of a Spark that runs elsewhere; an embedded one is started where it is absent. */
  readonly sparkRemote?: string;
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

/** A session on an engine, for one run. */
export interface EngineSession extends AsyncDisposable {
  readonly kind: EngineKind;
  readonly session: SparkSession;
  /** How long the engine took to be there, in ms; 0 when it was warm. */
  readonly startMs: number;
  /** True where rows keep the order of their input: one partition. */
  readonly keepsOrder: boolean;
  readonly keep: Keep;
  /** Ends the engine's work by force. */
  kill(): void;
  /** Ends the session; whoever disposes of it waits until a process of its own is gone too. */
  leave(): Promise<void>;
}

/** Inputs up to this many bytes are small: one partition on Sail, which keeps their order; plain plans on Spark. */
export const onePartitionBytes = 64 << 20;

/** Sail reads a file of fewer bytes in one piece, whatever the number of partitions. */
export const notWorthSpreading = 10 << 20;

/** A Sail process that has a session and nothing to do yet. */
interface WarmSail {
  readonly engine: Engine;
  readonly session: SparkSession;
}

/**
 * The engines of this process. A Sail process serves one run, and some wait, started ahead of need; one embedded Spark
 * stays warm until the end.
 */
export class EngineHost implements AsyncDisposable {
  readonly #options: HostOptions;
  readonly #sails: Pool<WarmSail>;
  #spark: Promise<Engine> | undefined;
  readonly #running = new Set<Engine>();
  readonly #small: number;
  readonly #notWorthSpreading: number;
  #closed = false;

  constructor(options: HostOptions = {}) {
    this.#options = options;
    this.#small = options.onePartitionBytes ?? onePartitionBytes;
    this.#notWorthSpreading = options.notWorthSpreading ?? notWorthSpreading;
    this.#sails = new Pool({
      start: () => this.#warmSail(1),
      size: options.warm ?? 0,
      atOnce: Math.max(2, availableParallelism() >> 1),
      gone: ({ engine }) => engine.exited,
    });
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
    const { engine, session } = await (parallelism === 1 ? this.#sails.take() : this.#warmSail(parallelism));
    const leave = async (): Promise<void> => {
      session.client.close();
      // a run's process holds nothing worth a graceful end
      engine.kill();
    };
    return {
      kind: 'sail',
      session,
      startMs: Math.round(performance.now() - started),
      keepsOrder: parallelism === 1,
      keep: parallelism === 1 ? keepInCheckpoint : keepInArrowFiles(engine),
      kill: () => engine.kill(),
      leave,
      [Symbol.asyncDispose]: async () => {
        await leave();
        await engine.exited;
      },
    };
  }

  async #openSpark(bytes: number): Promise<EngineSession> {
    const started = performance.now();
    this.warmSpark();
    const { sparkRemote } = this.#options;
    const engine = sparkRemote === undefined ? await this.#spark : undefined;
    const at = sparkRemote ?? engine;
    if (at === undefined) throw new Error('the engines of this process are closed');
    const small = sparkRemote === undefined && bytes <= this.#small;
    const session = await connected('spark', at, small ? { ...sessionConfig, ...smallInputConfig } : sessionConfig);
    return {
      kind: 'spark',
      session,
      startMs: Math.round(performance.now() - started),
      keepsOrder: true,
      keep: keepInCheckpoint,
      kill: () => void this.#spark?.then((engine) => engine.kill()),
      leave: () => session.stop(),
      [Symbol.asyncDispose]: () => session.stop(),
    };
  }

  async #warmSail(parallelism: number): Promise<WarmSail> {
    const engine = await this.#inScratch('sail', (scratch) => startSail({ scratch, parallelism, ...this.#memory() }));
    try {
      return { engine, session: await connected('sail', engine, sessionConfig) };
    } catch (error) {
      engine.kill();
      throw error;
    }
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
    void engine.exited.then(() => this.#running.delete(engine));
    return engine;
  }
  #memory(): { memory?: string } {
    return this.#options.memory === undefined ? {} : { memory: this.#options.memory };
  }

  /** Ends every engine at once. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([this.#sails.close(), this.#spark]);
    for (const engine of this.#running) engine.kill();
    await Promise.all([...this.#running].map((engine) => engine.exited));
    this.#running.clear();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/**
 * A session, or an error that says which engine cannot be reached and why. An engine of this process that has ended will
 * not come back: nobody waits for it.
 */
async function connected(
  kind: EngineKind,
  at: Engine | string,
  config: Readonly<Record<string, string>>,
): Promise<SparkSession> {
  const url = typeof at === 'string' ? at : at.url;
  const session = await SparkSession.connect(url, {}, { inspect: guardPlans() });
  if (typeof at !== 'string')
    void at.exited.then((exit) => session.client.abandon(`${kind} ended in the middle of the work: ${whyEnded(exit)}`));
  try {
    await session.setConfig(config);
    return session;
  } catch (error) {
    session.client.close();
    if (!(error instanceof SparkError)) throw error;
    throw new EngineStartError(
      kind,
      `${kind} cannot be used: ${plainMessage(error.message, error.errorClass)}. Check its address and that it is up`,
    );
  }
}
