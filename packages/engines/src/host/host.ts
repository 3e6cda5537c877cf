import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { runError } from '@millrace/errors';
import type { SparkSession } from '@millrace/spark-connect';
import { Spawner, toolchain } from '@millrace/toolchain';
import {
  EngineStartError,
  startSail,
  startSpark,
  type Engine,
  type EngineKind,
  type EngineOptions,
  type EngineView,
} from '../index.ts';
import type { ClusterAdapter, ClusterState } from '../cluster/adapter.ts';
import { clusterOf } from '../cluster/cluster-of.ts';
import { holdingLibraries } from '../libraries/environment.ts';
import { SparkPool, type SparkNeeds } from '../spark/spark-pool.ts';
import { compatibilityConfig, sparkOnlyBy } from './compatibility.ts';
import type { connect } from './connect.ts';
import { endOf, whyOf, type EngineEnd } from './engine-end.ts';
import type { HostOptions, OpenOptions } from './options.ts';
import { Pool } from './pool.ts';
import { scratchFolder } from './scratch-folder.ts';
import { sailSession, type EngineSession } from './session.ts';
import { WorkerHost } from './worker-host.ts';
import { SparkShare, sparkSession } from './spark-session.ts';
import { guardedConfig, sessionConfig, smallInputConfig } from './session-config.ts';

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
  readonly #sparks: SparkPool;
  /** The cluster that Spark runs on instead of embedded. */
  readonly #cluster: ClusterAdapter | undefined;
  readonly #running = new Set<Engine>();
  readonly #workers: WorkerHost;
  readonly #small: number;
  readonly #notWorthSpreading: number;
  readonly #closing = new AbortController();
  readonly #spawner: Spawner | undefined;

  constructor(options: HostOptions = {}) {
    this.#options = options;
    this.#cluster = clusterOf(options, (settings) =>
      // in a sandbox it would not reach the cluster
      this.#inScratch('spark', (scratch) => startSpark({ scratch, ...this.#processOptions(), settings })),
    );
    this.#spawner = options.stays === true ? new Spawner(toolchain().python) : undefined;
    const { memory, scratch, box, code } = options;
    const keepsCodeWarm = options.stays === true;
    this.#workers = new WorkerHost({ memory, scratch, box, code, spawner: this.#spawner, keepsCodeWarm });
    this.#small = options.onePartitionBytes ?? onePartitionBytes;
    this.#notWorthSpreading = options.notWorthSpreading ?? notWorthSpreading;
    this.#sails = new Pool({
      start: (kind) => this.#warmSail(kind?.parallelism ?? 1, kind?.view),
      nameOf: ({ view, parallelism }) => `${parallelism} ${view?.key ?? ''}`,
      size: options.warm ?? 0,
      atOnce: Math.max(2, availableParallelism() >> 1),
      dispose: ({ engine }) => engine.exited,
      end: ({ engine, session }) => {
        session.client.close();
        engine.kill();
      },
    });
    this.#sparks =
      options.sparkPool ??
      new SparkPool({
        start: (needs) => this.#startSpark(needs),
        max: options.sparks ?? Infinity,
        idleMs: options.sparkIdleMs ?? Infinity,
      });
  }

  /** The embedded Sparks of this host, for hosts that share them. */
  get sparkPool(): SparkPool {
    return this.#sparks;
  }

  /** Begins to start a Sail process for the next run, where none waits. */
  warmSail(): void {
    this.#sails.fill(1);
  }

  /** Begins to replace processes that runs have taken. */
  refill(): void {
    this.#sails.fill();
    this.#workers.refill();
  }

  /** Resolves when a Sail process waits for the next run. */
  async sailReady(): Promise<void> {
    await this.#sails.ready();
  }

  /** Begins to start an embedded Spark; `inputBytes`: what its one run reads. */
  warmSpark(owner = '', inputBytes?: number): void {
    if (this.#cluster === undefined) this.#sparks.warm(owner, { inputBytes });
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

  /** The state of the cluster that Spark runs on; undefined if it is embedded. */
  async clusterState(): Promise<ClusterState | undefined> {
    return this.#cluster?.state();
  }

  /** A session for one run. */
  async open(kind: EngineKind, options: OpenOptions = {}): Promise<EngineSession> {
    const { bytes = 0, spread = bytes > this.#small } = options;
    const why = sparkOnlyBy(options.compatibility);
    if (kind === 'sail' && why !== undefined) throw runError('needs-spark', { reason: why });
    // without a sandbox all see the same
    const view = this.#options.box === undefined ? undefined : options.view;
    if (kind === 'sail') return this.#openSail(spread, { ...options, view });
    if (this.#cluster !== undefined) return this.#openOnCluster(this.#cluster, { ...options, view });
    return this.#openSpark(bytes, { ...options, view });
  }

  /**
   * Whether Sail may spread inputs of so many bytes over several partitions, the better way first: it is faster with
   * many rows, and one partition keeps their order.
   */
  spreadings(bytes: number): readonly boolean[] {
    if (bytes > this.#small) return [true];
    return bytes > this.#notWorthSpreading ? [true, false] : [false];
  }

  async #openSail(spread: boolean, { view, libraries }: OpenOptions): Promise<EngineSession> {
    const start = performance.now();
    const parallelism = spread ? Math.max(2, availableParallelism()) : 1;
    const kind = parallelism === 1 && view === undefined ? undefined : { view, parallelism };
    const { engine, session, ended } = await this.#sails.take(kind);
    return sailSession({
      ...{ engine, session, ended, isSpread: spread },
      python: this.#workers.python(session, engine.scratch),
      code: this.#workers.code({ session, kind: 'sail', view, libraries, engineScratch: engine.scratch }),
      startMs: Math.round(performance.now() - start),
    });
  }

  async #openSpark(bytes: number, options: OpenOptions): Promise<EngineSession> {
    const { owner: label = '', alone = false, view, libraries, signal, compatibility = 'spark4' } = options;
    const start = performance.now();
    const { oneRun = false } = this.#options;
    const inputBytes = oneRun ? bytes : undefined;
    const owner = alone ? `${label}, alone ${randomUUID()}` : label;
    const needs = { inputBytes, view, libraries: libraries?.python === undefined ? undefined : libraries };
    const lease = await this.#sparks.lease(owner, { ...needs, signal });
    const config = {
      ...sessionConfig,
      ...guardedConfig,
      ...(bytes <= this.#small ? smallInputConfig : {}),
      ...compatibilityConfig[compatibility],
    };
    const share = new SparkShare(lease, alone);
    try {
      await share.makeFolder();
      const session = await connected('spark', lease.engine, config, share.whyGone);
      const engineScratch = lease.engine.scratch;
      const python = this.#workers.python(session, engineScratch);
      const code = this.#workers.code({ session, kind: 'spark', view, libraries, engineScratch });
      const startMs = Math.round(performance.now() - start);
      return sparkSession({ session, share, python, code, compatibility, startMs });
    } catch (error) {
      await share.free();
      // another session of its owner has ended it in the meantime
      if (lease.ended && !this.#closed) return this.#openSpark(bytes, options);
      throw error;
    }
  }

  #startSpark({ inputBytes, view, libraries }: SparkNeeds): Promise<Engine> {
    const size = inputBytes === undefined ? {} : { inputBytes };
    return holdingLibraries(libraries, () =>
      this.#inScratch('spark', (scratch) => startSpark({ scratch, ...this.#sharedOptions(view), ...size, libraries })),
    );
  }

  async #openOnCluster(cluster: ClusterAdapter, options: OpenOptions): Promise<EngineSession> {
    const start = performance.now();
    const { clusterSession, openOnCluster } = await import('./cluster-session.ts');
    const opened = await openOnCluster(cluster, options);
    const { session } = opened.connection;
    const python = this.#workers.python(session, undefined);
    const { view, libraries } = options;
    const code = this.#workers.code({ session, kind: 'spark', view, libraries, engineScratch: undefined });
    const startMs = Math.round(performance.now() - start);
    return clusterSession({ opened, python, code, compatibility: options.compatibility ?? 'spark4', startMs });
  }

  async #warmSail(parallelism: number, view?: EngineView): Promise<WarmSail> {
    const engine = await this.#inScratch('sail', (scratch) =>
      startSail({ scratch, parallelism, ...this.#sharedOptions(view) }),
    );
    const end = endOf(
      engine,
      (log) => log,
      () => false,
    );
    try {
      return {
        engine,
        session: await connected('sail', engine, sessionConfig, (exit) => whyOf(engine, exit)),
        ended: end,
      };
    } catch (error) {
      engine.kill();
      throw error;
    }
  }
  /** An engine that does not come up leaves no folder either. */
  async #inScratch(kind: EngineKind, start: (scratch: string) => Promise<Engine>): Promise<Engine> {
    const folder = this.#options.scratch ?? tmpdir();
    const scratch = scratchFolder(folder, kind);
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
  #processOptions(): Pick<EngineOptions, 'memory' | 'spawner' | 'signal'> {
    const { memory } = this.#options;
    return {
      signal: this.#closing.signal,
      ...(this.#spawner && { spawner: this.#spawner }),
      ...(memory === undefined ? {} : { memory }),
    };
  }
  #sharedOptions(view: EngineView | undefined): Pick<EngineOptions, 'memory' | 'box' | 'spawner' | 'signal'> {
    const { box } = this.#options;
    return {
      ...this.#processOptions(),
      ...(box && { box: view === undefined ? box : { ...box, files: view.mounts } }),
    };
  }

  /** Ends every engine at once. */
  async close(): Promise<void> {
    // those that are being started need not come up first
    this.#closing.abort();
    const borrows = this.#options.sparkPool !== undefined;
    await Promise.allSettled([this.#sails.close(), borrows ? undefined : this.#sparks.close(), this.#cluster?.close()]);
    for (const engine of this.#running) engine.kill();
    await Promise.all([this.#workers.close(), ...[...this.#running].map(({ exited }) => exited)]);
    this.#running.clear();
    await this.#spawner?.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** The protocol of engines is read when the first session is opened. */
const connected: typeof connect = async (...args) => (await import('./connect.ts')).connect(...args);
