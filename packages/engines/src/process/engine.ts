import type { Spawner } from '@millrace/toolchain';
import type { SandboxConfig } from '../sandbox/sandbox.ts';

export type EngineKind = 'sail' | 'spark';

/** How an engine's process ended. */
export interface EngineExit {
  /** Exit code, or null when a signal ended the process or the code is unknown. */
  readonly code: number | null;
  /** Name of the signal that ended it (`SIGKILL`), or null. */
  readonly signal: string | null;
  /** Last lines that it logged, oldest first. */
  readonly log: readonly string[];
}

/** A running Spark Connect server that this process owns: it dies with us, whatever kills us. */
export interface Engine extends AsyncDisposable {
  readonly kind: EngineKind;
  /**
   * Spark Connect address, `sc://127.0.0.1:PORT`, with `/;token=…` where the engine supports it; in a sandbox, which has a
   * network of its own, with `/;unix=…`, the path of a socket.
   */
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  /** Bytes that it may use for data; absent if that is not known. */
  readonly memory?: number;
  /** The engine's own folder: spill, checkpoints, what a run materialises. Gone when the engine is. */
  readonly scratch: string;
  /** Resolves, never rejects, when the process and its scratch folder are gone. */
  readonly exited: Promise<EngineExit>;
  /** Ends it gracefully, by force after a few seconds. Resolves when `exited` does. May be called again. */
  stop(): Promise<void>;
  /** Ends it by force, at once. Await `exited` to know that it is gone. */
  kill(): void;
}

export interface EngineOptions {
  /** A folder that does not exist yet or is empty; the engine makes, owns and removes it. */
  readonly scratch: string;
  /** Memory for data, `512m` or `4g`. Default: a quarter of the machine's, between 1 and 8 GB. */
  readonly memory?: string;
  /** The sandbox that it runs in; none if not set. */
  readonly box?: SandboxConfig;
  /** Starts its process, if it is up. */
  readonly spawner?: Spawner;
  /** Gives up the start: the process is killed and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** An engine that cannot be started, in one line: what is wrong and what to do. */
export class EngineStartError extends Error {
  override name = 'EngineStartError';
  readonly kind: EngineKind;
  readonly log: readonly string[];

  constructor(kind: EngineKind, message: string, log: readonly string[] = []) {
    super(message);
    this.kind = kind;
    this.log = log;
  }
}
