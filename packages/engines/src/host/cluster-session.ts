import { SparkError } from '@millrace/spark-connect';
import type { Compatibility } from '@millrace/workflow';
import type { ClusterAdapter, ClusterConnection, ConnectServer } from '../cluster/adapter.ts';
import type { SessionCode } from '../code/session-code.ts';
import { EngineStartError } from '../process/engine.ts';
import type { SessionPython } from '../python/session-python.ts';
import { plainMessage } from '../plain-message.ts';
import { compatibilityConfig } from './compatibility.ts';
import { reasonAlone } from './engine-end.ts';
import { guardPlans } from './guard-plans.ts';
import { materializeInCheckpoint } from './materialized-rows.ts';
import type { OpenOptions } from './options.ts';
import type { EngineSession } from './session.ts';
import { guardedConfig, sessionConfig } from './session-config.ts';

/** A session on a cluster, and how it came there. */
export interface OpenedOnCluster {
  readonly adapter: ClusterAdapter;
  readonly server: ConnectServer;
  readonly connection: ClusterConnection;
}

/** Opens a session on a cluster, with the settings of a run and its labels. */
export async function openOnCluster(adapter: ClusterAdapter, options: OpenOptions): Promise<OpenedOnCluster> {
  const { compatibility = 'spark4', labels = {}, owner = '', signal } = options;
  const alone = options.alone === true || options.ownApplication === true;
  const server = await adapter.start({ owner, alone, ...(signal && { signal }) });
  let connection: ClusterConnection | undefined;
  try {
    connection = await adapter.connect(server, labels, { inspect: guardPlans('spark') });
    const { session } = connection;
    await session.setConfig({ ...sessionConfig, ...guardedConfig, ...compatibilityConfig[compatibility] });
    return { adapter, server, connection };
  } catch (error) {
    connection?.unwatch();
    connection?.session.client.close();
    server.release();
    if (!(error instanceof SparkError)) throw error;
    throw new EngineStartError('spark', `spark cannot be used: ${plainMessage(error.message, error.errorClass)}`);
  }
}

/** What a session on a cluster is made of. */
interface ClusterParts {
  readonly opened: OpenedOnCluster;
  readonly python: SessionPython;
  readonly code: SessionCode;
  readonly compatibility: Compatibility;
  readonly startMs: number;
}

/** A session on a cluster. */
export function clusterSession({ opened, python, code, compatibility, startMs }: ClusterParts): EngineSession {
  const { adapter, server, connection } = opened;
  const { session, application, lost, onLost, unwatch } = connection;
  // they would wait for answers of the server
  onLost(() => {
    python.kill();
    code.kill();
  });
  const leave = async (): Promise<void> => {
    unwatch();
    python.kill();
    code.leave();
    try {
      await session.stop();
    } finally {
      await python.clear();
      server.release();
    }
  };
  return {
    kind: 'spark',
    session,
    compatibility,
    startMs,
    keepsOrder: true,
    keep: materializeInCheckpoint,
    // a cluster may run a task again
    observes: false,
    pid: undefined,
    ended: () => {
      const why = lost();
      return why === undefined ? undefined : { why, isShared: server.isShared, log: reasonAlone(adapter.logs(server)) };
    },
    ...(application && { application }),
    python,
    code,
    kill: () => {
      unwatch();
      python.kill();
      code.kill();
      // an application of others is left to them, without what this session has under way there
      if (!adapter.kill(server)) void session.stop();
    },
    leave,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([leave(), python.end(), code.end()]);
    },
  };
}
