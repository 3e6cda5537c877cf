import type { SparkSession } from '@millrace/spark-connect';
import type { Compatibility } from '@millrace/workflow';
import type { Engine, EngineKind } from '../index.ts';
import type { SparkApplication } from '../cluster/application.ts';
import type { SessionCode } from '../code/session-code.ts';
import type { SessionPython } from '../python/session-python.ts';
import type { EngineEnd } from './engine-end.ts';
import {
  materializeInArrowFiles,
  materializeInCheckpoint,
  materializeInSailCheckpoint,
  type Materialize,
} from './materialized-rows.ts';

/** A session on an engine, for one run. */
export interface EngineSession extends AsyncDisposable {
  readonly kind: EngineKind;
  readonly session: SparkSession;
  readonly compatibility: Compatibility;
  /** How long the engine took to be there, in ms; 0 when it was warm. */
  readonly startMs: number;
  /** True if rows keep the order of their input: one partition. */
  readonly keepsOrder: boolean;
  readonly keep: Materialize;
  /** True if rows can be counted while they are computed: metrics of tasks that run once. */
  readonly observes: boolean;
  /** Materializes rows in files below `scratch`; absent if the engine shares no disk with this process. */
  readonly materializeInFiles?: Materialize;
  /** A folder that the engine may write to, for this session's files alone. */
  readonly scratch?: string;
  /** The engine's process: sessions on one share its fate. Absent for a Spark that runs elsewhere. */
  readonly pid: number | undefined;
  /** The application of Spark that it is in; absent if the engine is one of this process. */
  readonly application?: SparkApplication;
  /** Why the engine has ended, and what it logged last; nothing while it is up. Of a cluster: why its server is lost. */
  readonly ended?: () => EngineEnd | undefined;
  /** The Python worker of the session, which ends with it. */
  readonly python: SessionPython;
  /** Runs the code of nodes in the session; its process ends with it. */
  readonly code: SessionCode;
  /** Ends the engine's work by force: its process, if it is one of ours, and the Python worker. */
  kill(): void;
  /** Ends the session; disposing of it also waits until a process of its own is gone. */
  leave(): Promise<void>;
}

/** What a session on a Sail process of its own is made of. */
interface SailParts {
  readonly engine: Engine;
  readonly session: SparkSession;
  readonly ended: () => EngineEnd | undefined;
  readonly python: SessionPython;
  readonly code: SessionCode;
  readonly startMs: number;
  readonly isSpread: boolean;
}

/** A session on a Sail process, which ends with it. */
export function sailSession({ engine, session, ended, python, code, startMs, isSpread }: SailParts): EngineSession {
  const leave = async (): Promise<void> => {
    python.kill();
    code.leave();
    session.client.close();
    // a run's process holds nothing worth a graceful end
    engine.kill();
  };
  return {
    kind: 'sail',
    session,
    compatibility: 'spark4',
    startMs,
    keepsOrder: !isSpread,
    keep: isSpread ? materializeInArrowFiles(engine) : materializeInCheckpoint,
    observes: false,
    materializeInFiles: isSpread ? materializeInArrowFiles(engine) : materializeInSailCheckpoint(engine),
    scratch: engine.scratch,
    pid: engine.pid,
    ended,
    python,
    code,
    kill: () => {
      python.kill();
      code.kill();
      engine.kill();
    },
    leave,
    [Symbol.asyncDispose]: async () => {
      await leave();
      await Promise.all([engine.exited, python.end(), code.end()]);
    },
  };
}
