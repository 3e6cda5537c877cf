import type { ConnectionSettings, SparkSession } from '@millrace/spark-connect';
import type { SparkApplication } from './application.ts';

/** How Millrace comes by a Spark on a cluster: by the address of a Spark Connect server, or by a driver of its own. */
export type ClusterKind = 'connect' | 'standalone';

/** Whom an application is for. */
export interface ApplicationRequest {
  /** Runs of one owner share an application. */
  readonly owner: string;
  /** True for one of its own, which ends with its session. */
  readonly alone?: boolean;
  /** Ends the wait for a slot for it. */
  readonly signal?: AbortSignal;
}

/** An application of Spark, by its Spark Connect server. */
export interface ConnectServer {
  /** `sc://host:port/;token=…` */
  readonly url: string;
  /** True if other sessions used the application too, by its end if that has come. */
  readonly isShared: boolean;
  /** The session that it was asked for has ended. */
  release(): void;
}

/** `IDLE`: the cluster is there, and no application runs. */
export type ClusterState = 'RUNNING' | 'IDLE' | 'UNREACHABLE';

/** Whom a session works for, and what Spark's page shows of it. */
export interface SessionLabels {
  /** The user of Millrace; the user of the system if not set. */
  readonly user?: string;
  /** A UUID, the same one for one session only; a random one if not set. */
  readonly sessionId?: string;
  /** Description of its jobs. */
  readonly description?: string;
  /** Tags of its operations. */
  readonly tags?: readonly string[];
}

/** A session on a cluster, and the application that it is in. */
export interface ClusterConnection {
  readonly session: SparkSession;
  /** Absent if the server does not tell. */
  readonly application: SparkApplication | undefined;
  /** Why the server is lost; undefined while it is there. */
  readonly lost: () => string | undefined;
  /** Ends all that waits for the server, because it is lost; `why`: a clause whose subject is the server. */
  readonly lose: (why: string) => void;
  /** Has something done once the server is lost, with the reason. */
  readonly onLost: (act: (why: string) => void) => void;
  /** Ends the watch over the server; to be called before the session is stopped. */
  readonly unwatch: () => void;
}

/** A kind of cluster: starts applications of Spark there, connects to them, and ends them. */
export interface ClusterAdapter {
  readonly kind: ClusterKind;
  /** Starts an application, or finds the one that runs. Fails with an EngineStartError. */
  start(request: ApplicationRequest): Promise<ConnectServer>;
  /** Whether applications can be used, within half a second. */
  state(): Promise<ClusterState>;
  /** Opens a session. Fails with an EngineStartError that names the address and the reason. */
  connect(server: ConnectServer, labels: SessionLabels, settings?: ConnectionSettings): Promise<ClusterConnection>;
  /** Ends an application that it has started, for all its sessions; returns false for one of others, which is left alone. */
  kill(server: ConnectServer): boolean;
  /** The last lines that an application that it has started has logged, oldest first. */
  logs(server: ConnectServer): readonly string[];
  /** Starts no more applications; resolves when those that are starting are up or have failed. */
  close(): Promise<void>;
}
