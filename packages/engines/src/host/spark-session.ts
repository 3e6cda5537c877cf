import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SparkSession } from '@millrace/spark-connect';
import type { Compatibility } from '@millrace/workflow';
import type { EngineExit } from '../index.ts';
import type { SessionCode } from '../code/session-code.ts';
import type { SessionPython } from '../python/session-python.ts';
import type { SparkLease } from '../spark/spark-pool.ts';
import { endOf, reasonAlone, whyOf, whyShared, type EngineEnd } from './engine-end.ts';
import { materializeInCheckpoint, materializeInParquetFiles } from './materialized-rows.ts';
import type { EngineSession } from './session.ts';

/** What a session has of an embedded Spark: the lease of the process, and a folder for the session's files alone. */
export class SparkShare {
  readonly lease: SparkLease;
  /** Why the process has ended; nothing while it is up. */
  readonly ended: () => EngineEnd | undefined;
  readonly #isAlone: boolean;
  #scratch: string | undefined;

  /** To be made before the process is connected to. `isAlone`: the process ends with the session. */
  constructor(lease: SparkLease, isAlone: boolean) {
    this.lease = lease;
    this.#isAlone = isAlone;
    // what other runs have made it log is not for this one
    this.ended = endOf(lease.engine, reasonAlone, () => lease.isShared);
  }

  /** The folder; undefined before it is made. */
  get scratch(): string | undefined {
    return this.#scratch;
  }

  /** Makes the folder: the process outlives the session, whose files go with it. */
  async makeFolder(): Promise<void> {
    this.#scratch = await mkdtemp(join(this.lease.engine.scratch, 'session-'));
  }

  readonly whyGone = (exit: EngineExit): string => whyShared(whyOf(this.lease.engine, exit), this.lease.isShared);

  /** Removes the folder, and gives the process back. */
  async free(): Promise<void> {
    // a task that was stopped may still write there; what is left goes with the process
    if (this.#scratch !== undefined)
      await rm(this.#scratch, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    this.lease.release();
    if (this.#isAlone) this.lease.kill();
  }
}

/** What a session on an embedded Spark is made of. */
interface SparkParts {
  readonly session: SparkSession;
  readonly share: SparkShare;
  readonly python: SessionPython;
  readonly code: SessionCode;
  readonly compatibility: Compatibility;
  readonly startMs: number;
}

/** A session on an embedded Spark, which is given back at its end. */
export function sparkSession({ session, share, python, code, compatibility, startMs }: SparkParts): EngineSession {
  const leave = async (): Promise<void> => {
    python.kill();
    code.leave();
    try {
      await session.stop();
    } finally {
      await python.clear();
      await share.free();
    }
  };
  const { scratch } = share;
  return {
    kind: 'spark',
    session,
    compatibility,
    startMs,
    keepsOrder: true,
    keep: materializeInCheckpoint,
    observes: true,
    ...(scratch === undefined ? {} : { materializeInFiles: materializeInParquetFiles({ scratch }), scratch }),
    pid: share.lease.engine.pid,
    ended: share.ended,
    python,
    code,
    kill: () => {
      python.kill();
      code.kill();
      share.lease.kill();
    },
    leave,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([leave(), python.end(), code.end()]);
    },
  };
}
